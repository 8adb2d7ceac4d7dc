import { once } from '../../../base/once.ts';
import { fold } from '../fold.ts';
import { calendarTime, type FoundTime, type NamedTime, numberIn, type Unit } from './dates.ts';
import { takeSeasons } from './seasons.ts';

// Chinese, Japanese and Korean write words and their endings together, so phrases are taken out of a text.

/** Whether a text has letters of these languages. */
export const isEastAsian = (text: string): boolean => /[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7a3]/.test(text);

/** The times that a text names in one of them. */
export function timesInEastAsian(text: string): FoundTime[] {
  const found: FoundTime[] = [];
  let rest = fold(text);
  for (const { pattern, read } of patterns()) {
    rest = rest.replace(pattern, (...args) => {
      const time = read(args.at(-1) as Groups);
      if (time === undefined) return args[0] as string;
      found.push({ time, words: args[0] as string });
      return ' ';
    });
  }
  return found;
}

/** Whether a text says nothing but times and that it asks for all of them. */
export function asksForTimesOnly(text: string): boolean {
  const { seasons, rest: besides } = takeSeasons(text);
  const times = timesInEastAsian(besides).map(({ words }) => words);
  const rest = times.reduce((left, words) => left.replace(words, ' '), fold(besides));
  return seasons.length + times.length > 0 && !/[\p{L}\p{N}]/u.test(rest.replace(doing(), ' '));
}

type Groups = Readonly<Record<string, string | undefined>>;
interface TimePattern {
  readonly pattern: RegExp;
  readonly read: (groups: Groups) => NamedTime | undefined;
}

export const NUMERALS = '[0-9]{1,3}|[一二两兩三四五六七八九十]{1,2}|한|두|세|네|다섯';

/** The units of time after a number, after "last" and after "this". */
export const EAST_ASIAN_UNITS: Readonly<
  Record<Unit, { readonly ago: string; readonly last: string; readonly this: string }>
> = {
  weekend: {
    ago: '個?週末|个?周末|주말',
    last: '先週末|上个?周末|上個?週末|지난 ?주말',
    this: '今週末|[这本]个?周末|[這本]個?週末|이번 ?주말',
  },
  day: { ago: '日|天|일', last: '昨日|昨天|昨晚|昨夜|きのう|어제|어젯밤', this: '今[日天晩晚夜]|本日|きょう|오늘' },
  week: {
    ago: '週間?|周|[个個]?星期|[个個]?[礼禮]拜|주일?',
    last: '先週|上个?周|上個?週|上[个個]?星期|上[个個]?[礼禮]拜|(?:지난|저번) ?주',
    this: '今週|[这本]个?周|[這本]個?週|[这這][个個]?星期|이번 ?주',
  },
  month: {
    ago: '[かヶカケ箇]月|个月|個月|개월|달',
    last: '先月|上[个個]?月|(?:지난|저번) ?달',
    this: '今月|[这這][个個]?月|本月|이번 ?달',
  },
  year: { ago: '年|년', last: '去年|昨年|작년|지난 ?해', this: '今年|올해|금년' },
};

const patterns = once((): readonly TimePattern[] => {
  const year = '(?<year>(?:19|20)[0-9]{2}) ?[年년]의? ?';
  const month = `(?<month>${NUMERALS}) ?[月월]`;
  const day = ` ?(?<day>[0-9]{1,2}|[一二三四五六七八九十]{1,3}) ?[日号號일]`;
  const units = Object.entries(EAST_ASIAN_UNITS) as [Unit, (typeof EAST_ASIAN_UNITS)[Unit]][];
  const counting = (kind: 'last' | 'this'): TimePattern[] =>
    units
      .filter(([unit]) => unit !== 'day')
      .map(([unit, words]) => ({ pattern: all(words[kind]), read: () => ({ kind, count: 1, unit }) }));
  return [
    { pattern: all(`(?:${year})?${month}(?:${day})?`), read: calendar },
    { pattern: all('一昨日|おととい|前天|그저께|그제|엊그제'), read: () => ({ kind: 'day', back: 2 }) },
    ...units.map(([unit, { ago }]) => ({
      pattern: all(`(?<count>${NUMERALS}) ?(?:${ago}) ?(?:前|전)`),
      read: ({ count }: Groups): NamedTime => ({ kind: 'ago', count: numberOf(count!), unit }),
    })),
    { pattern: all(EAST_ASIAN_UNITS.day.last), read: () => ({ kind: 'day', back: 1 }) },
    { pattern: all(EAST_ASIAN_UNITS.day.this), read: () => ({ kind: 'day', back: 0 }) },
    {
      pattern: all('지난 ?(?<weekday>[일월화수목금토])요일'),
      read: ({ weekday }) => ({ kind: 'weekday', weekday: '일월화수목금토'.indexOf(weekday!) }),
    },
    ...counting('last'),
    ...counting('this'),
    { pattern: all(year), read: calendar },
  ];
});

const all = (pattern: string) => new RegExp(pattern, 'gu');

const spelled = (number: string | undefined) => (number === undefined ? undefined : numberOf(number));

function calendar({ year, month, day }: Groups): NamedTime | undefined {
  return calendarTime(numberIn(year), spelled(month), spelled(day));
}

const DIGITS: ReadonlyMap<string, number> = new Map(
  ['一한', '二两兩두', '三세', '四네', '五다섯', '六', '七', '八', '九'].flatMap((signs, i) =>
    [...signs].map((sign): [string, number] => [sign, i + 1]),
  ),
);

/** The number that digits or numerals below a hundred say. */
export function numberOf(written: string): number {
  if (/^[0-9]+$/.test(written)) return Number(written);
  const [tens, ones] = written.includes('十') ? written.split('十') : ['', written];
  const digit = (sign: string | undefined, otherwise: number) => DIGITS.get(sign?.[0] ?? '') ?? otherwise;
  return (written.includes('十') ? 10 * digit(tens, 1) : 0) + digit(ones, 0);
}

/** What asks for all of a time, with the words of grammar beside it. Longer phrases stand before their beginnings. */
const doing = once(() =>
  all(
    [
      '我们|我們|咱们|大家|你们|我|你|什么|什麼|甚麼|哪些|怎么样|怎麼樣|发生|發生|决定|決定|讨论|討論|谈论?|談論?|聊|说|說|完成|学习?到?|忙|情况|记录|記錄|记下|事情?|告诉|列出|显示|总结一?下?|總結|所有|全部|新|做|干|幹|嘛|过|過|都|了|的|呢|吗|嗎|有|在|是|这|那|里|期间|那天',
      '私(?:たち|達)?|僕(?:たち|ら)?|俺|どんな|どういう|何|なに|なん|こと|事|出来事|起き|起こ[っり]|決め|決ま[っり]|話し?|話した|やっ|やり|作業|記録|全部|すべて|一覧|まとめ|教え|見せ|ください|進捗|予定|てい?|まし|した|して|する|し|あっ|あり|った|た|だ|です|でし|っけ|でしょう|ある|い|の間|には|では|は|に|を|が|の|で|と|も|か|ね|よ|り|っ',
      '우리[가는]?|나는?|내가|저는?|제가|무슨|어떤|무엇[을이]?|뭐[를가]?|뭘|결정|논의|얘기|이야기|발생|생겼|배웠|일어났|완료|알려|보여|정리|요약|전부|모두|다|기록|말|일|하고|했|한|있었|있|어요?|지요?|던가|더라|나요?|니|었|습니까|해|줘|주세요|에는|에|은|는|이|가|을|를|의|도|들|간',
    ].join('|'),
  ),
);
