import { describe, expect, test } from 'vitest';
import { localOwner } from '../../src/domain/principal.ts';
import type { Project } from '../../src/domain/project-rules.ts';
import { groups } from '../../src/gate/operation.ts';
import type { Layers } from '../../src/service/context.ts';
import { onMachine, openSession, type SessionOptions } from '../support/harness.ts';

interface Batch {
  changed: number;
  failed: { id: string; error: { type: string } }[];
  batchId: string;
}

/** A project Alpha and the user's own memory, Mara, with what each of them holds. */
async function twoCharacters(more: SessionOptions = {}) {
  const ids = new Map<string, string>();
  const idOf = async (name: string) => ids.get(name);
  const layers: Layers = {
    present: async () => [...ids.values()],
    mine: () => idOf('Mara'),
    me: () => idOf('Mara'),
    project: () => idOf('Alpha'),
  };
  const session = await openSession({
    character: 'Alpha',
    toolsets: [...groups],
    ...more,
    services: { layers, ...more.services },
  });
  for (const [name, categoryPreset] of [
    ['Alpha', 'developer'],
    ['Mara', 'standard'],
  ] as const) {
    const { id } = await session.call<{ id: string }>('create_character', { name, categoryPreset });
    ids.set(name, id);
  }
  const add = async (characterId: string, content: string, more: object = {}) =>
    (
      await session.call<{ id: string }>('add_memory_direct', {
        characterId,
        content,
        category: 'preferences',
        ...more,
      })
    ).id;
  const held = async (characterId: string) => {
    const { memories } = await session.call<{ memories: { content: string }[] }>('list_memories', { characterId });
    return memories.map(({ content }) => content).toSorted();
  };
  const move = (ids: string[], to: string, more: object = {}) =>
    session.call<Batch>('change_memories', { characterId: 'Alpha', ids, change: { moveTo: to, ...more } });
  return { ...session, add, held, move, both: async () => [await held('Alpha'), await held('Mara')] };
}

