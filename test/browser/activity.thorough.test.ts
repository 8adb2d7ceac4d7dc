import { expect, test } from 'vitest';
import { learntId } from '../../src/service/batch-ids.ts';
import { inBrowser, type Opened, phone, withMemories } from '../support/browser.ts';
import { addition, localScope as scope } from '../support/builders.ts';
import { captureTurn } from '../support/captured-turn.ts';
import { onMachine } from '../support/harness.ts';

/** Two turns of a session of Claude Code that were learnt from. Returns the memories. */
async function learnt({ http }: Opened, id: string) {
  const { store, clock } = http.session;
  const added: string[] = [];
  for (const n of [1, 2]) {
    clock.now += 60_000;
    const { now } = clock;
    const batch = learntId('s', now, `0000000${n}-x`);
    const by = { changedBy: 'auto-capture', kind: 'model', client: 'claude-code', now, batch } as const;
    const [outcome] = await store.memories.write(scope, id, [addition(70 + n, `The build number ${n} is green.`)], by);
    const { content: text, id: memoryId } = outcome!.memory;
    added.push(memoryId);
    const clauses = [{ text, outcome: 'kept', reason: 'a fact', memoryId, batchId: batch } as const];
    await captureTurn(onMachine(store), scope, id, clauses, { session: 's', now });
  }
  clock.now += 60_000;
  return added;
}

