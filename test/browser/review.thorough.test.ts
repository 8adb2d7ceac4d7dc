import { expect, test } from 'vitest';
import type { MemoryChange } from '../../src/domain/memory.ts';
import { inBrowser, type Opened, type OpenOptions, phone, withMemories } from '../support/browser.ts';
import { onMachine } from '../support/harness.ts';

const scope = { tenantId: 'local', memberId: 'local', role: 'OWNER' } as const;

/** A model has changed one memory of Ada and deleted another. */
async function withEdits(open: (options?: OpenOptions) => Promise<Opened>, options: OpenOptions = {}) {
  const opened = await open(options);
  const { session } = opened.http;
  const { id, memories } = await withMemories(opened, ['Ada lives in Lisbon.', 'Ada likes tea.', 'Ada sings.']);
  const [home = '', tea = ''] = memories;
  const edits: MemoryChange[] = [
    { kind: 'update', memoryId: home, fields: { content: 'Ada lives in Porto.' } },
    { kind: 'delete', memoryId: tea },
  ];
  for (const edit of edits) {
    session.clock.now += 60_000;
    const by = { changedBy: 'local', kind: 'model', now: session.clock.now } as const;
    await session.store.memories.write(scope, id, [edit], by);
  }
  return { ...opened, id, home, tea };
}

inBrowser('Review', (open) => {
  test('the Review page shows a model’s change as a word diff, which is kept or undone', async () => {
    const { page, goto, http, id, home, tea, faults } = await withEdits(open);
    await goto(`/review/${id}`);
    const [deleted, changed] = [page.locator('.change').nth(0), page.locator('.change').nth(1)];
    await deleted.locator('del', { hasText: 'Ada likes tea.' }).waitFor();
    await changed.locator('del', { hasText: 'Lisbon' }).waitFor();
    await changed.locator('ins', { hasText: 'Porto' }).waitFor();
    expect(await page.locator('.change').count()).toBe(2);
    await deleted.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => page.locator('.change').count()).toBe(1);
    expect(await http.session.call('get_memory', { characterId: id, memoryId: tea })).toMatchObject({
      content: 'Ada likes tea.',
    });
    await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
    await expect
      .poll(() => http.session.call('list_memories', { characterId: id, state: 'DELETED' }))
      .toMatchObject({ total: 1 });
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Nothing to review' }).waitFor();
    await page.getByRole('link', { name: 'All', exact: true }).click();
    await page.getByText('reviewed').first().waitFor();
    const of = { characterId: id, memoryId: home };
    expect(await http.session.call('get_memory', of)).toMatchObject({ content: 'Ada lives in Porto.' });
    await http.session.call('update_memory', { ...of, content: 'Ada lives in Faro.' });
    await page.locator('.change', { hasText: 'Porto' }).getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('alert').getByText('changed again since').waitFor();
    expect(await http.session.call('get_memory', of)).toMatchObject({ content: 'Ada lives in Faro.' });
    expect(faults).toStrictEqual([]);
  });

  test('the card of what is about the user in projects moves it to their own memory, and back', async () => {
    const mine = { id: '' };
    const me = async () => mine.id;
    const layers = { present: async () => undefined, mine: me, me, project: async () => undefined };
    const opened = await open({ onFile: true, services: { layers } });
    const { page, goto, http, faults } = opened;
    const { session } = http;
    const { id } = await withMemories(opened, ['The API is in Go.']);
    for (const content of ['I live in Lisbon.', 'I have diabetes.']) {
      await http.ask('POST', `/v1/characters/${id}/memories/direct`, { body: { content, category: 'facts' } });
    }
    mine.id = (await session.call<{ id: string }>('create_character', { name: 'Mara' })).id;
    const project = { names: ['api'], folder: '/work/api', place: 'place:api', root: null };
    await onMachine(session.store).projects.assign(scope, project, id, 1);
    await goto(`/review/${id}`);
    await page.getByText('2 statements about you').waitFor();
    await page.getByRole('button', { name: 'Move all 2 to my own memory' }).click();
    await page.getByText('Moved 2 memories').waitFor();
    await page.getByText('2 statements about you').waitFor({ state: 'hidden' });
    const held = async () => (await session.call<{ total: number }>('list_memories', { characterId: mine.id })).total;
    expect(await held()).toBe(2);
    await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
    await expect.poll(held).toBe(0);
    await page.getByText('2 statements about you').waitFor();
    expect(faults).toStrictEqual([]);
  });

  test('the card of a memory that may be outdated asks what holds, and takes the answer back', async () => {
    const opened = await open();
    const { page, goto, http, faults } = opened;
    const { session } = http;
    const { id, memories } = await withMemories(opened, ['Ada lives in Leeds.', 'Ada moved to Lisbon.']);
    const [olderId = '', newerId = ''] = memories;
    const { now } = session.clock;
    await session.store.pairs.link(scope, id, [{ olderId, newerId }], now);
    await goto(`/review/${id}`);
    const older = () => session.call('get_memory', { characterId: id, memoryId: olderId });
    await page.locator('[data-link]').getByRole('button', { name: 'It changed' }).click();
    await page.getByRole('heading', { name: 'Nothing to review' }).waitFor();
    expect(await older()).toMatchObject({ supersededBy: newerId });
    await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
    await expect.poll(older).not.toHaveProperty('supersededBy');
    await session.call('update_memory', { characterId: id, memoryId: newerId, supersedes: [olderId] });
    await goto(`/memories/${id}/${olderId}`);
    await page.locator('.m .outdated', { hasText: 'now: Ada moved to Lisbon.' }).waitFor();
    await page.locator('.pane dd', { hasText: 'Ada moved to Lisbon.' }).waitFor();
    await goto(`/inbox/${id}`);
    await page.getByRole('region', { name: 'Ended this week' }).getByText('Ada lives in Leeds.').waitFor();
    expect(faults).toStrictEqual([]);
  });

  test('the Review page is accessible on phone and desktop, light and dark', async () => {
    const { page, goto, id, faultsOnDevices } = await withEdits(open, phone);
    await goto(`/review/${id}`);
    await page.locator('.change').nth(1).waitFor();
    expect(await faultsOnDevices()).toStrictEqual([]);
  });
});
