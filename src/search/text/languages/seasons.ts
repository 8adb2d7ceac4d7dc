import { once } from '../../../base/once.ts';
import { fold, foldedWithPlaces } from '../fold.ts';
import { anyOf, type FoundTime, type NamedSeason, wholeWords } from './dates.ts';
import { LANGUAGE_NUMBERS, languageOf } from './languages.ts';

/** The words of spring, summer, autumn and winter in a language, and those for the last one. */
interface SeasonWords {
  /** Absent: English, or a language that is told by its letters. */
  readonly code?: string;
  readonly seasons: readonly [string, string, string, string];
  readonly last: string;
  /** For the one of the year before. */
  readonly lastYear?: string;
  /** What stands between a season and its year. */
  readonly of?: string;
  /** A season without a year counts only behind one of these: "in spring" may be every year, and Spring is a library. */
  readonly within: string;
  /** Written without spaces. */
  readonly isUnspaced?: true;
}

const LANGUAGES: readonly SeasonWords[] = [
  {
    seasons: ['spring springtime', 'summer summertime', 'autumn fall', 'winter wintertime'],
    last: 'last past previous',
    within: 'this',
    of: 'of',
  },
  {
    code: 'de',
    seasons: ['fruhling fruhjahr', 'sommer', 'herbst', 'winter'],
    last: 'letzten letztem letztes letzter letzte vergangenen vergangenem vergangenes vorigen vorigem voriges',
    within: 'diesen dieses diesem',
  },
  {
    code: 'fr',
    seasons: ['printemps', 'ete', 'automne', 'hiver'],
    last: 'dernier passe',
    within: 'cet ce cette',
    of: 'de',
  },
  {
    code: 'es',
    seasons: ['primavera', 'verano', 'otono', 'invierno'],
    last: 'pasado pasada ultimo ultima',
    within: 'esta este',
    of: 'de del',
  },
  {
    code: 'pt',
    seasons: ['primavera', 'verao', 'outono', 'inverno'],
    last: 'passado passada ultimo ultima',
    within: 'nesta neste esta este',
    of: 'de',
  },
  {
    code: 'it',
    seasons: ['primavera', 'estate', 'autunno', 'inverno'],
    last: 'scorso scorsa passato passata',
    within: 'questa questo',
    of: 'del',
  },
  {
    code: 'nl',
    seasons: ['lente voorjaar', 'zomer', 'herfst', 'winter'],
    last: 'vorige vorig afgelopen',
    within: 'deze dit',
    of: 'van',
  },
  {
    code: 'ru',
    seasons: ['весна весной весну весны', 'лето летом лета', 'осень осенью осени', 'зима зимой зиму зимы'],
    last: 'прошлой прошлым прошлую прошлое прошлого прошлая',
    within: 'этой этим эту это этого',
  },
  {
    code: 'pl',
    seasons: ['wiosna wiosny wiosne', 'lato lata latem', 'jesien jesieni jesienia', 'zima zimy zime'],
    last: 'zeszlej zeszlego zeszle ostatniej ostatniego ubieglej ubieglego',
    within: 'tej tego',
  },
  { seasons: ['الربيع', 'الصيف', 'الخريف', 'الشتاء'], last: 'الماضي الفائت المنصرم', within: 'هذا', of: 'عام سنه' },
  {
    seasons: ['春天 春季', '夏天 夏季', '秋天 秋季', '冬天 冬季'],
    last: '上个 上個',
    lastYear: '去年',
    within: '今年 这个 這個',
    isUnspaced: true,
  },
  {
    seasons: ['春', '夏', '秋', '冬'],
    last: '前の この前の',
    lastYear: '去年の 昨年の',
    within: '今年の この',
    isUnspaced: true,
  },
  {
    seasons: ['봄', '여름', '가을', '겨울'],
    last: '지난 저번',
    lastYear: '작년 지난해',
    within: '이번 올해',
    isUnspaced: true,
  },
];

const YEAR = '(?<year>(?:19|20)\\d\\d)';

const patterns = once(() =>
  LANGUAGES.flatMap(({ code, seasons, last, lastYear = last, within, of, isUnspaced }) =>
    seasons.map((words, season) => {
      const word = `(?:${anyOf(fold(words))})`;
      const gap = isUnspaced ? '\\s*' : '\\s+';
      const [before, after] = [`(?<last>${anyOf(fold(last))})`, `(?<behind>${anyOf(fold(last))})`];
      const inside = `(?<within>${anyOf(fold(within))})`;
      const year = of === undefined ? `${gap}${YEAR}` : `${gap}(?:(?:${anyOf(fold(of))})${gap})?${YEAR}`;
      const source = isUnspaced
        ? `(?:${before}|(?<lastYear>${anyOf(fold(lastYear))})|${inside}|${YEAR}[年년]?[の의]?)\\s*${word}`
        : `(?:(?:${before}|${inside})\\s*)?${word}(?:${year}|${gap}${after})?`;
      const language = LANGUAGE_NUMBERS.find((number) => languageOf(number).code === code);
      return { season, language, pattern: isUnspaced ? new RegExp(source, 'gu') : wholeWords(source, 'gu') };
    }),
  ),
);

/** The word of any season, which few texts have. */
const anySeason = once(
  () => new RegExp(LANGUAGES.flatMap(({ seasons }) => seasons.map((one) => anyOf(fold(one)))).join('|'), 'u'),
);

/**
 * The seasons that a text names with a year, "last" or "this", the text with spaces in place of their words, and the
 * languages that say them so. "In spring" without any may be every year.
 */
export function takeSeasons(text: string): { seasons: FoundTime[]; rest: string; languages: number[] } {
  const seasons: FoundTime[] = [];
  const languages = new Set<number>();
  const { folded, places } = anySeason().test(fold(text)) ? foldedWithPlaces(text) : { folded: '', places: [] };
  let rest = text;
  for (const { season, pattern, language } of patterns()) {
    if (folded === '') break;
    for (const match of folded.matchAll(pattern)) {
      const time = readSeason(season, match.groups ?? {});
      const [start, end] = [places[match.index]!, places[match.index + match[0].length]!];
      if (time === undefined || rest.slice(start, end) !== text.slice(start, end)) continue;
      seasons.push({ time, words: match[0] });
      if (language !== undefined) languages.add(language);
      rest = rest.slice(0, start) + ' '.repeat(end - start) + rest.slice(end);
    }
  }
  return { seasons, rest, languages: [...languages] };
}

function readSeason(season: number, groups: Readonly<Record<string, string | undefined>>): NamedSeason | undefined {
  const { last, lastYear, behind, within, year } = groups;
  if (year !== undefined) return { kind: 'season', season, year: Number(year) };
  if (lastYear !== undefined) return { kind: 'season', season, of: 'last year' };
  if (last !== undefined || behind !== undefined) return { kind: 'season', season, of: 'last' };
  return within === undefined ? undefined : { kind: 'season', season, of: 'this' };
}
