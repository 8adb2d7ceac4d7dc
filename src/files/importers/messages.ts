import { timeIn } from '../dates.ts';
import type { LeftOut } from '../left-out.ts';
import { isTimeName } from './records.ts';
import { type Fields, isFields, textIn, without } from './values.ts';

/** One message of a conversation. */
export interface ChatTurn {
  speaker: string;
  text: string;
  occurredAt: string | undefined;
}

/** What a record says: a message, a question with its answer, or what no one said. */
export interface Said {
  kind: 'message' | 'exchange' | 'notice';
  turns: ChatTurn[];
  /** The fields that are in no turn. */
  others: Fields;
}

/** Who speaks, by the names that products and training files use. */
const roles = new Map<string, 'user' | 'assistant' | 'program'>([
  ...['user', 'human', 'request', 'you'].map((name) => [name, 'user'] as const),
  ...['assistant', 'gpt', 'model', 'ai', 'bot', 'chatgpt', 'response', 'copilot', 'gemini', 'grok'].map(
    (name) => [name, 'assistant'] as const,
  ),
  ...['system', 'developer', 'tool', 'function', 'observation'].map((name) => [name, 'program'] as const),
]);
/** Products name a model where others have a role: `grok-3`. */
const model = /^(?:gpt|claude|gemini|grok|deepseek|mistral|llama|qwen|copilot|sonar|o\d)[\w.-]{0,40}$/;

export function roleOf(speaker: string): 'user' | 'assistant' | 'program' | undefined {
  const name = speaker.trim().toLowerCase();
  return roles.get(name) ?? (model.test(name) && /\d/.test(name) ? 'assistant' : undefined);
}

const roleNames = ['role', 'sender', 'from', 'author', 'speaker'];
const personNames = [
  ...['from', 'author', 'sender', 'speaker', 'user_profile', 'username', 'user', 'actor'],
  ...['sender_name', 'senderName', 'author_name', 'authorName', 'from_name', 'fromName', 'user_name', 'userName'],
];
/** The names of a person who is a record, the one that others read first. */
const shownNames = ['nickname', 'display_name', 'displayName', 'real_name', 'global_name', 'name', 'username'];
const textNames = ['content', 'value', 'text', 'parts', 'message', 'messagecontent', 'body'];
const askedNames = ['query', 'query_str', 'prompt', 'message'];
const answerNames = ['answer', 'response', 'reply', 'completion', 'blocks'];
/** Times beside those of records: of Telegram, Slack, DeepSeek, Messenger, Perplexity. */
const timeNames = [
  ...['date_unixtime', 'ts', 'inserted_at', 'sent_at', 'sentAt', 'timestamp_ms', 'createdTimestamp'],
  ...['entry_created_datetime', 'updated_datetime'],
];

/** Types and subtypes of messages that a person wrote; others are notices. */
const written = new Set(
  'message default reply text chat chatmessage thread_broadcast file_share me_message bot_message 0 19 20'.split(' '),
);

/** A message such as `{role, content}`, `{from, value}` or `{message: {author, content}}`; undefined for another value. */
export function messageOf(value: unknown): Said | undefined {
  if (!isFields(value)) return undefined;
  const role = roleNames.find((name) => roleOf(speakerOf(value[name])) !== undefined);
  return role === undefined ? undefined : said(value, role);
}

/** As `messageOf`, in a list of messages: people speak too, and a question may stand with its answer. */
export function listedMessageOf(given: unknown, isOfPeople: boolean): Said | undefined {
  const value = unwrapped(given);
  if (!isFields(value)) return undefined;
  if (value.is_unsent === true || value.isUnsent === true) return { kind: 'notice', turns: [], others: {} };
  const message = messageOf(value) ?? exchangeOf(value);
  if (message || !isOfPeople) return message;
  const person = personNames.find((name) => speakerOf(value[name]) !== '');
  const isWritten = ['type', 'subtype'].every((name) => {
    const kind = value[name];
    return (typeof kind !== 'string' && typeof kind !== 'number') || written.has(String(kind).toLowerCase());
  });
  if (!isWritten && (person !== undefined || timeNameOf(value) !== undefined)) {
    return { kind: 'notice', turns: [], others: {} };
  }
  return person === undefined ? undefined : said(value, person);
}

/** Exports wrap each message in a record of its own: `{response: {…}, share_link: {…}}`. */
function unwrapped(value: unknown): unknown {
  if (!isFields(value) || messageOf(value)) return value;
  const inner = [value.response, value.message].find((one) => isFields(one) && messageOf(one) !== undefined);
  return inner ?? value;
}

function said(value: Fields, speakerName: string): Said | undefined {
  const found = textNames
    .map((name) => nameLike(value, name))
    .find((name) => name !== undefined && name !== speakerName);
  // Mistral has the text of a message with tools in its parts alone.
  const textName = found !== undefined && value[found] === '' && value.contentChunks ? 'contentChunks' : found;
  if (textName === undefined) return undefined;
  const text = textOfContent(value[textName]);
  if (text === undefined) return undefined;
  const time = timeNameOf(value);
  const turn = { speaker: speakerOf(value[speakerName]), text, occurredAt: time && timeOfValue(value[time]) };
  const isText = typeof value[textName] === 'string';
  return {
    kind: 'message',
    turns: [turn],
    others: without(value, new Set([speakerName, time ?? '', ...(isText ? [textName] : [])])),
  };
}

