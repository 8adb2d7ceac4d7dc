import { characterNotFound } from '../../src/domain/character.ts';
import { ServiceError } from '../../src/domain/errors.ts';
import type { Memory, Revision } from '../../src/domain/memory.ts';
import { wholeOf } from '../../src/gate/operation.ts';
import { addMemory } from '../../src/operations/add-memory.ts';
import { addMemoryDirect } from '../../src/operations/add-memory-direct.ts';
import { deleteMemory } from '../../src/operations/delete-memory.ts';
import { getMemory } from '../../src/operations/get-memory.ts';
import { getMemoryHistory } from '../../src/operations/get-memory-history.ts';
import { listMemories } from '../../src/operations/list-memories.ts';
import { searchMemories } from '../../src/operations/search-memories.ts';
import { updateMemory } from '../../src/operations/update-memory.ts';
import { inputText } from '../terminal/asking.ts';
import { type Given, textFlag, UsageError } from '../terminal/command-line.ts';
import { inShort, print, table } from '../terminal/print.ts';
import { characterMeant, inOwnStore, type OwnStore, requireStore } from './own-store.ts';

/** UTF-16 units of a memory in a list; `show` prints the whole text. */
const maxShown = 100;
const maxEnded = 60;
/** The most characters that a message names. */
const maxNamed = 10;

type Listed = Pick<Memory, 'id' | 'content' | 'category' | 'salience' | 'importance'> &
  Partial<Memory> & { characterName?: string | undefined; ended?: string | undefined };

/** `add TEXT…`: as `add_memory`; with --category one finished statement, word for word. `-` reads standard input. */
export async function addText(given: Given): Promise<void> {
  const content = given.args.join(' ') === '-' ? inputText().trim() : given.args.join(' ');
  const category = textFlag(given, 'category');
  const operation = category === undefined ? addMemory : addMemoryDirect;
  const fields = { content, ...chosen(given, 'category', 'importance'), ...insisting(given) };
  const { answer, stored } = await inStore(given, async (own) => {
    const answer = await own.run<Record<string, unknown>>(operation, { ...(await named(own)), ...fields });
    const made = 'memories' in answer ? (answer.memories as Memory[]) : [answer as unknown as Memory];
    return { answer, stored: await withOwners(own, made) };
  });
  const isNew =
    'operations' in answer
      ? (answer.operations as { operation: string }[]).some((one) => one.operation !== 'NONE')
      : answer.operation === 'ADD';
  print(given, answer, () => [
    stored.length === 0 ? 'Nothing in it is worth keeping.' : isNew ? rows(stored) : `Known already:\n${rows(stored)}`,
  ]);
}

export async function searchFor(given: Given): Promise<void> {
  requireStore();
  const names = ['category', 'since', 'until', 'importance', 'source', 'file'] as const;
  const fields = {
    query: given.args.join(' '),
    ...chosen(given, ...names),
    ...labels(given),
    ...counts(given, 'limit', 'minRelevance'),
  };
  const answer = await inStore(given, async (own) => {
    await memoriesMeant(own);
    return own.run<{ memories: Memory[]; total: number }>(searchMemories, { ...(await named(own)), ...fields });
  });
  const { memories, total } = answer;
  print(given, answer, () =>
    memories.length === 0
      ? ['Nothing is known about this.']
      : [rows(memories, 'relevance'), ...(total > memories.length ? [`${total} found; --limit N shows more.`] : [])],
  );
}

interface MemoryPage {
  memories: Memory[];
  total: number;
  page: number;
  nextCursor?: string;
}

