import { asAssistant, type Speaker, speakerOf } from './speakers.ts';
import { words } from './words.ts';

/** A line of a text; code has no speaker's label. */
export interface Line {
  text: string;
  isCode: boolean;
}

/** The lines of one speaker, or those before the first label; without the label. */
export interface TranscriptTurn {
  speaker: Speaker | undefined;
  lines: Line[];
}

/** A line that may begin a turn. */
interface Start {
  at: number;
  speaker: Speaker;
  rest: string;
  /** `sure`: a form that only transcripts have; `time`: a bare time is before the name. */
  form: 'sure' | 'time' | 'label';
}

const date = String.raw`(?:\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4})`;
const time = String.raw`\d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?:[.,]\d{1,6})?(?:\s?[AaPp]\.?[Mm]\.?)?(?:Z|[+-]\d{2}:?\d{2})?`;
const moment = `(?:${date}(?:,?\\s|T)\\s?${time}|${time}|${date})`;
/** "[10:32] ", "2024-05-01 10:32 - ", "(5/1/24, 10:32 PM) ", "10:32 ". */
const stamp = new RegExp(
  `^(?:([\\[(])\\s?${moment}\\s?[\\])]|(${date}(?:,?\\s|T)\\s?${time})|${time})\\s?(?:([-–—|])\\s)?`,
  'u',
);
/** "Ana (10:32)", "Ana [10:32]", "Ana, 10:32". */
const stampBehind = new RegExp(`\\s?(?:[\\[(]\\s?${moment}\\s?[\\])]|,\\s${time})$`, 'u');
/** How much of a line is searched for a label, in UTF-16 units. */
const labelReach = 120;

/**
 * The turns of a chat transcript in order: `Name: text`, `**Name:** text`, `<name> text`, headings of roles, with or
 * without time stamps. A text that is no transcript is one turn without a speaker. No line is lost but its label.
 */
export function splitTurns(lines: readonly Line[]): TranscriptTurn[] {
  const starts = chosen(
    lines.flatMap(({ text, isCode }, at) => (isCode ? [] : startOf(text, at))),
    lines,
  );
  const turns: TranscriptTurn[] = [{ speaker: undefined, lines: lines.slice(0, starts[0]?.at ?? lines.length) }];
  for (const [i, { at, speaker, rest }] of starts.entries()) {
    const more = lines.slice(at + 1, starts[i + 1]?.at ?? lines.length);
    turns.push({ speaker, lines: [{ text: rest, isCode: false }, ...more] });
  }
  return turns.filter(isTurn);
}

/** Whether anything is in a turn. */
export function isTurn({ lines }: TranscriptTurn): boolean {
  return lines.some(({ text }) => text.trim() !== '');
}

function startOf(line: string, at: number): Start[] {
  const shown = line
    .slice(0, labelReach)
    .replace(/[\u200e\u200f\u202a-\u202e\ufeff]/gu, '')
    .trimStart();
  const skipped = line.length - line.trimStart().length;
  const stamped = stamp.exec(shown);
  const label = shown.slice(stamped?.[0].length ?? 0);
  const found = named(label, stamped !== null);
  if (!found) return [];
  const isSure =
    stamped !== null && (stamped[1] !== undefined || (stamped[2] !== undefined && stamped[3] !== undefined));
  const form = isSure || found.sure ? 'sure' : stamped ? 'time' : 'label';
  // Text beyond the reach is added again; marks of writing direction do not count.
  const rest = line.length <= labelReach + skipped ? found.rest : found.rest + line.slice(labelReach);
  return [{ at, speaker: found.speaker, rest: rest.trim(), form }];
}

