import { asciiDigits } from '../text/digits.ts';
import { foldLatin } from '../text/words.ts';

/** Which of day and month comes first where figures leave it open: 3-5-2024. */
export type DayOrder = 'day' | 'month';

/** The instant (ISO-8601 UTC) of a date that a text begins with, such as `2024-05-03` or `2024-05-03T10:00Z`. */
export function dateIn(text: string): string | undefined {
  const found =
    /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)\s*(Z|[+-]\d{2}:?\d{2})?)?(?!\d)/.exec(text);
  if (!found) return undefined;
  const [, day = '', time = '00:00', zone = 'Z'] = found;
  if (dayOf(...(day.split('-') as [string, string, string])) === undefined) return undefined;
  return validInstant(`${day}T${time}${zone}`);
}

/**
 * The instant that a value of a time field means, as products write it: a count of seconds, milliseconds or
 * microseconds, a day of eight digits, a text with a date. Undefined for anything else.
 */
export function instantOf(value: unknown): string | undefined {
  if (typeof value === 'number') return ofNumber(value);
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  return /^-?\d{8,17}(?:\.\d+)?$/.test(text) ? ofNumber(Number(text)) : dateIn(text);
}

/** Counts of a unit begin in 1973: a smaller number is a year, a time of day, or no time at all. */
const leastSeconds = 1e8;
const leastMilliseconds = 1e11;
const leastMicroseconds = 1e14;

function ofNumber(value: number): string | undefined {
  const size = Math.abs(value);
  if (Number.isInteger(value) && value >= 19_000_101 && value <= 20_991_231) return yearFirst(String(value));
  if (!(size >= leastSeconds)) return undefined;
  if (size < leastMilliseconds) return validInstant(value * 1_000);
  return validInstant(size < leastMicroseconds ? value : value / 1_000);
}

/** The time of a field with any text, and whether it says all that the text says. */
export function timeIn(given: unknown, order?: DayOrder): { at: string; isWhole: boolean } | undefined {
  const value = typeof given === 'string' ? plainDate(given) : given;
  const exact = instantOf(value);
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value : '';
  if (exact !== undefined) return { at: exact, isWhole: typeof value === 'number' || isInstant(text) };
  const day = dayIn(text, order) ?? (/^(?:19|20)\d\d$/.test(text) ? dayOf(text, '1', '1') : undefined);
  if (day === undefined) return undefined;
  const figures = yearLastFigures.exec(text)?.groups;
  const isOpen = figures !== undefined && order === undefined && !text.includes('.') && isEitherWay(figures);
  return { at: day, isWhole: !isOpen && isDayAlone(text) };
}

/** A date as people write one in a field, in a form that is read: `[[2024-5-1]]`, `2024/5/1`, `13.5.24`, ٢٠٢٤-٠٥-٠١. */
function plainDate(given: string): string {
  const text = asciiDigits(given.slice(0, maxNameLength))
    .trim()
    .replace(/^\[\[([^[\]|]+)(?:\|[^[\]]*)?\]\]$/, '$1');
  const [yearLed, y, m, d] = /^((?:19|2\d)\d\d)[-_./](\d\d?)[-_./](\d\d?)(?!\d)/.exec(text) ?? [];
  if (yearLed !== undefined) return `${y}-${m?.padStart(2, '0')}-${d?.padStart(2, '0')}${text.slice(yearLed.length)}`;
  const short = /^(\d\d?)\.(\d\d?)\.(\d\d)$/.exec(text);
  // As POSIX reads two figures: 69 and later are of the last century.
  if (short) return `${short[1]}.${short[2]}.${Number(short[3]) < 69 ? '20' : '19'}${short[3]}`;
  return text;
}

/** 3/5/2024: of two figures up to 12 either may be the day. */
function isEitherWay({ a, b }: Record<string, string>): boolean {
  return Number(a) <= 12 && Number(b) <= 12;
}

function isInstant(text: string): boolean {
  return /^-?[\d.]+$/.test(text) || /^\d{4}-\d\d-\d\d(?:[T ][\d:.]+\s*(?:Z|[+-]\d\d:?\d\d)?)?$/.test(text);
}

/** Whether a text with a day has nothing but its figures, or the names of its month and weekday beside them. */
function isDayAlone(text: string): boolean {
  const parts = text.slice(0, maxNameLength).match(/\d+|\p{L}[\p{L}\p{M}]*/gu) ?? [];
  const figures = parts.filter((part) => /^\d/.test(part)).length;
  if (text.length > 40 || parts.length === 1) return /^\d{8}$/.test(text);
  return figures === parts.length ? figures === 3 : figures === 2 && parts.length <= 4;
}

/**
 * The day in the name of a note, or in a heading, in figures or words: `2026_05_30`, `20260530`, `30.05.2026`,
 * `Saturday, May 30, 2026`, `30 mai 2026`, `2026年5月30日`. Undefined without one, or for an impossible one.
 * @param order for a date in figures that is ambiguous
 */
export function dayIn(text: string, order: DayOrder = 'day'): string | undefined {
  const short = asciiDigits(text.slice(0, maxNameLength));
  return dateIn(short) ?? yearFirst(short) ?? yearLast(short, order) ?? inWords(short);
}

