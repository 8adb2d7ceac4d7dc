import { describe, expect, test } from 'vitest';
import type { Stored } from '../support/answers.ts';
import { type Body, openWithAda, type Session } from '../support/harness.ts';

const characterId = 'Ada';

async function store(session: Session, content: string, more: object = {}): Promise<Stored> {
  return session.call<Stored>('add_memory_direct', { characterId, content, category: 'general', ...more });
}

describe('storing directly', () => {
  test('add_memory_direct returns the memory with its defaults', async () => {
    const session = await openWithAda();
    const made = await store(session, 'Likes tea.');
    const { id: characterUuid } = await session.call<{ id: string }>('get_character', { characterId });
    expect(made).toStrictEqual({
      id: made.id,
      characterId: characterUuid,
      content: 'Likes tea.',
      category: 'general',
      salience: 0.5,
      importance: 'NORMAL',
      state: 'ACTIVE',
      revision: 1,
      source: { kind: 'direct' },
      sessionId: 'session-of-the-connection',
      occurredAt: '2026-01-15T10:00:30.000Z',
      createdAt: '2026-01-15T10:00:30.000Z',
      updatedAt: '2026-01-15T10:00:30.000Z',
      operation: 'ADD',
    });
  });

  test('session and time are stored as given, in UTC', async () => {
    const session = await openWithAda();
    const made = await store(session, 'x', { sessionId: 's-1', occurredAt: '2025-05-01T12:00:00+02:00' });
    expect(made).toMatchObject({ sessionId: 's-1', occurredAt: '2025-05-01T10:00:00.000Z' });
  });

  test.each([
    ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
    ['9999-12-31T23:59:59-00:01', undefined],
    ['0001-01-01T01:00:00+01:00', '0001-01-01T00:00:00.000Z'],
    ['0001-01-01T00:00:00+00:01', undefined],
    ['0000-06-01T00:00:00Z', undefined],
  ])('the time %s is stored in UTC if it is within years 1 to 9999', async (occurredAt, stored) => {
    const session = await openWithAda();
    const input = { characterId: 'Ada', content: 'x', category: 'general', occurredAt };
    const { body } = await session.answer('add_memory_direct', input);
    expect(stored ? body.occurredAt : (body.error as Body).type).toBe(stored ?? 'ValidationError');
  });

  test('equal text is stored once, ignoring white space and Unicode normalization', async () => {
    const session = await openWithAda();
    const first = await store(session, 'Café  au\nlait');
    const again = await store(session, ' Cafe\u0301 au lait ', { category: 'facts', salience: 1 });
    expect(again).toStrictEqual({ ...first, operation: 'NONE' });
    expect((await store(session, 'café au lait')).operation).toBe('ADD');
    expect(await session.call('get_character', { characterId })).toMatchObject({ memoryCount: 2 });
    await session.call('delete_memory', { characterId, memoryId: first.id });
    const fresh = await store(session, 'Café au lait');
    expect(fresh.operation).toBe('ADD');
    expect(fresh.id).not.toBe(first.id);
  });

  test('category names are case-insensitive, and unknown ones refused', async () => {
    const session = await openWithAda();
    expect((await store(session, 'x', { category: ' FACTS ' })).category).toBe('facts');
    const fault = await session.fault('add_memory_direct', { characterId, content: 'y', category: 'nope' });
    expect(fault).toMatchObject({ type: 'CategoryNotConfigured', status: 400 });
    expect(fault.message).toContain('general');
  });
});

describe('reading', () => {
  test('memories are listed newest first by time, filtered and paged', async () => {
    const session = await openWithAda();
    const days = ['2026-01-03', '2026-01-01', '2026-01-02'];
    for (const day of days) {
      const importance = day.endsWith('1') ? 'HIGH' : 'LOW';
      await store(session, day, {
        occurredAt: `${day}T00:00:00Z`,
        importance,
        category: importance === 'HIGH' ? 'facts' : 'general',
      });
    }
    const list = async (filter: object) => {
      const found = await session.call<{ memories: Stored[]; total: number }>('list_memories', {
        characterId,
        ...filter,
      });
      return [found.total, ...found.memories.map(({ content }) => content.slice(-2))];
    };
    expect(await list({})).toStrictEqual([3, '03', '02', '01']);
    expect(await list({ limit: 1, page: 1 })).toStrictEqual([3, '02']);
    expect(await list({ category: 'Facts' })).toStrictEqual([1, '01']);
    expect(await list({ importance: 'LOW' })).toStrictEqual([2, '03', '02']);
    expect(await list({ since: '2026-01-02T00:00:00Z' })).toStrictEqual([2, '03', '02']);
    expect(await list({ until: '2026-01-02T00:00:00Z' })).toStrictEqual([1, '01']);
    const { id } = await store(session, 'gone04', { occurredAt: '2026-01-04T00:00:00Z' });
    await session.call('delete_memory', { characterId, memoryId: id });
    expect(await list({ state: 'DELETED' })).toStrictEqual([1, '04']);
    expect(await list({ state: 'ALL' })).toStrictEqual([4, '04', '03', '02', '01']);
    expect((await session.fault('list_memories', { characterId, category: 'nope' })).type).toBe(
      'CategoryNotConfigured',
    );
  });
});

