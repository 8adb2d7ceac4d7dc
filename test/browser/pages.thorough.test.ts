import { expect, test } from 'vitest';
import { localOwner } from '../../src/domain/principal.ts';
import { allLooks, inBrowser, phone, withFile, withMemories } from '../support/browser.ts';

const notes = [
  'Turing, the dog, goes to Dr. Lindqvist every spring.',
  'Every spring the family goes to Evora.',
  'Ada likes tea.',
];
const plans = '# Plans\n\n- The roof is red.\n- The harbour is deep.\n';

inBrowser('the Search lab', (open) => {
  test('the Search lab answers while typing, and explains why memories were found or not', async () => {
    const opened = await open();
    const { page, goto, http, faults } = opened;
    const { id, memories } = await withMemories(opened, notes);
    await goto(`/memories/${id}`);
    await page.locator('article').nth(2).waitFor();
    const question = 'where does the dog go in spring?';
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/memories/search')) asked.push(String(request.postDataJSON().query));
    });
    await page.keyboard.press('/');
    await page.keyboard.type(question.slice(0, 1));
    await page.locator(`[data-answered="${question[0]}"]`).waitFor({ state: 'attached' });
    expect(asked).toStrictEqual(['w']);
    await page.keyboard.type(question.slice(1));
    await page.waitForURL('**/search/**q=where*');
    const first = page.locator('.hit').first();
    await first.locator('mark', { hasText: 'dog' }).waitFor();
    await first.getByRole('img', { name: 'match' }).waitFor();
    const { memories: found } = await http.session.call<{ memories: { id: string; salience: number }[] }>(
      'search_memories',
      {
        characterId: id,
        query: 'where does the dog go in spring?',
      },
    );
    await page.locator(`[data-answered="${question}"]`).waitFor();
    // Keys lead from the field to the results, and on.
    await page.keyboard.press('Enter');
    await page.locator('.hit a:focus').waitFor();
    const second = await page.locator('.hit').nth(1).getAttribute('data-memory');
    await page.keyboard.press('ArrowDown');
    await page.waitForURL(`**/search/*/${second}?*`);
    await page.keyboard.press('Escape');
    await page.waitForURL((url) => url.pathname === `/search/${id}`);
    await page.keyboard.press('n');
    await page.getByRole('dialog', { name: 'Remember' }).waitFor();
    await page.keyboard.press('Escape');
    // No query is sent twice, and a key sends at most one.
    expect(new Set(asked).size).toBe(asked.length);
    expect(asked.length).toBeLessThanOrEqual(question.length);
    // The results may still be those of the half-typed query.
    await expect.poll(() => first.getAttribute('data-memory')).toBe(found[0]?.id);
    await first.getByText('Why', { exact: true }).click();
    await first.getByRole('img', { name: /words \d+/ }).waitFor();
    await first.getByText(`relevance ${found[0]?.salience.toFixed(2).slice(1)}`).waitFor();
    await page.getByRole('button', { name: 'Choose a memory' }).click();
    await page.getByRole('dialog').getByRole('searchbox').fill('tea');
    await page.getByRole('dialog').getByRole('button', { name: 'Ada likes tea.' }).click();
    await page.getByRole('region', { name: 'Why not' }).getByText('shares no word with the query').waitFor();
    expect(page.url()).toContain(`why=${memories[2]}`);
    await first.getByRole('link').click();
    await page.getByRole('complementary').getByRole('button', { name: 'Edit' }).click();
    await page.getByLabel('Text of the memory').fill('Turing, the dog, goes to Dr. Berg every spring.');
    // The row follows before the search is asked again.
    await page.route('**/memories/search', () => undefined);
    await page.keyboard.press('Control+Enter');
    await page.locator('.hit').getByText('Dr. Berg').waitFor();
    await page.unrouteAll();
    await page.goBack();
    await page.goBack();
    expect(faults).toStrictEqual([]);
  });

  test('the Search lab compares settings on questions that agents asked', async () => {
    const opened = await open({ recallLogDays: 30 });
    const { page, goto, http, faults, faultsOnDevices } = opened;
    const { id } = await withMemories(opened, notes);
    for (const query of ['Where does the dog go?', 'quaternion', 'Where does the dog go?']) {
      await http.session.call('search_memories', { characterId: id, query });
    }
    await http.session.services.recalls?.written();
    await goto(`/search/${id}`);
    await page.getByRole('button', { name: 'Compare settings' }).click();
    const compared = page.getByRole('region', { name: 'Settings compared' });
    await compared.getByText('2 questions: 1 get something now, 1 with these settings').waitFor();
    const row = compared.getByRole('row', { name: 'quaternion' });
    await row.getByText('nothing').nth(1).waitFor();
    await compared.getByRole('slider').fill('0.95');
    await compared.getByText('2 questions: 1 get something now, 0 with these settings').waitFor();
    expect((await http.ask('GET', `/v1/recalls?characterId=${id}`)).body.recalls).toHaveLength(3);
    expect(await faultsOnDevices()).toStrictEqual([]);
    expect(faults).toStrictEqual([]);
  });

  test('results are narrowed to a name that several memories contain', async () => {
    const opened = await open();
    const { page, goto, faultsOnDevices } = opened;
    const texts = ['Tea with Ben in Porto.', 'Green tea is sold in Porto.', 'Ben makes tea.', 'Tea at noon.'];
    const { id } = await withMemories(opened, texts);
    await goto(`/search/${id}?q=tea`);
    const narrow = page.getByRole('group', { name: 'Narrow the results' });
    await narrow.getByRole('button', { name: 'Porto 2' }).click();
    await expect.poll(() => page.locator('.hit').count()).toBe(2);
    expect(await page.locator('.hit').allInnerTexts()).toStrictEqual([
      expect.stringContaining('Porto'),
      expect.stringContaining('Porto'),
    ]);
    await narrow.getByRole('button', { name: 'Porto 2' }).click();
    await expect.poll(() => page.locator('.hit').count()).toBe(4);
    expect(await faultsOnDevices()).toStrictEqual([]);
  });

  test('Back leads from question to question, and a deleted result among all can be restored', async () => {
    const opened = await open();
    const { page, goto, http, faults } = opened;
    const { id, memories } = await withMemories(opened, ['Ada likes green tea.', 'Ada plays the violin.']);
    await http.session.call('create_character', { name: 'Bob' });
    await goto('/home/all');
    const field = page.getByRole('searchbox', { name: 'Search memories, or ask a question' });
    for (const question of ['tea', 'violin']) {
      await field.click();
      await field.fill('');
      await page.keyboard.type(question);
      await page.keyboard.press('Enter');
      await page.locator(`section[data-answered="${question}"]`).waitFor();
    }
    await page.locator('.hit a').first().click();
    await page.waitForURL(`**/search/all/${memories[1]}?q=violin&of=${id}`);
    const pane = page.getByRole('complementary', { name: 'The memory' });
    await pane.getByRole('button', { name: 'Delete' }).click();
    await pane.getByRole('button', { name: 'Restore' }).first().click();
    await pane.getByRole('button', { name: 'Delete' }).waitFor();
    await page.goBack();
    await page.goBack();
    await page.waitForURL('**/search/all?q=tea');
    await expect.poll(() => field.inputValue()).toBe('tea');
    await page.goBack();
    await page.waitForURL('**/home/all');
    expect(faults).toStrictEqual([]);
  });

  test('a search that would help no agent shows the likeliest matches', async () => {
    const opened = await open();
    const { page, goto } = opened;
    const { id } = await withMemories(opened, [
      'Ada likes green tea.',
      'Ada plays the violin.',
      ...['Lisbon', 'Porto', 'Évora', 'Braga'].map((town) => `The harbour of ${town} is deep.`),
    ]);
    await goto(`/search/${id}?q=musical+instruments+of+my+neighbour`);
    await page.getByText('Nothing that would help an agent').waitFor();
    await expect.poll(() => page.locator('.hit').count()).toBe(3);
    await page.getByText('Matches below are too weak for an agent').waitFor();
    await page.getByRole('button', { name: /^Show \d weak match/ }).waitFor();
  });

  test('a result in place of an older one is listed, and the older one is marked wherever it is shown', async () => {
    const opened = await open(phone);
    const { page, goto, http, faults, faultsOnDevices } = opened;
    const texts = ['Mara lives in Gothenburg.', 'My new flat is by the canal in Ghent.', 'Ada likes tea.'];
    const { id, memories } = await withMemories(opened, texts);
    const [olderId = '', newerId = ''] = memories;
    const { store, clock } = http.session;
    await store.pairs.link(localOwner('BUSINESS'), id, [{ olderId, newerId }], clock.now);
    await goto(`/search/${id}?q=Gothenburg`);
    const older = page.locator('.hit').first().getByRole('link', { name: 'in place of: Mara lives in Gothenburg.' });
    expect(await older.getAttribute('href')).toBe(`/search/${id}/${olderId}?q=Gothenburg`);
    const doubt = /^may be outdated since .+: My new flat is by the canal/;
    await page.locator('.hit').nth(1).getByText(doubt).waitFor();
    expect(await faultsOnDevices()).toStrictEqual([]);
    await goto(`/memories/${id}/${olderId}`);
    await page.locator(`.m[data-memory="${olderId}"]`).getByText(doubt).waitFor();
    const pane = page.getByRole('complementary', { name: 'The memory' });
    const asked = pane.getByRole('region', { name: 'Does this still hold?' });
    await asked.getByRole('link', { name: texts[1]! }).waitFor();
    await http.session.call('update_memory', { characterId: id, memoryId: newerId, supersedes: [olderId] });
    await goto(`/things/${id}/Gothenburg`);
    await page
      .locator('.lines li')
      .getByText(/^ended .+, now: My new flat/)
      .waitFor();
    expect(faults).toStrictEqual([]);
  });

  test('a search without an answer shows the matches of other times, categories and characters', async () => {
    const opened = await open();
    const { page, goto, http, faultsOnDevices } = opened;
    const { id } = await withMemories(opened, notes);
    const add = (content: string, more: object = {}) =>
      http.session.call('add_memory_direct', { characterId: id, content, category: 'general', ...more });
    await add('We saw turtles on the beach near Lagos.', { occurredAt: '2023-08-20T10:00:00Z' });
    await add('I planted tomatoes on the balcony.', { occurredAt: '2023-04-20T10:00:00Z' });
    await add('The gym costs 30 euros a month.', { validUntil: '2023-10-01' });
    const other = await http.session.call<{ id: string }>('create_character', { name: 'Falcon' });
    await http.session.call('add_memory_direct', {
      ...{ characterId: other.id, content: 'Deploys wait for two approvals.', category: 'general' },
    });
    const searches = [
      [`/search/${id}?q=turtles+in+April+2023`, 'Nothing useful from April 2023. At other times:', 'We saw turtles'],
      [`/search/${id}?q=turtles&category=facts`, 'Nothing useful in facts. In other categories:', 'We saw turtles'],
      [`/search/${id}?q=deploys`, 'Nothing useful in Ada. In other memories:', 'Deploys wait'],
    ] as const;
    for (const [path, title, text] of searches) {
      await goto(path);
      await page.getByRole('heading', { name: title }).waitFor();
      await page.locator('.hit', { hasText: text }).waitFor();
    }
    expect(await faultsOnDevices()).toStrictEqual([]);
    await goto(`/search/${id}?q=gym`);
    await page.locator('.hit.past').getByText('ended', { exact: true }).waitFor();
    await page.getByText('Nothing that would help an agent').waitFor();
  });

  test('results are sorted by time under their months, and an emptied question ends its filters', async () => {
    const opened = await open({ recallLogDays: 30 });
    const { page, goto, http, faults, faultsOnDevices } = opened;
    const { id } = await withMemories(opened, notes);
    for (const [content, occurredAt] of [
      ['Tea with Ben in Porto, tea and tea.', '2022-03-02T10:00:00Z'],
      ['Ben bought tea in Porto.', '2023-08-20T10:00:00Z'],
    ]) {
      await http.session.call('add_memory_direct', { characterId: id, content, category: 'general', occurredAt });
    }
    await http.session.call('search_memories', { characterId: id, query: 'Where is Ben?' });
    await http.session.services.recalls?.written();
    await goto(`/search/${id}?q=Ben+tea+Porto&since=2020-01-01T00:00:00Z`);
    await page.locator('.hit').nth(1).waitFor();
    expect(await page.locator('.day').count()).toBe(0);
    await page.getByLabel('Sort').selectOption('newest first');
    await expect.poll(() => page.locator('.day').allInnerTexts()).toStrictEqual(['August 2023', 'March 2022']);
    expect(await page.locator('.hit time').allInnerTexts()).toStrictEqual(['20 Aug 2023', '2 Mar 2022']);
    // The answer before steps back while the next one is awaited.
    let answer = () => {};
    const answered = new Promise<void>((done) => {
      answer = done;
    });
    await page.route('**/memories/search', async (route) => {
      await answered;
      await route.continue();
    });
    const field = page.getByRole('searchbox', { name: 'Search memories, or ask a question' });
    await page.getByLabel('Sort').focus();
    await page.keyboard.press('/');
    await page.keyboard.type(' Ben');
    await page.locator('.scroll.old[aria-busy="true"] .hit').first().waitFor();
    answer();
    await page.locator('.scroll:not(.old) .hit').first().waitFor();
    await page.getByRole('button', { name: 'any time' }).click();
    await page.waitForURL((url) => !url.search.includes('since'));
    await field.fill('');
    await page.waitForURL((url) => !url.search.includes('q='));
    // At rest it offers what to begin with.
    await page.getByRole('link', { name: 'Porto', exact: true }).waitFor();
    expect(await faultsOnDevices()).toStrictEqual([]);
    await page.getByRole('link', { name: 'Where is Ben?' }).click();
    await page.waitForURL('**q=Where+is+Ben*');
    await page.locator('.hit').first().waitFor();
    expect(faults).toStrictEqual([]);
  });

  test('a question without an answer leads to writing the missing memory, and is asked again', async () => {
    const opened = await open();
    const { page, goto } = opened;
    const { id } = await withMemories(opened, notes);
    let pending = 3;
    await page.route('**/v1/tier', async (route) => {
      const tier = await (await route.fetch()).json();
      await route.fulfill({ json: { ...tier, ai: { ...tier.ai, embedding: { model: 'bge', pending } } } });
    });
    await goto(`/search/${id}?q=quaternion`);
    const isRead = page.getByText('Meaning is still being read: 3 memories left');
    await isRead.waitFor();
    pending = 0;
    await isRead.waitFor({ state: 'hidden' });
    // A word that no memory has is none to require.
    await page.locator('[data-answered="quaternion"]').waitFor();
    expect(await page.getByRole('group', { name: 'What was understood' }).count()).toBe(0);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.getByRole('button', { name: 'Write the missing memory' }).click();
    await page.getByRole('dialog').getByLabel('Text of the memory').fill('Ada explains quaternions with a sock.');
    await page.getByRole('dialog').getByRole('button', { name: 'Remember' }).click();
    await page.locator('.toast', { hasText: 'Remembered, answered now: your memory is 1st' }).waitFor();
    await page.locator('[data-memory]').getByText('Ada explains quaternions').first().waitFor();
    expect(new URL(page.url()).pathname).toBe(`/search/${id}`);
  });
});

