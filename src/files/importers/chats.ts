import * as z from 'zod';
import { instantOf } from '../dates.ts';
import type { LeftOut } from '../left-out.ts';
import type { Piece } from '../piece.ts';
import { newestBranch } from './branch.ts';
import { turnPieces } from './chat-turns.ts';
import { deepSeekPieces } from './deepseek.ts';
import type { ChatTurn } from './messages.ts';
import { statement } from './records.ts';
import { type Fields, isFields, textIn } from './values.ts';

const timestamp = z.union([z.number(), z.string()]).nullish();

/**
 * A conversation as ChatGPT's data export writes it: a tree of messages of which one branch is the last seen
 * (https://portable-ai-memory.org/providers/openai).
 */
const chatGpt = z.object({
  title: z.string().nullish(),
  create_time: timestamp,
  conversation_id: z.string().nullish(),
  id: z.string().nullish(),
  current_node: z.string().nullish(),
  is_do_not_remember: z.boolean().nullish(),
  mapping: z.record(
    z.string(),
    z.object({
      parent: z.string().nullish(),
      message: z
        .object({
          author: z.object({ role: z.string() }),
          create_time: timestamp,
          content: z.looseObject({ content_type: z.string().optional(), parts: z.array(z.unknown()).nullish() }),
          metadata: z.object({ is_visually_hidden_from_conversation: z.boolean().nullish() }).nullish(),
        })
        .nullish(),
    }),
  ),
});

/** A conversation as Claude's data export writes it (https://portable-ai-memory.org/providers/anthropic). */
const claude = z.object({
  uuid: z.string(),
  name: z.string().nullish(),
  created_at: timestamp,
  current_leaf_message_uuid: z.string().nullish(),
  chat_messages: z.array(
    z.object({
      uuid: z.string().optional(),
      parent_message_uuid: z.string().nullish(),
      sender: z.string(),
      created_at: timestamp,
      text: z.string().nullish(),
      content: z.array(z.object({ type: z.string(), text: z.string().nullish() })).nullish(),
      attachments: z.array(z.unknown()).nullish(),
    }),
  ),
});

/** The turns of a conversation of a known export as pieces; undefined for any other value. */
export function conversationPieces(value: Record<string, unknown>, leftOut: LeftOut): Piece[] | undefined {
  for (const [product, read] of exports) {
    const pieces = read(value, leftOut);
    if (pieces) return pieces.map((piece) => ({ ...piece, product }));
  }
  return undefined;
}

type ReadConversation = (value: Record<string, unknown>, leftOut: LeftOut) => Piece[] | undefined;

const exports: readonly (readonly [product: string, read: ReadConversation])[] = [
  ['ChatGPT', chatGptPieces],
  ['DeepSeek', (value, leftOut) => (Object.hasOwn(value, 'mapping') ? deepSeekPieces(value, leftOut) : undefined)],
  ['Claude', readClaude],
];

function chatGptPieces(value: Record<string, unknown>, leftOut: LeftOut): Piece[] | undefined {
  // Checks the fields first, because the schemas take much longer to refuse a value.
  const gpt = Object.hasOwn(value, 'mapping') ? chatGpt.safeParse(value) : undefined;
  if (!gpt?.success) return undefined;
  const { conversation_id, id, title, is_do_not_remember } = gpt.data;
  if (is_do_not_remember) {
    leftOut.add('conversations that are not to be remembered');
    return [];
  }
  const turns = turnPieces(chatGptTurns(gpt.data, leftOut), leftOut, title, conversation_id ?? id);
  return [...instructionPieces(gpt.data), ...turns];
}

function readClaude(value: Record<string, unknown>, leftOut: LeftOut): Piece[] | undefined {
  const other = Object.hasOwn(value, 'chat_messages') ? claude.safeParse(value) : undefined;
  return other?.success ? claudePieces(other.data, leftOut) : undefined;
}

type ChatGpt = z.infer<typeof chatGpt>;
type Claude = z.infer<typeof claude>;
const otherVersions = 'messages of other versions';

/** From the last seen message up to the root, so that abandoned branches are left out. */
function chatGptTurns({ mapping, current_node, create_time }: ChatGpt, leftOut: LeftOut): ChatTurn[] {
  const turns: ChatTurn[] = [];
  const seen = new Set<string>();
  const nodes = new Map(Object.entries(mapping));
  const start = current_node ?? [...nodes.keys()].at(-1);
  for (let at = start; at != null && !seen.has(at); at = nodes.get(at)?.parent ?? undefined) {
    seen.add(at);
    const message = nodes.get(at)?.message;
    if (!message || message.metadata?.is_visually_hidden_from_conversation) continue;
    // A part is a text, or speech with its transcript, or a picture.
    const parts = (message.content.parts ?? []).map((part) => {
      const text = typeof part === 'string' ? part : isFields(part) ? textIn(part, 'text') : '';
      if (text === '' && isFields(part)) leftOut.add(`parts of type "${textIn(part, 'content_type') || 'unknown'}"`);
      return text;
    });
    const occurredAt = instantOf(message.create_time ?? create_time);
    const text = withoutMarks(parts.filter((part) => part !== '').join('\n'));
    turns.push({ speaker: message.author.role, text, occurredAt });
  }
  const abandoned = [...nodes].filter(
    ([id, { message }]) => message && !seen.has(id) && !message.metadata?.is_visually_hidden_from_conversation,
  );
  leftOut.add(otherVersions, abandoned.length);
  return turns.reverse();
}

