import { pathBefore } from './headings.ts';

/** What became of a task, in the words that a memory says it with. */
export type TaskState = 'open' | 'done' | 'dropped';

/** The marks in the box of a task: Obsidian's and its themes' (https://publish.obsidian.md/tasks/Reference/Status+Collections). */
const box = /^\[([ xX/<>?!*-])\][ \t]+(?=\S)/;

/** The keywords of Org (https://orgmode.org/manual/TODO-Basics.html) and Logseq (https://docs.logseq.com/#/page/tasks). */
const keyword =
  /^(?:\[#[A-Z]\][ \t]+)?(TODO|DOING|NOW|LATER|WAITING|WAIT|IN-PROGRESS|STARTED|NEXT|HOLD|DONE|CANCELED|CANCELLED|KILL):?[ \t]+(?:\[#[A-Z]\][ \t]+)?(?=\S)/;
const finished: ReadonlyMap<string, TaskState> = new Map([
  ['x', 'done'],
  ['X', 'done'],
  ['-', 'dropped'],
  ['DONE', 'done'],
  ['CANCELED', 'dropped'],
  ['CANCELLED', 'dropped'],
  ['KILL', 'dropped'],
]);

/** The state of the task that a list item or heading is, and its text; undefined for anything else. */
export function taskIn(text: string): { state: TaskState; text: string } | undefined {
  const [mark, sign] = box.exec(text) ?? keyword.exec(text) ?? [];
  if (mark === undefined || sign === undefined || /^(?:lists?|items?)\b/i.test(text.slice(mark.length)))
    return undefined;
  return { state: finished.get(sign) ?? 'open', text: text.slice(mark.length) };
}

/** Whether a text is a task as `saidTask` says it. */
export function isTask(text: string): boolean {
  return /^(?:open|done|dropped): /.test(text);
}

/** A task as `saidTask` says it, after what it is about; a statement below it is none. */
const said = /(?:^|: )(open|done|dropped): /;

/** The state of the task that a memory is, as files say it or as it is written by hand. */
export function taskStateOf(content: string): TaskState | undefined {
  const start = content.slice(0, maxSubjectLength);
  const statement = start.slice(pathBefore(start).length);
  return (said.exec(statement)?.[1] as TaskState | undefined) ?? taskIn(start)?.state;
}

/** How far into a text a task may begin (letters). */
const maxSubjectLength = 500;

/** A keyword without a task. */
const bare = /^(?:\[[ xX/<>?!*-]\]|TODO|DOING|NOW|LATER|WAITING|WAIT|DONE|CANCELL?ED)$/;

/** A task as a sentence that search knows: `done: Order the gutters`. Anything else stays. */
export function saidTask(text: string): string {
  if (bare.test(text)) return '';
  const task = taskIn(text);
  return task === undefined ? text : `${task.state}: ${datedTask(task.text)}`;
}

/** The signs of the Tasks plugin for dates (https://publish.obsidian.md/tasks/Reference/Task+Formats/Tasks+Emoji+Format). */
const signs: readonly (readonly [sign: RegExp, word: string])[] = [
  [/[📅📆🗓]\ufe0f?/gu, 'due'],
  [/[⏳⌛]\ufe0f?/gu, 'scheduled'],
  [/🛫\ufe0f?/gu, 'starts'],
  [/✅\ufe0f?/gu, 'done'],
  [/➕\ufe0f?/gu, 'created'],
  [/❌\ufe0f?/gu, 'dropped'],
];

/** Dates and repetition of a task in words. */
function datedTask(text: string): string {
  if (!/[^\0-\x7f]/.test(text)) return text;
  let said = text;
  for (const [sign, word] of signs)
    said = said.replace(new RegExp(`${sign.source} ?(\\d{4}-\\d\\d-\\d\\d)`, 'gu'), `(${word} $1)`);
  return said.replace(/🔁\ufe0f? ?(every [\p{L}\p{N} ]{1,60}(?<! ))/gu, '(repeats $1)');
}
