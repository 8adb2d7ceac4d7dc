import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { localOwner } from '../../src/domain/principal.ts';
import { isMachineStore, type MachineStore } from '../../src/domain/stores/store.ts';
import type { SentChange } from '../../src/features/replicas/domain/replication.ts';
import { inBrowser, type Opened, type OpenOptions, phone, signInAsUi, uiOperations } from '../support/browser.ts';
import { temporaryFolder } from '../support/stores.ts';

const url = 'http://127.0.0.1:9';
const reasons = ['The key’s member is a VIEWER at the server: it may only read.', 'content looks like a secret.'];

/** A dashboard of `ui` whose character Ada is connected, with so many refused memories; the server is away. */
async function connected(open: (options?: OpenOptions) => Promise<Opened>, texts: readonly string[], more = {}) {
  const opened = await open({ operations: uiOperations, ...more });
  await signInAsUi(opened);
  const { session } = opened.http;
  const { store } = session.services;
  if (!isMachineStore(store)) throw new Error('a file of this machine is needed');
  const { id } = await session.call<{ id: string }>('create_character', { name: 'Ada' });
  await session.call('create_character', { name: 'Private' });
  const own = localOwner('BUSINESS');
  const { replicas } = store;
  const now = session.clock.now;
  const keyFile = join(temporaryFolder(), 'server.key');
  writeFileSync(keyFile, 'a key');
  await replicas.connect(own, { url, storeId: 's', member: 'Ada', keyFile }, [{ characterId: id, remoteId: id }], now);
  for (const content of texts) {
    await session.call('add_memory_direct', { characterId: id, content, category: 'facts', allowSecret: true });
  }
  const { changes } = await replicas.outbox(own, id, 500, now);
  const refused = changes.map((change: SentChange, i) => ({ change, reason: reasons[i % 2] as string }));
  const nothing = { asked: undefined, after: '1', revisions: [], settled: [] };
  await replicas.settle(own, id, { ...nothing, refused }, session.clock.now);
  await replicas.note(url, { contactedAt: now });
  return { ...opened, id, own, store: store as MachineStore };
}

const spoken = ['مفتاح البيت تحت السجادة', '鍵は机の下にあります', 'The key is AKIAIOSFODNN7EXAMPLE'];