inBrowser('Characters', (open) => {
  test('characters are created, named, described, cloned and archived', async () => {
    const opened = await open();
    const { page, goto, http, faults } = opened;
    const { id } = await withMemories(opened, notes);
    await goto(`/characters/${id}`);
    await page.getByText('Aliases and tags').click();
    await page.getByLabel('Aliases').fill('the countess');
    await page.getByLabel('Tags').fill('team, maths');
    await page.getByText('Profile').click();
    await page.getByLabel('Personality').fill('curious');
    await page.getByLabel('Rules').fill('be exact\nbe kind');
    await page.getByRole('group').filter({ hasText: 'Personality' }).getByRole('button', { name: 'Save' }).click();
    await page.getByText('Profile saved').waitFor();
    // The profile is read again, and what is typed in another form stays.
    await page.getByLabel('Personality').waitFor({ state: 'hidden' });
    await page.getByRole('group').filter({ hasText: 'Tags, with' }).getByRole('button', { name: 'Save' }).click();
    await page.getByText('Aliases and tags saved').waitFor();
    await expect
      .poll(() => http.session.call('get_character', { characterId: 'the countess' }))
      .toMatchObject({
        id,
        tags: ['team', 'maths'],
        profile: { personality: 'curious', rules: ['be exact', 'be kind'] },
      });
    await page.getByRole('button', { name: 'New category' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('recipes');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Edit recipes' }).waitFor();
    await page.getByRole('button', { name: 'Clone' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Clone' }).click();
    await page.getByText('Ada (copy) has 3 memories').waitFor();
    await page.getByRole('complementary').getByRole('heading', { name: 'Ada (copy)' }).waitFor();
    await page.getByRole('button', { name: 'Archive' }).click();
    await page.getByText('Ada (copy) is archived').waitFor();
    const listed = await http.session.call('list_characters', { status: 'ARCHIVED' });
    expect(listed).toMatchObject({ characters: [{ name: 'Ada (copy)' }] });
    await page.getByRole('button', { name: 'New character' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Grace');
    await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
    await page.getByRole('complementary').getByRole('heading', { name: 'Grace' }).waitFor();
    expect(faults).toStrictEqual([]);
  });

  test('characters and categories are renamed, restored and deleted, each undoable', async () => {
    const opened = await open();
    const { page, goto, http, faults } = opened;
    const { id, memories } = await withMemories(opened, notes);
    const undo = async (text: string) => {
      await page.getByText(text, { exact: true }).waitFor();
      await page.keyboard.press('u');
      await page.getByText(`${text}: undone`).waitFor();
    };
    const name = () => page.getByRole('complementary').getByRole('heading', { level: 2 });
    await goto(`/characters/${id}`);
    await page.getByRole('button', { name: 'Rename' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Augusta');
    await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
    await expect.poll(() => name().innerText()).toBe('Augusta');
    await undo('Ada is called Augusta now');
    await expect.poll(() => name().innerText()).toBe('Ada');
    await page.getByRole('button', { name: 'Archive' }).click();
    await page.getByText('Ada is archived').waitFor();
    await page.getByRole('button', { name: 'Take out of the archive' }).click();
    await page.getByText('Ada is active again').waitFor();
    await page.getByRole('button', { name: 'Edit facts' }).click();
    await page.getByRole('dialog', { name: 'Category facts' }).getByRole('textbox', { name: 'Name' }).fill('findings');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Edit findings' }).click();
    await page.getByRole('button', { name: 'Delete category' }).click();
    const asking = page.getByRole('dialog', { name: 'Delete the category findings?' });
    await asking.getByText('3 memories move to').waitFor();
    await asking.getByRole('button', { name: 'Delete category' }).click();
    await page.getByRole('button', { name: 'Edit findings' }).waitFor({ state: 'detached' });
    await undo('Category findings is deleted');
    const of = { characterId: id, memoryId: memories[0] };
    await expect.poll(() => http.session.call('get_memory', of)).toMatchObject({ category: 'findings' });
    await page.getByRole('complementary').getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Ada is deleted').waitFor();
    expect(await http.session.call('list_characters', {})).toMatchObject({ total: 0 });
    await undo('Ada is deleted');
    await expect.poll(() => http.session.call('list_characters', {})).toMatchObject({ total: 1 });
    expect(faults).toStrictEqual([]);
  });
});

inBrowser('Team', (open) => {
  test('an OWNER changes a member’s role, and removes the member', async () => {
    const opened = await open();
    const { page, goto, http, faults } = opened;
    const { key: secret } = await http.newMember('Ben');
    await goto('/team');
    expect((await http.ask('GET', '/v1/whoami', { key: secret })).body).toMatchObject({
      member: { name: 'Ben', role: 'MEMBER' },
    });
    await page.getByLabel('Role of Ben').selectOption('VIEWER');
    await expect
      .poll(async () => (await http.ask('GET', '/v1/whoami', { key: secret })).body.member)
      .toMatchObject({ role: 'VIEWER' });
    await page.reload();
    await page.getByLabel('Role of Ben').waitFor();
    expect(await page.locator('body').innerText()).not.toContain(secret);
    await page.getByRole('row', { name: /^Ben/ }).getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await expect.poll(async () => (await http.ask('GET', '/v1/whoami', { key: secret })).status).toBe(401);
    await page.getByRole('region', { name: 'Sessions' }).getByText('this one').waitFor();
    expect(faults).toStrictEqual([]);
  });
});

inBrowser('every page', (open) => {
  test('every page is accessible on phone and desktop, light and dark', async () => {
    const opened = await open(phone);
    const { page, goto, faultsOnDevices, faults } = opened;
    const { id, fileId } = await withFile(opened, notes, [plans, plans.replace('red', 'green')]);
    for (const [path, sign] of [
      [`/search/${id}?q=spring`, '.hit'],
      [`/files/${id}`, '.drop'],
      [`/files/${id}/${fileId}`, '.pane article'],
      [`/characters/${id}`, '.part'],
      ['/team', '.list li'],
      ['/nowhere', '.empty'],
    ] as const) {
      await goto(path);
      await page.locator(sign).first().waitFor();
      expect([path, await faultsOnDevices(allLooks)]).toStrictEqual([path, []]);
    }
    expect(faults).toStrictEqual([]);
  });
});
