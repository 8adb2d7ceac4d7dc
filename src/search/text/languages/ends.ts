import { once } from '../../../base/once.ts';
import { anyOf, entriesOf, placeIn, UNITS, type Unit, wholeWords } from './dates.ts';
import type { EndWords, TimeWords } from './language.ts';
import { perLanguage } from './languages.ts';

/** The last day, or the time of a day, that a statement is about, as a language names it. */
export type NamedEnd =
  | { readonly kind: 'date'; readonly year?: number; readonly month: number; readonly day?: number }
  | { readonly kind: 'dayOfMonth'; readonly day: number }
  | { readonly kind: 'weekday'; readonly weekday: number }
  /** So many units of the calendar from now, 0 the present one: its last day. */
  | { readonly kind: 'unit'; readonly unit: Unit; readonly ahead: number; readonly minute?: number };

export interface FoundEnd {
  readonly end: NamedEnd;
  /** The place of its words in the text, with "until". */
  readonly from: number;
  readonly to: number;
}

/** How a folded text of a language says when it ends, the surest way first. */
export interface EndReader {
  /** "Until Friday", "expires on 3 May 2028", "on vacation from the 12th to the 26th", "in Lisbon this week". */
  readonly find: (folded: string) => FoundEnd | undefined;
  /** It tells a habit, a condition or a duty. */
  readonly isLasting: (folded: string) => boolean;
  /** It tells of the past. */
  readonly isPast: (folded: string) => boolean;
}

export const endsIn = perLanguage(({ time, ends }) => readerOf(time, ends, 'day'));
export const endsInEnglish = once(() => readerOf(ENGLISH_TIME, ENGLISH_ENDS, 'month'));

type Words = Pick<TimeWords, 'months' | 'weekdays' | 'days' | 'units' | 'this' | 'of'>;
type Groups = Readonly<Record<string, string | undefined>>;

