import { expect, test } from 'vitest';
import { inBrowser, type Opened, type OpenOptions, phone } from '../support/browser.ts';

const hostile = '<img src=x onerror="document.title=\'broken\'">';
const file = '# Plans\n\n- The roof is red.\n- The harbour is deep.\n';

/** Ada's memories of three years, some of one conversation, some of one file. */
async function withYears(open: (options?: OpenOptions) => Promise<Opened>, options: OpenOptions = {}) {
  const opened = await open(options);
  const { session } = opened.http;
  const { id } = await session.call<{ id: string }>('create_character', { name: 'Ada' });
  const remember = async (content: string, occurredAt: string, category: string, more: object = {}) =>
    (
      await session.call<{ id: string }>('add_memory_direct', {
        characterId: id,
        content,
        category,
        occurredAt,
        ...more,
      })
    ).id;
  await remember(`Ada was born in London. ${hostile}`, '1815-12-10T12:00:00Z', 'facts');
  await remember('Ada moved to Lisbon.', '2024-03-05T12:00:00Z', 'facts');
  await remember('Ada met Charles in Lisbon.', '2024-03-05T18:00:00Z', 'relationships');
  const talk = { sessionId: 'talk-1' };
  const tea = await remember('Ada drinks tea with lemon.', '2026-01-10T12:00:00Z', 'facts', talk);
  await remember('The violin needs strings.', '2026-01-10T12:05:00Z', 'facts', talk);
  await session.call('sync_file', { characterId: id, filePath: 'plans.md', fileContent: file });
  return { ...opened, id, tea };
}

inBrowser('Timeline', (open) => {
  test('the whole timeline is drawn by months when it spans one year', async () => {
    const { page, goto, http } = await open();
    const { id: characterId } = await http.session.call<{ id: string }>('create_character', { name: 'Ada' });
    for (const occurredAt of ['2026-02-10T12:00:00Z', '2026-04-10T12:00:00Z']) {
      const given = { characterId, content: `It rained on ${occurredAt}.`, category: 'facts', occurredAt };
      await http.session.call('add_memory_direct', given);
    }
    await goto(`/timeline/${characterId}`);
    const chart = page.getByRole('table', { name: 'Memories by category, 2026' });
    await chart.waitFor();
    expect(await chart.getByRole('columnheader').allInnerTexts()).toStrictEqual(['Feb', 'Mar', 'Apr']);
    expect(await chart.getByRole('cell').allInnerTexts()).toStrictEqual(['1', '', '1', '2', '', '']);
  });

  test('the timeline leads from all years to a day and a memory’s neighbours, each with an address', async () => {
    const { page, goto, id, tea, http, faults } = await withYears(open);
    await goto(`/timeline/${id}`);
    await page.getByRole('table', { name: 'Memories by category, 2026' }).waitFor();
    await expect.poll(() => page.locator('article').count()).toBe(4);
    await page.getByRole('navigation', { name: 'Time' }).getByRole('link', { name: 'All time' }).click();
    const chart = page.getByRole('table', { name: 'Memories by category, All time' });
    await chart.getByRole('columnheader', { name: '1815' }).waitFor();
    // Far apart: only the years with memories.
    expect(await chart.getByRole('columnheader').allInnerTexts()).toStrictEqual(['1815', '2024', '2026']);
    await expect
      .poll(() =>
        chart
          .getByRole('row', { name: /^facts/ })
          .getByRole('cell')
          .allInnerTexts(),
      )
      .toStrictEqual([...['1', '1', '2', '4']]);
    await chart.getByRole('link', { name: '2024' }).click();
    await page.waitForURL('**at=2024');
    await expect.poll(() => page.locator('.day').allInnerTexts()).toStrictEqual(['March 2024']);
    await page.getByRole('link', { name: 'Mar', exact: true }).click();
    await page.waitForURL('**at=2024-03');
    await expect.poll(() => page.getByRole('columnheader').count()).toBe(31);
    await page.locator('.day').waitFor({ state: 'detached' });
    await page.getByRole('link', { name: '5', exact: true }).click();
    await page.waitForURL('**at=2024-03-05');
    await expect.poll(() => page.locator('article').count()).toBe(2);
    await page.getByRole('table').getByTitle('5 March 2024: 1 in relationships').click();
    await page.waitForURL('**category=relationships');
    await expect.poll(() => page.locator('article').count()).toBe(1);
    await page.goBack();
    await expect.poll(() => page.locator('article').count()).toBe(2);
    await page.getByRole('navigation', { name: 'Time' }).getByRole('link', { name: 'All time' }).click();
    await page.getByRole('link', { name: 'Ada drinks tea with lemon.' }).click();
    await page.waitForURL(`**/${tea}?at=all`);
    const around = page.getByRole('region', { name: 'Around it' });
    const strings = around.getByRole('listitem').filter({ hasText: 'The violin needs strings.' });
    await strings.getByText('same conversation').waitFor();
    expect(await around.locator('svg g').count()).toBe(await around.getByRole('listitem').count());
    await strings.getByRole('link').click();
    await page.getByRole('complementary').getByRole('heading', { name: 'The violin needs strings.' }).waitFor();
    await page.keyboard.press('Escape');
    await page.waitForURL(`**/timeline/${id}?at=all`);
    await page.keyboard.press('j');
    await page.getByRole('complementary').getByRole('heading').first().waitFor();
    const { memories } = await http.session.call<{ memories: { id: string; content: string }[] }>('list_memories', {
      characterId: id,
    });
    const roof = memories.find(({ content }) => content.includes('roof'))!;
    await goto(`/timeline/${id}/${roof.id}`);
    await around.getByRole('listitem').filter({ hasText: 'The harbour is deep' }).getByText('same file').waitFor();
    expect(await page.title()).not.toBe('broken');
    expect(faults).toStrictEqual([]);
  });

  test('an address with an invalid day shows the whole timeline', async () => {
    const { page, goto, id } = await withYears(open);
    await goto(`/timeline/${id}?at=2024-02-31`);
    await page.getByRole('table', { name: 'Memories by category, All time' }).waitFor();
  });

  test('the Timeline page is accessible on phone and desktop, light and dark', async () => {
    const { page, goto, id, tea, faultsOnDevices } = await withYears(open, phone);
    await goto(`/timeline/${id}?at=2026-01`);
    await page.getByRole('columnheader').nth(30).waitFor();
    await page.locator('article').nth(1).waitFor();
    expect(await faultsOnDevices()).toStrictEqual([]);
    await goto(`/timeline/${id}/${tea}`);
    await page.getByRole('region', { name: 'Around it' }).getByRole('listitem').first().waitFor();
    expect(await faultsOnDevices()).toStrictEqual([]);
  });
});
