import * as z from 'zod';
import { instantOf } from '../dates.ts';
import type { Piece } from '../piece.ts';
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
  chat_messages: z.array(
    z.object({
      sender: z.string(),
      created_at: timestamp,
      text: z.string().nullish(),
      content: z.array(z.object({ type: z.string(), text: z.string().nullish() })).nullish(),
    }),
  ),
});

interface ChatTurn {
  speaker: string;
  text: string;
  occurredAt: string | undefined;
}

/** The turns of a conversation of either export as pieces; undefined for any other value. */
export function conversationPieces(value: Record<string, unknown>): Piece[] | undefined {
  // Checks the fields first, because the schemas take much longer to refuse a value.
  const gpt = Object.hasOwn(value, 'mapping') ? chatGpt.safeParse(value) : undefined;
  if (gpt?.success) {
    const { conversation_id, id, title } = gpt.data;
    const turns = turnPieces(chatGptTurns(gpt.data), title, conversation_id ?? id);
    return [...instructionPieces(gpt.data), ...turns];
  }
  const other = Object.hasOwn(value, 'chat_messages') ? claude.safeParse(value) : undefined;
  if (!other?.success) return undefined;
  const turns = other.data.chat_messages.map(({ sender, created_at, text, content }) => ({
    speaker: sender,
    // `text` has notices in place of tools' parts; older exports have only this field.
    text:
      (content ?? [])
        .map((part) => (part.type === 'text' ? (part.text ?? '') : ''))
        .join('\n')
        .trim() ||
      (text ?? ''),
    occurredAt: instantOf(created_at),
  }));
  return turnPieces(turns, other.data.name, other.data.uuid);
}

type ChatGpt = z.infer<typeof chatGpt>;

/** From the last seen message up to the root, so that abandoned branches are left out. */
function chatGptTurns({ mapping, current_node, create_time }: ChatGpt): ChatTurn[] {
  const turns: ChatTurn[] = [];
  const seen = new Set<string>();
  const nodes = new Map(Object.entries(mapping));
  const start = current_node ?? [...nodes.keys()].at(-1);
  for (let at = start; at != null && !seen.has(at); at = nodes.get(at)?.parent ?? undefined) {
    seen.add(at);
    const message = nodes.get(at)?.message;
    if (!message || message.metadata?.is_visually_hidden_from_conversation) continue;
    // A part is a text, or speech with its transcript, or a picture.
    const parts = (message.content.parts ?? []).map((part) =>
      typeof part === 'string' ? part : isFields(part) ? textIn(part, 'text') : '',
    );
    const occurredAt = instantOf(message.create_time ?? create_time);
    turns.push({ speaker: message.author.role, text: parts.filter((part) => part !== '').join('\n'), occurredAt });
  }
  return turns.reverse();
}

/** ChatGPT's custom instructions, a hidden message in each conversation. */
function instructionPieces({ mapping, create_time }: ChatGpt): Piece[] {
  const contents = Object.values(mapping).flatMap(({ message }): Fields[] => (message ? [message.content] : []));
  return contents
    .filter((content) => content.content_type === 'user_editable_context')
    .flatMap((content) => [textIn(content, 'user_profile'), textIn(content, 'user_instructions')])
    .flatMap((text) =>
      statement(text, ['Custom instructions'], { occurredAt: instantOf(create_time), importance: 'HIGH' }),
    );
}

function turnPieces(turns: ChatTurn[], title: string | null | undefined, session: string | null | undefined): Piece[] {
  const context = title ? [title] : [];
  const sessionId = session?.slice(0, 200);
  return turns.flatMap(({ speaker, text, occurredAt }) => {
    const known = { occurredAt, ...(sessionId && { sessionId }) };
    if (speaker === 'user' || speaker === 'human') return userPieces(text, context, known);
    return speaker === 'assistant' ? statement(text, [...context, 'Assistant'], known) : [];
  });
}

/** The user's text in one turn. */
export function userPieces(text: string, context: readonly string[], known: Partial<Piece>): Piece[] {
  return statement(text, [...context, 'User'], { ...known, said: true });
}
