import { randomUUID } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { aboutYouSaid } from '../../../bin/sync/connect.ts';
import { localOwner } from '../../../src/domain/principal.ts';
import type { RemoteCharacter } from '../../../src/features/replicas/service/answers.ts';
import { compare, meetings, readersOf } from '../../../src/features/replicas/service/connecting.ts';
import { joinFolder } from '../../../src/features/replicas/service/folder/replica.ts';
import { SharedFolder } from '../../../src/features/replicas/service/folder/shared-folder.ts';
import { makeFolder, shareThrough } from '../../../src/features/replicas/service/folder/sharing.ts';
import { HttpServer } from '../../../src/features/replicas/service/http-server.ts';
import type { Context } from '../../../src/service/context.ts';
import { addition, id, newCharacter } from '../../support/builders.ts';
import { openStore, temporaryFolder } from '../../support/stores.ts';

const [ada, mallory] = [
  { id: 'ada', name: 'Ada' },
  { id: 'mallory', name: 'Mallory' },
];
const url = 'https://memory.example.org';
const own = localOwner('BUSINESS');
const there = (n: number, name: string, more: Partial<RemoteCharacter>): RemoteCharacter => ({
  ...{ id: id(n), name, categoryPreset: 'standard', visibility: 'PUBLIC', owner: ada },
  ...more,
});

/** A server that lists these, once or on every page. */
const server = (characters: readonly unknown[], isEndless = false) =>
  new HttpServer(url, 'key', async (address) => {
    const isFirst = String(address).endsWith('page=0');
    return new Response(JSON.stringify({ characters: isFirst || isEndless ? characters : [] }));
  });

async function here(...names: string[]) {
  const store = openStore(join(temporaryFolder(), 'memory.db'));
  onTestFinished(() => store.close());
  await store.tenants.ensure('local', 'BUSINESS', 0);
  for (const [i, name] of names.entries()) {
    await store.characters.create(own, newCharacter(i + 1, name), 'BUSINESS', 0);
  }
  return { store, principal: own, now: () => 0 };
}

test('--all pairs characters that the member owns or had connected; others are paired by name', async () => {
  const context = await here('api', 'diary', 'mine', 'team');
  const remote = server([
    there(51, 'api', { owner: mallory }),
    there(52, 'diary', { owner: mallory, visibility: 'PRIVATE', shares: [{ member: ada, access: 'WRITE' }] }),
    there(53, 'mine', { visibility: 'PRIVATE' }),
    there(54, 'team', { owner: mallory }),
    there(55, 'news', { owner: mallory }),
  ]);
  const connection = { url, storeId: 'theirs', member: 'Ada', keyFile: '' };
  await context.store.replicas.connect(own, connection, [{ characterId: id(4), remoteId: id(54) }], 0);
  const how = { owning: { member: 'ada' }, url } as const;
  const { found, others } = await meetings(context, remote, 'all', how);
  expect(found.map(({ name }) => name)).toStrictEqual(['mine', 'team']);
  expect(others.map((one) => [one.name, ...Object.values(readersOf(one))])).toStrictEqual([
    ['api', 'Mallory', 'PUBLIC', 'all members'],
    ['diary', 'Mallory', 'PRIVATE', 'its owner, Ada'],
    ['news', 'Mallory', 'PUBLIC', 'all members'],
  ]);
  const named = await meetings(context, remote, ['diary'], how);
  expect(named).toMatchObject({ found: [{ name: 'diary', local: { id: id(2) }, remote: { id: id(52) } }], others: [] });
  const ofMachine = await meetings(context, remote, 'all', { owning: 'everybody', url });
  expect(ofMachine.others).toStrictEqual([]);
});

test('an endless list is refused, and an invalid character hides no other', async () => {
  const context = await here();
  const many = Array.from({ length: 100 }, (_, i) => there(100 + i, `c${i}`, {}));
  const how = { owning: { member: 'ada' }, url } as const;
  await expect(meetings(context, server(many, true), 'all', how)).rejects.toThrow('without end');
  const odd = [{ ...there(50, 'odd', {}), id: '../x' }, null, there(51, 'mine', {})];
  const { found } = await meetings(context, server(odd), 'all', how);
  expect(found.map(({ name }) => name)).toStrictEqual(['mine']);
});

