import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { type ErrorType, errorStatus } from '../../src/domain/errors.ts';
import { judged } from '../../src/domain/validation.ts';
import { operations } from '../../src/features/operations.ts';
import { groups } from '../../src/gate/operation.ts';
import { openSession } from '../support/harness.ts';

const nobody = '00000000-0000-4000-8000-00000000dead';

/** Every error type that the operations over stdio can answer, each produced through the front door. */
const produced: [ErrorType, string, object][] = [
  ['CharacterNotFound', 'get_character', { characterId: nobody }],
  ['MemoryNotFound', 'get_memory', { characterId: 'Ada', memoryId: nobody }],
  ['InvalidContent', 'add_memory', { characterId: 'Ada', content: '' }],
  ['InvalidInput', 'add_memory', { characterId: 'Ada' }],
  ['DuplicateCharacterName', 'create_character', { name: 'Ada' }],
  ['CategoryNotConfigured', 'add_memory', { characterId: 'Ada', content: 'x', category: 'nope' }],
  ['CategoryNotConfigured', 'search_memories', { characterId: 'Ada', query: 'x', category: 'nope' }],
  ['InvalidPreset', 'create_character', { name: 'x', categoryPreset: 'nope' }],
  ['ValidationError', 'search_memories', { characterId: 'Ada', query: 'x', limit: 101 }],
  ['NotImplemented', 'create_webhook', { url: 'https://hooks.example/', events: ['*'] }],
];

describe('errors', () => {
  test.each(produced)('the error %s is returned by %s', async (type, name, input) => {
    const session = await openSession({ toolsets: [...groups] });
    await session.call('create_character', { name: 'Ada' });
    const { body, isError } = await session.answer(name, input);
    expect(isError).toBe(true);
    const details = type === 'ValidationError' ? { details: [{ field: 'limit', message: expect.any(String) }] } : {};
    expect(body).toStrictEqual({
      error: { type, status: errorStatus[type], message: expect.any(String), ...details },
    });
  });

  test('ids of another tenant are answered like unknown ones', async () => {
    const theirs = await openSession({ tenantId: 'theirs' });
    const { id: characterId } = await theirs.call<{ id: string }>('create_character', { name: 'Ada' });
    const stored = { characterId, content: 'a secret', category: 'general' };
    const { id: memoryId } = await theirs.call<{ id: string }>('add_memory_direct', stored);
    const ours = await openSession({ path: theirs.path, tenantId: 'ours' });
    await ours.call('create_character', { name: 'Bob' });
    for (const name of ['get_character', 'list_memories', 'export_character', 'archive_character', 'list_categories']) {
      expect([name, (await ours.fault(name, { characterId })).type]).toStrictEqual([name, 'CharacterNotFound']);
    }
    for (const name of ['get_memory', 'delete_memory', 'get_memory_history', 'restore_memory']) {
      expect((await ours.fault(name, { characterId, memoryId })).type).toBe('CharacterNotFound');
      expect((await ours.fault(name, { characterId: 'Bob', memoryId })).type).toBe('MemoryNotFound');
    }
    expect(await ours.call('search_memories', { characterId: 'Bob', query: 'secret' })).toMatchObject({ total: 0 });
    expect(await ours.call('list_characters', { status: 'ALL' })).toMatchObject({ total: 1 });
    expect(await theirs.call('get_memory', { characterId, memoryId })).toMatchObject({
      content: 'a secret',
      revision: 1,
    });
  });

  test('a role that is too low gets InsufficientRole', async () => {
    const session = await openSession({ role: 'VIEWER' });
    expect(await session.fault('create_character', { name: 'x' })).toMatchObject({
      type: 'InsufficientRole',
      status: 403,
    });
    expect(await session.call('list_characters')).toMatchObject({ total: 0 });
    const member = await openSession({ role: 'MEMBER' });
    await member.call('create_character', { name: 'x' });
    expect((await member.fault('archive_character', { characterId: 'x' })).type).toBe('InsufficientRole');
  });

  test('an unexpected error is InternalError: logged in full, answered without internals', async () => {
    const session = await openSession({
      services: {
        newId: () => {
          throw new Error('the inner workings');
        },
      },
    });
    const fault = await session.fault('create_character', { name: 'x' });
    expect(fault).toMatchObject({ type: 'InternalError', status: 500 });
    expect(JSON.stringify(fault)).not.toContain('inner workings');
    const error = expect.objectContaining({ message: 'the inner workings' });
    expect(session.logged).toMatchObject([{ level: 'error', fields: { operation: 'create_character', error } }]);
    expect(await session.call('list_characters')).toMatchObject({ total: 0 });
  });
});