export async function list(given: Given): Promise<void> {
  requireStore();
  const state = given.flags.deleted === true ? { state: 'DELETED' } : {};
  const fields = {
    ...chosen(given, 'category', 'since', 'until', 'importance'),
    ...chosen(given, 'cursor'),
    ...labels(given),
    ...counts(given, 'limit', 'page'),
    ...state,
  };
  const isByCursor = textFlag(given, 'cursor') !== undefined;
  const pages = await inStore(given, async (own) => {
    const ids = await memoriesMeant(own);
    if (ids.length > 1 && isByCursor) throw new UsageError('--cursor goes on in one memory: add --character NAME');
    const found: (MemoryPage & { name: string | undefined })[] = [];
    let refusal: unknown;
    for (const characterId of ids) {
      try {
        const page = await own.run<MemoryPage>(wholeOf(listMemories), { characterId, ...fields });
        found.push({ ...page, name: ids.length > 1 ? await nameOf(own, characterId) : undefined });
      } catch (error) {
        // One of two memories may lack a category.
        if (!(error instanceof ServiceError) || error.type !== 'CategoryNotConfigured') throw error;
        refusal = error;
      }
    }
    if (found.length === 0) throw refusal;
    return found;
  });
  const lines = ({ name, memories, total, page, nextCursor }: MemoryPage & { name: string | undefined }) => {
    const place = isByCursor ? '' : ` this is page ${page}, counted from 0;`;
    const byPage = isByCursor ? [] : [`--page ${page + 1}`];
    // A cursor goes on in one memory.
    const ways = [...byPage, ...(name === undefined ? [`--cursor ${nextCursor}`] : [])].join(' or ');
    const next = nextCursor && `go on with ${ways}`;
    const rest = `${total} in all;${place} ${next ?? 'no more come'}.`;
    const title = name === undefined ? [] : [`${name}:`];
    if (total === 0) return [...title, 'There are none.'];
    return [...title, rows(memories), ...(total > memories.length ? [rest] : [])];
  };
  const [first] = pages;
  const { name: _, ...answer } = first!;
  const memories = pages.flatMap((page) => page.memories);
  const total = pages.reduce((sum, page) => sum + page.total, 0);
  print(given, pages.length > 1 ? { memories, total, page: answer.page } : answer, () => pages.flatMap(lines));
}

/** `show ID`: the whole memory and its history. */
export async function show(given: Given): Promise<void> {
  requireStore();
  const memoryId = given.args[0];
  const { memory, revisions } = await inStore(given, async (own) => {
    const memory = await memoryMeant(own, memoryId);
    const { characterId } = memory;
    const { revisions } = await own.run<{ revisions: Revision[] }>(getMemoryHistory, { characterId, memoryId });
    return { memory, revisions };
  });
  const { content, characterId: _, source, ...rest } = memory;
  const fields = Object.entries({ ...rest, source: source.kind }).map(([field, value]) => ({ field, value }));
  const changes = revisions.map(({ revision, changeType, changedBy, createdAt, content: text }) => ({
    revision,
    change: changeType.toLowerCase(),
    by: changedBy,
    at: day(createdAt),
    text: inShort(text.trim(), maxShown),
  }));
  print(given, { memory, revisions }, () => [
    content,
    table(fields, ['field', 'value']),
    table(changes, ['revision', 'change', 'by', 'at', 'text']),
  ]);
}

export async function edit(given: Given): Promise<void> {
  requireStore();
  const fields = { ...chosen(given, 'content', 'category', 'importance'), ...counts(given, 'salience') };
  if (Object.keys(fields).length === 0) {
    throw new UsageError('edit takes --content TEXT, --category NAME, --importance LEVEL or --salience N');
  }
  const memory = await inStore(given, async (own) => {
    const { id: memoryId, characterId } = await memoryMeant(own, given.args[0]);
    return own.run<Memory>(updateMemory, { characterId, memoryId, ...fields, ...insisting(given) });
  });
  print(given, memory, () => [rows([memory])]);
}

/** `delete ID…`: each can be restored in the dashboard. */
export async function remove(given: Given): Promise<void> {
  requireStore();
  const deleted = await inStore(given, async (own) => {
    const ids: string[] = [];
    for (const memoryId of given.args) {
      const { characterId } = await memoryMeant(own, memoryId);
      await own.run(deleteMemory, { characterId, memoryId });
      ids.push(memoryId);
    }
    return ids;
  });
  print(given, { deleted }, () => [
    `Deleted: ${deleted.join(', ')}. The dashboard restores it (agent-memory-service ui).`,
  ]);
}

export function inStore<Result>(given: Given, action: (own: OwnStore) => Promise<Result>): Promise<Result> {
  return inOwnStore(textFlag(given, 'character'), action);
}

/** The character that a command names; none where the folder's memory and the user's own are meant. */
async function named(own: OwnStore): Promise<{ characterId?: string }> {
  return own.services.layers ? {} : { characterId: (await characterMeant(own)).character };
}

