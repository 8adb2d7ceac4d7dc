import { once } from '../../../base/once.ts';
import type { Unit } from './dates.ts';
import { EAST_ASIAN_UNITS, NUMERALS, numberOf } from './east-asian-dates.ts';
import type { EndReader, FoundEnd, NamedEnd } from './ends.ts';

type Groups = Readonly<Record<string, string | undefined>>;

/** The units that a statement may end with, and how many of them lie ahead. */
const SPANS: readonly (readonly [words: string, unit: Unit, ahead: number])[] = [
  ['明日|あした|明天|내일', 'day', 1],
  ['今日中|今天|오늘', 'day', 0],
  [EAST_ASIAN_UNITS.weekend.this, 'weekend', 0],
  [EAST_ASIAN_UNITS.week.this, 'week', 0],
  [
    '来週(?!の|末)|下个?(?:周|星期)(?![一二三四五六日天末])|下個?[週周](?![一二三四五六日天末])|다음 ?주(?!말)(?! ?.요일)',
    'week',
    1,
  ],
  ['今月末?|[这這本][个個]?月底?|이번 ?달 ?말?|이달 ?말?', 'month', 0],
  ['来月末?|下[个個]?月底?|다음 ?달 ?말?', 'month', 1],
];

const WEEKDAYS = ['日天일', '一月월', '二火화', '三水수', '四木목', '五金금', '六土토'];

/** How a folded text in Chinese, Japanese or Korean says when it ends. */
export const eastAsianEnds = once((): EndReader => {
  const date = `(?:(?<year>20[0-9]{2}) ?[年년] ?)?(?<month>${NUMERALS}) ?[月월](?: ?(?<day>${NUMERALS}) ?[日号號일])?[末底말]?`;
  const weekday =
    '(?<!下个?|下個?|来週の?|다음 ?주 ?)(?:(?:周|週|星期|[礼禮]拜)(?<afterWeek>[一二三四五六日天])|(?<beforeDay>[月火水木金土日])曜日?|(?<beforeDay2>[월화수목금토일])요일)';
  const spans = SPANS.map(([words], i) => `(?<span${i}>${words})`).join('|');
  const time = `(?:${date}|(?<dayOnly>[0-9]{1,2}) ?[日号號일]|${weekday}|${spans})`;
  const all = (pattern: string) => new RegExp(pattern, 'u');
  const untils = [
    all(`${time} ?(?:の?終わり|끝)?(?:まで(?![にの])|까지)`),
    all(`(?:到|至|截止) ?${time}`),
    all(
      `${date} ?(?:に|で|에|をもって|起)? ?(?:全部)?(?:失効|期限切れ|期限が切れ|終了|満了|切れ|到期|[过過]期|失效|만료|종료|끝)`,
    ),
    all(`(?:有効期限|有效期限?|유효 ?기[간한])[は은:： ]{0,2}${date}`),
  ];
  const span = all(`(?:${spans})`);
  return {
    find(folded) {
      for (const until of untils) {
        const found = read(until.exec(folded));
        if (found) return found;
      }
      const found = PASSING.test(folded) ? read(span.exec(folded)) : undefined;
      // A state of the next month often begins in it.
      return found?.end.kind === 'unit' && found.end.unit === 'month' && found.end.ahead > 0 ? undefined : found;
    },
    isLasting: (folded) => LASTING.test(folded),
    isPast: (folded) => PAST.test(folded),
  };
});

/** What takes place, or lasts a while. */
const PASSING =
  /出張|休暇|休み|旅行|病気|会議|打ち合わせ|予約|面接|試験|不在|入院|留守|会议|會議|开会|開會|出差|休假|[请請]假|生病|[预預][约約]|面[试試]|考[试試]|旅游|旅遊|度假|회의|출장|휴가|여행|아파|예약|약속|면접|시험|부재|쉬어|쉬는/u;
/** Habits, conditions, duties, and days that were changed. */
const LASTING =
  /毎|每|매[일주월년]|마다|いつも|必ず|もし|なければ|べき|誕生日|生日|생일|생신|延期|変更|延ば|推[迟遲]|[顺順]延|挪到|改[到期]|提前|移[到动動]|[总總]是|通常|如果|要是|必[须須]|需要|[应應][该該]|提交|完成|交[给給付]|만약|항상|보통|야 ?[하해합한]|제출|마감|완료|보내|주세요|하세요|미[루뤄뤘]|연기/u;
const PAST = /でした|ました|だった|ていた|た[。.]?$|[了曾已]|었|았|했|였|던/u;

function read(match: RegExpExecArray | null): FoundEnd | undefined {
  const end = match && endOf(match.groups ?? {});
  return end ? { end, from: match.index, to: match.index + match[0].length } : undefined;
}

function endOf(groups: Groups): NamedEnd | undefined {
  const { year, month, day, dayOnly } = groups;
  if (month !== undefined)
    return {
      kind: 'date',
      month: numberOf(month),
      ...(day === undefined ? {} : { day: numberOf(day) }),
      ...(year === undefined ? {} : { year: Number(year) }),
    };
  if (dayOnly !== undefined) return { kind: 'dayOfMonth', day: Number(dayOnly) };
  const sign = groups.afterWeek ?? groups.beforeDay ?? groups.beforeDay2;
  // 日 is Sunday in all of them; 月 and 火 are days in Japanese alone.
  if (sign !== undefined) return { kind: 'weekday', weekday: WEEKDAYS.findIndex((signs) => signs.includes(sign)) };
  const [, unit, ahead] = SPANS.find((_, i) => groups[`span${i}`] !== undefined) ?? [];
  return unit === undefined ? undefined : { kind: 'unit', unit, ahead: ahead! };
}