describe('invalid input', () => {
  const odd: [unknown, string][] = [
    [true, 'InvalidInput'],
    [Number.NaN, 'InvalidInput'],
    ['five', 'InvalidInput'],
    [{}, 'InvalidInput'],
    [[], 'InvalidInput'],
    [0, 'ValidationError'],
    [-1, 'ValidationError'],
    [1.5, 'ValidationError'],
    [101, 'ValidationError'],
    [1e308, 'ValidationError'],
    [Number.MAX_SAFE_INTEGER + 1, 'ValidationError'],
  ];
  test.each(odd)('the limit %s is refused', async (limit, type) => {
    const session = await openSession();
    expect((await session.fault('list_characters', { limit })).type).toBe(type);
    expect(await session.call('list_characters')).toMatchObject({ total: 0 });
  });

  const inputs: [string, string, object][] = [
    ['an unknown argument', 'list_characters', { pge: 1 }],
    ['an argument of another tool', 'get_tier', { characterId: 'x' }],
    ['a lone surrogate in a name', 'create_character', { name: 'a\ud800' }],
    ['a lone surrogate as a key', 'create_character', { name: 'a', profile: { customFields: { '\ud800': 'x' } } }],
    ['a prototype key', 'create_character', JSON.parse('{"name":"a","profile":{"customFields":{"__proto__":"x"}}}')],
    ['a number as a name', 'create_character', { name: 12 }],
    ['null as a name', 'create_character', { name: null }],
  ];
  test.each(inputs)('%s is refused, and the server goes on', async (_, name, input) => {
    const session = await openSession();
    expect((await session.fault(name, input)).type).toBe('InvalidInput');
    expect(await session.call('list_characters')).toMatchObject({ total: 0 });
  });

  test('deep and broad metadata is refused', async () => {
    const session = await openSession();
    await session.call('create_character', { name: 'Ada' });
    const deep: Record<string, unknown> = {};
    let at = deep;
    for (let i = 0; i < 200; i++) {
      at.x = {};
      at = at.x as Record<string, unknown>;
    }
    const update = (meta: object) => session.fault('update_agent_config', { characterId: 'Ada', meta });
    expect((await update(deep)).type).toBe('InvalidInput');
    expect((await update({ x: 'y'.repeat(20_000) })).type).toBe('ValidationError');
  });

  test('ValidationError names every bad field', async () => {
    const session = await openSession();
    const fault = await session.fault('list_characters', { limit: 0, page: -1, agentStatus: 'x', sortBy: 'y' });
    expect(fault.type).toBe('ValidationError');
    expect(fault.details?.map(({ field }) => field).sort()).toStrictEqual(['agentStatus', 'limit', 'page', 'sortBy']);
  });

  test('an empty text is not described by a number', async () => {
    const session = await openSession();
    expect((await session.fault('get_character', { characterId: '' })).message).toBe('characterId must not be empty.');
    for (const { name, input } of operations) {
      for (const [field, schema] of Object.entries(input.shape)) {
        const { fault = '' } = judged(z.object({ [field]: schema as z.ZodType }), { [field]: '' });
        expect(fault, `${name}.${field}`).not.toMatch(/at least 1\b/);
      }
    }
  });

  test('a missing or mistyped field is reported before other errors', async () => {
    const session = await openSession();
    await session.call('create_character', { name: 'Ada' });
    const fault = await session.fault('add_memory_direct', { characterId: 'Ada', content: '', salience: 3 });
    expect(fault).toMatchObject({ type: 'InvalidInput', message: expect.stringContaining('category') });
  });
});