describe('change_memories with moveTo', () => {
  test('memories move to the user’s own memory, and an undo brings them back from either side', async () => {
    const { call, add, both, move } = await twoCharacters();
    const id = await add('Alpha', 'I live in Lisbon.');
    await add('Alpha', 'The API is in Go.');
    const before = await both();
    for (const side of ['Alpha', 'Mara']) {
      const { changed, failed, batchId } = await move([id], 'me');
      expect([changed, failed]).toStrictEqual([1, []]);
      expect(await both()).toStrictEqual([['The API is in Go.'], ['I live in Lisbon.']]);
      expect(await call('get_memory', { characterId: 'me', memoryId: id })).toMatchObject({ origin: 'agent' });
      const undone = await call<Batch>('undo_batch', { characterId: side, batchId });
      expect(undone).toMatchObject({ changed: 1, failed: [], changedSince: 0 });
      expect(await both()).toStrictEqual(before);
      const again = await call<Batch>('undo_batch', { characterId: side, batchId: undone.batchId });
      expect(await both()).toStrictEqual([['The API is in Go.'], ['I live in Lisbon.']]);
      await call('undo_batch', { characterId: side, batchId: again.batchId });
    }
    const { revisions } = await call<{ revisions: { changeType: string }[] }>('get_memory_history', {
      characterId: 'Alpha',
      memoryId: id,
    });
    expect(revisions.at(-1)).toMatchObject({ changeType: 'RESTORED', content: 'I live in Lisbon.' });
  });

  test('a category that is missing there is named in the answer, and comes back with an undo', async () => {
    const { call, add, move } = await twoCharacters();
    const { categories } = await call<{ categories: { name: string }[] }>('list_categories', { characterId: 'Alpha' });
    const own = await call<{ categories: { name: string }[] }>('list_categories', { characterId: 'Mara' });
    const missing = categories.find(({ name }) => own.categories.every((one) => one.name !== name))!.name;
    const id = await add('Alpha', 'I review in the mornings.', { category: missing });
    const { batchId, ...answer } = await move([id], 'Mara');
    expect(answer).toStrictEqual({ changed: 1, failed: [], recategorized: [{ id, category: 'general' }] });
    await call('undo_batch', { characterId: 'Alpha', batchId });
    expect(await call('get_memory', { characterId: 'Alpha', memoryId: id })).toMatchObject({ category: missing });
    const named = await move([id], 'Mara', { category: 'preferences' });
    expect(named).not.toHaveProperty('recategorized');
    expect(await call('get_memory', { characterId: 'Mara', memoryId: id })).toMatchObject({ category: 'preferences' });
  });

  test('a text that stands there already becomes one, and an undo separates both', async () => {
    const { call, add, both, move } = await twoCharacters();
    const id = await add('Alpha', 'I have diabetes.');
    const into = await add('Mara', 'I have  diabetes.');
    const { batchId, ...answer } = await move([id], 'me');
    expect(answer).toStrictEqual({ changed: 1, failed: [], joined: [{ id, into }] });
    expect(await both()).toStrictEqual([[], ['I have  diabetes.']]);
    await call('undo_batch', { characterId: 'Alpha', batchId });
    expect(await both()).toStrictEqual([['I have diabetes.'], ['I have  diabetes.']]);
  });

  test('a memory moves with what it has replaced, which does not hold again', async () => {
    const { call, add, both, move } = await twoCharacters();
    const older = await add('Alpha', 'I live in Lisbon.');
    const newer = await add('Alpha', 'I live in Porto.', { supersedes: [older] });
    const { batchId } = await move([newer], 'me');
    expect(await both()).toStrictEqual([[], ['I live in Lisbon.', 'I live in Porto.']]);
    expect(await call('get_memory', { characterId: 'me', memoryId: older })).toMatchObject({ supersededBy: newer });
    await call('undo_batch', { characterId: 'Mara', batchId });
    expect(await call('get_memory', { characterId: 'Alpha', memoryId: older })).toMatchObject({ supersededBy: newer });
  });

  test('a restored memory comes back from where it has moved', async () => {
    const { call, add, both, move } = await twoCharacters();
    const id = await add('Alpha', 'I live in Lisbon.');
    await move([id], 'me');
    const restored = await call('restore_memory', { characterId: 'Alpha', memoryId: id });
    expect(restored).toMatchObject({ id, state: 'ACTIVE', content: 'I live in Lisbon.' });
    expect(await both()).toStrictEqual([['I live in Lisbon.'], []]);
  });

  test('a memory that has moved is not listed as deleted, nor copied when all deleted ones are restored', async () => {
    const { call, add, both, move } = await twoCharacters();
    const [id, gone] = [await add('Alpha', 'I live in Lisbon.'), await add('Alpha', 'The API is in Go.')];
    await move([id], 'me');
    await call('delete_memory', { characterId: 'Alpha', memoryId: gone });
    for (const state of ['DELETED', 'ALL'])
      expect(await call('list_memories', { characterId: 'Alpha', state })).toMatchObject({
        total: 1,
        memories: [{ id: gone }],
      });
    const back = { characterId: 'Alpha', filter: { state: 'DELETED' }, change: { state: 'ACTIVE' } };
    expect(await call('change_memories', back)).toMatchObject({ changed: 1 });
    expect(await both()).toStrictEqual([['The API is in Go.'], ['I live in Lisbon.']]);
  });

  test('an undo leaves what has changed since where it is', async () => {
    const { call, add, both, move } = await twoCharacters();
    const id = await add('Alpha', 'I live in Lisbon.');
    const { batchId } = await move([id], 'me');
    await call('update_memory', { characterId: 'me', memoryId: id, content: 'I live in Faro.' });
    for (const characterId of ['Alpha', 'Mara']) {
      expect(await call('undo_batch', { characterId, batchId })).toMatchObject({ changed: 0, changedSince: 1 });
    }
    expect(await both()).toStrictEqual([[], ['I live in Faro.']]);
  });

  test('a synced file does not bring back what has moved, and does not delete it', async () => {
    const { call, both } = await twoCharacters();
    const sync = (fileContent: string) =>
      call('sync_file', { characterId: 'Alpha', filePath: 'notes.md', fileContent });
    await sync('- I live in Lisbon.\n- The API is in Go.\n');
    const filter = { characterId: 'Alpha', query: 'Where do I live?' };
    const { memories } = await call<{ memories: { id: string }[] }>('search_memories', filter);
    await call('change_memories', { characterId: 'Alpha', ids: [memories[0]!.id], change: { moveTo: 'me' } });
    await sync('- I live in Lisbon.\n- The API is in Go 2.\n');
    expect(await both()).toStrictEqual([['The API is in Go 2.'], ['I live in Lisbon.']]);
    await sync('- The API is in Go 2.\n');
    expect(await both()).toStrictEqual([['The API is in Go 2.'], ['I live in Lisbon.']]);
  });

  test('a move is refused to the same, an archived or an unknown character, and beside other changes', async () => {
    const { fault, call, add, both } = await twoCharacters();
    const id = await add('Alpha', 'I live in Lisbon.');
    const move = (change: object) => fault('change_memories', { characterId: 'Alpha', ids: [id], change });
    expect(await move({ moveTo: 'project' })).toMatchObject({ type: 'InvalidInput' });
    expect(await move({ moveTo: 'nobody' })).toMatchObject({ type: 'CharacterNotFound' });
    expect(await move({ moveTo: 'me', state: 'DELETED' })).toMatchObject({ type: 'InvalidInput' });
    await call('archive_character', { characterId: 'Mara' });
    expect(await move({ moveTo: 'Mara' })).toMatchObject({ type: 'CharacterArchived' });
    expect(await both()).toStrictEqual([['I live in Lisbon.'], []]);
  });
});

