import { instantOf } from '../dates.ts';
import type { LeftOut } from '../left-out.ts';
import { splitMarkdown } from '../markdown/split.ts';
import type { Piece } from '../piece.ts';
import { type Fields, isFields, textIn, unpacked } from './values.ts';

/**
 * Claude's memories or projects of its data export (https://portable-ai-memory.org/providers/anthropic):
 * `[{conversations_memory, project_memories: {id: text}}]` and `[{uuid, name, description, prompt_template, docs:
 * [{filename, content, created_at}]}]`, in newer exports a file for each without the list. Undefined for another value.
 */
export function claudeAccount(value: unknown): Fields[] | undefined {
  const list: unknown[] = Array.isArray(value) ? value : [value];
  const known = list.filter((one): one is Fields => isFields(one) && (isMemory(one) || isProject(one)));
  return known.length > 0 && known.length === list.length ? known : undefined;
}

/** The names of projects by id in a text of the export; none in another one. */
export function projectNames(text: string): [id: string, name: string][] {
  const known = claudeAccount(unpacked(text)) ?? [];
  return known.filter(isProject).map((one) => [textIn(one, 'uuid'), textIn(one, 'name')]);
}

const memoryFields = new Set(['conversations_memory', 'project_memories']);
const projectFields = new Set(['name', 'description', 'prompt_template', 'docs', 'created_at']);
const isMemory = (one: Fields) => 'conversations_memory' in one || 'project_memories' in one;
const isProject = (one: Fields) =>
  typeof one.uuid === 'string' && typeof one.name === 'string' && Array.isArray(one.docs);

/** Claude's notes on the user, and the documents of the user's projects: their Markdown as pieces. */
export async function claudeAccountPieces(
  accounts: readonly Fields[],
  leftOut: LeftOut,
  names: ReadonlyMap<string, string> = new Map(),
): Promise<Piece[]> {
  const pieces: Piece[] = [];
  const add = async (text: string, context: string[], occurredAt?: string) => {
    for (const piece of await splitMarkdown(text, { context, occurredAt }, leftOut)) pieces.push(piece);
  };
  for (const one of accounts) {
    leftOut.addFields(one, (name) => !(isMemory(one) ? memoryFields : projectFields).has(name));
    if (isMemory(one)) {
      await add(textIn(one, 'conversations_memory'), ['Memory of Claude']);
      const projects = isFields(one.project_memories) ? one.project_memories : {};
      for (const id of Object.keys(projects)) {
        await add(textIn(projects, id), ['Memory of Claude', names.get(id) ?? ''].filter(Boolean));
      }
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
