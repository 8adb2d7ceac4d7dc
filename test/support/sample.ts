import { createHash } from 'node:crypto';
import type { Category } from '../../src/domain/category.ts';
import type { Character } from '../../src/domain/character.ts';
import type { FileRecord, SyncStatus } from '../../src/domain/file.ts';
import type { Memory, Revision } from '../../src/domain/memory.ts';
import type { ApiKey, Member, Tenant } from '../../src/domain/tenant.ts';
import type { Watch } from '../../src/features/watching/domain/watch.ts';

/** Calls a tool; its output. */
export type Call = <T>(name: string, input?: Record<string, unknown>) => Promise<T>;

/** A file with the SHA-256 of every stored version. */
export type SeenFile = FileRecord & { versions: string[] };

/** Everything that a character shows through the tools. */
export interface SeenCharacter {
  character: Character;
  categories: Category[];
  /** In every state, oldest first. */
  memories: Memory[];
  /** Of the memories that were changed, by id. */
  histories: Record<string, Revision[]>;
  files: SeenFile[];
  capture: { pending: number; failed: number };
}

/** The expected contents of a sample store, stored next to it as JSON. */
export interface Sample {
  /** Of the build that made it. */
  version: string;
  madeAt: string;
  /** The home of its watches, which no longer exists. */
  home: string;
  usage: { aiCalls: number; aiInputTokens: number; aiOutputTokens: number };
  characters: SeenCharacter[];
  watches: Watch[];
  /** The first result of a search: the id of a memory. */
  searches: { characterId: string; query: string; first: string }[];
  /** As searches, found by the vectors alone. */
  nearest: { characterId: string; query: string; first: string; endpoint?: string };
  tenants: (Tenant & { members: Member[]; keys: ApiKey[] })[];
  /** Keys by their texts: their members, none when revoked. */
  keys: { text: string; name: string; role?: string; characters?: string[] }[];
}

/** Pages through a list. */
export async function all<Item>(call: Call, name: string, input: Record<string, unknown>): Promise<Item[]> {
  const items: Item[] = [];
  for (let page = 0; ; page++) {
    const { total, ...answer } = await call<{ total: number }>(name, { ...input, limit: 100, page });
    const list = Object.values(answer).find(Array.isArray) as Item[];
    items.push(...list);
    if (list.length === 0 || items.length >= total) return items;
  }
}

/** Reads everything of the caller's characters. */
export async function lookAtAll(call: Call): Promise<SeenCharacter[]> {
  const found = await all<Character>(call, 'list_characters', { status: 'ALL' });
  const seen: SeenCharacter[] = [];
  for (const { id } of found) seen.push(await lookAt(call, id));
  return seen.toSorted((a, b) => (a.character.name < b.character.name ? -1 : 1));
}

async function lookAt(call: Call, characterId: string): Promise<SeenCharacter> {
  const character = await call<Character>('get_character', { characterId });
  const { categories } = await call<{ categories: Category[] }>('list_categories', { characterId });
  const memories = await all<Memory>(call, 'list_memories', { characterId, state: 'ALL' });
  const histories: SeenCharacter['histories'] = {};
  for (const { id: memoryId, revision } of memories) {
    if (revision === 1) continue;
    histories[memoryId] = (
      await call<{ revisions: Revision[] }>('get_memory_history', { characterId, memoryId })
    ).revisions;
  }
  const files: SeenFile[] = [];
  for (const file of await all<FileRecord>(call, 'list_files', { characterId })) {
    files.push({ ...file, versions: await versionsOf(call, file) });
  }
  const { capture } = await call<SyncStatus>('get_sync_status', { characterId });
  return {
    character,
    categories: categories.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    memories: memories.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    histories,
    files: files.toSorted((a, b) => (a.path < b.path ? -1 : 1)),
    capture: { pending: capture.pending, failed: capture.failed.length },
  };
}

async function versionsOf(call: Call, { fileId, version }: FileRecord): Promise<string[]> {
  const hashes: string[] = [];
  for (let one = 1; one <= version; one++) {
    const { content, encoding } = await call<{ content: string; encoding: BufferEncoding }>('get_file', {
      fileId,
      version: one,
    });
    hashes.push(createHash('sha256').update(Buffer.from(content, encoding)).digest('hex'));
  }
  return hashes;
}

/** Two characters' memories in a form to compare when ids and times of writing differ: the contents of an export. */
export function carried(memories: readonly Memory[]): string[] {
  return memories
    .filter(({ state }) => state === 'ACTIVE')
    .map(({ content, category, importance, salience, occurredAt }) =>
      JSON.stringify([content, category, importance, salience, occurredAt]),
    )
    .toSorted();
}