const project = (name: string): Project => ({
  names: [name],
  folder: `/work/${name}`,
  place: `place:${name}`,
  root: null,
});

describe('list_own_statements', () => {
  test('statements about the user in projects are listed by project, and all move by one action', async () => {
    const { call, add, held, store } = await twoCharacters({ onFile: true });
    const { projects, characters } = onMachine(store);
    const owner = localOwner('BUSINESS');
    for (const name of ['Alpha', 'Mara', 'Beta']) {
      if (name === 'Beta') await call('create_character', { name });
      const found = await characters.find(owner, name);
      await projects.assign(owner, project(name), found!.id, 1);
    }
    for (const text of ['I live in Lisbon.', 'Ich habe Diabetes.', 'The API is in Go.']) await add('Alpha', text);
    await add('Beta', 'My sister Ana lives in Porto.');
    await add('Mara', 'I play the violin.');
    await call('import_document', { characterId: 'Beta', fileName: 'cv.md', fileContent: '- I am vegetarian.' });
    interface Listed {
      projects: { characterId: string; characterName: string; total: number; memories: { id: string }[] }[];
    }
    const listed = await call<Listed>('list_own_statements');
    expect(listed.projects.map(({ characterName, total }) => [characterName, total])).toStrictEqual([
      ['Alpha', 2],
      ['Beta', 1],
    ]);
    for (const { characterId, memories } of listed.projects) {
      const ids = memories.map(({ id }) => id);
      await call('change_memories', { characterId, ids, change: { moveTo: 'me' } });
    }
    expect(await call('list_own_statements')).toStrictEqual({ projects: [] });
    expect(await held('Alpha')).toStrictEqual(['The API is in Go.']);
    expect(await held('Beta')).toStrictEqual(['I am vegetarian.']);
    expect(await held('Mara')).toStrictEqual([
      'I live in Lisbon.',
      'I play the violin.',
      'Ich habe Diabetes.',
      'My sister Ana lives in Porto.',
    ]);
  });

  test('nothing is listed where one memory has all', async () => {
    const { call, add } = await twoCharacters({ services: { layers: undefined } });
    await add('Alpha', 'I live in Lisbon.');
    expect(await call('list_own_statements')).toStrictEqual({ projects: [] });
  });
});
