import { once } from '../base/once.ts';

/** How letters of other scripts sound in Latin ones; `|` divides the ways in which one is written. */
const sounds: ReadonlyMap<string, readonly string[]> = new Map(
  // Cyrillic and Greek, as BGN/PCGN and ISO 843 write them, without hard and soft signs.
  (
    'аa бb вv гg|h ґg дd еe|ye ёo|yo єye жzh|j зz иi іi їyi йy кk лl мm нn оo пp рr сs тt уu ўu фf хkh цts чch шsh щshch ъ ыy ь эe юyu яya ' +
    'јy љly њny ћch ђdz џdz αa βv γg δd εe ζz ηi θth ιi κk λl μm νn ξx οo πp ρr σs ςs τt υy φf χch ψps ωo ' +
    // Katakana
    'アa イi ウu エe オo カka キki クku ケke コko ガga ギgi グgu ゲge ゴgo サsa シshi|si スsu|th セse ソso ザza ジji|zi|gi ズzu ゼze|je ゾzo ' +
    'タta チchi|ti ツtsu テte トto|t ダda ヂji ヅzu デde ドdo|d ナna ニni ヌnu ネne ノno ハha ヒhi フfu|hu ヘhe ホho バba ビbi ブbu ベbe ボbo ' +
    'パpa ピpi プpu ペpe ポpo マma ミmi ムmu メme モmo ヤya ユyu ヨyo ラra リri ルru レre ロro ワwa ヲo ンn ヴvu ッ ー|r ' +
    // Devanagari: a consonant has an "a" behind it unless a sign says otherwise.
    'कk खk गg घg ङn चch छch जj|z झj ञn टt ठt डd ढd णn तt थt दd धd नn पp फp|f बb भb मm यy रr लl वv शsh षsh सs हh ' +
    'अa आa इi ईi उu ऊu एe ऐai ओo औau ाa िi ीi ुu ूu ेe ैai ोo ौau ंn ँn ॉo ृri ़ ' +
    // Arabic
    'اa|e أa|u|e إi|e آa بb|p تt ثth جj|g حh خh دd ذd رr زz سs شsh صs ضd طt ظz ع غg فf|v قk كk|g لl مm نn هh|a وu|o|v يi|y|e ىa ةa ئ| ؤ| ء|'
  )
    .split(' ')
    .map((one) => [one[0]!, one.slice(1).split('|')]),
);

/** The initials, vowels and finals of Hangul, in the order of Unicode. */
const hangul = [
  'g|k kk n d|t tt r m b|p pp s ss - j jj ch k t p h',
  'a ae|e ya yae|ye eo|u|o e yeo|yo ye o wa wae oe yo u|oo wo|we we wi yu eu|- ui i',
  '- k k k n n n t r|l k m p t t p l m p p t|s t ng t t k t p -',
].map((letters) => letters.split(' ').map((one) => one.replace('-', '').split('|')));
const [firstSyllable, syllables] = [0xac00, 11_172];
const [vowels, finals] = [21, 28];

const kanaVowel = new Map(
  [...'ァaィiゥuェeォoャaュuョo'].flatMap((sign, i, all) => (i % 2 ? [] : [[sign, all[i + 1]!]])),
);
const smallKana = /[ャュョ]/u;
const [hiragana, toKatakana] = [/[\u3041-\u3096]/gu, 0x60];
const devanagari = /\p{Script=Devanagari}/u;
const consonant = /[\u0915-\u0939]/u;
/** A name of more readings or signs than these is hardly one. */
const [maxReadings, maxSigns] = [32, 64];

/** The readings of a word in Latin letters; none of one with a sign that tells no sound, such as an ideograph. */
function readingsOf(word: string): string[] {
  if (word.length > maxSigns) return [];
  let readings = [''];
  const append = (ways: readonly string[]) => {
    readings = readings.flatMap((one) => ways.map((way) => one + way)).slice(0, maxReadings);
  };
  const signs = [...word];
  for (const [i, sign] of signs.entries()) {
    const syllable = sign.codePointAt(0)! - firstSyllable;
    if (/[a-z]/.test(sign)) append([sign]);
    else if (kanaVowel.has(sign)) {
      // キャ is "kya", シャ "sha", ファ "fa".
      const glide = (one: string) => (smallKana.test(sign) && !/(?:sh|ch|j)i$/.test(one) ? 'y' : '');
      readings = readings.map((one) => one.slice(0, -1) + glide(one) + kanaVowel.get(sign)!);
    } else if (syllable >= 0 && syllable < syllables) {
      append(hangul[0]![Math.floor(syllable / vowels / finals)]!);
      append(hangul[1]![Math.floor(syllable / finals) % vowels]!);
      append(hangul[2]![syllable % finals]!);
    } else if (sign === '्') continue;
    else if (sounds.has(sign)) {
      append(sounds.get(sign)!);
      const next = signs[i + 1];
      if (consonant.test(sign) && next !== undefined && (consonant.test(next) || !devanagari.test(next)))
        append(['a', '']);
    } else return [];
  }
  return readings;
}