inBrowser('Connections', (open) => {
  test('a refused memory moves to a local character with its text and can be sent again', async () => {
    const opened = await connected(open, spoken);
    const { page, goto, http, faults, accessibility, id } = opened;
    await goto('/connections');
    const refused = page.getByRole('region', { name: 'Refused memories of Ada' });
    await refused.getByText(spoken[0] as string).waitFor();
    expect(await refused.locator('article').count()).toBe(3);
    expect(await refused.getByText(reasons[0] as string).count()).toBe(2);
    expect(await accessibility()).toStrictEqual([]);

    const japanese = refused.locator('article', { hasText: '鍵は机の下' });
    await japanese.getByRole('button', { name: 'Move to a local character…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Move to a local character' });
    await dialog.getByRole('combobox').locator('option').first().waitFor({ state: 'attached' });
    expect(await dialog.getByRole('combobox').locator('option').allTextContents()).toStrictEqual([
      'Private',
      'A new character…',
    ]);
    expect(await accessibility()).toStrictEqual([]);
    await dialog.getByRole('button', { name: 'Move' }).click();
    await page.getByText('1 memory moved to Private').waitFor();
    await expect.poll(() => refused.locator('article').count()).toBe(2);
    const found = await http.session.call('search_memories', { characterId: 'Private', query: '鍵' });
    expect(found).toMatchObject({ memories: [{ content: spoken[1] }] });

    await refused.getByRole('button', { name: 'Move all to a local character…' }).click();
    await dialog.getByRole('combobox').selectOption({ label: 'A new character…' });
    await dialog.getByLabel('Its name').fill('مذكرات');
    await dialog.getByRole('button', { name: 'Move' }).click();
    await page.getByText('2 memories moved to مذكرات').waitFor();
    await refused.waitFor({ state: 'detached' });
    expect(await http.session.call('list_memories', { characterId: id })).toMatchObject({ total: 0 });
    expect(await http.session.call('list_memories', { characterId: 'مذكرات' })).toMatchObject({ total: 2 });
    expect(faults).toStrictEqual([]);
  });

  test('“try again” reports an unreachable server and keeps the change waiting', async () => {
    const { page, goto, http, own, store, id } = await connected(open, ['one']);
    await goto('/connections');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page
      .getByText(/can't be reached/)
      .first()
      .waitFor();
    expect(await store.replicas.refused(own, id, { page: 0, limit: 1 })).toMatchObject({ memories: [], total: 0 });
    await page.getByRole('article', { name: 'Ada' }).getByText('1 change waits').waitFor();
    expect(await http.session.call('get_tier')).toMatchObject({
      connections: [{ url, characters: [{ waiting: 1, refused: 0 }] }],
    });
  });

  test('a coming local deletion of a character is announced and can be declined', async () => {
    const { page, goto, http, own, store, id } = await connected(open, []);
    await store.replicas.noteCharacter(id, { problem: 'not shared', refusedSince: http.session.clock.now });
    await goto('/connections');
    await page.getByText('Will be deleted here on').waitFor();
    await page.getByRole('button', { name: 'Keep it', exact: true }).click();
    await page.getByText('It stays here even if').waitFor();
    expect((await store.replicas.list(0))[0]?.replicas[0]?.keeps).toBe(true);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Will be deleted here on').waitFor();
    expect(own.role).toBe('OWNER');
  });

  test('a connection is ended by keyboard, its local memories are deleted and brought back', async () => {
    const { page, goto, http } = await connected(open, ['one']);
    await goto('/connections');
    await page.getByRole('button', { name: 'Disconnect…', exact: true }).focus();
    await page.keyboard.press('Enter');
    await page.getByLabel('Delete them here').focus();
    await page.keyboard.press('Space');
    await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: url }).waitFor({ state: 'detached' });
    await expect.poll(() => http.session.call('list_characters')).toMatchObject({ total: 1 });
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => http.session.call('list_characters')).toMatchObject({ total: 2 });
  });

  test('a shared folder says how it stands, and each way to another machine has lines to copy', async () => {
    const { page, goto, store, own, id, http, faults, accessibility, overhang } = await connected(open, ['one']);
    const { id: there } = (await store.characters.find(own, 'Private'))!;
    const folder = { url: 'file:///home/ada/My%20Sync', storeId: 'f', member: 'attic', keyFile: '' };
    await store.replicas.decide(own, folder, [there], 5);
    await goto('/connections');
    const section = page.getByRole('region', { name: '/home/ada/My Sync' });
    await section.getByText('More', { exact: true }).click();
    await section.getByText('When two machines change the same memory, this one decides').waitFor();
    await section.getByText('npx -y agent-memory-service sync "/home/ada/My Sync" --all --wait').waitFor();
    expect(await section.getByText('never answered').count()).toBe(0);
    const ways = page.getByRole('region', { name: 'Use this memory on another machine' });
    const lines = (way: string) => ways.locator('details', { hasText: way }).locator('.copy > span').allInnerTexts();
    for (const summary of await ways.locator('summary').all()) await summary.press('Enter');
    await ways.getByLabel('The folder, made if it is missing').fill('~/My Sync/$mine');
    await ways.getByLabel('The other machine').fill('ada@desk');
    await ways.getByLabel('Address of the server').fill('https://memory.example.net/');
    expect(await lines('Through a folder')).toStrictEqual([
      "npx -y agent-memory-service sync '~/My Sync/$mine' --all --wait",
      "npx -y agent-memory-service sync '~/My Sync/$mine' --all --encrypt",
    ]);
    expect((await lines('Through ssh'))[0]).toBe(
      'npx -y agent-memory-service sync ssh ada@desk --all --command "npx -y agent-memory-service"',
    );
    expect(await lines('Through a server')).toStrictEqual([
      'npx -y agent-memory-service connect https://memory.example.net --all --sign-in',
      'SERVICE_SIGN_IN=built-in SERVICE_PUBLIC_URL=https://memory.example.net npx -y agent-memory-service serve --port 8787',
    ]);
    expect(await accessibility()).toStrictEqual([]);
    await page.setViewportSize({ width: 360, height: 700 });
    expect(await overhang()).toBe(0);
    // It ends here too, and the memories stay.
    await section.getByRole('button', { name: 'Disconnect…', exact: true }).click();
    await page.getByText('The memories stay on both machines.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
    await section.waitFor({ state: 'detached' });
    expect((await store.replicas.list(0)).flatMap(({ decides }) => decides)).toStrictEqual([]);
    expect(await store.characters.find(own, there)).toMatchObject({ status: 'ACTIVE' });
    // The page does this side's part by itself.
    http.session.services.hostSetup = { found: async () => [], connect: () => Promise.reject(new Error('asked')) };
    const place = join(temporaryFolder(), 'shared');
    await ways.getByLabel('The folder, made if it is missing').fill(join(place, 'deeper'));
    await ways.getByRole('button', { name: 'Share in this folder' }).click();
    await ways.getByText(`There is no folder ${place}: make it first`).waitFor();
    await ways.getByLabel('The folder, made if it is missing').fill(place);
    await ways.getByRole('button', { name: 'Share in this folder' }).click();
    const made = page.getByRole('region', { name: place });
    await made.getByText(`npx -y agent-memory-service sync ${place} --all --wait`).waitFor();
    expect(readdirSync(place)).toContain('agent-memory.json');
    expect([faults, id.length]).toStrictEqual([[], 36]);
  });

  test('a person joins what two machines began, takes it back after a reload, and keeps a folder apart', async () => {
    const { page, goto, http, store, own, faults, accessibility } = await connected(open, []);
    const { session } = http;
    const { now } = session.clock;
    const folder = { url: 'file:///home/ada/Sync', storeId: 'f', member: 'attic', keyFile: '' };
    const synced = async (name: string) => {
      const { id: characterId } = await session.call<{ id: string }>('create_character', { name });
      await store.replicas.connect(own, folder, [{ characterId, remoteId: characterId }], now);
      return characterId;
    };
    const place = (name: string) => ({ names: [name], folder: `/w/${name}`, place: `place:${name}`, root: null });
    const { id: here } = await session.call<{ id: string }>('create_character', { name: 'お茶' });
    await session.call('add_memory_direct', { characterId: here, content: '火曜日に出荷する', category: 'facts' });
    await store.projects.assign(own, place('お茶'), here, now);
    const there = await synced('お茶 (attic)');
    const shop = await synced('shop');
    const repository = { ...place('shop'), gitFolder: '/w/shop/.git' };
    await store.projects.find(own, { project: repository, isMissing: () => false }, now);
    await store.replicas.noteBundles(folder.url, 'f', { read: 1, machine: 'attic', heardAt: now });
    await store.replicas.note(folder.url, { contactedAt: now });

    await goto('/connections');
    const asked = page.getByRole('region', { name: 'The same on two machines?' });
    await asked.getByText('/w/お茶 has two memories').waitFor();
    expect(await accessibility()).toStrictEqual([]);
    await asked.getByRole('button', { name: 'Make them one' }).click();
    await page.getByText('“お茶” and “お茶 (attic)” are one now').waitFor();
    expect(await session.call('get_character', { characterId: there })).toMatchObject({ name: 'お茶', memoryCount: 1 });
    expect(await session.call('get_character', { characterId: here })).toMatchObject({ status: 'ARCHIVED' });
    await page.reload();
    await goto('/activity');
    await page.getByRole('button', { name: 'Undo' }).first().click();
    await expect
      .poll(() => session.call('get_character', { characterId: here }))
      .toMatchObject({ status: 'ACTIVE', name: 'お茶', memoryCount: 1 });

    await goto('/connections');
    await asked.getByRole('button', { name: 'They are different' }).click();
    await asked.getByRole('button', { name: 'It is another project' }).click();
    await asked.waitFor({ state: 'detached' });
    expect((await store.projects.joins(own)).byName).toStrictEqual([]);
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await expect.poll(async () => (await store.projects.joins(own)).byName).toMatchObject([{ into: { id: shop } }]);
    const shared = page.getByRole('region', { name: '/home/ada/Sync' });
    await shared.getByText(/2 characters.*attic was heard last/u).waitFor();
    await goto('/settings');
    await page.getByText(/2 characters connected with \/home\/ada\/Sync/u).waitFor();
    expect(faults).toStrictEqual([]);
  });

  test('a shared server offers the line by which another machine joins it', async () => {
    const { page, goto, http, url: address, faults } = await open();
    await goto('/connections');
    const ways = page.getByRole('region', { name: 'Use this memory on another machine' });
    await ways.getByText(`npx -y agent-memory-service connect ${address} --all --sign-in`).waitFor();
    expect((await http.ask('GET', '/v1/connections')).status).toBe(404);
    expect(faults).toStrictEqual([]);
  });

  test('300 refused memories are accessible on phone and desktop, light and dark', async () => {
    const many = Array.from({ length: 300 }, (_, i) => `${spoken[i % 3]} ${i} ${'long'.repeat(i % 40)}`);
    const { page, goto, faultsOnDevices } = await connected(open, many, phone);
    await goto('/connections');
    await page.getByRole('button', { name: 'Show more of 300' }).click();
    await expect.poll(() => page.locator('article.change').count()).toBe(100);
    expect(await faultsOnDevices()).toStrictEqual([]);
  });
});