/** The speaker at the beginning of a line, and the rest. */
function named(label: string, stamped: boolean): { speaker: Speaker; rest: string; sure: boolean } | undefined {
  const handle = /^<[@+ ]?([^<>\s]{1,32})>\s/u.exec(label);
  const heading = /^(?:#{1,6}\s|\*\*)(\p{L}{2,20}):?(?:\*\*)?:?\s*$/u.exec(label);
  if (heading) {
    const speaker = speakerOf(heading[1] as string, false);
    return speaker && speaker.role !== 'other' ? { speaker, rest: '', sure: false } : undefined;
  }
  if (handle) {
    const speaker = speakerOf(handle[1] as string, true);
    return speaker && { speaker, rest: label.slice(handle[0].length), sure: stamped };
  }
  const bold = /^(?:\*\*([^*]{1,60})\*\*|__([^_]{1,60})__)\s?(:?)/u.exec(label);
  const inside = bold?.[1] ?? bold?.[2];
  if (bold && inside !== undefined) {
    if (bold[3] === '' && !inside.trimEnd().endsWith(':')) return undefined;
    return labelled(inside.trimEnd().replace(/:$/u, ''), label.slice(bold[0].length), stamped);
  }
  const colon = /[:：](?=\s|$)|：/u.exec(label)?.index ?? -1;
  return colon > 0 ? labelled(label.slice(0, colon), label.slice(colon + 1), stamped) : undefined;
}

function labelled(head: string, rest: string, stamped: boolean) {
  const name = head.replace(stampBehind, '');
  const speaker = speakerOf(name, stamped);
  return speaker && { speaker, rest, sure: name.length < head.length };
}

/** Which of the possible starts begin turns. A list of labels is no conversation. */
function chosen(found: Start[], lines: readonly Line[]): Start[] {
  const has = (role: Speaker['role']) => found.some(({ speaker }) => speaker.role === role);
  const times = new Map<string, number>();
  for (const { speaker } of found) times.set(speaker.name, (times.get(speaker.name) ?? 0) + 1);
  const isRepeated = ({ speaker }: Start) => (times.get(speaker.name) ?? 0) > 1;
  // "10:00 Standup: with Ana" is an agenda unless the name comes back.
  const starts = found.filter((one) => one.form !== 'time' || one.speaker.role !== 'other' || isRepeated(one));
  const isTalk = ({ speaker, rest }: Start) =>
    speaker.role !== 'other' &&
    (rest === '' || isSpeech(rest) || /[.!]\s*$/u.test(rest) || words(rest).length >= fewWords);
  if (starts.some((one) => isTalk(one) || (one.speaker.role !== 'other' && isRepeated(one)))) {
    const parties = starts.map((one) => (has('user') ? { ...one, speaker: asAssistant(one.speaker) } : one));
    const isBoth = ['user', 'assistant'].every((role) => parties.some(({ speaker }) => speaker.role === role));
    return parties.filter((one) => one.speaker.role !== 'other' || (!isBoth && isRepeated(one)));
  }
  if (starts.some(({ form }) => form === 'sure')) return starts.filter(({ form }) => form !== 'label');
  if (times.size < 2) return [];
  const said = starts.map((one) => ({ ...one, speaker: asAssistant(one.speaker) }));
  const isEveryLine = starts.length === lines.filter(({ text }) => text.trim() !== '').length;
  if (isEveryLine && said.some(({ rest }) => isSpeech(rest))) return said;
  if (!starts.some((one) => isRepeated(one) && isSpeech(one.rest))) return [];
  return said.filter(isRepeated);
}

/** "User: admin" is a field of a form; only small talk is so short. */
const fewWords = 3;

const persons = new Set(
  `i i'm i've i'll i'd my me we we're we'll our us you you're your
  ich mir mich mein meine wir du dir dich dein deine uns ihr je j'ai j'aime me mon ma mes nous tu te ton ta vous votre
  yo me mi mis nosotros tu te tienes tengo eu meu minha voce nos io mi mio mia tu ti noi
  ik mij mijn wij we je jij jouw ja mi moj moja mnie ty ci my mam ben benim bana sen sana biz
  jag mig min vi du dig jeg meg deg я мне мой моя мы ты тебя у我 我 你 我们 私 僕 俺 あなた 나 저 우리`.split(/\s+/u),
);

/** Whether someone speaks of himself, or to someone, or asks. */
function isSpeech(said: string): boolean {
  return (
    /[?？؟]/u.test(said) ||
    /^(?:我|你|私|僕|俺|나|저)/u.test(said) ||
    words(said.slice(0, 300)).some((word) => persons.has(word))
  );
}

/** The lines of a text without code. */
export function linesOf(text: string): Line[] {
  return text.split(/\r\n?|[\n\u2028\u2029]/u).map((line) => ({ text: line, isCode: false }));
}

/** Parses a chat in which turns begin with their role (`User: …`). Undefined: the text is no such chat. */
export function turnsOfChat(text: string): string[] | undefined {
  const turns = splitTurns(linesOf(text));
  const roles = new Set(turns.map(({ speaker }) => speaker?.role));
  if (!roles.has('user') || !roles.has('assistant')) return undefined;
  return turns.map(({ speaker, lines }) => {
    const said = lines.map((line) => line.text).join('\n');
    return `${speaker?.role === 'assistant' ? 'Assistant' : 'User'}: ${said}`;
  });
}
