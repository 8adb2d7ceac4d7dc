import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { localOwner } from '../../src/domain/principal.ts';
import { desktop, inBrowser, type Opened, webFolder, withMemories } from '../support/browser.ts';
import { openHttp } from '../support/http-harness.ts';

const quick = { ...desktop, http: { streams: { feedsOfTenant: 8, heartbeatMs: 15_000, pollMs: 20, restMs: 0 } } };
const three = ['Ada likes tea.', 'Ada lives in Lisbon.', 'Turing, the dog, sleeps under the desk.'] as const;
const seventy = Array.from({ length: 70 }, (_, n) => `Note number ${n}.`);

/** When the page follows changes. */
const listening = ({ page }: Opened) =>
  page.waitForResponse((response) => response.headers()['content-type'] === 'text/event-stream');

const store = ({ http: { session } }: Opened, characterId: string, content: string) => {
  session.clock.now += 60_000;
  return session.call('add_memory_direct', { characterId, content, category: 'facts' });
};

/** Opens the list of memories; the page follows changes once it has read this memory. */
async function readTo(opened: Opened, characterId: string, content: string): Promise<Locator> {
  const stream = listening(opened);
  await opened.goto(`/memories/${characterId}`);
  const read = opened.page.getByRole('link', { name: content });
  await read.waitFor();
  await stream;
  return read;
}

