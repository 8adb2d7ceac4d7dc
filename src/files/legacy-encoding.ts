/**
 * Detection of encodings before Unicode: each candidate decodes a sample, and the one whose letters look most like a
 * language it was made for wins, as ICU's detector does.
 */
interface Candidate {
  /** A label of the WHATWG Encoding Standard. */
  label: string;
  /** Characters that its languages use often, and all that they use. */
  often: RegExp;
  usual: RegExp;
  /** Whether its letters stand between those of ASCII, so that a run of them speaks against it. */
  isLatin?: true;
  /** Whether its languages are written without ideographs today: with some, it is another encoding of East Asia. */
  isWithoutIdeographs?: true;
}

const cjkMarks = '、。「」・ー，；：！？（）“”《》';
const latinMarks = '€£§°«»“”‘’‚„–—…•·²½ ';

/** Of candidates with equal scores the first wins. */
const candidates: readonly Candidate[] = [
  {
    label: 'windows-1252',
    often: /[äöüßéèêàâçñáíóúãåæøœ]/iu,
    usual: of(`ëîïôûùìòõýÿšžþð¿¡ªº${latinMarks}`),
    isLatin: true,
  },
  {
    label: 'windows-1250',
    often: /[ąćęłńóśźżčěřšžýáíéůőűâăîșşţ]/iu,
    usual: of(`äöüßďňťľĺŕúôçđ${latinMarks}`),
    isLatin: true,
  },
  { label: 'windows-1254', often: /[ıİğşçöü]/iu, usual: of(`âîû${latinMarks}`), isLatin: true },
  { label: 'windows-1257', often: /[āčēģīķļņšūžąęėįųõäöü]/iu, usual: of(latinMarks), isLatin: true },
  { label: 'windows-1251', often: /[оеаинтсрвлкмдпуяіи]/u, usual: of(`а-яА-ЯёЁіїєґІЇЄҐўЎ№${latinMarks}`) },
  { label: 'koi8-r', often: /[оеаинтсрвлкмдпуя]/u, usual: of('а-яА-ЯёЁ') },
  { label: 'ibm866', often: /[оеаинтсрвлкмдпуя]/u, usual: of('а-яА-ЯёЁ') },
  { label: 'windows-1253', often: /[αοιετσνηυρκπλμςάέόίή]/u, usual: of(`α-ωΑ-Ωά-ώΆ-Ώ${latinMarks}`) },
  { label: 'windows-1255', often: /[יוהלאתרמבשנ]/u, usual: of(`א-ת${latinMarks}`) },
  { label: 'windows-1256', often: /[اليمونرتبةعدسفهك]/u, usual: of(`ء-يپچژگ،؟${latinMarks}`) },
  { label: 'windows-874', often: /[าน่อรกเงมยลวดทส้็ีั]/u, usual: of('ขคจชซญณตถทธบปผฝพฟศษหะึุโใไๆ๐-๙') },
  { label: 'shift_jis', often: /[ぁ-ゖァ-ヺー]/u, usual: of(cjkMarks) },
  { label: 'euc-jp', often: /[ぁ-ゖァ-ヺー]/u, usual: of(cjkMarks) },
  {
    label: 'euc-kr',
    often: /[이다는에의가을를은한고하지로기도사서인있어나자]/u,
    usual: of(`가-힣${cjkMarks}`),
    isWithoutIdeographs: true,
  },
  {
    label: 'gb18030',
    often: /[的一是不了在人有我他这中大来上国个到说们为子和你地出时年得就那要下以生会自去之过家学对可里后，。]/u,
    usual: of(cjkMarks),
  },
  {
    label: 'big5',
    often: /[的一是不了在人有我他這中大來上國個到說們為子和你地出時年得就那要下以生會自去之過家學對可裡後，。]/u,
    usual: of(cjkMarks),
  },
];

function of(characters: string): RegExp {
  return new RegExp(`[${characters}]`, 'u');
}

/** Bytes that decide. */
const sampleBytes = 32_768;
/** The least average of points of a character beyond ASCII. */
const leastScore = 0.25;

/** Text in a legacy encoding; undefined for other bytes, and where none of the encodings fits. */
export function legacyTextOf(bytes: Uint8Array): string | undefined {
  const sample = bytes.subarray(0, sampleBytes);
  // No text has them, and an ESC begins the shifts of ISO-2022-JP.
  if (sample.some((byte) => byte < 0x20 && !(byte >= 9 && byte <= 13) && byte !== 0x1b)) return undefined;
  const scored = candidates.map(({ label, ...candidate }) => {
    const text = decoded(label, sample, { stream: true });
    return { label, score: text === undefined ? -1 : scoreOf(text, candidate) };
  });
  const ranked = scored.filter(({ score }) => score >= leastScore).sort((a, b) => b.score - a.score);
  for (const { label } of ranked) {
    const text = decoded(label, bytes);
    if (text !== undefined) return text;
  }
  return undefined;
}

/** Text in an encoding by its label; undefined for an unknown label or invalid bytes. */
export function decoded(label: string, bytes: Uint8Array, options?: { stream: boolean }): string | undefined {
  try {
    const text = new TextDecoder(label, { fatal: true }).decode(bytes, options);
    // Node 20 reads windows-1252 as Latin 1.
    return label === 'windows-1252'
      ? text.replace(/[\x80-\x9f]/g, (byte) => windows1252[byte.charCodeAt(0) - 0x80] ?? byte)
      : text;
  } catch {
    return undefined;
  }
}

/** What 0x80 to 0x9F stand for. */
const windows1252 = [...'€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ'];

/** Points of a character on average: how well it fits its neighbours and the languages of the encoding. */
function scoreOf(text: string, { often, usual, isLatin, isWithoutIdeographs }: Omit<Candidate, 'label'>): number {
  const ofIdeograph = isWithoutIdeographs ? -6 : 0.3;
  let points = 0;
  let count = 0;
  let before = '';
  let run = 0;
  for (const [at, character] of [...text].entries()) {
    if (character > '\x7f') {
      count++;
      run++;
      const isLetter = /\p{L}/u.test(character);
      points += often.test(character) ? 2 : usual.test(character) ? 1 : isIdeograph(character) ? ofIdeograph : -2;
      // Upper case within a word, letters that end Italian words within one, and figures between letters.
      if (isLetter && /\p{Lu}/u.test(character) && /\p{Ll}/u.test(before)) points -= 3;
      if (isLatin && run > 2 && isLetter) points -= 2;
      if (isLatin && /[ìòù¹³¿º]/u.test(character) && isInWord(text, at, before)) points -= 3;
    } else run = 0;
    before = character;
  }
  return count === 0 ? 0 : points / count;
}

function isIdeograph(character: string): boolean {
  return character >= '一' && character <= '鿿';
}

function isInWord(text: string, at: number, before: string): boolean {
  return /\p{L}/u.test(before) && /\p{L}/u.test(text[at + 1] ?? '');
}
