import type { DayOrder } from '../dates.ts';
import type { ReadDocument } from '../document.ts';
import { LeftOut } from '../left-out.ts';
import { limits, refuseBeyond } from '../limits.ts';
import type { Piece } from '../piece.ts';
import { splitProse } from '../plain-text.ts';
import { isNotice, wordsOf } from './messenger-notices.ts';

/** A line that begins a message: its time, and what follows. */
interface Stamp {
  /** In the order in which they stand. */
  figures: readonly [number, number, number];
  hasYearFirst: boolean;
  /** Milliseconds after midnight. */
  time: number;
  /** Written as in the United States: `5/6/24, 5:30 PM`. */
  isOfStates: boolean;
  rest: string;
}

interface Message {
  stamp: Stamp;
  speaker: string | undefined;
  lines: string[];
}

/** How much of a line may be its date, time and speaker, in UTF-16 units. */
const reach = 160;
const marks = /[\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/u;
/**
 * `[13.05.24, 17:30:12] `, `13/05/2024, 17:30 - `, `[١٣‏/٥‏/٢٠٢٤، ٥:٣٠:١٢ م] `, `2024/5/13 下午5:30 - `, `[12.3.2022 klo
 * 14.08.18] `, `13.05.24 17:30:12: `, `2024. 5. 13. 오후 5:30, 지민 : `; digits are those of ASCII here.
 */
const stamp =
  /^(\[)?(\d{1,4})([./-]) ?(\d{1,2})\3 ?(\d{2,4})\.?([^\d[\]:\n]{1,20})(\d{1,2})[:.](\d{2})(?:[:.](\d{2}))?([^\d[\]:\n–—-]{0,16}?)(?:\] ?| [-–—] |: (?=[^\n])|, (?=[^:\n]{1,40} : ))/u;
const afternoon = /p\.?\s?m\b|م|午後|下午|晚上|오후|μ\.?\s?μ|אחה|^\s?ös|^\s?nm\b|^\s?ip\b|अपराह्न/iu;
const morning = /a\.?\s?m\b|ص|午前|上午|早上|凌晨|오전|π\.?\s?μ|לפנה|^\s?öö|^\s?vm\b|^\s?ap\b|पूर्वाह्न/iu;

/**
 * A chat as messengers write it as text, each message with its day and its speaker; undefined for another text. Notices
 * of the messenger are left out and counted. The forms of WhatsApp in many languages, and of transcripts like them.
 */
export function readStampedChat(text: string): ReadDocument | undefined {
  const first = text
    .slice(0, 10_000)
    .split('\n')
    .find((line) => line.replace(marks, '').trim() !== '');
  if (first === undefined || !stampOf(first)) return undefined;
  const messages = messagesIn(text.split(/\r?\n/));
  const spoken = messages.filter(({ speaker }) => speaker !== undefined);
  if (spoken.length === 0 || spoken.length < messages.length / 2) return undefined;
  if (spoken.some(({ speaker = '' }) => logLevel.test(speaker))) return undefined;
  const order = orderOf(messages.map((one) => one.stamp));
  const leftOut = new LeftOut();
  const pieces: Piece[] = [];
  for (const { stamp: at, speaker, lines } of messages) {
    if (speaker === undefined) {
      leftOut.add('notices of the messenger');
      continue;
    }
    const { words, leftOut: name } = wordsOf(lines.join('\n'));
    if (name !== undefined) leftOut.add(name);
    const occurredAt = instantOf(at, order);
    for (const piece of splitProse(words, [speaker])) pieces.push({ ...piece, occurredAt, isOfPerson: true });
    refuseBeyond(limits.statements, pieces.length, 'statements');
  }
  return { pieces, leftOut: leftOut.list() };
}

/** A program's log has levels where a chat has people. */
const logLevel = /^(?:info|warn(?:ing)?|error|debug|trace|fatal|notice|critical|verbose)$/i;

function messagesIn(lines: readonly string[]): Message[] {
  const messages: Message[] = [];
  for (const line of lines) {
    const found = stampOf(line);
    if (!found) {
      messages.at(-1)?.lines.push(line);
      continue;
    }
    const { speaker, said } = speakerIn(found.rest);
    messages.push({ stamp: found, speaker, lines: [said] });
  }
  return messages;
}

function stampOf(line: string): Stamp | undefined {
  // Marks of writing direction stand between the figures, which may be those of any script.
  let plain = '';
  const places: number[] = [];
  for (let at = 0; at < Math.min(line.length, reach); at++) {
    const sign = line[at] as string;
    if (marks.test(sign)) continue;
    plain += /\p{Nd}/u.test(sign) ? digitOf(sign) : /\s/u.test(sign) ? ' ' : sign;
    places.push(at);
  }
  const dated = plain.replace(/^(\[?)(\d{4}) ?[年년] ?(\d{1,2}) ?[月월] ?(\d{1,2}) ?[日일]/u, '$1$2.$3.$4');
  const found = stamp.exec(dated);
  if (!found) return undefined;
  const [
    whole,
    bracket,
    a = '',
    point,
    b = '',
    c = '',
    between = '',
    hour = '',
    minute = '',
    second = '0',
    behind = '',
  ] = found;
  if ((bracket !== undefined) !== whole.trimEnd().endsWith(']')) return undefined;
  const isPm = afternoon.test(between) || afternoon.test(behind);
  const isAm = !isPm && (morning.test(between) || morning.test(behind));
  const hours = isPm ? (Number(hour) % 12) + 12 : isAm ? Number(hour) % 12 : Number(hour);
  if (hours > 23 || Number(minute) > 59) return undefined;
  const end = places[whole.length + plain.length - dated.length];
  return {
    figures: [Number(a), Number(b), Number(c)],
    hasYearFirst: a.length === 4,
    time: ((hours * 60 + Number(minute)) * 60 + Number(second)) * 1_000,
    isOfStates: point === '/' && /^ ?[AP]M$/.test(behind),
    rest: end === undefined ? '' : line.slice(end),
  };
}

/** The value of a digit of any script: they stand in order, ten by ten. */
function digitOf(sign: string): string {
  let zero = sign.charCodeAt(0);
  while (/\p{Nd}/u.test(String.fromCharCode(zero - 1)) && sign.charCodeAt(0) - zero < 9) zero--;
  return String(sign.charCodeAt(0) - zero);
}

const maxName = 40;
const maxNameWords = 6;

function speakerIn(rest: string): { speaker: string | undefined; said: string } {
  const colon = /[:：](?=\s|$)/u.exec(rest.slice(0, reach))?.index ?? -1;
  const name = rest
    .slice(0, Math.max(0, colon))
    .replace(new RegExp(marks, 'gu'), '')
    .replace(/^~\s?/u, '')
    .replace(/\s+/gu, ' ')
    .trim();
  const isName = name !== '' && name.length <= maxName && name.split(' ').length <= maxNameWords && !isNotice(name);
  return isName
    ? { speaker: name, said: rest.slice(colon + 1).replace(/^\s/u, '') }
    : { speaker: undefined, said: rest };
}

/** A chat's times only grow: the order of day and month in which they do. */
function orderOf(stamps: readonly Stamp[]): DayOrder {
  const figures = stamps.filter(({ hasYearFirst }) => !hasYearFirst);
  if (figures.some((one) => one.figures[0] > 12)) return 'day';
  if (figures.some((one) => one.figures[1] > 12)) return 'month';
  const steps = (order: DayOrder) => {
    const times = figures.map((one) => dayOf(one, order) ?? 0);
    return times.filter((time, i) => time < (times[i - 1] ?? 0)).length;
  };
  const [day, month] = [steps('day'), steps('month')];
  if (day !== month) return day < month ? 'day' : 'month';
  const [one] = figures;
  return one?.isOfStates && one.figures[2] < 100 ? 'month' : 'day';
}

function dayOf({ figures: [a, b, c], hasYearFirst }: Stamp, order: DayOrder): number | undefined {
  const [year, month, day] = hasYearFirst ? [a, b, c] : order === 'day' ? [c, b, a] : [c, a, b];
  const whole = year < 100 ? 2000 + year : year;
  const date = new Date(Date.UTC(whole, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date.getTime() : undefined;
}

/** The time is that of the writer's clock. */
function instantOf(at: Stamp, order: DayOrder): string | undefined {
  const day = dayOf(at, order);
  return day === undefined ? undefined : new Date(day + at.time).toISOString();
}
