import { withoutFenced } from '../domain/fence.ts';
import type { Turn } from '../domain/turn.ts';
import { withoutMentions } from '../text/mentions.ts';
import type { HookInput } from './dialect.ts';
import { asSaid, insideOf } from './marks.ts';

/**
 * What a person typed in a user's message. Hosts put files, selections, notices and the text of hooks into the same
 * message, and such text may hold the hosts' marks itself. So an element extends to its last closing tag.
 */

/** Elements with one word. Names of several words ("file_content", "system-reminder") need no list. */
const oneWord =
  'attachments?|channel|context|documents?|editor|files?|fetched|folders?|images?|instructions|notice|notification|pastes?|pasted|plan|reminder|resources?|rules|selections?|skills?|source|stdout|stderr|system|tool|url|webpage';
const tag = new RegExp(
  `(?:<|&lt;)\\s{0,9}(/?)\\s{0,9}((?:${oneWord})|[a-z]{1,40}(?:[_-][a-z0-9]{1,40}){1,6})(?=[\\s/>:=]|&gt;|$)`,
  'giu',
);
/** The rest of an opening tag that closes itself. */
const selfClosed = /^[^<>]{0,2000}\/\s{0,9}>/u;

/** Elements around what was typed. Angle brackets and ampersands stay: "&lt;user_query" is no such element. */
const around = /^(?:user[_-](?:query|request|input|message|command|prompt)|command-args)$/iu;
/** Names that only hosts write: their tags count where they stand alone, too. */
const ofHosts =
  /^(?:additional|agent|attached|bash|code|command|environment|extension|file|folder|git|hook|ide|image|local|manually|memory|mode|open|project|session|subagent|system|task|teammate|terminal|turn|user|workspace)[_-]/iu;

interface Tag {
  name: string;
  closes: boolean;
  start: number;
  end: number;
  /** It begins its line. */
  isFirst: boolean;
  /** The sentence goes on around it: a person names an element. */
  isMention: boolean;
}

function tagsIn(text: string): Tag[] {
  return [...text.matchAll(tag)].map((found) => {
    const { index } = found;
    const end = index + found[0].length;
    const name = (found[2] as string).toLowerCase();
    const before = text.slice(Math.max(0, index - maxIndent), index);
    const indent = before.slice(before.lastIndexOf('\n') + 1);
    const isFirst = indent.trim() === '' && (indent.length < before.length || index < maxIndent);
    const closes = found[1] === '/';
    const isMention = (isFirst ? goesOn : goesOnOrEnds).test(text.slice(end, end + 2_100));
    return { name, closes, start: index, end: closes ? endOf(text, end) : end, isFirst, isMention };
  });
}

/** The rest of a tag and, behind it, more of the sentence: hosts begin the inside at once, or on a line of its own. */
const tagEnd = '[^<>\\n]{0,2000}?(?:>|&gt;)["\'`”»]{0,2}';
const goesOn = new RegExp(`^${tagEnd}(?:[ \\t]{1,9}[^\\s<]|[.,;:!?)…。，、？！：；])|^[^<>\\n]{0,2000}(?:\\n|$)`, 'u');
const goesOnOrEnds = new RegExp(`${goesOn.source}|^${tagEnd}[ \\t\\r]{0,9}(?:\\n|$)`, 'u');

const maxIndent = 20;

function endOf(text: string, from: number): number {
  const [rest = ''] = /^\s{0,9}(?:>|&gt;)/u.exec(text.slice(from, from + 20)) ?? [];
  return from + rest.length;
}

/** Without the elements of hosts, each from its first opening tag to its last closing one; linear in the text. */
export function withoutHosts(text: string): string {
  const tags = tagsIn(text).filter(({ name }) => !around.test(name));
  const last = new Map(tags.filter(({ closes }) => closes).map(({ name, end }) => [name, end]));
  let clean = '';
  let from = 0;
  for (const { name, closes, start, end, isFirst, isMention } of tags) {
    if (start < from) continue;
    const own = selfClosed.exec(text.slice(end, end + 2_100));
    const until = last.get(name) ?? 0;
    const isAlone = (isFirst || ofHosts.test(name)) && !isMention;
    if (closes) {
      // What stands before a closing tag without an opening one is of an element that was cut.
      if (!isAlone) continue;
      clean = '';
      from = end;
    } else if (own && until < end) {
      clean += text.slice(from, start);
      from = end + own[0].length;
    } else if (until > end) {
      clean += text.slice(from, start);
      from = until;
    } else if (isAlone) return clean + text.slice(from, start);
  }
  return clean + text.slice(from);
}

/** The last element around typed text; nothing of a message with such marks within marks. */
function withinMarks(text: string): string {
  const tags = tagsIn(text).filter(({ name }) => around.test(name));
  if (tags.length === 0 || (tags.length === 1 && tags[0]?.isMention)) return text;
  const close = tags.findLastIndex(({ closes }) => closes);
  const closing = tags[close];
  const opening = tags[close - 1];
  if (!closing || !opening || opening.closes || opening.name !== closing.name) return '';
  return text.slice(text.indexOf('>', opening.end - 1) + 1, closing.start);
}

