import { describe, expect, test } from 'vitest';
import { emptyProfile } from '../../../src/domain/character.ts';
import { ServiceError } from '../../../src/domain/errors.ts';
import type { CharacterFilter } from '../../../src/domain/stores/characters.ts';
import { tierLimits } from '../../../src/domain/tier.ts';
import {
  addition,
  at,
  id,
  newCharacter,
  ours,
  rejection,
  remember,
  theirs,
  withAda,
  withTenants,
} from '../../support/builders.ts';
import { contract } from '../../support/engines.ts';

const everything: CharacterFilter = { status: 'ALL', sortBy: 'NAME', sortOrder: 'ASC', page: 0, limit: 100 };
const archived = () => ({ status: 'ARCHIVED' as const });

contract('characters', (open) => {
  test('a character is returned as it was given', async () => {
    const { store } = await open();
    await withTenants(store);
    const profile = {
      ...emptyProfile,
      rules: ['be brief'],
      agentConfig: { capabilities: ['x'], status: 'BUSY' as const },
    };
    const given = newCharacter(1, 'Ada', { externalId: 'e', tags: ['b', 'a'], profile });
    const made = await store.characters.create(ours, given, 'FREE', 500);
    expect(made).toStrictEqual({
      id: id(1),
      name: 'Ada',
      status: 'ACTIVE',
      categoryPreset: 'standard',
      visibility: 'PUBLIC',
      owner: { id: 'local', name: 'local' },
      access: 'WRITE',
      shares: [],
      externalId: 'e',
      tags: ['b', 'a'],
      aliases: [],
      profile,
      memoryCount: 0,
      createdAt: '1970-01-01T00:00:00.500Z',
      updatedAt: '1970-01-01T00:00:00.500Z',
    });
    expect(await store.characters.find(ours, id(1))).toStrictEqual(made);
  });

  test('a name is taken by another’s exact name or alias', async () => {
    const { store } = await open();
    await withAda(store);
    await store.characters.change(ours, id(1), () => ({ aliases: [{ alias: 'The Countess' }] }), 600);
    const create = (n: number, name: string) => store.characters.create(ours, newCharacter(n, name), 'BUSINESS', 700);
    for (const name of ['Ada', 'the countess']) expect(await rejection(create(2, name))).toBe('DuplicateCharacterName');
    expect((await create(2, 'ada')).name).toBe('ada');
    expect((await store.characters.create(theirs, newCharacter(3, 'Ada'), 'FREE', 700)).id).toBe(id(3));
  });

  test('ACTIVE characters count against the tier', async () => {
    const { store } = await open();
    await withTenants(store);
    const create = (n: number) => store.characters.create(ours, newCharacter(n, `c${n}`), 'FREE', 500);
    for (const n of [1, 2, 3]) await create(n);
    expect(await rejection(create(4))).toBe('CharacterLimitExceeded');
    const copy = { id: id(5), name: 'copy', copyTags: false };
    expect(await rejection(store.characters.clone(ours, id(1), copy, 'FREE', 500))).toBe('CharacterLimitExceeded');
    await store.characters.change(ours, id(1), archived, 600);
    await create(4);
  });

  test('a clone copies profile, categories and, on request, tags, but no memories, aliases or busy agent', async () => {
    const { store } = await open();
    await withTenants(store);
    const agentConfig = { capabilities: ['x'], status: 'BUSY' as const };
    const source = newCharacter(1, 'Ada', { tags: ['t'], profile: { ...emptyProfile, background: 'b', agentConfig } });
    await store.characters.create(ours, source, 'BUSINESS', 500);
    await store.categories.change(ours, id(1), 'facts', { description: 'changed' }, 510);
    await store.characters.change(ours, id(1), () => ({ aliases: [{ alias: 'al' }] }), 520);
    await remember(store, ['one']);
    const copy = { id: id(2), name: 'Bea', externalId: 'e', copyTags: true };
    const made = await store.characters.clone(ours, id(1), copy, 'BUSINESS', 600);
    expect(made).toMatchObject({ name: 'Bea', externalId: 'e', tags: ['t'], aliases: [], memoryCount: 0 });
    expect(made.profile).toStrictEqual({
      ...emptyProfile,
      background: 'b',
      agentConfig: { ...agentConfig, status: 'IDLE' },
    });
    const categories = await store.categories.list(ours, id(1));
    expect(await store.categories.list(ours, id(2))).toStrictEqual(
      categories.map((category) => ({ ...category, memoryCount: 0 })),
    );
    const untagged = { id: id(3), name: 'Cy', copyTags: false };
    expect(await store.characters.clone(ours, id(1), untagged, 'BUSINESS', 600)).toMatchObject({ tags: [] });
    const twin = store.characters.clone(ours, id(1), { ...untagged, id: id(4) }, 'BUSINESS', 600);
    expect(await rejection(twin)).toBe('DuplicateCharacterName');
    expect(await rejection(store.characters.clone(ours, id(9), untagged, 'BUSINESS', 600))).toBe('CharacterNotFound');
  });

  test('an external id is one character’s, deleted or not, and leads to it', async () => {
    const { store } = await open();
    await withTenants(store);
    const create = (n: number, name: string, externalId?: string, scope = ours) =>
      store.characters.create(scope, newCharacter(n, name, { externalId }), 'BUSINESS', 500);
    await create(1, 'Ada', 'u-1');
    expect(await rejection(create(2, 'Bea', 'u-1'))).toBe('NameTaken');
    await create(3, 'Ada', 'u-1', theirs);
    await create(4, 'user:u-2');
    const found = async (reference: string) => (await store.characters.identify(ours, reference))?.id;
    expect(await found('user:u-1')).toBe(id(1));
    expect(await found('user:u-2')).toBe(id(4));
    expect([await found('user:U-1'), await found('user:'), await found('u-1')]).toStrictEqual(Array(3).fill(undefined));
    const copy = { id: id(5), name: 'Cy', externalId: 'u-1', copyTags: false };
    expect(await rejection(store.characters.clone(ours, id(1), copy, 'BUSINESS', 600))).toBe('NameTaken');
    await store.characters.change(ours, id(1), () => ({ status: 'DELETED' }), 600);
    expect(await rejection(create(2, 'Bea', 'u-1'))).toBe('NameTaken');
    expect(await found('user:u-1')).toBeUndefined();
    expect((await store.characters.findDeleted(ours, 'user:u-1'))?.id).toBe(id(1));
  });

  test('a reference is an id, else a case-insensitive alias, else an exact name', async () => {
    const { store } = await open();
    await withAda(store);
    await store.characters.create(ours, newCharacter(2, 'Bea'), 'BUSINESS', 500);
    await store.characters.change(ours, id(2), () => ({ aliases: [{ alias: 'Élan', sourceHint: 'irc' }] }), 600);
    const found = async (reference: string) => {
      const all = await store.characters.find(ours, reference);
      const identity = await store.characters.identify(ours, reference);
      const { name, status, categoryPreset, memoryCount } = all ?? {};
      expect(identity).toStrictEqual(all && { id: all.id, name, status, categoryPreset, memoryCount });
      return identity?.id;
    };
    expect(await found(id(2).toUpperCase())).toBe(id(2));
    expect(await found(' e\u0301LAN ')).toBe(id(2));
    expect(await found(' Bea ')).toBe(id(2));
    expect([await found('bea'), await found(id(9))]).toStrictEqual([undefined, undefined]);
    const byAlias = await store.characters.findByAlias(ours, 'élan');
    expect(byAlias?.aliases).toStrictEqual([{ alias: 'Élan', sourceHint: 'irc' }]);
    expect(await store.characters.findByAlias(ours, 'Bea')).toBeUndefined();
  });

  test('lists are filtered, sorted and paged', async () => {
    const { store } = await open();
    await withTenants(store);
    const agent = (capability: string, status: 'IDLE' | 'BUSY') => ({
      profile: { ...emptyProfile, agentConfig: { capabilities: [capability], status } },
    });
    await store.characters.create(
      ours,
      newCharacter(3, 'c', { tags: ['x'], ...agent('draw', 'BUSY') }),
      'BUSINESS',
      10,
    );
    await store.characters.create(ours, newCharacter(1, 'a', { tags: ['x', 'y'] }), 'BUSINESS', 30);
    await store.characters.create(ours, newCharacter(2, 'b', agent('write', 'IDLE')), 'BUSINESS', 20);
    await store.characters.create(theirs, newCharacter(4, 'd'), 'BUSINESS', 40);
    await remember(store, ['one', 'two']);
    await store.memories.write(ours, id(3), [addition(200, 'three')], at(5_000));
    await store.characters.change(ours, id(2), archived, 600);
    const names = async (filter: Partial<CharacterFilter>) =>
      (await store.characters.list(ours, { ...everything, ...filter })).characters.map(({ name }) => name).join('');
    expect(await names({})).toBe('abc');
    expect(await names({ sortOrder: 'DESC' })).toBe('cba');
    expect(await names({ sortBy: 'CREATED_AT' })).toBe('cba');
    expect(await names({ sortBy: 'MEMORY_COUNT', sortOrder: 'DESC' })).toBe('acb');
    // Without memories comes last either way.
    expect(await names({ sortBy: 'LAST_MEMORY_AT' })).toBe('acb');
    expect(await names({ sortBy: 'LAST_MEMORY_AT', sortOrder: 'DESC' })).toBe('cab');
    expect(await names({ status: 'ACTIVE' })).toBe('ac');
    expect(await names({ status: 'ARCHIVED' })).toBe('b');
    expect(await names({ tag: 'x' })).toBe('ac');
    expect(await names({ capability: 'write' })).toBe('b');
    expect(await names({ agentStatus: 'BUSY' })).toBe('c');
    expect(await store.characters.list(ours, { ...everything, page: 1, limit: 2 })).toMatchObject({
      characters: [{ name: 'c' }],
      total: 3,
    });
  });

  test('names of ACTIVE characters are completed by a case-insensitive prefix', async () => {
    const { store } = await open();
    await withTenants(store);
    for (const [n, name] of ['Ärger', 'ärmel', 'Bea', '%a'].entries()) {
      await store.characters.create(ours, newCharacter(n + 1, name), 'BUSINESS', 500);
    }
    expect((await store.characters.names(ours, 'ÄR', 10)).sort()).toStrictEqual(['Ärger', 'ärmel']);
    expect(await store.characters.names(ours, '%', 10)).toStrictEqual(['%a']);
    expect(await store.characters.names(ours, '', 2)).toHaveLength(2);
    await store.characters.change(ours, id(3), archived, 600);
    expect(await store.characters.names(ours, 'b', 10)).toStrictEqual([]);
    expect(await store.characters.names(theirs, '', 10)).toStrictEqual([]);
  });

  describe('a change', () => {
    test('a change replaces the given fields and nothing else', async () => {
      const { store } = await open();
      await withAda(store);
      const profile = { ...emptyProfile, background: 'b' };
      await store.characters.change(ours, id(1), () => ({ tags: ['t'] }), 600);
      const changed = await store.characters.change(
        ours,
        id(1),
        (current) => ({ profile: { ...current.profile, ...profile } }),
        700,
      );
      expect(changed).toMatchObject({ tags: ['t'], profile, updatedAt: '1970-01-01T00:00:00.700Z' });
      expect(await store.characters.find(ours, 'Ada')).toStrictEqual(changed);
      expect(await rejection(store.characters.change(ours, id(9), () => ({ tags: [] }), 1))).toBe('CharacterNotFound');
    });

    test('a change that throws leaves the character as it was', async () => {
      const { store } = await open();
      await withAda(store);
      const refuse = () => {
        throw new ServiceError('InvalidInput', 'no');
      };
      expect(await rejection(store.characters.change(ours, id(1), refuse, 900))).toBe('InvalidInput');
      expect(await store.characters.find(ours, 'Ada')).toMatchObject({ updatedAt: '1970-01-01T00:00:00.500Z' });
    });

    test('a change of an archived character is refused, except of its status', async () => {
      const { store } = await open();
      await withAda(store);
      await store.characters.change(ours, id(1), archived, 600);
      expect(await rejection(store.characters.change(ours, id(1), () => ({ tags: ['t'] }), 700))).toBe(
        'CharacterArchived',
      );
      const twice = await store.characters.change(ours, id(1), archived, 800);
      expect(twice).toMatchObject({ status: 'ARCHIVED', updatedAt: '1970-01-01T00:00:00.600Z' });
      const back = await store.characters.change(ours, id(1), () => ({ status: 'ACTIVE' }), 900);
      expect(back).toMatchObject({ status: 'ACTIVE', updatedAt: '1970-01-01T00:00:00.900Z' });
    });

    test('a new name must not be another’s name or alias, but may differ in case from the own', async () => {
      const { store } = await open();
      await withAda(store);
      await store.characters.create(ours, newCharacter(2, 'Bo'), 'BUSINESS', 500);
      await store.characters.change(ours, id(2), () => ({ aliases: [{ alias: 'Boss' }] }), 510);
      await store.characters.change(ours, id(1), () => ({ aliases: [{ alias: 'al' }] }), 520);
      const rename = (name: string, now: number) => store.characters.change(ours, id(1), () => ({ name }), now);
      expect(await rename('Äda', 600)).toMatchObject({ id: id(1), name: 'Äda', aliases: [{ alias: 'al' }] });
      expect(await store.characters.find(ours, 'Äda')).toMatchObject({ id: id(1) });
      expect(await store.characters.find(ours, 'Ada')).toBeUndefined();
      expect(await store.characters.names(ours, 'äd', 9)).toStrictEqual(['Äda']);
      for (const taken of ['Bo', 'BOSS']) expect(await rejection(rename(taken, 700))).toBe('DuplicateCharacterName');
      expect(await rename('ÄDA', 800)).toMatchObject({ name: 'ÄDA' });
      expect(await rename('Al', 900)).toMatchObject({ name: 'Al', updatedAt: '1970-01-01T00:00:00.900Z' });
      expect(await store.characters.create(ours, newCharacter(3, 'Ada'), 'BUSINESS', 1_000)).toMatchObject({
        name: 'Ada',
      });
    });

    test('a change to ACTIVE needs a free place in the tier', async () => {
      const { store } = await open();
      await withAda(store);
      await store.characters.change(ours, id(1), archived, 600);
      const { maxCharacters } = tierLimits.FREE;
      for (let n = 2; n < maxCharacters + 2; n++)
        await store.characters.create(ours, newCharacter(n, `Bo ${n}`), 'FREE', 700);
      const back = () => store.characters.change(ours, id(1), () => ({ status: 'ACTIVE' }), 800, 'FREE');
      expect(await rejection(back())).toBe('CharacterLimitExceeded');
      await store.characters.change(ours, id(2), archived, 900);
      expect(await back()).toMatchObject({ status: 'ACTIVE' });
    });

    test('a change to DELETED hides the character and keeps its name taken; restoring undoes it', async () => {
      const { store, reopen } = await open();
      await withAda(store);
      await remember(store, ['Ada drinks tea']);
      await store.characters.change(ours, id(1), () => ({ aliases: [{ alias: 'al' }] }), 500);
      const before = await store.characters.change(ours, id(1), archived, 600);
      const deleted = await store.characters.change(ours, id(1), () => ({ status: 'DELETED' }), 700);
      expect(deleted).toStrictEqual({ ...before, status: 'DELETED', updatedAt: '1970-01-01T00:00:00.700Z' });
      const { characters } = await reopen();
      for (const reference of [id(1), 'Ada', 'al']) {
        expect(await characters.find(ours, reference)).toBeUndefined();
        expect(await characters.identify(ours, reference)).toBeUndefined();
        expect(await characters.findDeleted(ours, reference)).toStrictEqual(deleted);
        expect(await characters.findDeleted(theirs, reference)).toBeUndefined();
      }
      expect(await characters.findByAlias(ours, 'al')).toBeUndefined();
      expect(await characters.list(ours, everything)).toMatchObject({ characters: [], total: 0 });
      expect(await characters.list(ours, { ...everything, status: 'DELETED' })).toMatchObject({ total: 1 });
      for (const name of ['Ada', 'al'])
        expect(await rejection(characters.create(ours, newCharacter(2, name), 'FREE', 800))).toBe(
          'DuplicateCharacterName',
        );
      expect(await rejection(characters.change(ours, id(1), archived, 800))).toBe('CharacterNotFound');
      expect(await rejection(characters.share(ours, id(1), { visibility: 'PRIVATE' }, 800))).toBe('CharacterNotFound');
      expect(await rejection(store.memories.write(ours, id(1), [addition(9, 'x')], at()))).toBe('CharacterNotFound');
      const back = await characters.restore(ours, id(1), 'FREE', 900);
      expect(back).toStrictEqual({ ...before, updatedAt: '1970-01-01T00:00:00.900Z' });
      expect(await characters.restore(ours, id(1), 'FREE', 950)).toStrictEqual(back);
      expect(await characters.findDeleted(ours, id(1))).toBeUndefined();
      expect(await rejection(characters.restore(theirs, id(1), 'FREE', 950))).toBe('CharacterNotFound');
    });

    test('a deleted character that was active needs a free place to be restored', async () => {
      const { store } = await open();
      await withAda(store);
      await store.characters.change(ours, id(1), () => ({ status: 'DELETED' }), 600);
      const { maxCharacters } = tierLimits.FREE;
      for (let n = 2; n < maxCharacters + 2; n++)
        await store.characters.create(ours, newCharacter(n, `Bo ${n}`), 'FREE', 700);
      expect(await rejection(store.characters.restore(ours, id(1), 'FREE', 800))).toBe('CharacterLimitExceeded');
      await store.characters.change(ours, id(2), archived, 900);
      expect(await store.characters.restore(ours, id(1), 'FREE', 950)).toMatchObject({ status: 'ACTIVE' });
    });

    test('a change of aliases is atomic, and an alias may be the own name but no other’s', async () => {
      const { store } = await open();
      await withAda(store);
      await store.characters.create(ours, newCharacter(2, 'Bea'), 'BUSINESS', 500);
      await store.characters.change(ours, id(2), () => ({ aliases: [{ alias: 'Queen' }] }), 600);
      const give = (...aliases: string[]) =>
        store.characters.change(ours, id(1), () => ({ aliases: aliases.map((alias) => ({ alias })) }), 700);
      expect((await give('z', 'ADA', 'a')).aliases).toStrictEqual([{ alias: 'z' }, { alias: 'ADA' }, { alias: 'a' }]);
      for (const taken of ['BEA', 'queen']) expect(await rejection(give('new', taken))).toBe('NameTaken');
      expect(await rejection(give('same', 'SAME'))).toBe('InvalidInput');
      expect((await store.characters.find(ours, 'Ada'))?.aliases).toHaveLength(3);
      expect((await give('Z')).aliases).toStrictEqual([{ alias: 'Z' }]);
      expect((await give()).aliases).toStrictEqual([]);
    });
  });

  test('sharing replaces the given members, and shows their current names', async () => {
    const { store, reopen } = await open();
    await withAda(store);
    for (const [n, name] of [
      [20, 'Grace'],
      [21, 'Hedy'],
    ] as const)
      await store.members.add('ours', { id: id(n), name, role: 'MEMBER' }, 500);
    const members = [
      { member: 'Hedy', access: 'WRITE' as const },
      { member: id(20), access: 'READ' as const },
    ];
    const shared = await store.characters.share(ours, id(1), { visibility: 'PRIVATE', members }, 600);
    expect(shared).toMatchObject({
      visibility: 'PRIVATE',
      owner: { id: 'local', name: 'local' },
      shares: [
        { member: { id: id(20), name: 'Grace' }, access: 'READ' },
        { member: { id: id(21), name: 'Hedy' }, access: 'WRITE' },
      ],
      updatedAt: '1970-01-01T00:00:00.600Z',
    });
    const given = await (await reopen()).characters.share(ours, id(1), { owner: 'Grace' }, 700);
    expect(given).toMatchObject({ visibility: 'PRIVATE', owner: { id: id(20), name: 'Grace' }, shares: shared.shares });
    await store.members.remove(id(21), 800);
    await store.members.remove(id(20), 800);
    const left = await store.characters.find(ours, 'Ada');
    expect(left).toMatchObject({ owner: { id: id(20), name: 'Grace' }, shares: [] });
    const unknown = store.characters.share(ours, id(1), { members: [{ member: 'Hedy', access: 'READ' }] }, 900);
    expect(await rejection(unknown)).toBe('InvalidInput');
    expect(await rejection(store.characters.share(ours, id(9), { visibility: 'PUBLIC' }, 900))).toBe(
      'CharacterNotFound',
    );
    expect(await store.characters.find(ours, 'Ada')).toStrictEqual(left);
    const opened = await store.characters.share(ours, id(1), { visibility: 'PUBLIC', members: [] }, 1_000);
    expect(opened).toMatchObject({ visibility: 'PUBLIC', shares: [] });
  });

  test('another tenant’s characters are not found', async () => {
    const { store } = await open();
    await withAda(store);
    await store.characters.change(ours, id(1), () => ({ aliases: [{ alias: 'al' }] }), 600);
    for (const reference of [id(1), 'Ada', 'al']) {
      expect(await store.characters.find(theirs, reference)).toBeUndefined();
    }
    expect(await store.characters.findByAlias(theirs, 'al')).toBeUndefined();
    expect(await store.characters.list(theirs, everything)).toMatchObject({ characters: [], total: 0 });
    const copy = { id: id(3), name: 'c', copyTags: false };
    expect(await rejection(store.characters.clone(theirs, id(1), copy, 'BUSINESS', 0))).toBe('CharacterNotFound');
    expect(await rejection(store.characters.change(theirs, id(1), archived, 0))).toBe('CharacterNotFound');
    await store.characters.create(theirs, newCharacter(2, 'Ada'), 'BUSINESS', 500);
    await store.characters.change(theirs, id(2), () => ({ aliases: [{ alias: 'AL' }] }), 600);
    expect((await store.characters.find(theirs, 'al'))?.id).toBe(id(2));
  });
});
