import { expect, test } from 'vitest';
import { localOwner } from '../../src/domain/principal.ts';
import { inBrowser, type Opened, withMemories } from '../support/browser.ts';

interface Listed {
  memories: { id: string; content: string; supersededBy?: string; validUntil?: string }[];
}

const listOf = ({ http }: Opened, characterId: string) =>
  http.session.call<Listed>('list_memories', { characterId, holds: 'any' });

inBrowser('The open memory', (open) => {
  test('a memory that may be outdated is answered where it is read, with Undo', async () => {
    const opened = await open();
    const { page, goto, http, faults, accessibility } = opened;
    const { id, memories } = await withMemories(opened, ['Mara lives in Gothenburg.', 'Mara has a flat in Ghent.']);
    const [olderId = '', newerId = ''] = memories;
    const { store, clock } = http.session;
    await store.pairs.link(localOwner('BUSINESS'), id, [{ olderId, newerId }], clock.now);
    const older = async () => (await listOf(opened, id)).memories.find((one) => one.id === olderId);
    await goto(`/memories/${id}/${olderId}`);
    const pane = page.getByRole('complementary', { name: 'The memory' });
    const asked = pane.getByRole('region', { name: 'Does this still hold?' });
    await asked.getByRole('button', { name: 'It ended' }).waitFor();
    expect(await asked.getByRole('button').allInnerTexts()).toStrictEqual([
      ...['It ended', 'It still holds', 'Neither holds', 'Newer is wrong'],
    ]);
    expect(await accessibility()).toStrictEqual([]);
    // It says so before the newer one is read.
    let answerNewer = () => {};
    const isAnswered = new Promise<void>((resolve) => (answerNewer = resolve));
    await page.route(`**/memories/${newerId}`, async (route) => {
      await isAnswered;
      await route.continue();
    });
    await asked.getByRole('button', { name: 'It ended' }).click();
    await asked.waitFor({ state: 'detached' });
    await pane.getByText('ended', { exact: true }).waitFor();
    answerNewer();
    await pane.getByText('Ended, now').waitFor();
    expect(await older()).toMatchObject({ supersededBy: newerId });
    await pane.getByRole('link', { name: 'Mara has a flat in Ghent.' }).first().click();
    await pane.getByText('In place of').waitFor();
    await pane.getByRole('link', { name: 'Mara lives in Gothenburg.' }).first().click();
    await page.waitForURL(`**/memories/${id}/${olderId}`);
    await page.keyboard.press('u');
    await asked.getByRole('button', { name: 'It still holds' }).click();
    await page.getByText('Still holds: “Mara lives in Gothenburg.”').waitFor();
    await asked.waitFor({ state: 'detached' });
    expect(await older()).not.toHaveProperty('supersededBy');
    await page.keyboard.press('u');
    // Others that say the same may end with it.
    const { id: alike } = await http.session.call<{ id: string }>('add_memory_direct', {
      ...{ characterId: id, content: 'Mara wohnt in Göteborg.', category: 'facts' },
    });
    await store.pairs.link(localOwner('BUSINESS'), id, [{ olderId: alike, newerId }], clock.now);
    await page.reload();
    await asked.getByRole('button', { name: 'Keep the newer in all 2' }).click();
    const ended = async () => (await listOf(opened, id)).memories.filter((one) => one.supersededBy === newerId).length;
    await expect.poll(ended).toBe(2);
    await asked.waitFor({ state: 'detached' });
    await page.keyboard.press('u');
    await expect.poll(ended).toBe(0);
    await store.pairs.unlink(localOwner('BUSINESS'), id, [newerId, alike], clock.now);
    await page.reload();
    await asked.getByRole('link', { name: 'Mara has a flat in Ghent.' }).click();
    await page.waitForURL(`**/memories/${id}/${newerId}`);
    const replaced = pane.getByRole('region', { name: 'May hold in place of' });
    await replaced.getByRole('button', { name: 'It ended' }).waitFor();
    const near = pane.getByRole('region', { name: 'Near it' }).getByRole('listitem').filter({ hasText: 'Gothenburg' });
    await near.getByRole('button', { name: 'This takes its place' }).click();
    await expect.poll(older).toMatchObject({ supersededBy: newerId });
    await near.getByRole('button', { name: 'This takes its place' }).waitFor({ state: 'detached' });
    await page.keyboard.press('u');
    await expect.poll(older).not.toHaveProperty('supersededBy');
    await replaced.getByRole('link', { name: 'Mara lives in Gothenburg.' }).click();
    await page.waitForURL(`**/memories/${id}/${olderId}`);
    expect(faults).toStrictEqual([]);
  });

  test('a history shows texts without their marks, and the palette offers an export from All', async () => {
    const opened = await open();
    const { page, goto, http, faults } = opened;
    const { id, memories } = await withMemories(opened, ['The trip costs **AUD 8,700**.', 'Ada rows.']);
    const [memoryId] = memories;
    await http.session.call('update_memory', { characterId: id, memoryId, importance: 'HIGH' });
    await http.session.call('update_memory', { characterId: id, memoryId, content: 'The trip costs **AUD 8,900**.' });
    await goto(`/memories/${id}/${memoryId}`);
    const history = page.getByRole('region', { name: 'History' });
    await history.locator('ins').first().waitFor();
    expect(await history.innerText()).not.toContain('**');
    await goto('/home/all');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('Control+k');
    const first = page.getByRole('dialog').getByRole('option').first();
    for (const [words, wanted] of [
      ['export', /^Export .+…$/u],
      ['share', /^Invite somebody…$/u],
    ] as const) {
      await page.getByRole('dialog').getByRole('combobox').fill(words);
      await expect.poll(() => first.locator('b').innerText()).toMatch(wanted);
    }
    expect(faults).toStrictEqual([]);
  });

  test('the palette offers first what can be done with the open memory, and with those that are selected', async () => {
    const opened = await open();
    const { page, goto, faults } = opened;
    const { id, memories } = await withMemories(opened, ['Ada likes tea.', 'Ada lives in Lisbon.']);
    const palette = page.getByRole('dialog', { name: 'Go to, or do' });
    const first = async (count: number) =>
      (await palette.getByRole('option').allInnerTexts()).slice(0, count).map((text) => text.split('\n')[0]);
    const choose = async (words: string) => {
      await page.keyboard.press('Control+k');
      await palette.getByRole('combobox').fill(words);
      await page.keyboard.press('Enter');
    };
    await goto(`/memories/${id}/${memories[0]}`);
    await page.getByRole('region', { name: 'Near it' }).waitFor();
    await page.keyboard.press('Control+k');
    expect(await first(8)).toStrictEqual([
      ...['Edit', 'It ended', 'Share…', 'Never give it again', 'Copy the text', 'History', 'Delete'],
      'Merge with another…',
    ]);
    await page.keyboard.press('Escape');
    await choose('no longer');
    await page.getByText('Ended “Ada likes tea.”').waitFor();
    await page.getByRole('button', { name: 'It holds again' }).waitFor();
    await page.keyboard.press('u');
    // A double click is one act, also where its answer is slow.
    await page.getByRole('complementary').getByRole('button', { name: 'It ended' }).dblclick();
    await page.getByRole('button', { name: 'It holds again' }).waitFor();
    await page.getByText('Ended “Ada likes tea.”').waitFor();
    await page.keyboard.press('u');
    await page.getByRole('complementary').getByRole('button', { name: 'It ended' }).waitFor();
    await choose('delete');
    await page.getByText('Deleted “Ada likes tea.”').waitFor();
    await page.keyboard.press('u');
    await expect.poll(() => page.locator('article.m').count()).toBe(2);
    await page.keyboard.press('*');
    await page.getByRole('toolbar').getByText('2 memories selected').waitFor();
    await page.keyboard.press('Control+k');
    expect(await first(3)).toStrictEqual(['Merge into one…', 'Delete', 'Export…']);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Merge into one' }).waitFor();
    expect(faults).toStrictEqual([]);
  });

  test('two memories become the one that is chosen, without headings in the text, and come back', async () => {
    const opened = await open();
    const { page, goto, http, faults, accessibility } = opened;
    const { id } = await withMemories(opened, []);
    const texts = async () => (await listOf(opened, id)).memories.map(({ content }) => content).toSorted();
    const fileContent = '# Trips\n\n## Berlin\n\nJonas cooks great ramen.\n';
    await http.ask('POST', `/v1/characters/${id}/import`, { body: { fileName: 'trips.md', fileContent } });
    await http.session.call('add_memory_direct', {
      characterId: id,
      content: 'Jonas cooks ramen.',
      category: 'general',
    });
    const before = await texts();
    const [piece = ''] = before.filter((one) => one.includes('›'));
    await goto(`/memories/${id}`);
    await page.locator('article', { hasText: 'Jonas cooks ramen.' }).getByRole('link').click();
    const pane = page.getByRole('complementary', { name: 'The memory' });
    await pane.getByRole('button', { name: 'Merge with another…' }).click();
    await page.getByRole('combobox', { name: 'Search', exact: true }).fill('great ramen');
    await page.getByRole('option', { name: 'Jonas cooks great ramen.', selected: true }).waitFor();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Merge into one' });
    const text = dialog.getByLabel('Text of the merged memory');
    // The one that says all is offered, below its headings.
    await expect.poll(() => text.inputValue()).toBe('Jonas cooks great ramen.');
    expect(await dialog.getByText('trips.md').count()).toBe(1);
    expect(await dialog.locator('.path').allInnerTexts()).toStrictEqual(['Trips › Berlin', 'Trips › Berlin']);
    expect(await accessibility()).toStrictEqual([]);
    await dialog.getByRole('button', { name: 'Merge', exact: true }).click();
    await page.getByText('Merged into one').waitFor();
    expect(await texts()).toStrictEqual([piece]);
    await pane.getByText('trips.md').waitFor();
    await pane.getByRole('region', { name: 'History' }).getByText('merged with: Jonas cooks ramen.').waitFor();
    await page.keyboard.press('u');
    await expect.poll(texts).toStrictEqual(before);
    await pane.locator('.rev', { hasText: /undone · merged with: Jonas cooks ramen\./u }).waitFor();
    expect(faults).toStrictEqual([]);
  });

  test('an edit of a piece leaves its headings out of the field, keeps them and the name of its document', async () => {
    const opened = await open();
    const { page, goto, http } = opened;
    const { id } = await withMemories(opened, []);
    const fileContent = '# Trips\n\n## Berlin\n\nJonas cooks great ramen.\n';
    await http.ask('POST', `/v1/characters/${id}/import`, { body: { fileName: 'trips.md', fileContent } });
    const [memory] = (await listOf(opened, id)).memories;
    await goto(`/memories/${id}/${memory?.id}`);
    const pane = page.getByRole('complementary', { name: 'The memory' });
    await pane.getByRole('button', { name: 'Edit' }).click();
    const text = pane.getByLabel('Text of the memory');
    expect(await text.inputValue()).toBe('Jonas cooks great ramen.');
    expect(await pane.locator('.path').allInnerTexts()).toStrictEqual(['Trips › Berlin']);
    await text.fill('Jonas bakes bread.');
    // The list shows it before it is read again.
    await page.route(/\/memories\?/, () => undefined);
    await pane.getByRole('button', { name: 'Save' }).click();
    await page.locator('article.m').getByText('Jonas bakes bread.').waitFor();
    await page.unroute(/\/memories\?/);
    await pane.getByRole('heading', { name: 'Jonas bakes bread.' }).waitFor();
    expect((await listOf(opened, id)).memories[0]?.content).toBe('Trips › Berlin: Jonas bakes bread.');
    await pane.locator('dl').getByText('trips.md').waitFor();
  });

  test('a memory of a conversation leads to that conversation alone, in its order', async () => {
    const { page, goto, http } = await open();
    const { id: characterId } = await http.session.call<{ id: string }>('create_character', { name: 'Ada' });
    const said = (content: string, occurredAt: string, sessionId?: string) =>
      http.session.call<{ id: string }>('add_memory_direct', {
        ...{ characterId, content, occurredAt, sessionId, category: 'facts' },
      });
    await said('Ada drinks tea.', '2026-01-10T12:00:00Z', 'talk');
    const last = await said('The violin needs strings.', '2026-01-10T12:05:00Z', 'talk');
    await said('Ada moved to Lisbon.', '2026-01-10T12:02:00Z');
    await goto(`/memories/${characterId}/${last.id}`);
    await page.getByRole('link', { name: 'what else was said in it' }).click();
    const rows = page.locator('article .said');
    await expect.poll(() => rows.allInnerTexts()).toStrictEqual(['Ada drinks tea.', 'The violin needs strings.']);
    await page.getByRole('button', { name: 'of one conversation' }).click();
    await expect.poll(() => rows.count()).toBe(3);
  });

  test('an imported memory says in which document it was written, and when', async () => {
    const opened = await open();
    const { page, goto, http } = opened;
    const { id } = await withMemories(opened, []);
    const fileContent = '---\ndate: 2023-05-04\n---\nThe landlord is Mr. Sato.\n';
    await http.ask('POST', `/v1/characters/${id}/import`, { body: { fileName: 'home.md', fileContent } });
    const [memory] = (await listOf(opened, id)).memories;
    await goto(`/memories/${id}/${memory?.id}`);
    const facts = page.getByRole('complementary').locator('dl');
    await facts.getByText('home.md').waitFor();
    await expect.poll(() => facts.locator('dt').allInnerTexts()).toStrictEqual(['Category', 'From', 'Written']);
  });
});