function readerOf(time: Words, ends: EndWords, slash: 'day' | 'month'): EndReader {
  const { of = '' } = time;
  const month = `(?<month>${anyOf(time.months)})\\.?`;
  const day = '(?<day>[0-3]?\\d)(?:st|nd|rd|th|\\.|º|°|er|re|e|:a|-?го)?';
  const year = ',?\\s+(?:of\\s+)?(?<year>20\\d\\d)(?!\\d)';
  const joint = of === '' ? '\\s+' : `\\s+(?:(?:${of})\\s+)?`;
  const joinedYear =
    of === '' ? year : `(?:${year}|\\s+(?:${of})\\s+${year.replace(',?\\s+', '').replace('<year>', '<yearOf>')})`;
  const today = anyOf(time.days).split('|')[0]!;
  const unit = `(?<unit>${anyOf(time.units)})`;
  const clock = '(?<hour>[0-2]?\\d)(?:[:.h](?<minute>[0-5]\\d))?\\s?(?<half>[ap]\\.?m\\.?|uhr|h|uur)?';
  const weekday = `(?<weekday>${anyOf(time.weekdays)})`;
  const dates = [
    '(?<isoYear>20\\d\\d)-(?<isoMonth>\\d\\d)-(?<isoDay>\\d\\d)(?![\\d-])',
    `(?<figureDay>[0-3]?\\d)[.]${slash === 'day' ? '(?:\\s?)' : ''}(?<figureMonth>[01]?\\d)[.]\\s?(?<figureYear>20\\d\\d)(?!\\d)`,
    `${day}${joint}${month}(?:${joinedYear})?`,
    ...(slash === 'month'
      ? [
          `(?<monthFirst>${anyOf(time.months)})\\.?\\s+(?:the\\s+)?(?<dayLast>[0-3]?\\d)(?:st|nd|rd|th)?(?!\\d)(?:${year.replace('<year>', '<yearLast>')})?`,
        ]
      : []),
  ];
  const months = `(?<monthAlone>${anyOf(time.months)})(?:${joinedYear.replaceAll('<year', '<alone')})?`;
  const ending =
    ends.end === undefined
      ? []
      : [`(?:${ends.end})\\s*(?:${unit}|(?<endMonth>${anyOf(time.months)})(?:\\s+(?<endYear>20\\d\\d))?)`];
  const ofUnit = ends.endAfter === undefined ? [] : [`${unit}\\s+(?:${ends.endAfter})`];
  const named = `(?<tomorrow>${ends.tomorrow})|(?:(?<soon>${ends.next})\\s+)?${weekday}`;
  const anyTime = [...dates, ...ending, ...ofUnit, named, months].join('|');
  const untils: RegExp[] = [];
  if (ends.until !== undefined) {
    // A time of the day ends a statement only beside the day.
    untils.push(wholeWords(`(?:${ends.until})\\s*${clock}\\s+(?:(?<today>${today})|(?<tomorrow>${ends.tomorrow}))`));
    untils.push(wholeWords(`(?:(?<today>${today})|(?<tomorrow>${ends.tomorrow}))\\s+(?:${ends.until})\\s*${clock}`));
    untils.push(wholeWords(`(?:${ends.until})\\s*(?:${anyTime})`));
  }
  if (ends.after !== undefined) untils.push(wholeWords(`(?:${anyTime})\\s+(?:${ends.after})`));
  const expires = wholeWords(`(?:${ends.expires})`);
  const date = wholeWords(dates.join('|'));
  const passing = wholeWords(`(?:${ends.passing})`);
  const [first, last] = ends.range ?? [];
  const range =
    first === undefined
      ? undefined
      : wholeWords(
          `(?:${first})\\s+[0-3]?\\d(?:st|nd|rd|th|\\.|º|er|e)?(?:${joint}(?:${anyOf(time.months)}))?\\s+(?:${last})\\s+(?:(?:the|de|den|el|il)\\s+)?(?<rangeDay>[0-3]?\\d)(?:st|nd|rd|th|\\.|º|er|e)?(?:${joint}(?<rangeMonth>${anyOf(time.months)})(?:${year.replace('<year>', '<rangeYear>')})?)?(?![\\d:])`,
        );
  const spans = [
    wholeWords(`(?:${time.this})\\s+${unit}(?!')`),
    wholeWords(`(?<soon>${ends.next})\\s+${unit}(?!')|${unit.replace('<unit>', '<unitSoon>')}\\s+(?:${ends.next})`),
    wholeWords(`(?<tomorrow>${ends.tomorrow})`),
  ];
  const never = wholeWords(`(?:${ends.never})`);
  // Yesterday and the days before it are of the past in any tense.
  const past = wholeWords(`(?:${ends.past}|${entriesOf(time.days).slice(1).join('|')})`);
  const read = (match: RegExpExecArray): FoundEnd | undefined => {
    const end = endOf(match.groups ?? {});
    return end && { end, from: match.index, to: match.index + match[0].length };
  };
  const endOf = (groups: Groups): NamedEnd | undefined => {
    const number = (...names: string[]) => {
      const found = names.map((name) => groups[name]).find((value) => value !== undefined);
      return found === undefined ? undefined : Number(found);
    };
    const monthName = ['month', 'monthFirst', 'monthAlone', 'endMonth', 'rangeMonth']
      .map((name) => groups[name])
      .find(Boolean);
    const monthNo = monthName === undefined ? number('isoMonth', 'figureMonth') : placeIn(time.months, monthName) + 1;
    if (monthNo !== undefined) {
      const dayNo = number('day', 'dayLast', 'isoDay', 'figureDay', 'rangeDay');
      const yearNo = number(
        'year',
        'yearOf',
        'yearLast',
        'alone',
        'aloneOf',
        'isoYear',
        'figureYear',
        'endYear',
        'rangeYear',
      );
      return {
        kind: 'date',
        month: monthNo,
        ...(dayNo === undefined ? {} : { day: dayNo }),
        ...(yearNo === undefined ? {} : { year: yearNo }),
      };
    }
    if (groups.rangeDay !== undefined) return { kind: 'dayOfMonth', day: Number(groups.rangeDay) };
    if (groups.weekday !== undefined) return { kind: 'weekday', weekday: placeIn(time.weekdays, groups.weekday) };
    const minute = groups.hour === undefined ? undefined : minuteOf(groups);
    if (groups.tomorrow !== undefined)
      return { kind: 'unit', unit: 'day', ahead: 1, ...(minute === undefined ? {} : { minute }) };
    if (groups.today !== undefined)
      return minute === undefined ? undefined : { kind: 'unit', unit: 'day', ahead: 0, minute };
    const name = groups.unit ?? groups.unitSoon;
    if (name === undefined) return undefined;
    const isNext = groups.soon !== undefined || groups.unitSoon !== undefined;
    return { kind: 'unit', unit: UNITS[placeIn(time.units, name)]!, ahead: isNext ? 1 : 0 };
  };
  const passes = (folded: string): FoundEnd | undefined => {
    for (const span of spans) {
      const match = span.exec(folded);
      const found = match && read(match);
      const { end } = found ?? {};
      if (end?.kind !== 'unit' || end.unit === 'year') continue;
      // A longer state often begins in the next month; the next day need not be tomorrow.
      if (end.ahead === 0 || end.unit.startsWith('week') || match!.groups?.tomorrow !== undefined) return found!;
    }
    return undefined;
  };
  return {
    find(folded) {
      for (const until of untils) {
        const match = until.exec(folded);
        const found = match && read(match);
        if (found) return found;
      }
      const ending = expires.exec(folded);
      const on = ending && date.exec(folded);
      if (ending && on) {
        const [first, second] = ending.index < on.index ? [ending, on] : [on, ending];
        const between = folded.slice(first.index + first[0].length, second.index);
        // What goes on after them is about something else: "the pass that expires on 3 May is lost".
        if ([between, folded.slice(second.index + second[0].length)].every(isShort)) return read(on);
      }
      if (!passing.test(folded)) return undefined;
      const between = range?.exec(folded);
      return between ? read(between) : passes(folded);
    },
    isLasting: (folded) => never.test(folded),
    isPast: (folded) => past.test(folded),
  };
}

