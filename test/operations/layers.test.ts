import { describe, expect, test } from 'vitest';
import { groups } from '../../src/gate/operation.ts';
import type { Layers } from '../../src/service/context.ts';
import { openSession } from '../support/harness.ts';

interface Found {
  memories: { id: string; content: string; characterId?: string; characterName?: string }[];
  text: string;
}

/** A session in the folder of the project Alpha; the user's own memory is that of Mara. */
async function inAlpha() {
  const ids = new Map<string, string>();
  const idOf = async (name: string) => ids.get(name);
  const layers: Layers = {
    present: async () => [...ids.values()],
    me: () => idOf('Mara'),
    project: () => idOf('Alpha'),
  };
  const session = await openSession({
    character: 'Alpha',
    services: { layers },
    recallLogDays: 30,
    toolsets: [...groups],
  });
  for (const name of ['Alpha', 'Mara']) {
    const { id } = await session.call<{ id: string }>('create_character', { name });
    ids.set(name, id);
  }
  const add = (characterId: string, content: string) =>
    session.call('add_memory_direct', { characterId, content, category: 'facts' });
  await add('Alpha', 'Deployments happen on Tuesdays.');
  await add('Alpha', 'The office of the team is in Porto.');
  await add('Mara', 'Mara lives in Lisbon, near the office in Chiado.');
  return { ...session, ids, add };
}

describe('a call that names no character', () => {
  test('searches the project’s memory and the user’s own, and says whose each result is', async () => {
    const { call } = await inAlpha();
    const { memories } = await call<Found>('search_memories', { query: 'Where does Mara live?' });
    expect(memories[0]).toMatchObject({ content: expect.stringContaining('Lisbon'), characterName: 'Mara' });
    const both = await call<Found>('search_memories', { query: 'office' });
    expect(new Set(both.memories.map((one) => one.characterName))).toStrictEqual(new Set(['Alpha', 'Mara']));
  });

  test('a call without a character gets a context of both memories', async () => {
    const { call, ids } = await inAlpha();
    const { text, memories } = await call<Found>('assemble_context', { query: 'office' });
    expect(text).toMatch(/about "Alpha"[\s\S]*Porto[\s\S]*about "the user \(Mara\)"[\s\S]*Lisbon/);
    expect(new Set(memories.map(({ characterId }) => characterId))).toStrictEqual(new Set(ids.values()));
  });

  test('a recall is recorded for the memory that gave something', async () => {
    const { call, ids } = await inAlpha();
    await call('search_memories', { query: 'Where does Mara live?', minRelevance: 0.4 });
    for (const [name, count] of [
      ['Mara', 1],
      ['Alpha', 0],
    ] as const) {
      const { recalls } = await call<{ recalls: object[] }>('list_recalls', { characterId: ids.get(name) });
      expect([name, recalls.length]).toStrictEqual([name, count]);
    }
  });

  test('writes to the project', async () => {
    const { call, ids } = await inAlpha();
    const { characterId } = await call<{ characterId: string }>('add_memory_direct', {
      content: 'Tests run on every push.',
      category: 'facts',
    });
    expect(characterId).toBe(ids.get('Alpha'));
  });
});

describe('the references me and project', () => {
  test('mean the user’s own memory and the project’s, in any case', async () => {
    const { call } = await inAlpha();
    for (const [reference, name] of [
      ['me', 'Mara'],
      ['Project', 'Alpha'],
    ]) {
      expect(await call('get_character', { characterId: reference })).toMatchObject({ name });
    }
    const { memories } = await call<Found>('search_memories', { characterId: 'me', query: 'office' });
    expect(memories.map(({ content }) => content)).toStrictEqual(['Mara lives in Lisbon, near the office in Chiado.']);
  });

  test('the names me and project are refused for new characters and aliases', async () => {
    const { fault } = await inAlpha();
    for (const [tool, input] of [
      ['create_character', { name: 'me' }],
      ['rename_character', { characterId: 'Mara', name: 'Project' }],
      ['clone_character', { characterId: 'Mara', name: 'ME' }],
      ['set_aliases', { characterId: 'Mara', aliases: ['me'] }],
    ] as const) {
      expect(await fault(tool, input)).toMatchObject({
        type: 'ValidationError',
        message: expect.stringContaining('must not be "me" or "project"'),
      });
    }
  });

  test('a character that has such a name already comes first', async () => {
    const { call, store, ids } = await inAlpha();
    const principal = { tenantId: 'local', memberId: 'local', role: 'OWNER' } as const;
    await store.characters.change(principal, ids.get('Alpha')!, () => ({ aliases: [{ alias: 'me' }] }), 1, 'BUSINESS');
    expect(await call('get_character', { characterId: 'me' })).toMatchObject({ name: 'Alpha' });
  });

  test('the reference me on a server means the caller’s own private memory, made at its first use', async () => {
    const { call, fault } = await openSession({ tenantId: 'acme' });
    await call('create_character', { name: 'acme' });
    const own = await call<{ id: string }>('get_character', { characterId: 'me' });
    expect(own).toMatchObject({ name: 'acme (2)', visibility: 'PRIVATE' });
    expect(await call('get_character', { characterId: 'me' })).toMatchObject({ id: own.id });
    expect(await fault('get_character', { characterId: 'project' })).toMatchObject({ type: 'CharacterNotFound' });
  });
});
