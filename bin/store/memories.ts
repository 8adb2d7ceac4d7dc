import { characterNotFound } from '../../src/domain/character.ts';
import type { Memory, Revision } from '../../src/domain/memory.ts';
import type { Operation } from '../../src/gate/operation.ts';
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

type Listed = Pick<Memory, 'id' | 'content' | 'category' | 'salience' | 'importance'> & Partial<Memory>;

/** `add TEXT…`: as `add_memory`; with --category one finished statement, word for word. `-` reads standard input. */
export async function addText(given: Given): Promise<void> {
  const content = given.args.join(' ') === '-' ? inputText().trim() : given.args.join(' ');
  const category = textFlag(given, 'category');
  const operation = category === undefined ? addMemory : addMemoryDirect;
  const fields = { content, ...chosen(given, 'category', 'importance'), ...insisting(given) };
  const answer = await withCharacter<Record<string, unknown>>(given, operation, fields, true);
  const stored = 'memories' in answer ? (answer.memories as Memory[]) : [answer as unknown as Memory];
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
  const fields = { query: given.args.join(' '), ...chosen(given, ...names), ...counts(given, 'limit', 'minRelevance') };
  const answer = await withCharacter<{ memories: Memory[]; total: number }>(given, searchMemories, fields);
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
    ...counts(given, 'limit', 'page'),
    ...state,
  };
  const answer = await withCharacter<MemoryPage>(given, listMemories, fields);
  const { memories, total, page, nextCursor } = answer;
  const isByCursor = textFlag(given, 'cursor') !== undefined;
  const place = isByCursor ? '' : ` this is page ${page}, counted from 0;`;
  const next = nextCursor && `go on with ${isByCursor ? '' : `--page ${page + 1} or `}--cursor ${nextCursor}`;
  const rest = `${total} in all;${place} ${next ?? 'no more come'}.`;
  print(given, answer, () =>
    total === 0 ? ['There are none.'] : [rows(memories), ...(total > memories.length ? [rest] : [])],
  );
}

/** `show ID`: the whole memory and its history. */
export async function show(given: Given): Promise<void> {
  requireStore();
  const memoryId = given.args[0];
  const { memory, revisions } = await inStore(given, async (own, characterId) => ({
    memory: await own.run<Memory>(getMemory, { characterId, memoryId }),
    revisions: (await own.run<{ revisions: Revision[] }>(getMemoryHistory, { characterId, memoryId })).revisions,
  }));
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
  const input = { memoryId: given.args[0], ...fields, ...insisting(given) };
  const memory = await withCharacter<Memory>(given, updateMemory, input);
  print(given, memory, () => [rows([memory])]);
}

/** `delete ID…`: each can be restored in the dashboard. */
export async function remove(given: Given): Promise<void> {
  requireStore();
  const deleted = await inStore(given, async (own, characterId) => {
    const ids: string[] = [];
    for (const memoryId of given.args) {
      await own.run(deleteMemory, { characterId, memoryId });
      ids.push(memoryId);
    }
    return ids;
  });
  print(given, { deleted }, () => [
    `Deleted: ${deleted.join(', ')}. The dashboard restores it (agent-memory-service ui).`,
  ]);
}

/** Only `add` makes a character that is not there. CharacterNotFound. */
function inStore<Result>(
  given: Given,
  action: (own: OwnStore, characterId: string) => Promise<Result>,
  makes = false,
): Promise<Result> {
  return inOwnStore(textFlag(given, 'character'), async (own) => {
    const { character, created } = await characterMeant(own);
    if (created && !makes) throw characterNotFound(character);
    return action(own, character);
  });
}

function withCharacter<Output>(given: Given, operation: Operation, input: object, makes = false): Promise<Output> {
  return inStore(given, (own, characterId) => own.run<Output>(operation, { characterId, ...input }), makes);
}

/** Those flags that are given, as texts; levels of importance in any case. */
function chosen(given: Given, ...names: readonly string[]): Record<string, string> {
  const values = names.map((name) => [name, textFlag(given, name)] as const);
  const found = values.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]));
  return Object.fromEntries(found.map(([name, value]) => [name, name === 'importance' ? value.toUpperCase() : value]));
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
function rows(memories: readonly Listed[], weight?: 'relevance'): string {
  const shown = memories.map(({ id, content, category, importance, salience, occurredAt }) => ({
    relevance: weight && salience.toFixed(2),
    memory: inShort(content.trim(), maxShown),
    category,
    importance: importance === 'NORMAL' ? undefined : importance.toLowerCase(),
    when: occurredAt && day(occurredAt),
    id,
  }));
  return table(shown, ['relevance', 'memory', 'category', 'importance', 'when', 'id']);
}

const day = (instant: string) => instant.slice(0, 10);