/** A question with its answer, as one record: `{query, answer}`, `{prompt, response}`, `{message, response: […]}`. */
function exchangeOf(value: Fields): Said | undefined {
  const asked = askedNames.find((name) => (textOfContent(value[name]) ?? textOfParts(value[name])) !== undefined);
  const answer = answerNames.find((name) => value[name] !== undefined && name !== asked);
  if (asked === undefined || answer === undefined) return undefined;
  const question = textOfContent(value[asked]) ?? textOfParts(value[asked]) ?? '';
  const reply = answer === 'blocks' ? textOfBlocks(value.blocks) : textOfContent(value[answer]);
  if (reply === undefined) return undefined;
  const time = timeNameOf(value);
  const occurredAt = time && timeOfValue(value[time]);
  // Marks of sources: [1][2].
  const plain = reply.replace(/\s?\[\d{1,2}\](?=[\s.,;:!?)[]|$)/g, '');
  return {
    kind: 'exchange',
    turns: [
      { speaker: 'user', text: question, occurredAt },
      { speaker: 'assistant', text: plain, occurredAt },
    ],
    others: without(value, new Set([asked, time ?? '', ...(typeof value[answer] === 'string' ? [answer] : [])])),
  };
}

/** Perplexity's answer among its sources, pictures and steps: `{intended_usage, markdown_block: {answer}}`. */
function textOfBlocks(blocks: unknown): string | undefined {
  if (!Array.isArray(blocks)) return undefined;
  const answers = blocks.filter(isFields).filter(({ markdown_block: block }) => isFields(block));
  const asked = answers.find((one) => textIn(one, 'intended_usage').startsWith('ask_text')) ?? answers[0];
  const block = asked?.markdown_block;
  if (!isFields(block)) return '';
  return textIn(block, 'answer') || (Array.isArray(block.chunks) ? block.chunks.filter(isText).join('') : '');
}

const isText = (one: unknown): one is string => typeof one === 'string';

/** A message of VS Code's chat: `{text, parts: [{text}]}`. */
function textOfParts(value: unknown): string | undefined {
  return isFields(value) && typeof value.text === 'string' ? value.text : undefined;
}

function speakerOf(value: unknown): string {
  if (isFields(value)) return textIn(value, 'role', ...shownNames);
  return typeof value === 'string' ? value.trim() : '';
}

/** A field by its name in any case. */
function nameLike(value: Fields, wanted: string): string | undefined {
  return Object.hasOwn(value, wanted) ? wanted : Object.keys(value).find((name) => name.toLowerCase() === wanted);
}

export function timeNameOf(value: Fields): string | undefined {
  const isTime = (name: string) => timeOfValue(value[name]) !== undefined;
  return (
    timeNames.find((name) => Object.hasOwn(value, name) && isTime(name)) ??
    Object.keys(value).find((name) => isTimeName(name) && isTime(name))
  );
}

/** A time as products write it, also as MongoDB does: `{$date: {$numberLong: "1772442900000"}}`. */
export function timeOfValue(value: unknown): string | undefined {
  if (isFields(value)) return timeOfValue(value.$date ?? value.$numberLong);
  return timeIn(value)?.at;
}

/** Kinds of parts whose text is no word of the conversation. */
const unsaid = /think|reason|thought|tool|progress|search|citation|confirmation/i;
/** Telegram cuts one text into such parts. */
const marked =
  /^(?:plain|bold|italic|underline|strikethrough|link|text_link|mention|mention_name|hashtag|cashtag|bot_command|email|phone|code|pre|spoiler|custom_emoji|blockquote)$/;

/** A text, or the texts of a list of parts; undefined for what is no content of a message. */
export function textOfContent(content: unknown): string | undefined {
  if (typeof content === 'string') return content;
  if (content === null) return '';
  if (isFields(content) && Array.isArray(content.parts)) return textOfContent(content.parts);
  if (!Array.isArray(content)) return undefined;
  const isCut = content.some((part) => isFields(part) && marked.test(textIn(part, 'type')));
  const isMixed = content.some(isFields) && content.some((part) => typeof part === 'string');
  const parts = content.map(textOfPart).filter((part) => part !== '');
  return parts.join(isCut || isMixed ? '' : '\n');
}

function textOfPart(part: unknown): string {
  if (typeof part === 'string') return part;
  if (!isFields(part) || unsaid.test(kindOf(part))) return '';
  const inner = [part.text, part.value, part.content].find((one) => typeof one === 'string' || isFields(one));
  return typeof inner === 'string' ? inner : isFields(inner) && typeof inner.value === 'string' ? inner.value : '';
}

function kindOf(part: Fields): string {
  return textIn(part, 'type', 'kind', 'content_type');
}

/** Counts parts without a text (pictures, calls of tools) by their kind, and the other fields of a message. */
export function countOthers(others: Fields, leftOut: LeftOut): void {
  for (const [name, value] of Object.entries(others)) {
    const parts = isFields(value) && Array.isArray(value.parts) ? value.parts : value;
    const isContent = textNames.includes(name) || answerNames.includes(name);
    if (!isContent || !Array.isArray(parts)) leftOut.addFields({ [name]: value }, () => true);
    else {
      for (const part of parts.filter(isFields)) {
        if (textOfPart(part) === '') leftOut.add(`parts of type "${kindOf(part) || 'unknown'}"`);
      }
    }
  }
}