/** Whether a part of a statement is too short for another thought. */
const isShort = (part: string): boolean => (part.match(/[\p{L}\p{N}]+/gu)?.length ?? 0) <= MAX_WORDS_BESIDE;
const MAX_WORDS_BESIDE = 3;

function minuteOf({ hour, minute = '0', half = '' }: Groups): number | undefined {
  const isAfternoon = half.startsWith('p') && Number(hour) < 12;
  const isMidnight = half.startsWith('a') && Number(hour) === 12;
  const hours = Number(hour) + (isAfternoon ? 12 : isMidnight ? -12 : 0);
  return hours < 24 ? hours * 60 + Number(minute) : undefined;
}

export const ENGLISH_TIME: Words = {
  months:
    'jan(?:uary)? feb(?:ruary)? mar(?:ch)? apr(?:il)? may june? july? aug(?:ust)? sept?(?:ember)? oct(?:ober)? nov(?:ember)? dec(?:ember)?',
  weekdays: 'sun(?:day)? mon(?:day)? tue(?:s(?:day)?)? wed(?:nesday)? thu(?:rs(?:day)?)? fri(?:day)? sat(?:urday)?',
  days: 'today|tonight yesterday',
  units: 'days? weeks? weekend months? years?',
  this: 'this',
  of: 'of',
};

export const ENGLISH_ENDS: EndWords = {
  until:
    '(?:un)?till?(?: and including)?(?: the)?(?: next| coming)?|through(?: the)?|thru|up to and including|(?:valid|good) (?:until|till|through|thru)(?: the)?',
  expires: 'expires?|expiring|ends?(?! of)|runs out|lapses?',
  tomorrow: 'tomorrow',
  next: 'next',
  end: '(?:the )?end of(?: the| this)?',
  range: ['from(?: the)?', '(?:to|until|till|through)'],
  passing:
    "vacation|holidays?|leave|out of (?:the )?office|day off|days off|i'm off|is off|away|travell?ing|trip|working from|staying|visiting|visits?|guests?|on call|on duty|sick|ill|busy|unavailable|meeting|appointment|call with|demo|interview|exam|flight|dinner|lunch|dentist|doctor|conference|workshop|closed|frozen|freeze|hotel|(?:i'm|i am|we're|we are|he is|she is|they are) in",
  never:
    'please|remind|remember|forget|every|each|daily|weekly|monthly|yearly|annually|always|usually|often|typically|normally|generally|regularly|(?:mon|tues|wednes|thurs|fri|satur|sun)days|weekdays|weekends|birthday|anniversary|if|unless|when|whenever|would|due|deadline|must|has to|have to|needs? to|let us|lets|switch(?:ed|ing)?|mov(?:e|ed|ing)|shift\\p{L}*|postpon\\p{L}*|reschedul\\p{L}*|delayed|pushed|decided|chose|start(?:ed|s|ing)?|begins?|departs?|launch\\p{L}*|migrat\\p{L}*|became|born|married|bought',
  past: 'was|were|had|did|met|held|gave|made|found|sold|won|lost|began|drove|flew|ate|drank|sat|stood|spoke|sent|paid|felt|heard|fell|built|used to|went|came|got|took|ran|saw|kept|slept|spent|left|told|said|thought|knew|wrote|taught|lasted|(?<!(?:is|are|am|be|been|being|stays?|remains?) )\\p{L}{3,}ed(?<!need)',
};
