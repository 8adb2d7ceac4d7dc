import { dayAt, daysAfter, startOfDay } from '../base/days.ts';
import { once } from '../base/once.ts';
import type { Stretch } from '../domain/stores/search.ts';
import { fold, foldedWithPlaces } from './text/fold.ts';
import { anyOf, wholeWords } from './text/languages/dates.ts';

/** The words of spring, summer, autumn and winter in a language, and those for the last one. */
interface SeasonWords {
  readonly seasons: readonly [string, string, string, string];
  readonly last: string;
  /** For the one of the year before. */
  readonly lastYear?: string;
  /** What stands between a season and its year. */
  readonly of?: string;
  /** Written without spaces. */
  readonly isUnspaced?: true;
}

/**
 * By the languages of the dashboard. A season without a year counts only behind one of `within`: "in spring" may be every
 * year, and Spring is a library.
 */
const LANGUAGES: readonly (SeasonWords & { readonly within: string })[] = [
  {
    seasons: ['spring', 'summer', 'autumn fall', 'winter'],
    last: 'last past previous',
    within: 'this',
    of: 'of',
  },
  {
    seasons: ['fruhling fruhjahr', 'sommer', 'herbst', 'winter'],
    last: 'letzten letztes letzter letzte vergangenen vergangenes vorigen voriges',
    within: 'diesen dieses diesem',
  },
  {
    seasons: ['printemps', 'ete', 'automne', 'hiver'],
    last: 'dernier passe',
    within: 'cet ce cette',
    of: 'de',
  },
  {
    seasons: ['primavera', 'verano', 'otono', 'invierno'],
    last: 'pasado pasada ultimo ultima',
    within: 'esta este',
    of: 'de del',
  },
  {
    seasons: ['primavera', 'verao', 'outono', 'inverno'],
    last: 'passado passada ultimo ultima',
    within: 'nesta neste esta este',
    of: 'de',
  },
  { seasons: ['الربيع', 'الصيف', 'الخريف', 'الشتاء'], last: 'الماضي', within: 'هذا', of: 'عام سنة' },
  {
    seasons: ['春天 春季', '夏天 夏季', '秋天 秋季', '冬天 冬季'],
    last: '上个',
    lastYear: '去年',
    within: '今年 这个',
    isUnspaced: true,
  },
  {
    seasons: ['春', '夏', '秋', '冬'],
    last: '前の この前の',
    lastYear: '去年の 昨年の',
    within: '今年の この',
    isUnspaced: true,
  },
];

const YEAR = '(?<year>(?:19|20)\\d\\d)';
/** The parts of a text that are read. */
const LONGEST = 1_000;

const patterns = once(() =>
  LANGUAGES.flatMap(({ seasons, last, lastYear = last, within, of, isUnspaced }) =>
    seasons.map((words, season) => {
      const word = `(?:${anyOf(fold(words))})`;
      const gap = isUnspaced ? '\\s*' : '\\s+';
      const [before, after] = [`(?<last>${anyOf(fold(last))})`, `(?<behind>${anyOf(fold(last))})`];
      const inside = `(?<within>${anyOf(fold(within))})`;
      const year = of === undefined ? `${gap}${YEAR}` : `${gap}(?:(?:${anyOf(fold(of))})${gap})?${YEAR}`;
      const source = isUnspaced
        ? `(?:${before}|(?<lastYear>${anyOf(fold(lastYear))})|${inside}|${YEAR}年?の?)\\s*${word}`
        : `(?:(?:${before}|${inside})\\s*)?${word}(?:${year}|${gap}${after})?`;
      return { season, pattern: isUnspaced ? new RegExp(source, 'u') : wholeWords(source) };
    }),
  ),
);

/** More than an article. */
const WORD = /[\p{L}\p{N}]{3}|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** A season that a text names, and the text without its words: empty where hardly anything is left. */
export interface NamedSeason {
  readonly stretch: Stretch;
  readonly rest: string;
}

/** Zones of the southern half of the world, where spring begins in September. */
const SOUTHERN =
  /^(?:Australia|Antarctica)\/|^Africa\/(?:Johannesburg|Maputo|Harare|Windhoek|Gaborone)$|^America\/(?:Argentina|Sao_Paulo|Santiago|Montevideo|Asuncion|La_Paz|Lima|Buenos_Aires)|^Pacific\/(?:Auckland|Chatham|Fiji)$/;

/**
 * The first season that a text names with a year, "last" or "this", in a language of the dashboard, as three whole months
 * (meteorological seasons) of a time zone (IANA). The last one is the latest that has ended. Undefined without any.
 */
export function seasonIn(text: string, now: number, timeZone: string): NamedSeason | undefined {
  const { folded, places } = foldedWithPlaces(text.slice(0, LONGEST));
  for (const { season, pattern } of patterns()) {
    const match = pattern.exec(folded);
    const { last, lastYear, behind, within, year } = match?.groups ?? {};
    if (!match || [last, lastYear, behind, within, year].every((one) => one === undefined)) continue;
    const [start, end] = [places[match.index]!, places[match.index + match[0].length]!];
    const { year: present } = dayAt(now, timeZone);
    const isLast = last !== undefined || behind !== undefined;
    const has = (of: number) => {
      const { from, to } = stretchOf(season, of, timeZone);
      return isLast ? to <= now : from <= now;
    };
    const latest = [present, present - 1].find(has) ?? present - 2;
    const of = year !== undefined ? Number(year) : lastYear !== undefined ? present - 1 : latest;
    const rest = `${text.slice(0, start)} ${text.slice(end)}`.replace(/ {2,}/gu, ' ').trim();
    return { stretch: stretchOf(season, of, timeZone), rest: WORD.test(rest) ? rest : '' };
  }
  return undefined;
}

/** A season of a year; one that begins in December belongs to that year, and months count on beyond it. */
function stretchOf(season: number, year: number, timeZone: string): Stretch {
  const first = 3 * (((season + (SOUTHERN.test(timeZone) ? 2 : 0)) % 4) + 1);
  const start = (month: number) => startOfDay(daysAfter({ year, month, day: 1 }, 0), timeZone);
  return { from: start(first), to: start(first + 3) };
}