/** The order of dates in a folder's names of notes: one day above 12 decides for all. */
export function dayOrderOf(names: Iterable<string>): DayOrder | undefined {
  for (const name of names) {
    const { a, b } = yearLastFigures.exec(name.slice(0, maxNameLength))?.groups ?? {};
    if (Number(a) > 12) return 'day';
    if (Number(b) > 12) return 'month';
  }
  return undefined;
}

/** UTF-16 units; names of days are short. */
const maxNameLength = 200;

const yearFirstFigures =
  /(?<!\d)(?:(?<y>(?:19|20)\d\d)([-_. /]?)(?<m>\d\d)\2(?<d>\d\d)(?=\D|$|\d{4}(?:\d\d)?(?!\d))|(?<cy>(?:19|20)\d\d) ?[年년] ?(?<cm>\d\d?) ?[月월] ?(?<cd>\d\d?) ?[日일])/u;
const yearLastFigures = /(?<!\d)(?<a>\d\d?)([-_. /])(?<b>\d\d?)\2(?<y>(?:19|20)\d\d)(?!\d)/;

function yearFirst(text: string): string | undefined {
  const { y, m, d, cy, cm, cd } = yearFirstFigures.exec(text)?.groups ?? {};
  return dayOf(y ?? cy, m ?? cm, d ?? cd);
}

function yearLast(text: string, order: DayOrder): string | undefined {
  const { a, b, y } = yearLastFigures.exec(text)?.groups ?? {};
  const isDayFirst = Number(a) > 12 || (Number(b) <= 12 && order === 'day');
  return isDayFirst ? dayOf(y, b, a) : dayOf(y, a, b);
}

/** Every whole day (ISO-8601 UTC) that a text names as `dayIn` reads one, such as "the deadline is 3 March 2026". */
export function daysIn(text: string): string[] {
  const all = (pattern: RegExp) => [...text.matchAll(new RegExp(pattern, `${pattern.flags}g`))].map(([found]) => found);
  return [
    ...all(yearFirstFigures).map(yearFirst),
    ...all(yearLastFigures).map((found) => yearLast(found, 'day')),
    ...daysInWords(text),
  ].filter((day) => day !== undefined);
}

/** A month by its name, with a day before or after it and a year behind both. */
function inWords(text: string): string | undefined {
  return daysInWords(text).next().value;
}

function* daysInWords(text: string): Generator<string, undefined> {
  if (!/\d{4}/.test(text) || !/\p{L}{3}/u.test(text)) return undefined;
  const parts = foldLatin(text).match(/\d+|\p{L}[\p{L}\p{M}]*/gu) ?? [];
  for (let at = 0; at < parts.length; at++) {
    const month = months().get(parts[at]!);
    if (month === undefined) continue;
    const before = joint.test(parts[at - 1] ?? '') ? parts[at - 2] : parts[at - 1];
    const rest = parts.slice(at + 1, at + 5).filter((part) => /^\d/.test(part));
    const [day, year] = isDay(before) ? [before, rest[0]] : rest;
    if (!isDay(day) || !/^(?:19|20)\d\d$/.test(year ?? '')) continue;
    const found = dayOf(year, String(month), day);
    if (found !== undefined) yield found;
  }
  return undefined;
}

/** What may be between a day and its month: an ending of the day (30th, 1er), or a word. */
const joint = /^(?:st|nd|rd|th|er|ero|e|de|of|di|den|do|го)$/;

function isDay(part: string | undefined): boolean {
  return /^\d\d?$/.test(part ?? '') && Number(part) >= 1 && Number(part) <= 31;
}

/** Languages whose names of months and weekdays are read. */
export const languagesOfDays = [
  'en',
  'de',
  'fr',
  'es',
  'it',
  'pt',
  'nl',
  'sv',
  'nb',
  'da',
  'fi',
  'pl',
  'cs',
  'ru',
  'uk',
  'el',
  'tr',
];
let named: Map<string, number> | undefined;

/** Names of months in many languages, folded: alone, with a day, and abbreviated. From the tables of ICU. */
function months(): ReadonlyMap<string, number> {
  if (named) return named;
  named = new Map();
  for (const language of languagesOfDays) {
    for (const month of ['long', 'short'] as const) {
      for (const day of [undefined, 'numeric'] as const) {
        const format = new Intl.DateTimeFormat(language, { month, day, timeZone: 'UTC' });
        for (let i = 0; i < 12; i++) {
          const name = format.formatToParts(Date.UTC(2024, i, 5)).find(({ type }) => type === 'month')?.value ?? '';
          const key = foldLatin(name).replace(/\.$/, '');
          if (key.length >= 3 && !named.has(key)) named.set(key, i + 1);
        }
      }
    }
  }
  return named;
}

function dayOf(year: string | undefined, month: string | undefined, day: string | undefined): string | undefined {
  if (year === undefined || month === undefined || day === undefined) return undefined;
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  // 31 April would be 1 May.
  return date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day) ? date.toISOString() : undefined;
}

function validInstant(value: string | number): string | undefined {
  const date = new Date(value);
  const year = date.getUTCFullYear();
  return year >= 1000 && year <= 9999 ? date.toISOString() : undefined;
}