/**
 * ChatGPT's marks, between U+E200 and U+E201 with U+E202 between their fields: sources and pictures are left out, of a
 * name or a link the shown text stays. Older exports have other marks of sources.
 */
function withoutMarks(text: string): string {
  return text
    .replace(/( ?)\uE200([^\uE200\uE201]*)\uE201/g, (_, space: string, mark: string) => {
      const shown = shownIn(mark);
      return shown === '' ? '' : space + shown;
    })
    .replace(/ ?【\d{1,3}(?::\d{1,3})?†[^【】\n]{1,200}】/g, '')
    .replace(/ ?:contentReference\[oaicite:\d{1,4}\](?:\{index=\d{1,4}\})?/g, '')
    .replace(/[\uE200-\uE206]/g, '');
}

function shownIn(mark: string): string {
  const [kind, shown = ''] = mark.split('\uE202');
  if (kind === 'url') return shown;
  return kind === 'entity' ? (/^\[\s*"[^"]*"\s*,\s*"([^"]*)"/.exec(shown)?.[1] ?? '') : '';
}

/** ChatGPT's custom instructions, a hidden message in each conversation. */
function instructionPieces({ mapping, create_time }: ChatGpt): Piece[] {
  const contents = Object.values(mapping).flatMap(({ message }): Fields[] => (message ? [message.content] : []));
  return contents
    .filter((content) => content.content_type === 'user_editable_context')
    .flatMap((content) => [textIn(content, 'user_profile'), textIn(content, 'user_instructions')])
    .flatMap((text) =>
      statement(unwrapped(text), ['Custom instructions'], { occurredAt: instantOf(create_time), importance: 'HIGH' }),
    );
}

/** What the user wrote, which the export puts between fences below its own introduction. */
function unwrapped(text: string): string {
  const [start, end] = [text.indexOf('```'), text.lastIndexOf('```')];
  const isWrapped =
    /^The user provided/i.test(text) && start >= 0 && end > start + 2 && text.slice(end + 3).trim() === '';
  return isWrapped ? text.slice(start + 3, end).trim() : text;
}

function claudePieces(conversation: Claude, leftOut: LeftOut): Piece[] {
  const { name, uuid } = conversation;
  return lastVersion(conversation, leftOut).flatMap(({ sender, created_at, text, content, attachments }) => {
    const occurredAt = instantOf(created_at ?? conversation.created_at);
    for (const { type } of content ?? []) if (type !== 'text') leftOut.add(`parts of type "${type}"`);
    // `text` has notices in place of tools' parts; older exports have only this field.
    const parts = (content ?? []).map((part) => (part.type === 'text' ? (part.text ?? '') : ''));
    const said = withoutNotices(parts.join('\n')).trim() || withoutNotices(text ?? '').trim();
    const turn = turnPieces([{ speaker: sender, text: said, occurredAt }], leftOut, name, uuid);
    const known = { occurredAt, sessionId: uuid.slice(0, 200) };
    // A pasted text is no word of the user.
    const pasted = (attachments ?? []).filter(isFields).flatMap((one) => {
      const file = textIn(one, 'file_name') || 'Pasted text';
      const extracted = textIn(one, 'extracted_content');
      if (extracted === '') leftOut.add('attachments without their text');
      return statement(extracted, [...(name ? [name] : []), file], known);
    });
    return [...turn, ...pasted];
  });
}

/** What the export has in place of a part that it cannot show. */
function withoutNotices(text: string): string {
  return text.replace(
    /^```\n(?:This block is not supported on your current device yet\.\n)+```$|^This block is not supported on your current device yet\.$/gm,
    '',
  );
}

/** The parent of a first message. */
const noParent = '00000000-0000-4000-8000-000000000000';

/** An edited message leaves its earlier versions beside it. */
function lastVersion({ chat_messages, current_leaf_message_uuid }: Claude, leftOut: LeftOut) {
  const isLinked = chat_messages.every(({ parent_message_uuid }) => parent_message_uuid);
  if (!isLinked) return chat_messages;
  const read = ({ uuid, parent_message_uuid: parent, created_at }: (typeof chat_messages)[number]) => ({
    ...(uuid && { id: uuid }),
    ...(parent && { parent }),
    at: instantOf(created_at),
    isRoot: parent === noParent,
  });
  const chosen = newestBranch(chat_messages, read, current_leaf_message_uuid);
  leftOut.add(otherVersions, chat_messages.length - chosen.length);
  return chosen;
}
