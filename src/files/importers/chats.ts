import * as z from 'zod';
import { instantOf } from '../dates.ts';
import type { Piece } from '../piece.ts';
import { statement } from './records.ts';

const timestamp = z.union([z.number(), z.string()]).nullish();

/** A conversation as ChatGPT's data export writes it: a tree of messages of which one branch is the last seen. */
const chatGpt = z.object({
  title: z.string().nullish(),
  create_time: timestamp,
  conversation_id: z.string().optional(),
  id: z.string().optional(),
  current_node: z.string().nullish(),
  mapping: z.record(
    z.string(),
    z.object({
      parent: z.string().nullish(),
      message: z
        .object({
          author: z.object({ role: z.string() }),
          create_time: timestamp,
          content: z.object({ content_type: z.string(), parts: z.array(z.unknown()).optional() }),
          metadata: z.object({ is_visually_hidden_from_conversation: z.boolean().optional() }).nullish(),
        })
        .nullish(),
    }),
  ),
});

/** A conversation as Claude's data export writes it. */
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

interface Turn {
  speaker: string;
  text: string;
  occurredAt: string | undefined;
}

/** The turns of a conversation of either export as pieces; undefined when the value is none. */
export function conversationPieces(value: Record<string, unknown>): Piece[] | undefined {
  // A look at the fields first: the schemas take longer to refuse a value than all else takes to read it.
  const gpt = Object.hasOwn(value, 'mapping') ? chatGpt.safeParse(value) : undefined;
  if (gpt?.success) {
    const { conversation_id, id, title } = gpt.data;
    return turnPieces(chatGptTurns(gpt.data), title, conversation_id ?? id);
  }
  const other = Object.hasOwn(value, 'chat_messages') ? claude.safeParse(value) : undefined;
  if (!other?.success) return undefined;
  const turns = other.data.chat_messages.map(({ sender, created_at, text, content }) => ({
    speaker: sender,
    text: text || (content ?? []).map((part) => part.text ?? '').join('\n'),
    occurredAt: instantOf(created_at),
  }));
  return turnPieces(turns, other.data.name, other.data.uuid);
}

/** From the last seen message up to the root, so that abandoned branches are left out. */
function chatGptTurns({ mapping, current_node, create_time }: z.infer<typeof chatGpt>): Turn[] {
  const turns: Turn[] = [];
  const seen = new Set<string>();
  const nodes = new Map(Object.entries(mapping));
  const start = current_node ?? [...nodes.keys()].at(-1);
  for (let at = start; at != null && !seen.has(at); at = nodes.get(at)?.parent ?? undefined) {
    seen.add(at);
    const message = nodes.get(at)?.message;
    if (!message || message.metadata?.is_visually_hidden_from_conversation) continue;
    const parts = (message.content.parts ?? []).filter((part) => typeof part === 'string');
    const occurredAt = instantOf(message.create_time ?? create_time);
    turns.push({ speaker: message.author.role, text: parts.join('\n'), occurredAt });
  }
  return turns.reverse();
}

const speakers = new Map([
  ['user', 'User'],
  ['human', 'User'],
  ['assistant', 'Assistant'],
]);

function turnPieces(turns: Turn[], title: string | null | undefined, session: string | undefined): Piece[] {
  const context = title ? [title] : [];
  const sessionId = session?.slice(0, 200);
  return turns.flatMap(({ speaker, text, occurredAt }) => {
    const name = speakers.get(speaker);
    if (name === undefined || text.trim() === '') return [];
    return statement(text, [...context, name], { occurredAt, ...(sessionId && { sessionId }) });
  });
}
