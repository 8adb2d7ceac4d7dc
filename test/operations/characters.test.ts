import { describe, expect, test } from 'vitest';
import type { Character } from '../../src/domain/character.ts';
import type { Memory } from '../../src/domain/memory.ts';
import { groups } from '../../src/gate/operation.ts';
import { openSession, type Session } from '../support/harness.ts';

const create = (session: Session, name: string, more: object = {}) =>
  session.call<Character>('create_character', { name, ...more });

describe('creating', () => {
  test('create_character returns the whole character without absent fields', async () => {
    const session = await openSession();
    const made = await create(session, 'Ada', { categoryPreset: 'developer', tags: ['x', 'x', ' y '] });
    expect(made).toStrictEqual({
      id: made.id,
      name: 'Ada',
      status: 'ACTIVE',
      categoryPreset: 'developer',
      visibility: 'PUBLIC',
      owner: { id: 'local', name: 'local' },
      access: 'WRITE',
      shares: [],
      tags: ['x', 'y'],
      aliases: [],
      profile: { rules: [], customFields: {} },
      memoryCount: 0,
      createdAt: '2026-01-15T10:00:30.000Z',
      updatedAt: '2026-01-15T10:00:30.000Z',
    });
    expect(await session.call('get_character', { characterId: made.id })).toStrictEqual(made);
  });

  test('create_character takes profile and externalId, but no agent configuration', async () => {
    const session = await openSession();
    const profile = { systemPrompt: 'Be kind.', rules: ['one'], customFields: { team: 'A' } };
    const made = await create(session, 'Ada', { externalId: 'ext-1', profile });
    expect(made).toMatchObject({ externalId: 'ext-1', profile });
    const fault = await session.fault('create_character', { name: 'Bo', profile: { agentConfig: {} } });
    expect(fault).toMatchObject({ type: 'InvalidInput', message: expect.stringContaining('profile.agentConfig') });
  });

  test('names are trimmed and normalized, then unique', async () => {
    const session = await openSession();
    expect((await create(session, '  Jose\u0301 ')).name).toBe('José');
    expect(await session.fault('create_character', { name: 'José' })).toMatchObject({
      type: 'DuplicateCharacterName',
      status: 400,
    });
    expect((await create(session, 'josé')).name).toBe('josé');
  });

  test('a preset adds its categories', async () => {
    const session = await openSession();
    await create(session, 'dev', { categoryPreset: 'developer' });
    await create(session, 'std');
    const names = async (characterId: string) =>
      (
        await session.call<{ categories: { name: string; isDefault: boolean }[] }>('list_categories', { characterId })
      ).categories.map(({ name, isDefault }) => (isDefault ? `${name}*` : name));
    expect(await names('dev')).toStrictEqual([
      'decisions*',
      'events',
      'facts',
      'goals',
      'preferences',
      'relationships',
      'skills',
    ]);
    expect(await names('std')).toStrictEqual([
      'general*',
      'decisions',
      'events',
      'facts',
      'goals',
      'preferences',
      'relationships',
    ]);
    expect(await session.fault('create_character', { name: 'x', categoryPreset: 'other' })).toMatchObject({
      type: 'InvalidPreset',
      status: 400,
    });
  });
});