inBrowser('Activity', (open) => {
  test('a session that a hook learnt from is one line with one Undo, also after a reload', async () => {
    const opened = await open();
    const { page, goto, http, faults, faultsOnDevices } = opened;
    const { session } = http;
    const { id, memories } = await withMemories(opened, ['Ada likes tea.']);
    await session.call('update_memory', { characterId: id, memoryId: memories[0], importance: 'HIGH' });
    await learnt(opened, id);
    await page.clock.setFixedTime(session.clock.now);
    const total = async () => (await session.call<{ total: number }>('list_memories', { characterId: id })).total;
    await goto(`/home/${id}`);
    const week = page.getByRole('region', { name: 'Learnt this week' });
    await week.getByText('and 1 more at once, by a hook of claude-code').waitFor();
    await week.getByRole('button', { name: 'Undo: 2 memories learnt' }).click();
    await week.getByText('by a hook of claude-code, undone').waitFor();
    await week.getByRole('button', { name: 'Redo: 2 memories learnt' }).click();
    await week.getByRole('button', { name: 'Undo: 2 memories learnt' }).waitFor();
    await page.getByRole('link', { name: 'All activity' }).click();
    const line = page.locator('article[data-batch]');
    await line.getByText(/^2 memories learnt: The build number \d is green/u).waitFor();
    await line.getByText('by a hook of claude-code').waitFor();
    await line.getByText('Show each').click();
    await line.getByRole('link', { name: 'The build number 1 is green.' }).waitFor();
    expect(await faultsOnDevices()).toStrictEqual([]);
    await line.getByRole('button', { name: 'Undo: 2 memories learnt' }).click();
    await page.getByText('Undone: 2 memories').waitFor();
    await page.locator('.toasts').getByRole('button', { name: 'Redo' }).waitFor();
    await expect.poll(total).toBe(1);
    const redo = line.getByRole('button', { name: 'Redo: 2 memories learnt' });
    await redo.waitFor();
    await page.getByText('changed since').waitFor();
    const starts = await page
      .locator('.change > .meta')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().left));
    expect(new Set(starts).size).toBe(1);
    await page.reload();
    await redo.click();
    await page.getByText('Done again: 2 memories').waitFor();
    await expect.poll(total).toBe(3);
    await goto(`/captures/${id}?session=s`);
    await page.getByRole('button', { name: 'Undo what was learnt of this session' }).click();
    await expect.poll(total).toBe(1);
    await page.getByText('forgotten').first().waitFor();
    await page.getByRole('button', { name: 'Undo what was learnt of this session' }).waitFor({ state: 'detached' });
    await page.keyboard.press('u');
    await expect.poll(total).toBe(3);
    expect(faults).toStrictEqual([]);
  });

  test('an undo that had less to undo than its batch is done, and one that reaches more is under way', async () => {
    const opened = await open({ toolsets: ['memories', 'characters', 'review'] });
    const { page, goto, http, faults } = opened;
    const { session } = http;
    const { clock, store } = session;
    const { id, memories } = await withMemories(opened, [
      'Ada likes tea.',
      'Ada likes teas.',
      'Ada rows.',
      'Ada sings.',
    ]);
    const [keepId = '', deleteId = '', ...others] = memories;
    const given = { characterId: id, keepId, deleteId };
    const { batchId } = await session.call<{ batchId: string }>('merge_memories', given);
    expect(await session.call('undo_batch', { characterId: id, batchId })).toMatchObject({ changed: 1 });
    await page.clock.setFixedTime(clock.now);
    await goto(`/activity/${id}`);
    const row = page.locator(`article[data-batch="${batchId}"]`);
    const state = row.getByText(/^(?:undone|Under way.*)$/u);
    expect(await state.first().innerText()).toBe('undone');
    await row.getByRole('button', { name: /^Redo/u, disabled: false }).waitFor();
    const write = (kind: 'delete' | 'restore', of: readonly string[], batch: string) =>
      store.memories.write(
        scope,
        id,
        of.map((memoryId) => ({ kind, memoryId })),
        { changedBy: 'local', kind: 'user', now: clock.now, batch },
      );
    await write('delete', [...others, deleteId], 'several');
    await write('restore', others.slice(0, 1), 'undo~several');
    const several = page.locator('article[data-batch="several"]');
    await several.getByText('undone').waitFor();
    await write('restore', others.slice(1), 'undo~several');
    const bar = "getComputedStyle(document.querySelector('.state.off'), '::before')";
    expect(await page.evaluate(`[${bar}.width, ${bar}.height]`)).toStrictEqual(['8px', '1px']);
    await several.getByText('Under way: 2 of 3 memories').waitFor();
    await several.getByText('undone').waitFor();
    expect(faults).toStrictEqual([]);
  });

  test('the back key returns to the place of a page, and to the link that was followed', async () => {
    const opened = await open(phone);
    const { page, goto, faults } = opened;
    const texts = Array.from({ length: 15 }, (_, i) => `Ada has ${i + 2} bees.`);
    const { id } = await withMemories(opened, texts);
    await goto(`/activity/${id}`);
    await page.locator('article', { hasText: 'Ada has 3 bees.' }).getByRole('link', { name: 'History' }).click();
    await page.getByRole('complementary').getByText('Ada has 3 bees.').first().waitFor();
    await page.goBack();
    await expect.poll(() => page.evaluate('document.activeElement.closest("article")?.innerText')).toMatch(/3 bees/u);
    expect(await page.evaluate('document.querySelector("main .scroll").scrollTop')).toBeGreaterThan(100);
    expect(faults).toStrictEqual([]);
  });

  test('single changes say what they changed, a row each, and an undo names what it left', async () => {
    const opened = await open(phone);
    const { page, goto, http, faults } = opened;
    const { session } = http;
    const { id, memories } = await withMemories(opened, ['Ada likes tea.', 'Ada rows.', 'Ada sings.']);
    const [, memoryId] = await learnt(opened, id);
    await session.call('update_memory', { characterId: id, memoryId: memories[0], importance: 'HIGH' });
    await session.call('update_memory', { characterId: id, memoryId, content: 'The build number 2 is red.' });
    await goto(`/activity/${id}`);
    await page.getByText('importance normal → high').waitFor();
    expect(await page.getByText('at the terminal').count()).toBe(0);
    expect(await page.locator('article', { hasText: 'stored by' }).count()).toBe(3);
    const line = page.locator('article[data-batch]');
    await line.getByRole('button', { name: 'Undo: 2 memories learnt' }).click();
    await line.getByText('Left as it is:').waitFor();
    await line.getByRole('link', { name: 'The build number 2 is red.' }).waitFor();
    await line.getByText('since changed by').waitFor();
    // What can be done stays in one column, whatever has happened since.
    expect(await page.locator('.change > .buttons').getByText('changed since').count()).toBe(0);
    await page.getByRole('combobox', { name: 'What' }).selectOption({ label: 'deleted' });
    await page.getByText('Nothing of this kind has happened.').waitFor();
    await page.getByRole('combobox', { name: 'What' }).selectOption({ label: 'changed' });
    await page.getByText('importance normal → high').waitFor();
    expect(await line.count()).toBe(0);
    // Edits in a row are undone as one.
    for (const one of memories)
      await session.call('update_memory', { characterId: id, memoryId: one, importance: 'LOW' });
    const low = async () =>
      (
        await session.call<{ memories: { importance: string }[] }>('list_memories', { characterId: id })
      ).memories.filter(({ importance }) => importance === 'LOW').length;
    await page.reload();
    await page.getByRole('button', { name: /^Undo: \d memories changed/u }).click();
    await expect.poll(low).toBe(0);
    expect(faults).toStrictEqual([]);
  });
});