describe('correcting', () => {
  test('every change adds a revision to the history', async () => {
    const session = await openWithAda();
    const { id: memoryId } = await store(session, 'Lives in Berlin.');
    session.clock.now += 1000;
    const updated = await session.call<Stored>('update_memory', { characterId, memoryId, content: 'Lives in Lisbon.' });
    expect(updated).toMatchObject({ id: memoryId, content: 'Lives in Lisbon.', revision: 2 });
    await session.call('update_memory', {
      characterId,
      memoryId,
      category: 'facts',
      salience: 0.9,
      importance: 'HIGH',
    });
    expect(await session.call('delete_memory', { characterId, memoryId })).toStrictEqual({
      id: memoryId,
      state: 'DELETED',
    });
    const restored = await session.call<Stored>('restore_memory', { characterId, memoryId });
    expect(restored).toMatchObject({ state: 'ACTIVE', revision: 5, category: 'facts' });
    expect(await session.call('restore_memory', { characterId, memoryId })).toStrictEqual(restored);
    const history = await session.call<{ revisions: object[]; total: number }>('get_memory_history', {
      characterId,
      memoryId,
    });
    const base = { salience: 0.5, importance: 'NORMAL', category: 'general', changedBy: 'local', client: 'test' };
    const later = { content: 'Lives in Lisbon.', salience: 0.9, importance: 'HIGH', category: 'facts' };
    const at = (second: number) => ({ createdAt: `2026-01-15T10:00:${second}.000Z` });
    expect(history).toStrictEqual({
      memoryId,
      total: 5,
      revisions: [
        { revision: 1, changeType: 'CREATED', content: 'Lives in Berlin.', ...base, ...at(30) },
        { revision: 2, changeType: 'UPDATED', content: 'Lives in Lisbon.', ...base, ...at(31) },
        { revision: 3, changeType: 'UPDATED', ...base, ...later, ...at(31) },
        { revision: 4, changeType: 'DELETED', ...base, ...later, ...at(31) },
        { revision: 5, changeType: 'RESTORED', ...base, ...later, ...at(31) },
      ],
    });
  });

  test('an update without a change adds no revision', async () => {
    const session = await openWithAda();
    const { operation: _, ...made } = await store(session, 'same');
    const input = { characterId, memoryId: made.id, content: 'same', salience: 0.5 };
    expect(await session.call('update_memory', input)).toStrictEqual(made);
    expect((await session.fault('update_memory', { characterId, memoryId: made.id })).type).toBe('InvalidInput');
  });

  test('a stale revision and a text that exists already are conflicts', async () => {
    const session = await openWithAda();
    const one = await store(session, 'one');
    const two = await store(session, 'two');
    const update = { characterId, memoryId: two.id };
    expect(await session.call('update_memory', { ...update, content: 'Two', expectedRevision: 1 })).toMatchObject({
      revision: 2,
    });
    expect(await session.fault('update_memory', { ...update, content: 'x', expectedRevision: 1 })).toMatchObject({
      type: 'ConflictUnresolved',
      status: 409,
    });
    const clash = await session.fault('update_memory', { ...update, content: ' one ' });
    expect(clash).toMatchObject({ type: 'ConflictUnresolved', message: expect.stringContaining(one.id) });
    await session.call('delete_memory', { characterId, memoryId: one.id });
    const three = await store(session, 'one');
    const refused = await session.fault('restore_memory', { characterId, memoryId: one.id });
    expect(refused).toMatchObject({ type: 'ConflictUnresolved', message: expect.stringContaining(three.id) });
  });

  test('a deleted memory is found only by history and restore', async () => {
    const session = await openWithAda();
    const { id: memoryId } = await store(session, 'x');
    await session.call('delete_memory', { characterId, memoryId });
    for (const name of ['get_memory', 'delete_memory', 'update_memory']) {
      const input = name === 'update_memory' ? { content: 'y' } : {};
      expect(await session.fault(name, { characterId, memoryId, ...input })).toMatchObject({
        type: 'MemoryNotFound',
        status: 404,
      });
    }
    expect(await session.call('get_memory_history', { characterId, memoryId })).toMatchObject({ total: 2 });
    expect(await session.call('get_character', { characterId })).toMatchObject({ memoryCount: 0 });
    expect(await session.call('get_character', { characterId })).not.toHaveProperty('lastMemoryAt');
  });

  test('a memory belongs to its character', async () => {
    const session = await openWithAda();
    await session.call('create_character', { name: 'Bob' });
    const { id: memoryId } = await store(session, 'x');
    for (const name of ['get_memory', 'delete_memory', 'get_memory_history', 'restore_memory']) {
      expect((await session.fault(name, { characterId: 'Bob', memoryId })).type).toBe('MemoryNotFound');
    }
    for (const odd of ['', 'no-uuid', `${memoryId}x`]) {
      expect((await session.fault('get_memory', { characterId, memoryId: odd })).type).toBe(
        odd === '' ? 'ValidationError' : 'MemoryNotFound',
      );
    }
  });
});