describe('finding', () => {
  test('a reference is a UUID, an alias (without case) or a name', async () => {
    const session = await openSession();
    const { id } = await create(session, 'Ada');
    await session.call('set_aliases', {
      characterId: 'Ada',
      aliases: ['Countess', { alias: 'AL', sourceHint: 'mail' }],
    });
    for (const reference of [id, id.toUpperCase(), 'Ada', 'countess', 'al']) {
      expect((await session.call<Character>('get_character', { characterId: reference })).id).toBe(id);
    }
    expect((await session.call<Character>('resolve_alias', { alias: 'COUNTESS' })).aliases).toStrictEqual([
      { alias: 'Countess' },
      { alias: 'AL', sourceHint: 'mail' },
    ]);
    for (const reference of ['nobody', '00000000-0000-4000-8000-00000000dead']) {
      expect(await session.fault('get_character', { characterId: reference })).toMatchObject({
        type: 'CharacterNotFound',
        status: 404,
      });
    }
    expect((await session.fault('resolve_alias', { alias: 'Ada' })).type).toBe('CharacterNotFound');
  });

  test('an alias must not clash with another name or alias, and vice versa', async () => {
    const session = await openSession();
    await create(session, 'Ada');
    await create(session, 'Bob');
    await session.call('set_aliases', { characterId: 'Ada', aliases: ['first', 'Ada'] });
    for (const aliases of [['FIRST'], ['bob'.toUpperCase(), 'ada']]) {
      expect((await session.fault('set_aliases', { characterId: 'Bob', aliases })).type).toBe('NameTaken');
    }
    const twice = { characterId: 'Bob', aliases: ['same', 'SAME'] };
    expect((await session.fault('set_aliases', twice)).type).toBe('InvalidInput');
    expect((await session.fault('create_character', { name: 'First' })).type).toBe('DuplicateCharacterName');
    const uuid = '00000000-0000-4000-8000-000000000001';
    expect((await session.fault('set_aliases', { characterId: 'Bob', aliases: [uuid] })).type).toBe('ValidationError');
    const many = Array.from({ length: 51 }, (_, i) => `a${i}`);
    expect((await session.fault('set_aliases', { characterId: 'Bob', aliases: many })).type).toBe('ValidationError');
    expect((await session.call<Character>('get_character', { characterId: 'Bob' })).aliases).toStrictEqual([]);
  });

  test('characters are filtered, sorted with ties by id, and paged from 0', async () => {
    const session = await openSession();
    const made: Character[] = [];
    for (const name of ['c', 'a', 'b']) made.push(await create(session, name, { tags: [name, 'all'] }));
    await session.call('update_agent_config', { characterId: 'b', capabilities: ['code'], status: 'BUSY' });
    await session.call('add_memory_direct', { characterId: 'a', content: 'x', category: 'general' });
    await session.call('archive_character', { characterId: 'c' });
    const list = async (filter: object) => {
      const { characters, total } = await session.call<{ characters: Character[]; total: number }>(
        'list_characters',
        filter,
      );
      return { names: characters.map(({ name }) => name).join(''), total };
    };
    expect(await list({})).toStrictEqual({ names: 'ab', total: 2 });
    expect(await list({ status: 'ALL', sortBy: 'NAME' })).toStrictEqual({ names: 'cba', total: 3 });
    expect(await list({ status: 'ARCHIVED' })).toStrictEqual({ names: 'c', total: 1 });
    expect(await list({ tag: 'a' })).toStrictEqual({ names: 'a', total: 1 });
    expect(await list({ capability: 'code' })).toStrictEqual({ names: 'b', total: 1 });
    expect(await list({ agentStatus: 'BUSY' })).toStrictEqual({ names: 'b', total: 1 });
    expect(await list({ agentStatus: 'IDLE' })).toStrictEqual({ names: '', total: 0 });
    for (const sortOrder of ['ASC', 'DESC']) {
      expect(await list({ status: 'ALL', sortBy: 'LAST_MEMORY_AT', sortOrder })).toMatchObject({ names: 'acb' });
    }
    expect(await list({ status: 'ALL', sortBy: 'MEMORY_COUNT', sortOrder: 'ASC' })).toMatchObject({ names: 'cba' });
    expect(await list({ status: 'ALL', page: 1, limit: 2 })).toStrictEqual({ names: 'b', total: 3 });
    const page = await session.call('list_characters', { page: 7 });
    expect(page).toStrictEqual({ characters: [], total: 2, page: 7, limit: 20 });
  });
});

