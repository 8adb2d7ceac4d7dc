import { expect, test } from 'vitest';
import type { Project } from '../../../src/domain/project-rules.ts';
import type { MachineStore } from '../../../src/domain/stores/store.ts';
import { addition, at, id, newCharacter, ours, theirs, withAda } from '../../support/builders.ts';
import { contract } from '../../support/engines.ts';

const api: Project = { names: ['api', 'api (work)'], folder: '/work/api', place: 'place:1', root: null };
const cloned: Project = { ...api, remote: 'remote:1', root: 'f1' };

/** The part, with folders that do not exist. */
const of = ({ projects }: MachineStore, ...gone: string[]) => {
  const isMissing = (folder: string) => gone.includes(folder);
  const { find, findOrMake, nameOf } = projects;
  const { name: _, ...made } = newCharacter(10, '');
  let next = 10;
  return {
    find: (project: Project, scope = ours) => find(scope, { project, isMissing }, 1_000),
    make: (project: Project) =>
      findOrMake(ours, { project, isMissing }, { ...made, id: id(next++) }, 'BUSINESS', 1_000),
    nameOf: (project: Project) => nameOf(ours, { project, isMissing }),
  };
};
const memory = (n: number, name: string) => ({ character: { id: id(n), name }, isNews: false });

contract('projects', (open) => {
  test('a project gets one character, created under its first free name, in one tenant', async () => {
    const { store, reopen } = await open();
    await withAda(store);
    const { find, make, nameOf } = of(store);
    expect(await find(api)).toBeUndefined();
    expect(await nameOf(api)).toStrictEqual({ name: 'api', isThere: false });
    expect(await make(api)).toStrictEqual(memory(10, 'api'));
    expect(await make(api)).toStrictEqual(memory(10, 'api'));
    const other = { ...api, folder: '/other/api', place: 'place:2' };
    expect(await nameOf(api)).toStrictEqual({ name: 'api', isThere: true });
    expect(await nameOf(other)).toStrictEqual({ name: 'api (work)', isThere: false });
    expect(await make(other)).toMatchObject({ character: { name: 'api (work)' } });
    expect(await of(await reopen()).find(api)).toStrictEqual(memory(10, 'api'));
    expect(await find(api, theirs)).toBeUndefined();
    expect(await store.projects.characters(ours)).toStrictEqual([
      { id: id(10), name: 'api' },
      { id: id(12), name: 'api (work)' },
    ]);
    expect(await store.projects.characters(theirs)).toStrictEqual([]);
    await expect(make({ ...api, place: 'place:3' })).rejects.toThrow('every name');
    await expect(make({ ...api, names: ['Ada', 'Ada 2'], place: 'place:4' })).resolves.toMatchObject({
      character: { name: 'Ada 2' },
    });
  });

  test('a project is stored with its first commit, which is read only then', async () => {
    const { store } = await open();
    await withAda(store);
    const { find, make, nameOf } = of(store);
    const unknown = { ...cloned, root: undefined };
    expect(await find(unknown)).toBeUndefined();
    expect(await make(unknown)).toBe('root is needed');
    expect(await make(cloned)).toStrictEqual(memory(11, 'api'));
    expect(await find(unknown)).toStrictEqual(memory(11, 'api'));
    const elsewhere = { ...unknown, place: 'place:2' };
    expect(await find(elsewhere)).toBe('root is needed');
    expect(await nameOf({ ...unknown, remote: 'remote:2' })).toBe('root is needed');
    expect(await nameOf({ ...cloned, remote: 'remote:2' })).toMatchObject({ name: 'api' });
  });

  test('a project moves to another folder of the same first commit only if its old one is gone', async () => {
    const { store } = await open();
    await withAda(store);
    await of(store).make({ ...api, root: 'f1' });
    const elsewhere = { ...api, folder: '/new/api', place: 'place:2', root: 'f1' };
    expect(await of(store).find(elsewhere)).toBeUndefined();
    expect(await of(store, '/work/api').find(elsewhere)).toStrictEqual(memory(10, 'api'));
    // The project in the old place is now another one.
    expect(await of(store).find({ ...api, root: 'f2' })).toBeUndefined();
  });

  test('a public character has other readers once another member or machine uses it', async () => {
    const { store } = await open();
    await withAda(store);
    const isRead = () => store.projects.hasOtherReaders(ours, id(1));
    expect(await isRead()).toBe(false);
    const connection = { url: 'https://memory.example.org', storeId: 'theirs', member: 'Ada', keyFile: '' };
    await store.replicas.connect(ours, connection, [{ characterId: id(1), remoteId: id(91) }], 1_000);
    expect(await isRead()).toBe(true);
    await store.replicas.disconnect(ours, [id(1)], 2_000);
    expect(await isRead()).toBe(false);
    await store.replicas.decide(ours, { ...connection, url: 'file:///shared' }, [id(1)], 3_000);
    expect(await isRead()).toBe(true);
    await store.replicas.disconnect(ours, [id(1)], 4_000);
    await store.members.add(ours.tenantId, { id: id(7), name: 'Ben', role: 'VIEWER' }, 5_000);
    expect(await isRead()).toBe(true);
  });

  test('a private character has other readers when shared, and its owner’s machines count as the owner', async () => {
    const { store } = await open();
    await store.tenants.ensure(ours.tenantId, 'BUSINESS', 0);
    await store.characters.create(ours, { ...newCharacter(1, 'Ada'), visibility: 'PRIVATE' }, 'BUSINESS', 500);
    const isRead = () => store.projects.hasOtherReaders(ours, id(1));
    await store.members.add(ours.tenantId, { id: id(7), name: 'Ben', role: 'VIEWER' }, 1_000);
    const connection = { url: 'https://memory.example.org', storeId: 'theirs', member: 'Ada', keyFile: '' };
    await store.replicas.connect(ours, connection, [{ characterId: id(1), remoteId: id(91) }], 1_000);
    expect(await isRead()).toBe(false);
    await store.replicas.disconnect(ours, [id(1)], 2_000);
    await store.characters.share(ours, id(1), { members: [{ member: 'Ben', access: 'READ' }] }, 2_000);
    expect(await isRead()).toBe(true);
    await expect(store.projects.hasOtherReaders(ours, id(99))).rejects.toMatchObject({ type: 'CharacterNotFound' });
  });

  test('the owner’s other projects that nobody else reads are beside one, the latest first', async () => {
    const { store } = await open();
    await withAda(store);
    const place = (name: string) => ({ names: [name], folder: `/${name}`, place: `place:${name}`, root: null });
    for (const number of [2, 3, 4, 5]) {
      await store.characters.create(ours, newCharacter(number, `Character ${number}`), 'BUSINESS', 500);
      if (number < 5) await store.projects.assign(ours, place(`p${number}`), id(number), 600);
      if (number === 4) continue;
      const by = { ...at(), now: 1_000 * number };
      await store.memories.write(ours, id(number), [addition(10 * number, 'It is so.')], by);
    }
    const beside = async (character: number, limit = 8) =>
      (await store.projects.beside(ours, id(character), limit)).map((one) => one.id);
    expect(await beside(2)).toStrictEqual([id(3)]);
    expect(await beside(4)).toStrictEqual([id(3), id(2)]);
    expect(await beside(4, 1)).toStrictEqual([id(3)]);
    // The fifth belongs to no project, and the first to no folder.
    expect(await beside(5)).toStrictEqual([]);
    await store.members.add(ours.tenantId, { id: id(7), name: 'Ben', role: 'VIEWER' }, 5_000);
    expect(await beside(2)).toStrictEqual([]);
  });

  test('a text is found in the memories of the owner’s projects', async () => {
    const { store } = await open();
    await withAda(store);
    const place = { names: ['api'], folder: '/api', place: 'place:api', root: null };
    await store.projects.assign(ours, place, id(1), 600);
    await store.memories.write(ours, id(1), [addition(20, 'I prefer green tea.')], at());
    expect(await store.projects.saying(ours, 'I prefer green tea.')).toStrictEqual([
      { characterId: id(1), memoryId: id(20) },
    ]);
    expect(await store.projects.saying(ours, 'I prefer tea.')).toStrictEqual([]);
  });

  test('a released character has no project, and the project gets a new one', async () => {
    const { store } = await open();
    await withAda(store);
    const { find, make } = of(store);
    await make(api);
    await store.projects.release(ours, id(10), 2_000);
    expect(await find(api)).toBeUndefined();
    expect(await store.characters.find(ours, id(10))).toMatchObject({ name: 'api' });
    await expect(store.projects.release(ours, id(99), 2_000)).rejects.toMatchObject({ type: 'CharacterNotFound' });
  });

  test('a memory from another machine is that of the same remote, first commit or person here', async () => {
    const { store } = await open();
    await withAda(store);
    const remote = `remote:${'r'.repeat(22)}`;
    const root = 'a'.repeat(40);
    for (const [n, identity] of [
      [2, remote],
      [3, `root:${root}`],
      [4, 'person'],
    ] as const) {
      await store.characters.create(ours, newCharacter(n, `There ${n}`), 'BUSINESS', 500);
      await store.replication.identify(ours, id(n), [identity], 600);
    }
    const { find } = of(store);
    const person = { ...api, remote: 'person', place: 'place:home' };
    expect(await find({ ...cloned, remote })).toMatchObject({ character: { id: id(2) } });
    expect(await find({ ...api, place: 'place:3', root })).toMatchObject({ character: { id: id(3) } });
    expect(await find(person)).toMatchObject({ character: { id: id(4) } });
    // A second folder of the same first commit may be another project, and a second home another person's.
    expect(await find({ ...api, place: 'place:4', root })).toBeUndefined();
    await store.projects.assign(ours, { ...person, remote: undefined, place: 'place:home 2' }, id(1), 700);
    expect(await find({ ...person, place: 'place:home 2' })).toMatchObject({ character: { id: id(1) } });
    expect(await find(person)).toMatchObject({ character: { id: id(4) } });
  });

  test('a repository without remote and commit takes the only synced memory of its name, until told apart', async () => {
    const { store } = await open();
    await withAda(store);
    const { find } = of(store);
    const named = { ...api, names: ['お茶', 'お茶 (w)'], gitFolder: '/w/.git', folder: '/w/お茶', place: 'place:w' };
    const synced = async (n: number, name: string, url = 'file:///shared') => {
      await store.characters.create(ours, newCharacter(n, name), 'BUSINESS', 500);
      const connection = { url, storeId: 's', member: 'laptop', keyFile: '' };
      await store.replicas.connect(ours, connection, [{ characterId: id(n), remoteId: id(900 + n) }], 600);
    };
    await synced(2, 'お茶');
    // Others may read what a server has made public.
    await synced(3, 'team', 'https://memory.example.org');
    expect(await find({ ...named, names: ['team'] })).toBeUndefined();
    expect(await find({ ...named, remote: 'remote:x' })).toBeUndefined();
    expect(await find({ ...named, root: 'f1' })).toBeUndefined();
    expect(await find({ ...named, gitFolder: undefined })).toBeUndefined();
    expect(await find(named)).toStrictEqual({ character: { id: id(2), name: 'お茶' }, isNews: false, isByName: true });
    await store.projects.informed(ours, id(2));
    expect(await find(named)).toStrictEqual(memory(2, 'お茶'));
    expect(await find({ ...named, place: 'place:other' })).toBeUndefined();
    expect(await store.projects.joins(ours)).toMatchObject({
      joins: [],
      byName: [{ into: { id: id(2), memoryCount: 0 }, folder: '/w/お茶' }],
    });
    await store.projects.keepApart(ours, id(2), undefined, true, 2_000);
    expect(await find(named)).toBeUndefined();
    expect((await store.projects.joins(ours)).byName).toStrictEqual([]);
    await store.projects.keepApart(ours, id(2), undefined, false, 2_000);
    expect(await find(named)).toStrictEqual(memory(2, 'お茶'));
    // Two memories of such names leave the choice to the person.
    await synced(4, 'shop');
    await synced(5, 'shop (work)');
    expect(await find({ ...named, names: ['shop'], place: 'place:s' })).toBeUndefined();
  });

  test('two memories of one project can be joined, and the join taken back', async () => {
    const { store } = await open();
    await withAda(store);
    const { find, make } = of(store);
    const remote = `remote:${'r'.repeat(22)}`;
    const here = { ...cloned, remote };
    await make(here);
    await store.characters.create(ours, newCharacter(2, 'api (laptop)'), 'BUSINESS', 500);
    const connection = { url: 'file:///shared', storeId: 's', member: 'laptop', keyFile: '' };
    await store.replicas.connect(ours, connection, [{ characterId: id(2), remoteId: id(92) }], 600);
    const joins = async () =>
      (await store.projects.joins(ours)).joins.map(({ from, into, by, folder }) => [from.id, into.id, by, folder]);
    expect(await joins()).toStrictEqual([[id(10), id(2), 'name', '/work/api']]);
    await store.replication.identify(ours, id(2), [remote], 700);
    expect(await joins()).toStrictEqual([[id(10), id(2), 'repository', '/work/api']]);
    expect(await store.replication.identities(ours, id(2))).toStrictEqual([remote]);
    await store.projects.keepApart(ours, id(2), id(10), true, 800);
    expect(await joins()).toStrictEqual([]);
    await store.projects.keepApart(ours, id(2), id(10), false, 800);
    const names = async () =>
      (await Promise.all([10, 2].map((n) => store.characters.find(ours, id(n))))).map((one) => one?.name);
    const apart = await names();
    await store.projects.join(ours, id(10), id(2), 'batch', 900);
    expect(await names()).toStrictEqual(apart.toReversed());
    await store.characters.change(ours, id(10), () => ({ status: 'ARCHIVED' }), 920);
    expect(await find(here)).toMatchObject({ character: { id: id(2) } });
    expect(await joins()).toStrictEqual([]);
    expect(await store.projects.unjoin(ours, 'other', undefined, 950)).toBeUndefined();
    expect(await store.projects.unjoin(ours, 'batch', id(1), 950)).toBeUndefined();
    expect(await store.projects.unjoin(ours, 'batch', id(10), 950)).toStrictEqual({ fromId: id(10), intoId: id(2) });
    expect(await names()).toStrictEqual(apart);
    expect(await find(here)).toMatchObject({ character: { id: id(10) } });
    expect(await joins()).toStrictEqual([[id(10), id(2), 'repository', '/work/api']]);
  });

  test('a project is assigned another character, or refused with CharacterNotFound', async () => {
    const { store } = await open();
    await withAda(store);
    const { find, make } = of(store);
    await make(cloned);
    await store.projects.assign(ours, cloned, id(1), 2_000);
    expect(await find(cloned)).toStrictEqual(memory(1, 'Ada'));
    await store.projects.informed(ours, id(1));
    await expect(store.projects.assign(ours, cloned, id(99), 2_000)).rejects.toMatchObject({
      type: 'CharacterNotFound',
    });
  });
});