describe('texts', () => {
  const kept: [string, string][] = [
    ['10,000 code points', 'ä'.repeat(10_000)],
    ['10,000 emoji', '🧠'.repeat(10_000)],
    ['right-to-left with marks', 'שָׁלוֹם abc مرحبا'],
    ['line ends, tabs and outer space', ' \n\t a \n b \n'],
    ['composed and decomposed', 'é e\u0301'],
    ['a joined family and a flag', '👨‍👩‍👧 🇵🇹'],
    ['looks like SQL, JSON and HTML', `'); DROP TABLE memories; -- {"a":1} <script>`],
  ];
  test.each(kept)('%s survives a round trip', async (_, content) => {
    const session = await openWithAda();
    const { id: memoryId } = await store(session, content);
    const read = await session.call<Stored>('get_memory', { characterId, memoryId });
    expect(read.content === content).toBe(true);
    const { revisions } = await session.call<{ revisions: Stored[] }>('get_memory_history', { characterId, memoryId });
    expect(revisions[0]?.content === content).toBe(true);
  });

  const refused: [string, unknown, string][] = [
    ['10,001 code points', 'x'.repeat(10_001), 'InvalidContent'],
    ['10,001 emoji', '🧠'.repeat(10_001), 'InvalidContent'],
    ['empty', '', 'InvalidContent'],
    ['white space only', ' \n\t\u3000', 'InvalidContent'],
    ['a lone high surrogate', 'a\ud800b', 'InvalidContent'],
    ['a lone low surrogate', '\udc00', 'InvalidContent'],
    ['NUL', 'a\0b', 'InvalidContent'],
    ['a control character', 'a\u001b[31m', 'InvalidContent'],
    ['a C1 control character', 'a\u0085b', 'InvalidContent'],
    ['missing', undefined, 'InvalidInput'],
    ['null', null, 'InvalidInput'],
    ['a number', 7, 'InvalidInput'],
    ['a list', ['x'], 'InvalidInput'],
  ];
  test.each(refused)('%s is refused', async (_, content, type) => {
    const session = await openWithAda();
    for (const name of ['add_memory', 'add_memory_direct']) {
      const input = { characterId, content, ...(name === 'add_memory_direct' && { category: 'general' }) };
      expect(await session.fault(name, input)).toMatchObject({ type, status: 400 });
    }
    expect(await session.call('get_character', { characterId })).toMatchObject({ memoryCount: 0 });
  });
});

test('an empty content is refused, not taken for a missing one', async () => {
  const { call, fault } = await openWithAda();
  const stored = { characterId: 'Ada', content: 'Ada likes tea.', category: 'preferences' };
  const { id } = await call<{ id: string }>('add_memory_direct', stored);
  for (const content of ['', ' \n']) {
    const change = { characterId: 'Ada', memoryId: id, content, importance: 'HIGH' };
    expect(await fault('update_memory', change)).toMatchObject({ type: 'InvalidContent', status: 400 });
  }
  expect(await call('get_memory', { characterId: 'Ada', memoryId: id })).toMatchObject({ revision: 1 });
});