/** The memories that a command reads: the named one, or those of the folder and of the user. CharacterNotFound. */
async function memoriesMeant(own: OwnStore): Promise<string[]> {
  const present = await own.services.layers?.present();
  if (present?.length) return [...present];
  const { character, created } = await characterMeant(own);
  if (!created) return [character];
  if (!own.services.layers) throw characterNotFound(character);
  const { store } = own.services;
  const order = { sortBy: 'MEMORY_COUNT', sortOrder: 'DESC' } as const;
  const filter = { status: 'ACTIVE', page: 0, limit: maxNamed, ...order } as const;
  const { characters } = await store.characters.list(own.principal, filter);
  const others = characters.map(({ name, memoryCount }) => `${name} (${memoryCount})`).join(', ');
  const choice = others === '' ? '' : ` There are memories of ${others}: --character NAME reads one.`;
  throw new ServiceError('CharacterNotFound', `Nothing is remembered yet of "${character}" or of you.${choice}`);
}

/** A memory of those that a command reads. CharacterNotFound, MemoryNotFound. */
export async function memoryMeant(own: OwnStore, memoryId: string | undefined): Promise<Memory> {
  await memoriesMeant(own);
  return own.run<Memory>(getMemory, { ...(await named(own)), memoryId });
}

async function nameOf({ services: { store }, principal }: OwnStore, characterId: string): Promise<string | undefined> {
  return (await store.characters.identify(principal, characterId))?.name;
}

/** Memories with the names of their characters, where a text may go to several. */
function withOwners(own: OwnStore, memories: readonly Memory[]): Promise<Listed[]> {
  if (!own.services.layers) return Promise.resolve([...memories]);
  return Promise.all(memories.map(async (one) => ({ ...one, characterName: await nameOf(own, one.characterId) })));
}

/** Those flags that are given, as texts; levels of importance in any case. */
function chosen(given: Given, ...names: readonly string[]): Record<string, string> {
  const values = names.map((name) => [name, textFlag(given, name)] as const);
  const found = values.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]));
  return Object.fromEntries(found.map(([name, value]) => [name, name === 'importance' ? value.toUpperCase() : value]));
}

/**
 * `--tag TAG` and `--metadata KEY=VALUE`, each as often as wanted: memories that have all of them. A value that is a number
 * means the text too. UsageError.
 */
export function labels({ flags }: Given): { tags?: string[]; metadata?: Record<string, string | { in: unknown[] }> } {
  const tags = flags.tag as string[] | undefined;
  const pairs = (flags.metadata as string[] | undefined)?.map((pair) => {
    const [, key = '', value = ''] = /^([^=]+)=(.*)$/s.exec(pair) ?? [];
    if (key === '') throw new UsageError('--metadata takes KEY=VALUE');
    const isNumber = value.trim() !== '' && Number.isFinite(Number(value));
    return [key, isNumber ? { in: [value, Number(value)] } : value] as const;
  });
  return { ...(tags && { tags }), ...(pairs && { metadata: Object.fromEntries(pairs) }) };
}

/** Those flags that are given, as numbers; `--min-relevance` is `minRelevance`. UsageError. */
function counts(given: Given, ...names: readonly string[]): Record<string, number> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const flag = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
      const value = textFlag(given, flag);
      if (value === undefined) return [];
      if (value.trim() === '' || Number.isNaN(Number(value))) throw new UsageError(`--${flag} must be a number`);
      return [[name, Number(value)]];
    }),
  );
}

function insisting({ flags }: Given): { allowSecret?: true } {
  return flags['allow-secret'] === true ? { allowSecret: true } : {};
}

/** @param weight the meaning of salience in these */
export function rows(memories: readonly Listed[], weight?: 'relevance'): string {
  const shown = memories.map(({ id, content, category, importance, salience, occurredAt, ended, characterName }) => ({
    relevance: weight && salience.toFixed(2),
    memory: inShort(content.trim(), maxShown),
    category,
    importance: importance === 'NORMAL' ? undefined : importance.toLowerCase(),
    when: occurredAt && day(occurredAt),
    ended: ended && inShort(ended.slice('ended '.length), maxEnded),
    of: characterName,
    id,
  }));
  return table(shown, ['relevance', 'memory', 'category', 'importance', 'when', 'ended', 'of', 'id']);
}

const day = (instant: string) => instant.slice(0, 10);