inBrowser('What others change', (open) => {
  test('another member’s change appears by itself without moving what is being read', async () => {
    const opened = await open(quick);
    const { page, http, faults } = opened;
    const { id } = await withMemories(opened, seventy);
    const read = await readTo(opened, id, 'Note number 60.');
    const list = page.getByRole('region', { name: 'Memories' });
    const top = async () => (await read.boundingBox())!.y;
    const news = page.getByRole('status').getByRole('button', { name: 'new' });
    for (const scrolled of [0, 400]) {
      await list.evaluate((element, y) => element.scrollTo(0, y), scrolled);
      const before = await top();
      await store(opened, id, `An agent has stored one at ${scrolled}.`);
      await page.getByText(`An agent has stored one at ${scrolled}.`).waitFor({ state: 'attached' });
      http.session.clock.now += 60_000;
      const body = { content: `And one by REST at ${scrolled}.`, category: 'facts' };
      await http.ask('POST', `/v1/characters/${id}/memories/direct`, { body });
      await news.getByText('2 new').waitFor();
      expect(Math.abs((await top()) - before)).toBeLessThanOrEqual(1);
      await news.click();
      await page.getByText(`And one by REST at ${scrolled}.`).waitFor();
      expect(await list.evaluate((element) => element.scrollTop)).toBe(0);
      await news.waitFor({ state: 'detached' });
    }
    expect(faults).toStrictEqual([]);
  });

  test('a doubt that the service has a moment after a change appears by itself, too', async () => {
    const opened = await open(quick);
    const { page, goto, http } = opened;
    const { store: kept, clock } = http.session;
    const { id, memories } = await withMemories(opened, ['Mara lives in Gothenburg.', 'Mara has a flat in Ghent.']);
    const [olderId = '', newerId = ''] = memories;
    const read = () => page.waitForResponse((response) => response.url().endsWith(`/memories/${olderId}`));
    const stream = listening(opened);
    const first = read();
    await goto(`/memories/${id}/${olderId}`);
    await Promise.all([stream, first]);
    const again = read();
    await store(opened, id, 'Ada plays chess.');
    await again;
    await kept.pairs.link(localOwner('BUSINESS'), id, [{ olderId, newerId }], clock.now);
    await page.getByRole('complementary').getByRole('region', { name: 'Does this still hold?' }).waitFor();
  });

  test('a burst of changes does not move what is being read', async () => {
    const opened = await open(quick);
    const { page, http } = opened;
    const { id } = await withMemories(opened, seventy);
    const read = await readTo(opened, id, 'Note number 65.');
    const before = (await read.boundingBox())!.y;
    const lines = Array.from({ length: 120 }, (_, n) => `- Ada has seen lake number ${n}.`).join('\n');
    http.session.clock.now += 60_000;
    await http.session.call('import_document', { characterId: id, fileName: 'lakes.md', fileContent: lines });
    await page.getByRole('button', { name: '120 new' }).waitFor();
    expect(Math.abs((await read.boundingBox())!.y - before)).toBeLessThanOrEqual(1);
  });

  test('a slow answer is shown although changes follow each other', async () => {
    const opened = await open(quick);
    const { page, goto } = opened;
    const { id } = await withMemories(opened, three);
    const stream = listening(opened);
    await goto(`/search/${id}?q=tea`);
    await page.locator('.hit').first().waitFor();
    await stream;
    const releases: (() => void)[] = [];
    const search = `**/v1/characters/${id}/memories/search`;
    await page.route(search, async (route) => {
      await new Promise<void>((resolve) => releases.push(resolve));
      await route.continue().catch(() => undefined);
    });
    // With each change the page reads its frame anew.
    const told = () => page.waitForResponse((response) => response.url().includes('/v1/characters?'));
    for (const text of ['Bo likes tea too.', 'Cy likes tea as well.']) {
      const change = told();
      await store(opened, id, text);
      await change;
      await expect.poll(() => releases.length).toBeGreaterThan(0);
    }
    releases[0]?.();
    await page.getByRole('link', { name: 'Bo likes tea too.' }).waitFor();
    for (const release of releases) release();
    await page.unroute(search);
    await page.getByRole('link', { name: 'Cy likes tea as well.' }).waitFor();
  });

  test('the page reconnects when the server is back', async () => {
    const opened = await open(quick);
    const { page, http } = opened;
    const { id } = await withMemories(opened, three);
    await readTo(opened, id, three[0]);
    await opened.listening.close(0);
    await page.getByRole('alert').getByText('has ended, or can’t be reached').waitFor();
    await store(opened, id, 'Ada plays chess.');
    const second = listening(opened);
    await http.listen(undefined, opened.listening.port);
    await page.getByRole('link', { name: 'Ada plays chess.' }).waitFor();
    await second;
    await store(opened, id, 'Ada plays go.');
    await page.getByRole('link', { name: 'Ada plays go.' }).waitFor();
  });

  test('a server with another store asks to sign in again and keeps the typed edit', async () => {
    const opened = await open(quick);
    const { page, goto, http } = opened;
    const { id, memories } = await withMemories(opened, three);
    const of = { characterId: id, memoryId: memories[0] };
    await http.session.call('update_memory', { ...of, content: 'Ada likes green tea.' });
    const stream = listening(opened);
    await goto(`/memories/${id}/${memories[0]}`);
    await page.getByRole('complementary').getByRole('button', { name: 'Edit' }).click();
    await page.getByLabel('Text of the memory').fill('Ada likes black tea.');
    await stream;
    // As from a backup: the same memories, an earlier text.
    const other = await openHttp({ http: { ...quick.http, web: webFolder } });
    other.session.services.newId();
    expect(await withMemories({ http: other }, three)).toStrictEqual({ id, memories });
    await opened.listening.close(0);
    await other.listen(undefined, opened.listening.port);
    await page.getByLabel('API key').fill(other.key);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Ada likes tea.' }).first().waitFor();
    expect(await page.getByLabel('Text of the memory').inputValue()).toBe('Ada likes black tea.');
    await page.getByRole('button', { name: 'Save' }).click();
    const both = page.getByRole('alert').filter({ hasText: 'changed meanwhile' });
    await both.locator('del', { hasText: 'black' }).waitFor();
    expect(await other.session.call('get_memory', of)).toMatchObject({ content: 'Ada likes tea.' });
  });

  test('live updates stop while the tab is hidden, and it reloads when visible again', async () => {
    const opened = await open(quick);
    const { page, http } = opened;
    const { id } = await withMemories(opened, three);
    await readTo(opened, id, three[0]);
    const look = (state: string) =>
      page.evaluate(`Object.defineProperty(document, 'visibilityState', { value: '${state}', configurable: true });
        document.dispatchEvent(new Event('visibilitychange'));`);
    await look('hidden');
    await expect.poll(() => http.app.streams.size).toBe(0);
    await store(opened, id, 'Ada plays chess.');
    expect(await page.locator('article').count()).toBe(3);
    await look('visible');
    await page.getByRole('link', { name: 'Ada plays chess.' }).waitFor();
  });

  test('the page polls for changes where no stream is available', async () => {
    const opened = await open({ ...quick, http: { streams: { ...quick.http.streams, feedsOfTenant: 0 } } });
    const { page, goto } = opened;
    const { id } = await withMemories(opened, three);
    await page.clock.install();
    const asked = page.waitForResponse((response) => response.url().endsWith('/v1/changes?limit=1'));
    await goto(`/memories/${id}`);
    /** Timers of the page run only here. */
    const countLater = async () => {
      await page.clock.runFor(1_000);
      return page.locator('article').count();
    };
    await expect.poll(countLater).toBe(3);
    await asked;
    await store(opened, id, 'Ada plays chess.');
    await page.clock.runFor(10_000);
    await expect.poll(countLater).toBe(4);
  });

  test('live updates end with the session, which asks to sign in again', async () => {
    const opened = await open(quick);
    const { page, http } = opened;
    const { id } = await withMemories(opened, three);
    await readTo(opened, id, three[0]);
    const { sessions } = http.session.store;
    for (const one of await sessions.list('local', undefined, 0)) await sessions.end('local', undefined, one.id, 0);
    await http.app.streams.recheck();
    await page.getByLabel('API key').fill(http.key);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await store(opened, id, 'Ada plays chess.');
    await page.getByRole('link', { name: 'Ada plays chess.' }).waitFor();
  });
});
