import { instantOf } from '../dates.ts';
import type { LeftOut } from '../left-out.ts';
import { splitMarkdown } from '../markdown/split.ts';
import type { Piece } from '../piece.ts';
import { type Fields, isFields, textIn } from './values.ts';

/**
 * Whether a list is Claude's `memories.json` or `projects.json` of its data export
 * (https://portable-ai-memory.org/providers/anthropic): `[{conversations_memory, project_memories: {id: text}}]`,
 * `[{uuid, name, description, prompt_template, docs: [{filename, content, created_at}]}]`.
 */
export function isClaudeAccount(value: unknown): value is Fields[] {
  if (!Array.isArray(value) || value.length === 0) return false;
  return value.every((one) => isFields(one) && (isMemory(one) || isProject(one)));
}

const memoryFields = new Set(['conversations_memory', 'project_memories']);
const projectFields = new Set(['name', 'description', 'prompt_template', 'docs', 'created_at']);
const isMemory = (one: Fields) => 'conversations_memory' in one || 'project_memories' in one;
const isProject = (one: Fields) =>
  typeof one.uuid === 'string' && typeof one.name === 'string' && Array.isArray(one.docs);

/** Claude's notes on the user, and the documents of the user's projects: their Markdown as pieces. */
export async function claudeAccountPieces(accounts: readonly Fields[], leftOut: LeftOut): Promise<Piece[]> {
  const pieces: Piece[] = [];
  const add = async (text: string, context: string[], occurredAt?: string) => {
    for (const piece of await splitMarkdown(text, { context, occurredAt })) pieces.push(piece);
  };
  for (const one of accounts) {
    leftOut.addFields(one, (name) => !(isMemory(one) ? memoryFields : projectFields).has(name));
    if (isMemory(one)) {
      await add(textIn(one, 'conversations_memory'), ['Memory of Claude']);
      const projects = isFields(one.project_memories) ? one.project_memories : {};
      for (const id of Object.keys(projects)) await add(textIn(projects, id), ['Memory of Claude']);
      continue;
    }
    const name = textIn(one, 'name');
    const since = instantOf(one.created_at);
    await add(textIn(one, 'description'), [name], since);
    await add(textIn(one, 'prompt_template'), [name, 'Instructions'], since);
    for (const doc of (one.docs as unknown[]).filter(isFields)) {
      await add(
        textIn(doc, 'content'),
        [name, textIn(doc, 'filename')].filter(Boolean),
        instantOf(doc.created_at) ?? since,
      );
    }
  }
  return pieces;
}