test('a response above the maximum size is rejected', async () => {
  let sent = 0;
  const endless = new ReadableStream({
    pull(controller) {
      sent += 1;
      controller.enqueue(new Uint8Array(8 * 1024 * 1024).fill(32));
    },
  });
  const remote = new HttpServer(url, 'key', async () => new Response(endless));
  await expect(remote.whoami()).rejects.toThrow('more than 67108864 bytes');
  expect(sent).toBeLessThan(12);
});

test('memories about a person are named before others may read them', async () => {
  const context = await here('api');
  const said = ['I have diabetes.', 'Deployments happen on Tuesdays.', 'Moja żona ma na imię Ola.'];
  const by = { changedBy: 'local', now: 0 };
  const changes = said.map((content, i) => addition(i + 1, content));
  await context.store.memories.write(own, id(1), changes, by);
  const empty = { exchange: async () => ({ revisions: [], more: false }) } as unknown as HttpServer;
  const local = await context.store.characters.find(own, 'api');
  const meeting = (more: Partial<RemoteCharacter>) => ({ name: 'api', local, remote: there(51, 'api', more) });
  const open = await compare(context, empty, meeting({}));
  expect(open).toMatchObject({ here: 3, aboutYou: ['I have diabetes.', 'Moja żona ma na imię Ola.'] });
  expect(aboutYouSaid([open]).join()).toMatch(/2 memories about you will be read by all members:\n {2}I have diabetes/);
  expect(await compare(context, empty, meeting({ visibility: 'PRIVATE' }))).not.toHaveProperty('aboutYou');
});

test('a shared folder is made below the home directory with what is missing above it, elsewhere alone', async () => {
  const [home, drive] = [temporaryFolder(), temporaryFolder()];
  vi.stubEnv('HOME', home);
  onTestFinished(() => void vi.unstubAllEnvs());
  for (const path of [join(home, 'Sync', 'memory'), join(home, 'Sync', 'memory'), join(drive, 'memory')])
    await makeFolder(path);
  expect([existsSync(join(home, 'Sync', 'memory')), existsSync(join(drive, 'memory'))]).toStrictEqual([true, true]);
  await expect(makeFolder(join(drive, 'usb', 'memory'))).rejects.toThrow(`There is no folder ${join(drive, 'usb')}`);
  writeFileSync(join(home, 'file'), '');
  await expect(makeFolder(join(home, 'file', 'memory'))).rejects.toThrow('There is no folder');
});

test('a share that is refused leaves no folder behind', async () => {
  const home = temporaryFolder();
  vi.stubEnv('HOME', home);
  onTestFinished(() => void vi.unstubAllEnvs());
  const { store, ...context } = await here('api');
  const connection = { url, storeId: 'theirs', member: 'Ada', keyFile: '' };
  await store.replicas.connect(own, connection, [{ characterId: id(1), remoteId: id(54) }], 0);
  const given = { ...context, store, hostSetup: {} } as unknown as Context;
  await expect(shareThrough(given, '~/Sync/memory')).rejects.toThrow('nothing here that is not connected');
  expect(existsSync(join(home, 'Sync'))).toBe(false);
  writeFileSync(join(home, 'kept'), '');
  await expect(shareThrough(given, '~')).rejects.toThrow('nothing here');
  expect(existsSync(home)).toBe(true);
});

test('the characters of a folder are joined many at once, so that they share transactions', async () => {
  const { store, ...context } = await here();
  const { create } = store.characters;
  let [open, most] = [0, 0];
  vi.spyOn(store.characters, 'create').mockImplementation(async (...args) => {
    most = Math.max(most, ++open);
    return create.call(store.characters, ...args).finally(() => open--);
  });
  const names = Array.from({ length: 30 }, (_, i) => `プロジェクト ${i}`);
  const made = { categoryPreset: 'standard', visibility: 'PUBLIC', memories: 0 } as const;
  const characters = names.map((name, i) => ({ id: id(100 + i), name, ...made }));
  const given = { ...context, store, newId: randomUUID } as unknown as Parameters<typeof joinFolder>[0];
  const folder = await SharedFolder.open(temporaryFolder());
  await joinFolder(given, folder, { storeId: 'ab'.repeat(16), machine: 'desk', characters }, '', names);
  expect(most).toBe(30);
  expect((await store.replicas.list(0))[0]?.replicas).toHaveLength(30);
});