/** Spellings of one sound, the longer ones first. */
const spellings: readonly (readonly [RegExp, string])[] = [
  [/tsch/g, 'ch'],
  [/sch/g, 'sh'],
  [/kh/g, 'h'],
  [/ph/g, 'f'],
  [/ck/g, 'k'],
  [/c(?=[eiy])/g, 's'],
  [/c(?!h)|q/g, 'k'],
  [/x/g, 'ks'],
  [/[td]h/g, 't'],
  [/t?z|ts/g, 's'],
  [/oo/g, 'u'],
  [/l/g, 'r'],
  [/[vw]/g, 'b'],
  [/[jy]/g, 'i'],
  [/h(?![aeiou])(?<![cs]h)/g, ''],
  [/[mn]+(?=[bpmn])/g, 'n'],
  [/(.)\1+/g, '$1'],
  // Japanese and Korean write a vowel behind each consonant.
  [/(?<=[^aeiou])u/g, ''],
  [/(.)\1+/g, '$1'],
  [/g$/, 'k'],
  [/d$/, 't'],
  [/b$/, 'p'],
];

/** Fewer letters sound like too much else. */
const leastLetters = 3;
const accents = /\p{Script=Latin}\p{M}+/gu;

/** How a name sounds, in each reading: Yuki, ユキ, 유키, Юки and युकी have one in common. Empty for ideographs. */
export function soundsOf(name: string): ReadonlySet<string> {
  const katakana = name.replace(hiragana, (sign) => String.fromCharCode(sign.charCodeAt(0) + toKatakana));
  const plain = katakana
    .normalize('NFD')
    .replace(accents, (letter) => letter[0]!)
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('ß', 'ss');
  const heard = readingsOf(plain).map((reading) =>
    spellings.reduce((one, [from, to]) => one.replace(from, to), reading),
  );
  return new Set(heard.filter((one) => one.length >= leastLetters));
}

/** Words of a text that may be a name in Latin letters, and those in scripts that write sounds. */
const latinName = /(?<![\p{L}\p{M}])\p{Lu}[\p{Ll}\p{M}]+(?![\p{L}\p{N}])/gu;
const otherName =
  /[\p{sc=Katakana}ー]{2,}|[\p{sc=Cyrillic}\p{sc=Greek}\p{sc=Arabic}\p{sc=Devanagari}\p{sc=Hangul}\p{M}]{2,}/gu;
const isLatin = /^[\p{sc=Latin}\p{M}'’-]+$/u;
const oneWord = /^[\p{L}\p{M}'’ー-]+$/u;

/** Finds the words of a text that are written in another script than one of some names, and sound like it: モモ is Momo. */
export function soundingLike(names: readonly string[]): (text: string) => string[] {
  const heard = { latin: new Set<string>(), other: new Set<string>() };
  for (const name of names.filter((one) => oneWord.test(one)))
    for (const sound of soundsOf(name)) heard[isLatin.test(name) ? 'latin' : 'other'].add(sound);
  const known = new Map<string, boolean>();
  const sounds = (word: string, among: ReadonlySet<string>) => {
    const before = known.get(word) ?? [...soundsOf(word)].some((sound) => among.has(sound));
    known.set(word, before);
    return before;
  };
  const found = (text: string, pattern: RegExp, among: ReadonlySet<string>) =>
    among.size === 0 ? [] : (text.match(pattern) ?? []).filter((word) => sounds(word, among));
  return (text) => [...found(text, otherName, heard.latin), ...found(text, latinName, heard.other)];
}

/** Katakana by the syllable that it is first read as: mo is モ, kya is キャ. */
const kana = once(() => {
  const signs = [...sounds].flatMap(([sign, [reading = '']]) =>
    /[ア-ワン]/u.test(sign) ? [[reading, sign] as const] : [],
  );
  const all = new Map(signs.toReversed());
  for (const [reading, sign] of signs.filter(([one]) => one.length > 1 && one.endsWith('i')))
    for (const [vowel, small] of ['aャ', 'uュ', 'oョ'].map(([one, other]) => [one!, other!] as const))
      all.set(`${reading.slice(0, -1).replace(/(?<!sh|ch|j)$/, 'y')}${vowel}`, sign + small);
  return all;
});

/** A name that is written in Japanese syllables alone, in katakana: Momo is モモ. Undefined for others. */
export function inKatakana(name: string): string | undefined {
  let written = '';
  for (let rest = name.toLowerCase(); rest !== ''; ) {
    const [syllable] = [3, 2, 1].map((length) => rest.slice(0, length)).filter((one) => kana().has(one));
    if (syllable === undefined) return undefined;
    written += kana().get(syllable)!;
    rest = rest.slice(syllable.length);
  }
  return [...written].length < 2 ? undefined : written;
}

/** A name in katakana in Latin letters, as it is read first: モモ is Momo. */
export function inLatin(name: string): string | undefined {
  const [reading] = readingsOf(name);
  return reading ? reading[0]!.toUpperCase() + reading.slice(1) : undefined;
}

/** A foreign name with the vowels that Japanese writes behind its consonants: Daniel is "danieru". */
export const asLoan = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll('l', 'r')
    .replace(/[bfgkmprsz](?![aeiouyh])/g, '$&u')
    .replace(/[td](?![aeiouy])/g, '$&o');

/** The same back, as far as letters show it: "danieru" is "daniel". */
export const ofLoan = (reading: string): string =>
  reading.replace(/(?<=[bdgkmprstz])u(?![aeiou])/g, '').replace(/r(?![aeiou])/g, 'l');
