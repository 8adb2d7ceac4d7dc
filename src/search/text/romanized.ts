import { isAscii } from './fold.ts';

/** Folded letters of Cyrillic and Greek in Latin ones, as BGN/PCGN and ISO 843 write them; hard and soft signs are left out. */
const LATIN: ReadonlyMap<string, string> = new Map(
  (
    'аa бb вv гg ґg дd еe єye жzh зz иi іi їyi йy кk лl мm нn оo пp рr сs тt уu ўu фf хkh цts чch шsh щshch ъ ыy ь эe юyu яya ' +
    'јy љly њny ћch ђdz џdz αa βv γg δd εe ζz ηi θth ιi κk λl μm νn ξx οo πp ρr σs ςs τt υy φf χch ψps ωo'
  )
    .split(' ')
    .map((pair) => [pair[0]!, pair.slice(1)]),
);

/** Letters that begin the same name in other scripts, by the Latin one. */
const BEGINNINGS: readonly [latin: string, others: string][] = [
  ['a', 'аα'],
  ['b', 'бβ'],
  ['c', 'кцчсχκ'],
  ['d', 'дδђџ'],
  ['e', 'эеєε'],
  ['f', 'фφ'],
  ['g', 'гґγ'],
  ['h', 'хгχ'],
  ['i', 'иіїιη'],
  ['j', 'йјжюядγ'],
  ['k', 'кхκχ'],
  ['l', 'лλљ'],
  ['m', 'мμ'],
  ['n', 'нνњ'],
  ['o', 'оοω'],
  ['p', 'пπφψ'],
  ['r', 'рρ'],
  ['s', 'сшщσз'],
  ['t', 'тцτθ'],
  ['u', 'уυο'],
  ['v', 'вβ'],
  ['w', 'в'],
  ['x', 'ксξ'],
  ['y', 'йыиеюяјυ'],
  ['z', 'зжцζ'],
];

/** Whether a word can be compared with words of other scripts: it is Latin, Cyrillic or Greek. */
export function isRomanizable(word: string): boolean {
  return isAscii(word) || [...word].every((letter) => LATIN.has(letter));
}

/** A folded word by its sound in Latin letters: Москва and Moskva are one, and so are Jurij, Yuriy and Юрий. */
export function romanized(word: string): string {
  const latin = isAscii(word) ? word : [...word].map((letter) => LATIN.get(letter) ?? letter).join('');
  return latin.replace(SPELLINGS, (spelling) => SOUNDS.get(spelling)!);
}

const SOUNDS: ReadonlyMap<string, string> = new Map([
  ['tsch', 'ch'],
  ['sch', 'sh'],
  ['kh', 'h'],
  ['ph', 'f'],
  ['ck', 'k'],
  ['ch', 'ch'],
  ['c', 'k'],
  ['q', 'k'],
  ['w', 'v'],
  ['j', 'i'],
  ['y', 'i'],
  ['x', 'ks'],
]);
const SPELLINGS = /tsch|sch|kh|ph|ck|ch|[cqwjxy]/g;

/** The letters with which a word may begin in other scripts. */
export function otherBeginnings(word: string): string[] {
  const first = String.fromCodePoint(word.codePointAt(0)!);
  const others = BEGINNINGS.find(([latin]) => latin === first)?.[1];
  if (others !== undefined) return [...others];
  return BEGINNINGS.filter(([, letters]) => letters.includes(first)).map(([latin]) => latin);
}
