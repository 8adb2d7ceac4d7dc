import { expect, test } from 'vitest';
import { devices, inBrowser, withMemories } from '../support/browser.ts';

const notes = ['Ada likes tea.', 'Ada lives in Lisbon.'];

inBrowser('Home', (open) => {
  test('shows days, categories, sources and the newest changes, which can be undone', async () => {
    const opened = await open();
    const { page, goto, http, faults } = opened;
    const { session } = http;
    const day = new Date(session.clock.now).toISOString().slice(0, 10);
    const { id, memories } = await withMemories(opened, notes);
    session.clock.now += 60_000;
    await page.clock.setFixedTime(session.clock.now);
    const of = { characterId: id, memoryId: memories[1] };
    await session.call('update_memory', { ...of, content: 'Ada lives in Porto.' });
    await goto(`/home/${id}`);
    await page.locator('.nums').getByText('2 memories, 2 added this week').waitFor();
    expect(await page.locator(`[data-day="${day}"] title`).textContent()).toContain('2 added, 1 changed, 0 deleted');
    await page.locator('.bars li', { hasText: 'facts' }).getByText('2').waitFor();
    await page.locator('.bars li', { hasText: 'stored directly' }).getByText('2').waitFor();
    const newest = page.locator('.change').first();
    await newest.locator('del', { hasText: 'Lisbon' }).waitFor();
    await newest.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => session.call('get_memory', of)).toMatchObject({ content: notes[1], revision: 3 });
    await page.locator('.change').nth(3).waitFor();
    await page.keyboard.press('u');
    await expect.poll(() => session.call('get_memory', of)).toMatchObject({ content: 'Ada lives in Porto.' });
    expect(faults).toStrictEqual([]);
  });

  test('tells a newcomer how to connect a host', async () => {
    const { page, goto } = await open();
    await goto('/home');
    await page.getByText('agent-memory-service init').waitFor();
  });

  test.each(devices)('can be read and used by everybody %s', async (_, device) => {
    const opened = await open(device);
    const { page, goto, accessibility, overhang, faults } = opened;
    const { id } = await withMemories(opened, [
      ...notes,
      '<script>document.title="broken"</script>',
      'x'.repeat(5_000),
    ]);
    await goto(`/home/${id}`);
    await page.locator('.bars li').first().waitFor();
    expect([await accessibility(), await overhang()]).toStrictEqual([[], 0]);
    expect(faults).toStrictEqual([]);
  });
});