describe('changing', () => {
  test('a profile patch changes the given fields, null clears', async () => {
    const session = await openSession();
    await create(session, 'Ada');
    session.clock.now += 5_000;
    const patch = { systemPrompt: 's', personality: 'p', rules: ['r'], customFields: { k: 'v' } };
    await session.call('update_profile', { characterId: 'Ada', ...patch });
    const changed = await session.call<Character & { updatedAt: string }>('update_profile', {
      characterId: 'Ada',
      personality: null,
      rules: null,
      background: 'b',
    });
    expect(changed.profile).toStrictEqual({ systemPrompt: 's', background: 'b', rules: [], customFields: { k: 'v' } });
    expect(changed.updatedAt).toBe('2026-01-15T10:00:35.000Z');
    expect((await session.fault('update_profile', { characterId: 'Ada' })).type).toBe('InvalidInput');
  });

  test('a new agent configuration is IDLE, and an update changes only given fields', async () => {
    const session = await openSession();
    await create(session, 'Ada');
    const config = async (patch: object) =>
      (await session.call<Character>('update_agent_config', { characterId: 'Ada', ...patch })).profile.agentConfig;
    expect(await config({ preferredModel: 'm' })).toStrictEqual({
      capabilities: [],
      status: 'IDLE',
      preferredModel: 'm',
    });
    const meta = { deep: { list: [1, null, 'x'] } };
    expect(await config({ status: 'FAILED', capabilities: ['a'], meta })).toStrictEqual({
      capabilities: ['a'],
      status: 'FAILED',
      preferredModel: 'm',
      meta,
    });
    expect(
      await config({ capabilities: null, preferredModel: null, meta: null, maxConcurrentTasks: 10 }),
    ).toStrictEqual({
      capabilities: [],
      status: 'FAILED',
      maxConcurrentTasks: 10,
    });
    const fault = (patch: object) => session.fault('update_agent_config', { characterId: 'Ada', ...patch });
    expect((await fault({ status: null })).type).toBe('InvalidInput');
    expect((await fault({ status: 'SLEEPING' })).type).toBe('ValidationError');
    expect((await fault({ status: 3 })).type).toBe('InvalidInput');
    expect((await fault({ maxConcurrentTasks: 11 })).type).toBe('ValidationError');
    expect((await fault({ maxConcurrentTasks: 1.5 })).type).toBe('ValidationError');
  });

  test('a clone copies profile, categories and, on request, tags; its agent is IDLE', async () => {
    const session = await openSession();
    await create(session, 'Ada', { tags: ['t'], profile: { background: 'b' } });
    await session.call('update_agent_config', { characterId: 'Ada', status: 'BUSY', ownerId: 'o' });
    await session.call('add_category', { characterId: 'Ada', name: 'Recipes', hints: ['cook'] });
    await session.call('add_memory_direct', { characterId: 'Ada', content: 'x', category: 'recipes' });
    const clone = await session.call<{ character: Character; memoriesCopied: number }>('clone_character', {
      characterId: 'Ada',
      name: 'Eve',
      externalId: 'e',
      copyTags: true,
    });
    expect(clone).toMatchObject({
      memoriesCopied: 0,
      character: {
        name: 'Eve',
        externalId: 'e',
        tags: ['t'],
        memoryCount: 0,
        profile: { background: 'b', agentConfig: { status: 'IDLE', ownerId: 'o', capabilities: [] } },
      },
    });
    const { categories } = await session.call<{ categories: { name: string; hints: string[]; memoryCount: number }[] }>(
      'list_categories',
      { characterId: 'Eve' },
    );
    expect(categories.find(({ name }) => name === 'Recipes')).toMatchObject({ hints: ['cook'], memoryCount: 0 });
    await create(session, 'Plain');
    const plain = await session.call<{ character: Character }>('clone_character', { characterId: 'Plain', name: 'P2' });
    expect(plain.character.profile).not.toHaveProperty('agentConfig');
    expect(plain.character.tags).toStrictEqual([]);
    expect((await session.fault('clone_character', { characterId: 'Ada', name: 'Eve' })).type).toBe(
      'DuplicateCharacterName',
    );
  });

  test('a clone can copy the memories, found as in the source and independent of it', async () => {
    const session = await openSession();
    await create(session, 'Ada');
    const stored = [
      { content: 'Ada trinkt grünen Tee.', importance: 'HIGH', occurredAt: '2024-03-01T10:00:00.000Z' },
      { content: 'エイダは京都に住んでいる。', salience: 0.9, sessionId: 's1' },
    ];
    for (const one of stored)
      await session.call('add_memory_direct', { characterId: 'Ada', category: 'general', ...one });
    await session.call('sync_file', { characterId: 'Ada', filePath: 'a.md', fileContent: '- Ada plays chess.\n' });
    const gone = await session.call<{ id: string }>('add_memory_direct', {
      characterId: 'Ada',
      category: 'general',
      content: 'deleted',
    });
    await session.call('delete_memory', { characterId: 'Ada', memoryId: gone.id });
    const input = { characterId: 'Ada', name: 'Eve', memories: 'copy' };
    const { character, memoriesCopied } = await session.call<{ character: Character; memoriesCopied: number }>(
      'clone_character',
      input,
    );
    expect({ memoriesCopied, memoryCount: character.memoryCount }).toStrictEqual({ memoriesCopied: 3, memoryCount: 3 });
    const { memories } = await session.call<{ memories: Memory[] }>('list_memories', { characterId: 'Eve' });
    expect(memories).toMatchObject([
      { content: 'Ada plays chess.', source: { kind: 'import' } },
      { content: 'エイダは京都に住んでいる。', salience: 0.9, sessionId: 's1', source: { kind: 'direct' } },
      { content: 'Ada trinkt grünen Tee.', importance: 'HIGH', occurredAt: '2024-03-01T10:00:00.000Z' },
    ]);
    const found = (characterId: string) =>
      session.call<{ memories: Memory[] }>('search_memories', { characterId, query: 'grüner Tee' });
    expect((await found('Eve')).memories[0]?.content).toBe('Ada trinkt grünen Tee.');
    await session.call('delete_memory', { characterId: 'Eve', memoryId: (await found('Eve')).memories[0]!.id });
    expect((await found('Ada')).memories[0]?.content).toBe('Ada trinkt grünen Tee.');
  });

  test('the option copyMemories is refused, and nothing is created', async () => {
    const session = await openSession();
    await create(session, 'Ada');
    const input = { characterId: 'Ada', name: 'Eve', copyMemories: true };
    for (const more of [{}, { memories: 'copy' }]) {
      const refused = await session.fault('clone_character', { ...input, ...more });
      expect(refused).toMatchObject({ type: 'NotImplemented', status: 501 });
    }
    expect(await session.call('list_characters')).toMatchObject({ total: 1 });
  });

  test('a deleted character is not found, keeps its name taken, and is restored as it was', async () => {
    const session = await openSession({ toolsets: [...groups] });
    await create(session, 'Ada');
    const characterId = 'Ada';
    await session.call('add_memory_direct', { characterId, category: 'general', content: 'kept' });
    await session.call('set_aliases', { characterId, aliases: ['Countess'] });
    const before = await session.call<Character>('archive_character', { characterId });
    expect(await session.call('delete_character', { characterId })).toMatchObject({ name: 'Ada', status: 'DELETED' });
    for (const [name, input] of [
      ['get_character', {}],
      ['search_memories', { query: 'kept' }],
      ['list_memories', {}],
      ['add_memory_direct', { category: 'general', content: 'x' }],
      ['archive_character', {}],
      ['delete_character', {}],
    ] as const) {
      const fault = await session.fault(name, { characterId, ...input });
      expect(fault).toMatchObject({ type: 'CharacterNotFound', message: expect.stringContaining('restore_character') });
    }
    for (const status of ['ALL', 'ACTIVE', 'ARCHIVED'])
      expect(await session.call('list_characters', { status })).toMatchObject({ total: 0 });
    expect(await session.call('list_characters', { status: 'DELETED' })).toMatchObject({ total: 1 });
    for (const name of ['Ada', 'Countess']) {
      const fault = await session.fault('create_character', { name });
      expect(fault).toMatchObject({ type: 'DuplicateCharacterName', message: expect.stringContaining('restore it') });
    }
    expect(await session.call('list_changes', {})).toMatchObject({ changes: [] });
    const { updatedAt: _, ...kept } = before as Character & { updatedAt: string };
    expect(await session.call('restore_character', { characterId: 'countess' })).toMatchObject(kept);
    expect(await session.call('restore_character', { characterId })).toMatchObject(kept);
    expect(await session.call('search_memories', { characterId, query: 'kept' })).toMatchObject({ total: 1 });
  });

  test('tags are replaced, and too many or too long ones refused', async () => {
    const session = await openSession();
    await create(session, 'Ada', { tags: ['old'] });
    expect(
      (await session.call<Character>('set_tags', { characterId: 'Ada', tags: ['b', 'a', 'b'] })).tags,
    ).toStrictEqual(['b', 'a']);
    const fault = (tags: unknown) => session.fault('set_tags', { characterId: 'Ada', tags });
    expect((await fault(['x'.repeat(101)])).type).toBe('ValidationError');
    expect((await fault(Array.from({ length: 51 }, (_, i) => `t${i}`))).type).toBe('ValidationError');
    expect((await fault(5)).type).toBe('InvalidInput');
  });

  test('an archived character can be read and exported, and every write is refused', async () => {
    const session = await openSession();
    await create(session, 'Ada');
    const characterId = 'Ada';
    const { id: memoryId } = await session.call<{ id: string }>('add_memory_direct', {
      characterId,
      content: 'kept',
      category: 'general',
    });
    const archived = await session.call<Character & { updatedAt: string }>('archive_character', { characterId });
    expect(archived.status).toBe('ARCHIVED');
    session.clock.now += 1000;
    expect(await session.call('archive_character', { characterId })).toStrictEqual(archived);
    expect((await session.call<{ markdown: string }>('export_character', { characterId })).markdown).toContain('kept');
    expect(await session.call('get_memory', { characterId, memoryId })).toMatchObject({ content: 'kept' });
    const writes: [string, object][] = [
      ['update_profile', { background: 'b' }],
      ['update_agent_config', { status: 'BUSY' }],
      ['set_aliases', { aliases: ['a'] }],
      ['set_tags', { tags: ['a'] }],
      ['add_memory', { content: 'I like tea.' }],
      ['add_memory_direct', { content: 'x', category: 'general' }],
      ['update_memory', { memoryId, content: 'y' }],
      ['delete_memory', { memoryId }],
      ['restore_memory', { memoryId }],
      ['add_category', { name: 'n' }],
      ['update_category', { name: 'facts', description: 'd' }],
      ['delete_category', { name: 'facts' }],
    ];
    for (const [name, input] of writes) {
      const fault = await session.fault(name, { characterId, ...input });
      expect([name, fault.type, fault.message]).toStrictEqual([
        name,
        'CharacterArchived',
        expect.stringContaining('archived'),
      ]);
    }
    expect((await session.fault('create_character', { name: 'Ada' })).type).toBe('DuplicateCharacterName');
  });
});
