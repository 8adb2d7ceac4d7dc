import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { localOwner } from '../../src/domain/principal.ts';
import type { NewRecall } from '../../src/domain/stores/recalls.ts';
import { inBrowser, type Opened, type OpenOptions, phone, withMemories } from '../support/browser.ts';

const hostile = '<img src=x onerror="document.title=\'broken\'">';

/** Ada's agent has asked three times, once without a result. */
async function withRecalls(open: (options?: OpenOptions) => Promise<Opened>, options: OpenOptions = {}) {
  const opened = await open({ ...options, recallLogDays: 30, isSignedIn: false });
  const { session } = opened.http;
  // The page tells of the last 30 days by the browser's clock.
  session.clock.now = Date.now() - 600_000;
  await opened.signIn();
  const { id, memories } = await withMemories(opened, ['Ada drinks green tea.', 'Turing, the dog, likes the harbour.']);
  for (const query of ['Which tea?', 'Where does the dog go?', `zeppelin ${hostile}`]) {
    session.clock.now += 60_000;
    await session.call('search_memories', { characterId: id, query });
  }
  return { ...opened, id, memories };
}

inBrowser('Recalls', (open) => {
  test('a recall leads in two clicks to why a memory was given, and to its correction', async () => {
    const { page, goto, http, id, memories, faults } = await withRecalls(open);
    const start = { characterId: id, by: 'codex', via: 'stdio', kind: 'hook', client: 'codex', query: '' } as const;
    const results = [{ memoryId: memories[0]!, revision: 1 }];
    const { now } = http.session.clock;
    await http.session.store.recalls.add('local', [
      { ...start, at: now + 1, results },
      { ...start, at: now + 2, results: [] },
    ]);
    // The list waits for the counts above it, so that nothing moves.
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/statistics?**', async (route) => {
      await released;
      await route.continue();
    });
    const listed = page.waitForResponse((answer) => /\/recalls\?.*limit=50/.test(answer.url()));
    await goto(`/recalls/${id}`);
    await (await listed).finished();
    expect(await page.locator('article').count()).toBe(0);
    release();
    await page.getByRole('row', { name: 'test 3 2 0 1' }).waitFor();
    await page.unrouteAll({ behavior: 'wait' });
    // Sessions are no prompts: they are folded, each in one line, and not counted.
    expect(await page.getByRole('row', { name: 'codex' }).count()).toBe(0);
    await page.getByText('2 sessions').click();
    await page.locator('article', { hasText: 'Session in Ada' }).getByText('1 memory at its start').waitFor();
    const heightOf = async (hasText: string) =>
      (await page.locator('article', { hasText }).first().boundingBox())?.height ?? 0;
    expect(1.4 * (await heightOf('Session in Ada'))).toBeLessThan(await heightOf('Which tea?'));
    await page.getByRole('link', { name: 'Which tea?' }).click();
    const given = page.locator(`.given[data-memory="${memories[0]}"]`);
    await given.getByText('Today: rank 1: matches').waitFor();
    await given.getByRole('button', { name: 'Correct' }).click();
    await page.getByLabel('Text of the memory').fill('Ada drinks black tea.');
    await page.getByRole('button', { name: 'Save' }).click();
    await given.getByText('Ada drinks black tea.').waitFor();
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Correct');
    const of = { characterId: id, memoryId: memories[0] };
    expect(await http.session.call('get_memory', of)).toMatchObject({ content: 'Ada drinks black tea.', revision: 2 });
    await given.getByRole('button', { name: 'Wrong' }).click();
    await given.getByRole('button', { name: 'Wrong ✓', pressed: true }).waitFor();
    await page.locator('.toast', { hasText: 'Hooks will not give it for this question again' }).waitFor();
    await given.getByRole('button', { name: 'Wrong ✓' }).click();
    await given.getByRole('button', { name: 'Wrong', exact: true, pressed: false }).waitFor();
    await page.keyboard.press('u');
    await given.getByRole('button', { name: 'Wrong ✓', pressed: true }).waitFor();
    await page.locator('article', { hasText: 'Which tea?' }).getByText('wrong', { exact: true }).waitFor();
    await http.session.call('delete_memory', of);
    await page.reload();
    await given.getByText('has been deleted since').waitFor();
    await page.keyboard.press('Escape');
    await page.waitForURL(`**/recalls/${id}`);
    expect(faults).toStrictEqual([]);
  });

  test('each number of a period and a host leads to its recalls, and helped needs evidence', async () => {
    const { page, goto, http, id, memories, faults } = await withRecalls(open);
    const { session } = http;
    const { store, clock } = session;
    const old = { characterId: id, by: 'codex', via: 'stdio', kind: 'hook', client: 'codex' } as const;
    const owner = localOwner('BUSINESS');
    const results = [{ memoryId: memories[0]!, relevance: 0.9 }];
    await store.recalls.add('local', [
      { ...old, at: clock.now - 10 * 86_400_000, query: 'Which drink?', results },
      { ...old, at: clock.now, query: 'Which planet is Skylark from?', results: [] },
    ]);
    await goto(`/recalls/${id}`);
    await page.getByRole('row', { name: 'any host 4 2 0 2' }).waitFor();
    await page.getByText('Of the rest nothing is known').waitFor();
    await page.getByRole('button', { name: '7 days', pressed: true }).waitFor();
    const row = page.getByRole('row', { name: 'codex 1 0 0 1' });
    await row.getByRole('link').last().click();
    await page.locator('article', { hasText: 'Which planet is Skylark from?' }).waitFor();
    expect(await page.locator('article').count()).toBe(1);
    expect(page.url()).toContain('show=gaps&client=codex');
    await page.getByRole('button', { name: 'All', exact: true }).click();
    await page.getByRole('row', { name: 'codex 2 1 0 1' }).getByRole('link').nth(1).click();
    await page.getByRole('link', { name: 'Which drink?' }).click();
    await page.getByText('not known: say it with Useful or Wrong').waitFor();
    const [drink] = await store.recalls.list(owner, { words: 'drink', limit: 1 });
    await store.recalls.use(owner, [{ no: drink!.no, memoryIds: [memories[0]!] }]);
    await page.reload();
    await page.getByText('yes: the answer repeats what a memory says').waitFor();
    await page.getByRole('row', { name: 'codex 2 1 1 1' }).waitFor();
    expect(faults).toStrictEqual([]);
  });

  test('an empty recall leads in one step to the missing memory; its query is plain text', async () => {
    const { page, goto, http, id, faults } = await withRecalls(open);
    await goto(`/recalls/${id}?show=gaps`);
    await page.locator('article').waitFor();
    expect(await page.locator('article').count()).toBe(1);
    await page.locator('article').getByText(`zeppelin ${hostile}`).waitFor();
    await page.getByRole('button', { name: 'Write the missing memory' }).click();
    await page.getByRole('dialog').getByText('It answers: zeppelin').waitFor();
    await page
      .getByRole('dialog')
      .getByLabel('Text of the memory')
      .fill('The zeppelin document title is broken: img src x onerror.');
    await page.getByRole('dialog').getByRole('button', { name: 'Remember' }).click();
    // The question was asked again at once, and waits no more; Undo brings it back.
    await page.locator('.toast', { hasText: 'Question answered' }).waitFor();
    await page.locator('article').getByText('answered now by: The zeppelin document').waitFor();
    await page.getByRole('row', { name: 'test 3 2 0 0' }).waitFor();
    expect(page.url()).toContain(`/recalls/${id}?show=gaps`);
    await page.getByText('Asked again: 1 of 1 answered').waitFor();
    await page.keyboard.press('u');
    await page.getByRole('row', { name: 'test 3 2 0 1' }).waitFor();
    expect(await http.session.call('list_memories', { characterId: id })).toMatchObject({ total: 3 });
    expect(await page.title()).not.toBe('broken');
    expect(faults).toStrictEqual([]);
  });

  test('a prompt that a memory stored elsewhere answers says which, and is no longer counted', async () => {
    const { page, goto, http, id, faults } = await withRecalls(open);
    const { session } = http;
    const query = 'What is the name of our design system?';
    const results: NewRecall['results'] = [];
    const asked = {
      characterId: id,
      by: 'codex',
      via: 'stdio',
      kind: 'hook',
      client: 'codex',
      query,
      results,
    } as const;
    await session.store.recalls.add('local', [{ ...asked, at: session.clock.now, results }]);
    await goto(`/recalls/${id}?show=gaps&client=codex`);
    const row = page.locator('article', { hasText: query });
    await row.getByText('not answered').waitFor();
    await page.getByRole('row', { name: 'codex 1 0 0 1' }).waitFor();
    session.clock.now += 1_000;
    const content = 'The name of our design system is Barnacle.';
    await session.call('add_memory_direct', { characterId: id, content, category: 'general' });
    await page.reload();
    await row.getByText(`answered now by: ${content}`).waitFor();
    await page.getByRole('row', { name: 'codex 1 0 0 0' }).waitFor();
    await page.getByRole('button', { name: 'Not answered' }).click();
    await page.waitForURL(`**/recalls/${id}?client=codex`);
    await page.getByRole('button', { name: 'codex' }).click();
    await page.waitForURL(`**/recalls/${id}`);
    await row.getByRole('link', { name: content }).click();
    await page.waitForURL('**/memories/**');
    // What the person counts again is theirs to settle.
    await goto(`/recalls/${id}?show=settled`);
    await page.getByRole('button', { name: 'Count it again' }).first().click();
    await page.getByRole('row', { name: 'codex 1 0 0 1' }).waitFor();
    await goto(`/recalls/${id}?show=gaps&client=codex`);
    await row.getByText('not answered').waitFor();
    await page.getByRole('row', { name: 'codex 1 0 0 1' }).waitFor();
    await row.getByRole('link', { name: query }).click();
    await page.getByRole('button', { name: 'This answers it' }).click();
    const pane = page.getByRole('complementary', { name: 'The recall' });
    await pane.getByText(`answered now by: ${content}`).waitFor();
    await page.getByRole('row', { name: 'codex 1 0 0 0' }).waitFor();
    expect(faults).toStrictEqual([]);
  });

  test('an empty recall says why, and what another character answers moves here in one step', async () => {
    const { page, goto, http, id } = await withRecalls(open);
    const other = await http.session.call<{ id: string }>('create_character', { name: 'Skylark' });
    const known = { characterId: other.id, content: 'The zeppelin is moored at the north mast.', category: 'general' };
    await http.session.call('add_memory_direct', known);
    await http.session.call('search_memories', { characterId: id, query: 'Where is the zeppelin moored?' });
    await goto(`/recalls/${id}?show=empty`);
    const why = page.getByRole('region', { name: 'Why nothing?' });
    await page.locator('article', { hasText: 'Where is the zeppelin moored?' }).click();
    await why.getByText('What may answer it is in Skylark, which they do not read here').waitFor();
    expect(await why.getByRole('button', { name: /Write the missing memory/ }).count()).toBe(0);
    await why.getByRole('button', { name: 'Move it to Ada' }).click();
    await why.getByText('Asked now, hooks give 1 memory').waitFor();
    // The pane says the same above and below, and offers nothing more.
    const pane = page.getByRole('complementary', { name: 'The recall' });
    await pane.getByText(`answered now by: ${known.content}`).waitFor();
    expect(await pane.getByText('is not known').count()).toBe(0);
    expect(await why.getByRole('button', { name: /Write the missing memory|Move it to/ }).count()).toBe(0);
  });

  test('the words of each button below “Why nothing?” begin where the text above them does', async () => {
    const { page, goto, id } = await withRecalls(open);
    const layers = ['Ada', 'Personal'].map((name) => ({ id, name, isOwn: false, memories: [] }));
    const json = { allowed: true, asks: true, least: 0.3, layers, elsewhere: [] };
    await page.route('**/explain', (route) => route.fulfill({ json }));
    await goto(`/recalls/${id}?show=empty`);
    await page.locator('article').getByRole('link').first().click();
    const why = page.getByRole('region', { name: 'Why nothing?' });
    const second = why.getByRole('button', { name: 'Write the missing memory in Personal…' });
    const startOf = (of: Locator) =>
      of.evaluate((element) => {
        const words = element.ownerDocument.createRange();
        words.selectNodeContents(element);
        return words.getBoundingClientRect().x;
      });
    expect(await startOf(second)).toBe(await startOf(why.getByRole('status')));
  });

  test('Why nothing tells of what was there then, and apart of what was stored since', async () => {
    const { page, goto, http, id } = await withRecalls(open);
    const query = 'What is the name of our design system?';
    await http.session.call('search_memories', { characterId: id, query });
    http.session.clock.now += 1_000;
    await http.session.call('add_memory_direct', {
      characterId: id,
      content: 'The name of our design system is Barnacle.',
      category: 'general',
    });
    await goto(`/recalls/${id}`);
    await page.getByRole('link', { name: query }).click();
    const why = page.getByRole('region', { name: 'Why nothing?' });
    await why.getByText('When it was asked, no memory there said it.').waitFor();
    await why.getByRole('heading', { name: 'Now there is:' }).waitFor();
    await why.locator('.given', { hasText: 'Barnacle' }).getByText('hooks give it now').waitFor();
    expect(await why.locator('.given').count()).toBe(1);
  });

  test('the open recall stays open, in its place, while others ask, and its text is short', async () => {
    const { page, goto, http, id, memories, faults } = await withRecalls(open);
    const { session } = http;
    const plan = `Die Reise nach Graz<br>**Tag 1**: ${'京都の妹に手紙を書く。 '.repeat(40)}`;
    await session.call('update_memory', { characterId: id, memoryId: memories[1], content: plan });
    session.clock.now += 1_000;
    await session.call('search_memories', { characterId: id, query: 'Wann ist die Reise nach Graz?' });
    await goto(`/recalls/${id}`);
    await page.getByRole('link', { name: 'Wann ist die Reise' }).click();
    const given = page.locator('.given', { hasText: 'Die Reise nach Graz' });
    await given.waitFor();
    expect(await given.textContent()).not.toMatch(/<br>|\*\*/);
    const height = async () => (await given.locator('.said').boundingBox())!.height;
    const short = await height();
    await given.getByRole('button', { name: 'The whole text' }).click();
    await expect.poll(height).toBeGreaterThan(2 * short);
    // Once the page has looked for the newest, another one is new to it.
    await page.waitForResponse((response) => /[?&]limit=1(?:&|$)/u.test(response.url()));
    session.clock.now += 60_000;
    await session.call('search_memories', { characterId: id, query: 'お茶は何ですか？' });
    await page.locator('article', { hasText: 'お茶は何ですか' }).waitFor();
    expect(await page.locator('article.sel').textContent()).toContain('Wann ist die Reise');
    // The pane was not drawn again: the whole text is still shown.
    expect(await height()).toBeGreaterThan(2 * short);
    expect(await page.locator('article button').count()).toBe(0);
    expect(faults).toStrictEqual([]);
  });

  test('the address of a recall lasts when it is asked again; one that is gone leads back', async () => {
    const { page, goto, http, id, faultsOnDevices } = await withRecalls(open, phone);
    await goto(`/recalls/${id}`);
    await page.getByRole('link', { name: 'Which tea?' }).click();
    await page.getByRole('heading', { name: 'Which tea?' }).waitFor();
    const recallId = new URL(page.url()).pathname.split('/').at(-1);
    http.session.clock.now += 60_000;
    await http.session.call('search_memories', { characterId: id, query: 'which TEA' });
    for (const scope of [id, 'all']) {
      await goto(`/recalls/${scope}/${recallId}`);
      await page.getByRole('heading', { name: 'Which tea?' }).waitFor();
      await page.locator('.given').getByText('Ada drinks green tea.').waitFor();
      const again = page.getByRole('link', { name: 'Ask it now' });
      expect(await again.getAttribute('href')).toContain(`/search/${scope}?`);
    }
    await goto(`/recalls/${id}/9999`);
    await page.getByRole('heading', { name: 'This is no longer there' }).waitFor();
    expect(await faultsOnDevices()).toStrictEqual([]);
    await page.getByRole('button', { name: 'Back to the list' }).click();
    await page.waitForURL(`**/recalls/${id}`);
    await page.locator('article').first().waitFor();
  });

  test('equal questions are grouped, filters apply, and the queue has the unanswered ones', async () => {
    const { page, goto, http, id, faults, faultsOnDevices } = await withRecalls(open, phone);
    http.session.clock.now += 60_000;
    await http.session.call('search_memories', { characterId: id, query: 'which TEA' });
    await goto(`/recalls/${id}`);
    const row = page.locator('article', { hasText: 'which TEA' });
    await row.getByText('asked 2 times').waitFor();
    expect(await page.locator('article').count()).toBe(3);
    await page.getByLabel('Words of the question').fill('dog');
    await page.keyboard.press('Enter');
    await page.waitForURL('**words=dog');
    await expect.poll(() => page.locator('article').count()).toBe(1);
    await page.getByLabel('Way').selectOption('hook');
    await page.getByText('Nothing fits').waitFor();
    await goto('/queue/all');
    await page.locator('[data-gap]').getByText('zeppelin').waitFor();
    expect(await page.locator('[data-gap]').count()).toBe(1);
    await page.getByRole('button', { name: 'Ask again' }).click();
    await page.getByText('asked again: still not answered').waitFor();
    expect(await faultsOnDevices()).toStrictEqual([]);
    // What needs no memory is put aside, wherever it is listed, and can be taken back.
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await page.locator('[data-gap]').waitFor({ state: 'detached' });
    await page.keyboard.press('u');
    await page.locator('[data-gap]').waitFor();
    await goto(`/recalls/${id}?show=gaps`);
    await page.getByRole('button', { name: 'Dismiss: it needs no memory' }).click();
    await page.getByText('Every question found help').waitFor();
    await page.getByRole('button', { name: 'Settled', exact: true }).click();
    await page.locator('article').getByText('zeppelin').waitFor();
    expect(await faultsOnDevices()).toStrictEqual([]);
    await page.getByRole('button', { name: 'Count it again' }).click();
    await page.locator('article').waitFor({ state: 'detached' });
    expect(faults).toStrictEqual([]);
  });

  test('a memory saved before the categories are loaded gets the default category', async () => {
    const { page, goto, http, id } = await withRecalls(open);
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/categories', (route) => released.then(() => route.continue()));
    await goto(`/recalls/${id}`);
    await page.getByRole('button', { name: 'Remember…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Text of the memory').fill('The zeppelin lands at noon.');
    expect(await dialog.getByLabel('Category').locator('option').count()).toBe(0);
    await dialog.getByRole('button', { name: 'Remember' }).click();
    await dialog.getByRole('button', { name: 'Remember', disabled: true }).waitFor();
    release();
    await page.getByRole('complementary').getByRole('heading', { name: 'The zeppelin lands' }).waitFor();
    const { memories } = await http.session.call<{ memories: object[] }>('list_memories', { characterId: id });
    expect(memories[0]).toMatchObject({ content: 'The zeppelin lands at noon.', category: 'general' });
  });

  test('the Recalls page is accessible on phone and desktop, light and dark', async () => {
    const { page, goto, http, id, memories, faultsOnDevices } = await withRecalls(open, phone);
    // A session asked twice: the second time there was nothing new. What got nothing is under Not answered.
    const { store, clock } = http.session;
    const results = [{ memoryId: memories[0]!, relevance: 0.9, revision: 1 }];
    const by = { by: 'codex', via: 'system', client: 'codex' } as const;
    const hook: Omit<NewRecall, 'at' | 'query'> = { characterId: id, ...by, kind: 'hook', results: [] };
    await store.recalls.add('local', [
      { ...hook, at: clock.now - 3_000, query: 'Which tea does Ada drink?', results },
      { ...hook, at: clock.now - 2_000, query: 'Which green tea?', known: results },
      { ...hook, at: clock.now - 1_000, query: 'And the weather?' },
      { ...hook, at: clock.now - 500, query: 'I prefer pnpm.', isOrder: true },
    ]);
    await goto(`/recalls/${id}?show=gaps`);
    await page.locator('article', { hasText: 'And the weather?' }).getByText('not answered').waitFor();
    expect(await page.locator('article').count()).toBe(2);
    await goto(`/recalls/${id}`);
    await page.getByRole('row', { name: 'codex 4 2 0 1' }).waitFor();
    expect(await faultsOnDevices()).toStrictEqual([]);
    await page.getByRole('link', { name: 'nothing new: given at' }).click();
    await page.locator('.given').getByText('Ada drinks green tea.').waitFor();
    await page.getByRole('heading', { name: 'Which tea does Ada drink?' }).waitFor();
    await goto(`/recalls/${id}`);
    await page.getByRole('link', { name: 'Which tea?' }).click();
    await page.locator('.given').getByText('Today: rank 1').waitFor();
    expect(await faultsOnDevices()).toStrictEqual([]);
  });
});
