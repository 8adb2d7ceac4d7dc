import { readFileSync } from 'node:fs';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { expect, test } from 'vitest';
import { inBrowser, withMemories } from '../support/browser.ts';
import { localScope as scope } from '../support/builders.ts';
import { openSession } from '../support/harness.ts';

const three = ['Ada likes tea.', 'Ada lives in Lisbon.', 'Turing, the dog, sleeps under the desk.'];

inBrowser('The list of memories', (open) => {
  test('selected memories are moved and deleted in bulk, and restored in bulk', async () => {
    const opened = await open();
    const { page, goto, http } = opened;
    const { id } = await withMemories(opened, three);
    await goto(`/memories/${id}`);
    const row = (n: number) => page.locator('article').nth(n);
    for (const n of [0, 1]) await row(n).getByRole('checkbox').check();
    const bar = page.getByRole('toolbar');
    await bar.getByText('2 memories selected').waitFor();
    await bar.getByLabel('Move to a category').selectOption('goals');
    await page.getByText('Moved 2 memories').waitFor();
    await expect.poll(() => page.locator('.m .cat', { hasText: 'goals' }).count()).toBe(2);
    await page.keyboard.press('u');
    await page.getByText('Moved 2 memories: undone').waitFor();
    await expect.poll(() => page.locator('.m .cat', { hasText: 'goals' }).count()).toBe(0);
    await row(0).getByRole('checkbox').check();
    await row(2)
      .getByRole('checkbox')
      .click({ modifiers: ['Shift'] });
    await bar.getByText('3 memories selected').waitFor();
    await row(1).getByRole('checkbox').uncheck();
    await bar.getByLabel('Set the importance').selectOption('high');
    await expect.poll(() => page.locator('.m .imp', { hasText: 'high' }).count()).toBe(2);
    await page.getByRole('button', { name: 'Select all' }).click();
    await row(1).getByRole('checkbox').uncheck();
    await bar.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete 2 memories' }).click();
    await expect.poll(() => page.locator('article').count()).toBe(1);
    // Deleted ones also come back together, long after the toast.
    await page.getByRole('button', { name: 'Deleted 2' }).click();
    await expect.poll(() => page.locator('article').count()).toBe(2);
    await page.keyboard.press('*');
    await bar.getByRole('button', { name: 'Restore' }).click();
    await page.getByText('Restored 2 memories').waitFor();
    await expect.poll(() => http.session.call('list_memories', { characterId: id })).toMatchObject({ total: 3 });
  });

  test('the page of what is known shows memories under headings, and each line opens its memory', async () => {
    const opened = await open();
    const { page, goto, faults } = opened;
    const { id } = await withMemories(opened, three);
    await goto(`/known/${id}`);
    await page.getByRole('heading', { name: 'What is known' }).waitFor();
    await expect.poll(() => page.locator('.known .said').count()).toBe(3);
    await page.getByRole('link', { name: 'Ada lives in Lisbon.' }).click();
    await page.waitForURL(new RegExp(`/memories/${id}/`));
    expect(faults).toStrictEqual([]);
  });

  test('selected memories are merged or move to another character, one is copied there, each with Undo', async () => {
    const opened = await open();
    const { page, goto, http } = opened;
    const { id } = await withMemories(opened, three);
    const { id: other } = await http.session.call<{ id: string }>('create_character', { name: 'Turing' });
    await goto(`/memories/${id}`);
    await page.locator('article').nth(0).getByRole('checkbox').check();
    await page.getByRole('toolbar').getByLabel('Move to another character').selectOption('Turing');
    await page.getByText('Moved 1 memory').waitFor();
    const moved = async () =>
      (await http.session.call<{ total: number }>('list_memories', { characterId: other })).total;
    expect(await moved()).toBe(1);
    await expect.poll(() => page.locator('article').count()).toBe(2);
    await page.keyboard.press('u');
    await expect.poll(() => page.locator('article').count()).toBe(3);
    expect(await moved()).toBe(0);
    for (const n of [0, 1]) await page.locator('article').nth(n).getByRole('checkbox').check();
    await page.getByRole('toolbar').getByRole('button', { name: 'Merge into one' }).click();
    await page.getByRole('dialog').getByRole('radio').first().check();
    await page.getByRole('button', { name: 'Merge', exact: true }).click();
    await expect.poll(() => page.locator('article').count()).toBe(2);
    await page.keyboard.press('u');
    await expect.poll(() => page.locator('article').count()).toBe(3);
    await page.locator('article a').first().click();
    await page.getByRole('button', { name: 'Share…' }).click();
    // What is private is taken out before anything is shared: the text is all that the others get.
    await page.getByLabel(/What they get/).fill('Ada likes warm drinks.');
    await page.getByRole('dialog').getByRole('button', { name: 'Copy it there' }).click();
    await page.getByText('Copied to Turing').waitFor();
    expect(await moved()).toBe(1);
    const { memories: given } = await http.session.call<{ memories: { content: string }[] }>('list_memories', {
      characterId: other,
    });
    expect(given).toMatchObject([{ content: 'Ada likes warm drinks.' }]);
    await page.keyboard.press('u');
    await expect.poll(moved).toBe(0);
  });

  test('memories of all characters are one list, which is deleted and brought back as one batch', async () => {
    const opened = await open();
    const { page, goto, http, faults, accessibility } = opened;
    const { session } = http;
    const { id, memories } = await withMemories(opened, ['Ada likes tea.', 'Ada lives in Lisbon.']);
    const bob = (await session.call<{ id: string }>('create_character', { name: 'Bob' })).id;
    session.clock.now += 60_000;
    const of = { characterId: bob, category: 'facts', importance: 'HIGH' };
    await session.call('add_memory_direct', { ...of, content: 'Bob plays chess.' });
    const total = async () => ((await http.ask('GET', '/v1/memories')).body as { total: number }).total;
    await goto('/memories/all');
    const rows = page.locator('article.m');
    await expect.poll(() => rows.count()).toBe(3);
    expect(await rows.first().innerText()).toContain('Bob');
    await page.getByRole('button', { name: 'Filter…' }).click();
    await page.getByLabel('Importance').selectOption('HIGH');
    await expect.poll(() => rows.count()).toBe(1);
    await page.goBack();
    await expect.poll(() => rows.count()).toBe(3);
    // A memory among all has an address of its own.
    await rows.nth(1).getByRole('link').click();
    await page.waitForURL(`**/memories/all/${memories[1]}?of=${id}`);
    await page.reload();
    await page.getByRole('complementary').getByRole('heading', { name: 'Ada lives in Lisbon.' }).waitFor();
    await rows.nth(2).waitFor();
    await page.keyboard.press('j');
    await page.waitForURL(`**/memories/all/${memories[0]}?of=${id}`);
    expect(await accessibility()).toStrictEqual([]);
    // The key is for what is selected, not for the open one alone.
    await page.keyboard.press('*');
    await page.keyboard.press('#');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete 3 memories' }).waitFor();
    // A second Enter, before the answer, stops nothing.
    await page.route('**/memories/batch', async (route) => {
      await page.getByRole('dialog', { name: 'Under way' }).waitFor();
      await page.keyboard.press('Enter');
      await route.continue();
    });
    await page.keyboard.press('Enter');
    await page.getByText('Deleted 3 memories').waitFor();
    await page.unroute('**/memories/batch');
    await expect.poll(total).toBe(0);
    // The batch is one, also after a reload.
    await goto('/home/all');
    const activity = page.getByRole('region', { name: 'Activity' });
    await activity.getByText('2 characters').waitFor();
    const listed = await activity.getByRole('article').count();
    await activity.getByRole('button', { name: 'Undo: 3 memories deleted' }).click();
    await page.getByText('Undone: 3 memories').waitFor();
    await expect.poll(total).toBe(3);
    // An undo adds no row that moves the others.
    await activity.getByText('undone', { exact: true }).waitFor();
    await activity.getByRole('button', { name: 'Redo: 3 memories deleted' }).waitFor();
    expect(await activity.getByRole('article').count()).toBe(listed);
    // The whole list says the same, page by page.
    await activity.getByRole('link', { name: 'All activity' }).click();
    await page.waitForURL('**/activity/all');
    await activity.getByRole('button', { name: 'Redo: 3 memories deleted' }).waitFor();
    expect(await accessibility()).toStrictEqual([]);
    await goto('/timeline/all');
    await expect.poll(() => rows.count()).toBe(3);
    await page.getByRole('table').getByText('facts').waitFor();
    expect(faults).toStrictEqual([]);
  });

  test('two memories of two characters become one, and come back together', async () => {
    const opened = await open();
    const { page, goto, http, faults } = opened;
    const { session } = http;
    await withMemories(opened, ['Ada uses Neovim.']);
    const { id: other } = await session.call<{ id: string }>('create_character', { name: 'Bo' });
    await session.call('add_memory_direct', { characterId: other, content: 'Bo edits in Vim.', category: 'general' });
    const texts = async () => {
      const { memories } = (await http.ask('GET', '/v1/memories')).body as { memories: { content: string }[] };
      return memories.map(({ content }) => content).toSorted();
    };
    await goto('/memories/all');
    await page.locator('article').nth(1).waitFor();
    await page.locator('article').nth(0).getByRole('checkbox').check();
    await page.keyboard.press('m');
    await page.getByText('Select 2 to 10 memories').waitFor();
    await page.keyboard.press('*');
    await page.keyboard.press('m');
    await page.getByText(/^It stays in (Ada|Bo)\./u).waitFor();
    await page.getByLabel('Text of the merged memory').fill('Both edit in Neovim.');
    await page.keyboard.press('Control+Enter');
    await page.getByText('Merged into one').waitFor();
    expect(await texts()).toStrictEqual(['Both edit in Neovim.']);
    await page.keyboard.press('u');
    await expect.poll(texts).toStrictEqual(['Ada uses Neovim.', 'Bo edits in Vim.']);
    expect(faults).toStrictEqual([]);
  });

  test('a link to a memory keeps the choice of all characters, and Back shows what was before', async () => {
    const opened = await open();
    const { page, goto, http, faults } = opened;
    const { session } = http;
    const { id, memories } = await withMemories(opened, ['Ada likes green tea.', 'Ada likes tea in the morning.']);
    await session.call('create_character', { name: 'Bob' });
    const choice = page.getByRole('navigation', { name: 'Pages' }).getByTitle('Character');
    const chosen = () => choice.innerText();
    const choose = async (letters: string) => {
      await choice.click();
      await page.getByRole('combobox', { name: 'Character' }).fill(letters);
      await page.keyboard.press('Enter');
    };
    await goto('/home/all');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Go to, or do' }).fill('green');
    await page.getByRole('option', { name: 'Ada likes green tea.' }).click();
    await page.waitForURL(`**/memories/all/${memories[0]}?of=${id}`);
    const pane = page.getByRole('complementary', { name: 'The memory' });
    await pane.getByRole('region', { name: 'Near it' }).getByRole('link').first().click();
    await page.waitForURL(`**/memories/all/${memories[1]}?of=${id}`);
    await expect.poll(chosen).toBe('All characters');
    await page.goBack();
    await page.waitForURL(`**/memories/all/${memories[0]}?of=${id}`);
    await page.getByRole('button', { name: 'Remember…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Text of the memory').fill('Ada plays the violin.');
    await dialog.getByRole('button', { name: 'Remember', exact: true }).click();
    // The address of the memory before is of the same form.
    await pane.getByRole('heading', { name: 'Ada plays the violin.' }).waitFor();
    await page.waitForURL(/\/memories\/all\/[\w-]+\?of=/);
    await expect.poll(chosen).toBe('All characters');
    // One character that was chosen stays too, also after Back.
    await choose('ada');
    await page.waitForURL(`**/memories/${id}`);
    await page.locator(`article.m a[href*="/memories/${id}/"]`).last().click();
    await page.waitForURL(`**/memories/${id}/*`);
    await choose('all ch');
    await page.waitForURL('**/memories/all');
    await page.goBack();
    await page.waitForURL(`**/memories/${id}/*`);
    await expect.poll(chosen).toBe('Ada');
    expect(faults).toStrictEqual([]);
  });

  test('categories count what a list without small talk shows', async () => {
    const opened = await open();
    const { page, goto, http } = opened;
    const { id } = await withMemories(opened, ['Ada likes tea.']);
    const given = { characterId: id, category: 'facts', importance: 'LOW' };
    await http.session.call('add_memory_direct', { ...given, content: 'Thanks a lot, Ada!' });
    for (const scope of [id, 'all']) {
      await goto(`/memories/${scope}`);
      await page.getByRole('button', { name: 'facts 2' }).waitFor();
      await page.getByRole('button', { name: 'Filter…' }).click();
      await page.getByLabel('Importance').selectOption('without small talk');
      await page.getByRole('button', { name: 'facts 1' }).waitFor();
      await expect.poll(() => page.locator('article.m').count()).toBe(1);
    }
  });

  test('a list is sorted and filtered by host, and the filtered memories are exported', async () => {
    const opened = await open();
    const { page, goto, http, faults } = opened;
    const { id } = await withMemories(opened, ['Ada drinks tea.', 'The tea is green.', 'A violin.']);
    const { session } = http;
    const client = new Client({ name: 'cursor', version: '1.0.0' });
    const services = { store: session.store, now: () => session.clock.now };
    const other = await openSession({ path: session.path, client, services });
    session.clock.now += 60_000;
    const given = { characterId: id, content: 'Ada hat eine Allergie gegen Nüsse.', category: 'facts' };
    await other.call('add_memory_direct', { ...given, importance: 'CRITICAL', occurredAt: '2020-02-02T00:00:00Z' });
    await goto(`/memories/${id}`);
    const texts = () => page.locator('article .said').allInnerTexts();
    await expect.poll(async () => (await texts()).at(-1)).toContain('Allergie');
    await page.getByLabel('Sort').selectOption('most important first');
    await page.waitForURL('**sort=importance');
    await expect.poll(async () => (await texts())[0]).toContain('Allergie');
    // Months tell nothing in another order than that of time.
    expect(await page.locator('.day').count()).toBe(0);
    await page.getByLabel('Sort').selectOption('most recalled first');
    await page
      .locator('article')
      .first()
      .getByText(/given \d+ times?/)
      .waitFor();
    await page.getByLabel('Sort').selectOption('oldest first');
    await expect.poll(async () => (await texts())[0]).toContain('Allergie');
    expect(await page.locator('.day').first().innerText()).toBe('February 2020');
    expect(await page.locator('article time').first().innerText()).toBe('2 Feb 2020');
    await page.getByRole('button', { name: 'Filter…' }).click();
    await page.getByLabel('Host').selectOption('cursor');
    await page.waitForURL('**client=cursor**');
    await expect.poll(texts).toStrictEqual(['Ada hat eine Allergie gegen Nüsse.']);
    await page.getByRole('button', { name: 'Select all' }).click();
    await page.getByRole('toolbar').getByRole('button', { name: 'Export…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Export' });
    await dialog.getByRole('checkbox', { name: 'Ada hat eine Allergie' }).check();
    const saved = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Export 1 memory' }).click();
    const file = readFileSync(await (await saved).path(), 'utf8');
    expect(file).toContain('Allergie');
    expect(file).not.toContain('tea');
    // The same filter is what a batch changes.
    await page.getByRole('button', { name: 'Select all' }).click();
    await page.getByRole('toolbar').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete 1 memory' }).click();
    await expect.poll(() => session.call('list_memories', { characterId: id })).toMatchObject({ total: 3 });
    expect(faults).toStrictEqual([]);
  });

  test('search results are selected, deleted and restored in bulk', async () => {
    const opened = await open();
    const { page, goto, http, faults } = opened;
    const { id } = await withMemories(opened, [
      'Ada drinks tea.',
      'The tea is green.',
      'Tea on her birthday, May 3.',
      'A violin.',
    ]);
    const count = async () => (await http.session.call<{ total: number }>('list_memories', { characterId: id })).total;
    await goto(`/search/${id}?q=tea`);
    const hits = page.locator('.hit');
    await hits.nth(2).waitFor();
    await hits.nth(0).getByRole('checkbox').check();
    await hits
      .nth(2)
      .getByRole('checkbox')
      .click({ modifiers: ['Shift'] });
    const bar = page.getByRole('toolbar', { name: 'Selected memories' });
    await bar.getByText('3 memories selected').waitFor();
    // What is private is held back here too; the palette offers the same.
    await page.keyboard.press('Control+k');
    await page.keyboard.type('export');
    await page.getByRole('option', { name: 'Export… 3 memories' }).click();
    const dialog = page.getByRole('dialog', { name: 'Export' });
    await dialog.getByText('dates of birth', { exact: true }).waitFor();
    await dialog.getByRole('checkbox', { name: 'names of people (1)' }).check();
    await dialog.getByRole('button', { name: 'Export 2 memories' }).waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await bar.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete 3 memories' }).click();
    await page.getByText('Deleted 3 memories', { exact: true }).waitFor();
    await expect.poll(count).toBe(1);
    await page.keyboard.press('u');
    await expect.poll(count).toBe(4);
    await hits.nth(2).waitFor();
    expect(await page.getByRole('checkbox', { checked: true }).count()).toBe(0);
    expect(faults).toStrictEqual([]);
  });

  test('an expired session asks to sign in again and keeps typed text', async () => {
    const opened = await open();
    const { page, goto, http } = opened;
    const { id, memories } = await withMemories(opened, three);
    await goto(`/memories/${id}/${memories[0]}`);
    await page.getByRole('complementary').getByRole('button', { name: 'Edit' }).click();
    await page.getByLabel('Text of the memory').fill('Ada likes oolong.');
    const { sessions } = http.session.store;
    for (const one of await sessions.list('local', undefined, 0)) await sessions.end('local', undefined, one.id, 0);
    await page.keyboard.press('Control+Enter');
    await page.getByLabel('API key').fill(http.key);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await page.getByLabel('Text of the memory').inputValue()).toBe('Ada likes oolong.');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('link', { name: 'Ada likes oolong.' }).waitFor();
  });

  test('the list filters memories that come from files', async () => {
    const opened = await open();
    const { page, goto, http } = opened;
    const { id } = await withMemories(opened, three);
    const file = { characterId: id, filePath: 'plans.md', fileContent: '- The roof is red.\n' };
    await http.session.call('sync_file', file);
    await goto(`/memories/${id}`);
    await page.locator('article').nth(3).waitFor();
    await page.getByRole('button', { name: 'Filter…' }).click();
    await page.getByLabel('Source').selectOption('from a file');
    await page.waitForURL('**source=file*');
    await expect.poll(() => page.locator('article').allInnerTexts()).toHaveLength(1);
    await page.getByRole('link', { name: 'The roof is red.' }).waitFor();
    // The chosen filters stay in sight, and one button takes them all back.
    await page.getByRole('button', { name: 'Fewer filters' }).click();
    expect(await page.getByLabel('Importance').count()).toBe(0);
    await page.getByLabel('Source').waitFor();
    await page.getByRole('button', { name: 'Clear' }).click();
    await expect.poll(() => page.locator('article').count()).toBe(4);
    expect(await page.getByLabel('Source').count()).toBe(0);
  });

  test('invisible characters are shown as marks that an edit keeps or removes', async () => {
    const opened = await open();
    const { page, goto, http } = opened;
    const content = 'Ada likes tea.\u{e0064}\u{e0065}\u{e006c} She \u202eteg\u202c it.';
    const shown = 'Ada likes tea.⟦tags: del⟧ She ⟦U+202E⟧teg⟦U+202C⟧ it.';
    const { id, memories } = await withMemories(opened, [content]);
    const stored = async () => (await http.ask('GET', `/v1/characters/${id}/memories/${memories[0]}`)).body.content;
    await goto(`/memories/${id}/${memories[0]}`);
    await page.getByRole('link', { name: shown }).waitFor();
    const pane = page.getByRole('complementary');
    await pane.getByRole('heading', { name: shown }).waitFor();
    await pane.getByRole('button', { name: 'Edit' }).click();
    const text = page.getByLabel('Text of the memory');
    expect(await text.inputValue()).toBe(shown);
    await text.fill(shown.replace('tea', 'mint'));
    await page.getByRole('button', { name: 'Save' }).click();
    await pane.getByRole('heading', { name: shown.replace('tea', 'mint') }).waitFor();
    expect(await stored()).toBe(content.replace('tea', 'mint'));
    await page.getByRole('region', { name: 'History' }).getByText('⟦tags: del⟧').first().waitFor();
    await pane.getByRole('button', { name: 'Edit' }).click();
    await text.fill('Ada likes mint.');
    await page.getByRole('button', { name: 'Save' }).click();
    await pane.getByRole('heading', { name: 'Ada likes mint.', exact: true }).waitFor();
    expect(await stored()).toBe('Ada likes mint.');
    await goto('/home');
    await page.getByText('⟦tags: del⟧').first().waitFor();
  });

  test('a long list loads only the visible part', async () => {
    const opened = await open();
    const { page, goto, http } = opened;
    const { id } = await withMemories(opened, []);
    const by = { changedBy: 'tester', now: http.session.clock.now };
    const changes = Array.from({ length: 3_000 }, (_, n) => ({
      kind: 'add' as const,
      memory: {
        id: http.session.services.newId(),
        content: `Note number ${n} about ${'words '.repeat(n % 40)}`.trim(),
        salience: 0.5,
        importance: 'NORMAL' as const,
        source: { kind: 'direct' as const },
        occurredAt: by.now - n * 3_600_000,
      },
    }));
    await http.session.store.memories.write(scope, id, changes, by);
    let reads = 0;
    page.on('request', (request) => {
      if (request.url().includes('/memories?') && !request.url().includes('DELETED')) reads += 1;
    });
    await goto(`/memories/${id}`);
    await page.getByText('Note number 0 about').waitFor();
    const list = page.getByRole('region', { name: 'Memories' });
    await list.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    await page.getByText('Note number 2999 about').waitFor();
    expect(reads).toBeLessThan(10);
    expect(await page.locator('article').count()).toBeLessThan(260);
    await list.evaluate((element) => element.scrollTo(0, element.scrollHeight / 2));
    await expect.poll(() => page.locator('article').count()).toBeGreaterThan(10);
  });

  test('“Remember…” makes a character of an empty store only when a memory is stored', async () => {
    const { page, goto, http, faults } = await open();
    await goto('/');
    await page.getByRole('button', { name: 'Remember…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Text of the memory').fill('I drink tea.');
    expect(await http.session.call('list_characters')).toMatchObject({ total: 0 });
    await dialog.getByRole('button', { name: 'Remember' }).click();
    await page.getByRole('complementary').getByRole('heading', { name: 'I drink tea.' }).waitFor();
    expect(await http.session.call('list_characters')).toMatchObject({ total: 1 });
    expect(faults).toStrictEqual([]);
  });

  test('a memory that is written in view of all characters is for the user, or for the one who is chosen', async () => {
    const { page, goto, http, faults } = await open();
    const { session } = http;
    for (const name of ['Harbor', 'Loom']) await session.call('create_character', { name });
    const heading = page.getByRole('main').getByRole('heading', { level: 1 });
    await goto('/home/all');
    await heading.waitFor();
    const dialog = page.getByRole('dialog', { name: 'Remember' });
    const owner = dialog.getByLabel('Who remembers it');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Go to, or do' }).fill('remember Deploys are on Mondays.');
    await page.getByRole('option', { name: 'Remember “Deploys are on Mondays.”' }).click();
    const chosen = owner.locator('option:checked');
    await expect.poll(() => chosen.innerText()).toMatch(/^(?!Harbor|Loom)./);
    const own = await owner.inputValue();
    await owner.selectOption('Loom');
    await dialog.getByRole('heading', { name: 'Remember for Loom' }).waitFor();
    await dialog.getByRole('button', { name: 'Remember' }).click();
    await page.getByRole('complementary').getByRole('heading', { name: 'Deploys are on Mondays.' }).waitFor();
    await expect.poll(() => session.call('list_memories', { characterId: 'Loom' })).toMatchObject({ total: 1 });
    await goto('/home/all');
    await heading.waitFor();
    await page.keyboard.press('n');
    await expect.poll(() => owner.inputValue()).toBe(own);
    const text = dialog.getByLabel('Text of the memory');
    const category = dialog.getByLabel('Category');
    await text.fill('I prefer tea.');
    await expect.poll(() => category.inputValue()).toBe('preferences');
    await text.fill('x'.repeat(10_003));
    await dialog.getByRole('alert').getByText('It is 3 characters too long for a memory.').waitFor();
    await dialog.getByRole('button', { name: 'Remember' }).click();
    await text.fill('I prefer tea.');
    await dialog.getByRole('button', { name: 'Remember' }).click();
    await expect
      .poll(() => session.call('list_memories', { characterId: own }))
      .toMatchObject({
        memories: [{ content: 'I prefer tea.', category: 'preferences' }],
      });
    await dialog.waitFor({ state: 'detached' });
    await page.keyboard.press('Control+k');
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('option', { name: 'Import…' }).click();
    await page.waitForURL('**/files/*');
    const plans = { name: 'plans.md', mimeType: 'text/markdown', buffer: Buffer.from('The harbour closes at nine.') };
    await (await chooser).setFiles([plans]);
    await page.getByRole('dialog').getByText('1 new memory').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Import' }).click();
    await page.getByText('Imported 1 memory').waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('option', { name: 'Undo the last import' }).waitFor({ state: 'detached' });
    await page.getByRole('combobox', { name: 'Go to, or do' }).fill('undo import');
    await page.getByRole('option', { name: 'Undo the last import' }).click();
    await page.getByRole('status').getByText('Undo what you did before: 1 memory stored: “plans.md”').waitFor();
    await page.keyboard.press('u');
    await page.getByText('Undone: “plans.md”').waitFor();
    await expect.poll(() => page.getByRole('region', { name: 'Just imported' }).count()).toBe(0);
    for (const [key, path] of [
      ['p', '**/things/*'],
      ['t', '**/team'],
      [',', '**/settings'],
    ] as const) {
      await page.keyboard.press('g');
      await page.keyboard.press(key);
      await page.waitForURL(path);
    }
    expect(faults).toStrictEqual([]);
  });

  test('an empty store offers an example, which is loaded and removed again', async () => {
    const { page, goto, http, faults, accessibility } = await open();
    await goto('/');
    await page.getByText('agent-memory-service init --all').waitFor();
    expect(await accessibility()).toStrictEqual([]);
    await page.getByRole('button', { name: 'Load an example' }).click();
    await expect.poll(() => page.locator('article').count()).toBe(7);
    await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: 'Load an example' }).waitFor();
    await expect.poll(() => http.session.call('list_characters')).toMatchObject({ total: 0 });
    expect(faults).toStrictEqual([]);
  });

  test('a failed request shows where it failed, with its id, and can be retried', async () => {
    const opened = await open();
    const { page, goto } = opened;
    const { id, memories } = await withMemories(opened, three);
    await goto(`/memories/${id}`);
    await page.locator('article').nth(2).waitFor();
    const body = JSON.stringify({ error: { type: 'Internal', message: 'Something broke.' } });
    const headers = { 'content-type': 'application/json', 'x-request-id': 'the-request' };
    await page.route(`**/${memories[0]}`, (route) => route.fulfill({ status: 500, body, headers }));
    await page.getByRole('link', { name: 'Ada likes tea.' }).click();
    const alert = page.getByRole('complementary').getByRole('alert');
    await alert.getByText('Something broke.').waitFor();
    await alert.getByText('Request the-request.').waitFor();
    await page.unroute(`**/${memories[0]}`);
    await alert.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('complementary').getByRole('heading', { name: 'Ada likes tea.' }).waitFor();
  });
});