/** A slash command with the words behind it. */
const command = /^\s*<command-/iu;

/** Codex's extension puts what it knows of the editor before the request. */
const editorContext = /^\s*# (?:Context from my IDE setup|Files mentioned by the user|In app browser):/iu;
const request = /^[ \t]{0,9}#{1,6} My request(?: (?:for|to) [^\n:]{1,40})?:/gimu;

/** Lines after which hosts append files and notices, to the end of the message. */
const appended =
  /^[ \t]{0,9}(?:-{3} (?:Content from referenced files|Attached Context|Context Warnings|Begin attached|Attached files?)\b|Content from @[^\n:]{1,99}:|\[(?:Content of|System note:|Attached (?:file|document))|<<<EXTERNAL_UNTRUSTED|\[media attached)/imu;

/** Beginnings of messages that programs write in the user's name, where the host does not mark them. */
const ofPrograms =
  /^\s*(?:\[SYSTEM(?: (?:NOTE|NOTICE|NOTIFICATION|MESSAGE|REMINDER|PROMPT|WARNING|ERROR)| ?[:\]—-])|\[IMPORTANT:|\[Request interrupted|\[Image: source|Caveat: The messages below|(?:Stop|Setup|Notification|SubagentSt(?:art|op)|Session(?:Start|End)|(?:Pre|Post)(?:ToolUse|Compact)[a-z]{0,10}|UserPrompt[a-z]{1,20}|PermissionRequest|TaskCompleted|TeammateIdle)(?::\S{1,100})? hook (?:feedback|error|additional context|blocking error)|Base directory for this skill:|This session is being continued from a previous conversation|(?:Please )?implement (?:the following|this) plan:|<<autonomous-loop|# AGENTS\.md instructions|I ran the following shell command:|<(?:command-(?!args)|task-notification|teammate-message|local-command|bash-|environment_context|user_instructions|turn_aborted|session_context|user_shell_command|subagent_notification|skill>))/i;

/** Whether a message begins as those that programs write. */
export function isOfProgram(text: string): boolean {
  return ofPrograms.test(text) && !(command.test(text) && insideOf(text, 'command-args') !== undefined);
}

function typedInOne(part: string): string {
  if (command.test(part)) return insideOf(part, 'command-args') ?? '';
  const hasContext = editorContext.test(part);
  const asked = [...part.matchAll(request)].at(-1);
  if (hasContext && !asked) return '';
  const text = asked ? part.slice(asked.index + asked[0].length) : part;
  return withinMarks(withoutHosts(text));
}

/** Parts in which an element opens are joined with those up to its end. */
function wholeParts(parts: readonly string[]): string[] {
  const tags = parts.map(tagsIn);
  const closed = tags.map((list) => new Set(list.flatMap(({ name, closes }) => (closes ? [name] : []))));
  const whole: string[] = [];
  for (let at = 0; at < parts.length; at++) {
    const open = (tags[at] ?? []).filter(({ name, closes }) => !closes && closed[at]?.has(name) !== true);
    const until =
      open.length === 0 ? at : closed.findLastIndex((names, i) => i >= at && open.some(({ name }) => names.has(name)));
    whole.push(parts.slice(at, Math.max(at, until) + 1).join('\n'));
    at = Math.max(at, until);
  }
  return whole;
}

/**
 * The typed text of a message.
 * @param parts of the message, as the host stores them
 * @param isTyped the host says that a person typed it, so its beginning says nothing
 */
export function typedIn(parts: readonly string[], isTyped = false): string {
  const typed: string[] = [];
  for (const part of wholeParts(parts.map(withoutFenced))) {
    const cut = appended.exec(part);
    const own = cut ? part.slice(0, cut.index) : part;
    const text = typedInOne(own);
    if (isTyped || !(isOfProgram(own) || isOfProgram(text))) typed.push(text);
    if (cut) break;
  }
  const text = typed.filter((one) => one.trim() !== '').join('\n');
  return withoutMentions(asNote(text)).trim();
}

/** "# We never deploy on Fridays.": a prompt that is to be remembered. */
function asNote(text: string): string {
  return /^\s*#\s[^\n]*$/u.test(text.trimEnd()) ? text.trimStart().slice(1) : text;
}

/** A turn of these parts of a message; undefined where nobody said anything. */
export function turnOf(role: Turn['role'], parts: readonly string[], at?: string, isTyped?: boolean): Turn | undefined {
  const text = role === 'user' ? typedIn(parts, isTyped) : parts.join('\n').trim();
  return text === '' ? undefined : { role, text, at };
}

/** What a person typed of the prompt that a host hands to its hook; empty where nobody typed any of it. */
export function typedPrompt({ prompt, isTyped }: Pick<HookInput, 'prompt' | 'isTyped'>): string {
  return prompt === undefined || isTyped === false ? '' : asSaid(typedIn([prompt], isTyped));
}
