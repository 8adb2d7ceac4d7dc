import { expect, test } from 'vitest';
import { playHost } from '../support/app-host.ts';
import { inBrowser, pressIn } from '../support/browser.ts';
import type { Session } from '../support/harness.ts';

const two = ['Ada likes tea.', 'Ada lives in Lisbon.'];
const hostile = [
  '<img src=x onerror="document.title=\'broken\'"><script>document.title="broken"</script>',
  '[a link](javascript:document.title="broken") </script><svg onload="document.title=\'broken\'">',
  'left \u202e right \u2066 isolate and {{constructor}}',
  'x'.repeat(10_000),
];

inBrowser('Memories inside a conversation', (open) => {
  test('an edit in the app is stored, reported to the model, and can be undone', async () => {
    const { page, faults } = await open({ isSignedIn: false });
    const input = { query: 'Where does Ada live?' };
    const { app, session, memories, kept } = await playHost(page, two, { tool: 'search_memories', input });
    const of = { characterId: 'Ada', memoryId: memories[1] };
    const row = app.locator('article', { hasText: 'Ada lives in Lisbon.' });
    await pressIn(row, 'Edit');
    await app.getByLabel('Text of the memory').fill('Ada lives in Porto.');
    await app.getByRole('button', { name: 'Save' }).click();
    await app.getByRole('heading', { name: 'Ada lives in Porto.' }).waitFor();
    const history = app.getByRole('region', { name: 'History' });
    await history.locator('ins', { hasText: 'Porto' }).waitFor();
    expect(await session.call('get_memory', of)).toMatchObject({ content: 'Ada lives in Porto.', salience: 0.5 });
    await expect.poll(async () => (await kept()).told.at(-1)).toContain(`${memories[1]} was changed`);
    expect((await kept()).told.at(-1)).toContain('Ada lives in Porto.');
    await app.getByRole('button', { name: 'Undo' }).click();
    await app.getByRole('heading', { name: 'Ada lives in Lisbon.' }).waitFor();
    await expect.poll(async () => (await kept()).told.at(-1)).toContain('Ada lives in Lisbon.');
    expect(await session.call('get_memory', of)).toMatchObject({ content: 'Ada lives in Lisbon.', revision: 3 });
    await history.locator('[data-revision="2"]').getByRole('button', { name: 'Restore' }).click();
    await app.getByRole('heading', { name: 'Ada lives in Porto.' }).waitFor();
    await app.getByRole('button', { name: 'Close' }).click();
    await app.getByRole('link', { name: 'Ada lives in Porto.' }).waitFor();
    expect(faults).toStrictEqual([]);
  });

  test('a memory is deleted and restored, and the model is told of each change', async () => {
    const opened = await open({ isSignedIn: false });
    const { app, session, memories, kept } = await playHost(opened.page, two);
    const article = (text: string) => app.locator('article', { hasText: text });
    for (const text of two) {
      await pressIn(article(text), 'Delete');
      await article(text).getByRole('button', { name: 'Restore' }).waitFor();
    }
    await expect.poll(async () => (await kept()).told.length).toBe(2);
    expect((await kept()).told.at(-1)).toContain(`${memories[0]} was deleted.\n- Memory ${memories[1]} was deleted.`);
    expect(await session.call('list_memories', { characterId: 'Ada' })).toMatchObject({ total: 0 });
    await pressIn(article('tea'), 'Restore');
    await expect.poll(async () => (await kept()).told.at(-1)).toContain(`${memories[0]} was restored`);
    expect(await session.call('list_memories', { characterId: 'Ada' })).toMatchObject({ total: 1 });
    expect(opened.faults).toStrictEqual([]);
  });

  test('an edit of a stale memory shows both texts', async () => {
    const { page } = await open({ isSignedIn: false });
    const { app, session, memories } = await playHost(page, two);
    await app.getByRole('link', { name: 'Ada likes tea.' }).click();
    await app.getByRole('button', { name: 'Edit' }).click();
    await app.getByLabel('Text of the memory').fill('Ada likes cocoa.');
    await session.call('update_memory', { characterId: 'Ada', memoryId: memories[0], content: 'Ada likes coffee.' });
    await app.getByRole('button', { name: 'Save', exact: true }).click();
    await app.getByText('It was changed meanwhile.').waitFor();
    await app.locator('ins', { hasText: 'coffee' }).waitFor();
  });

  test('a search result is rated where recalls are logged, and the model is notified', async () => {
    const { page, faults } = await open({ isSignedIn: false });
    const input = { query: 'What does Ada like?' };
    const called = { tool: 'search_memories', input, session: { recallLogDays: 30 } };
    const { app, session, memories, kept } = await playHost(page, two, called);
    const rating = app.locator(`article[data-memory="${memories[0]}"] + .rating`);
    await rating.getByRole('button', { name: 'Wrong' }).click();
    await rating.getByRole('button', { name: 'Wrong', pressed: true }).waitFor();
    await expect.poll(async () => (await kept()).told.at(-1)).toContain(`${memories[0]} was called wrong`);
    const { recalls } = await session.call<{ recalls: { results: object[] }[] }>('list_recalls', {});
    expect(recalls[0]?.results).toContainEqual(expect.objectContaining({ memoryId: memories[0], rating: 'wrong' }));
    await rating.getByRole('button', { name: 'Useful' }).click();
    await expect.poll(async () => (await kept()).told.at(-1)).toContain(`${memories[0]} was called useful`);
    await rating.getByRole('button', { name: 'Useful' }).click();
    await expect.poll(async () => (await kept()).told.at(-1)).toContain(`${memories[0]} has no rating any more`);
    expect(faults).toStrictEqual([]);
  });

  test('memories of an archived character can be read but not changed', async () => {
    const { page, faults } = await open({ isSignedIn: false });
    const before = (session: Session) => session.call('archive_character', { characterId: 'Ada' });
    const { app, kept } = await playHost(page, two, { before });
    await expect.poll(async () => (await kept()).asked).toContain('tools/call');
    const row = app.locator('article', { hasText: 'Ada likes tea.' });
    await expect.poll(() => app.getByRole('button').count()).toBe(0);
    await row.getByRole('link').click();
    await app.getByRole('region', { name: 'History' }).waitFor();
    expect(await app.getByRole('button').allInnerTexts()).toStrictEqual(['×']);
    expect(faults).toStrictEqual([]);
  });

  test('results of a list cannot be rated', async () => {
    const { page } = await open({ isSignedIn: false });
    const { app } = await playHost(page, two, { session: { recallLogDays: 30 } });
    await app.locator('article').nth(1).waitFor();
    expect(await app.locator('.rating').count()).toBe(0);
  });

  test('a list loads its next pages without duplicates or gaps, also after deletions', async () => {
    const { page, faults } = await open({ isSignedIn: false });
    const nine = Array.from({ length: 9 }, (_, n) => `Ada has seen lake number ${n}.`);
    const { app } = await playHost(page, nine, { input: { limit: 3 } });
    await app.getByText('3 of 9').waitFor();
    await pressIn(app.locator('article').first(), 'Delete');
    await app.locator('article').first().getByRole('button', { name: 'Restore' }).waitFor();
    for (const count of [7, 9]) {
      await app.getByRole('button', { name: 'Next results' }).click();
      await expect.poll(() => app.locator('article').count()).toBe(count);
    }
    await app.getByRole('button', { name: 'Next results' }).waitFor({ state: 'detached' });
    const shown = await app.locator('article .said').allInnerTexts();
    expect(shown.toSorted()).toStrictEqual(nine);
    expect(faults).toStrictEqual([]);
  });

  test('the app shows three results with the question and their relevance; the others are a click away', async () => {
    const { page, faults } = await open({ isSignedIn: false });
    const ten = Array.from({ length: 10 }, (_, n) => `Ada has seen lake number ${n}.`);
    const input = { query: 'Which lakes has Ada seen?' };
    const { app, kept } = await playHost(page, ten, { tool: 'search_memories', input });
    await app.locator('.asked q').waitFor();
    expect(await app.locator('.asked').innerText()).toMatch(/^10 for .*Which lakes has Ada seen\?/);
    expect(await app.locator('article').count()).toBe(3);
    expect(await app.locator('.relevance').allInnerTexts()).toStrictEqual(
      Array(3).fill(expect.stringMatching(/^\.\d\d|1\.00$/)),
    );
    await expect.poll(async () => (await kept()).sizes.at(-1)?.height ?? 999).toBeLessThan(330);
    await app.getByRole('button', { name: '7 more' }).click();
    expect(await app.locator('article').count()).toBe(10);
    expect(faults).toStrictEqual([]);
  });

  test('a search loads its next results', async () => {
    const { page } = await open({ isSignedIn: false });
    const seven = Array.from({ length: 7 }, (_, n) => `Ada has seen lake number ${n}.`);
    const input = { query: 'Which lakes has Ada seen?', limit: 4 };
    const called = { tool: 'search_memories', input, session: { recallLogDays: 30 } };
    const { app, session } = await playHost(page, seven, called);
    await app.locator('.rating').nth(3).waitFor();
    const before = await app.locator('article .said').allInnerTexts();
    await app.getByRole('button', { name: 'Next results' }).click();
    await expect.poll(() => app.locator('article').count()).toBe(7);
    const after = await app.locator('article .said').allInnerTexts();
    expect(after.slice(0, 4)).toStrictEqual(before);
    expect(after.toSorted()).toStrictEqual(seven);
    // No agent was given the further pages of the person.
    const { recalls } = await session.call<{ recalls: { results: object[] }[] }>('list_recalls', {});
    expect(recalls.map(({ results }) => results.length)).toStrictEqual([4]);
    expect(await app.locator('.rating').count()).toBe(4);
  });

  test('the user is notified when the host does not inform its model', async () => {
    const { page } = await open({ isSignedIn: false });
    const { app } = await playHost(page, two, { isDeaf: true });
    await pressIn(app.locator('article').first(), 'Delete');
    await app.getByText('does not inform the model').waitFor();
  });

  test('stored markup is shown as text, and messages from other windows than the host are ignored', async () => {
    const opened = await open({ isSignedIn: false });
    const { app, page, kept } = await playHost(opened.page, hostile);
    await app.locator('article').nth(3).waitFor();
    const shown = await app.locator('main').innerText();
    expect(shown).toContain('<img src=x onerror=');
    expect(shown).toContain('{{constructor}}');
    expect(await app.locator('main img, main script, main svg').count()).toBe(0);
    const frame = page.frames()[1]!;
    expect(await frame.title()).toBe('Memories');
    expect(await frame.evaluate<number>('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
    await frame.evaluate(
      `new Promise((done) => {
        addEventListener('message', done, { once: true });
        const params = { structuredContent: { memories: [], total: 0 } };
        postMessage({ jsonrpc: '2.0', method: 'ui/notifications/tool-result', params }, '*');
      })`,
    );
    expect(await app.locator('article').count()).toBe(4);
    expect((await kept()).asked[0]).toBe('ui/initialize');
    expect(opened.faults).toStrictEqual([]);
  });

  test.each(['light', 'dark'] as const)(
    'the app is %s like its host, as high as its content, and accessible',
    async (theme) => {
      // The system has the other theme.
      const opened = await open({ isSignedIn: false, colorScheme: theme === 'dark' ? 'light' : 'dark' });
      const { app, page, kept } = await playHost(opened.page, two, { theme });
      await app.locator('article').nth(1).waitFor();
      const frame = page.frames()[1]!;
      const paper = () => frame.evaluate<string>('getComputedStyle(document.body).backgroundColor');
      const papers = { light: 'rgb(252, 251, 248)', dark: 'rgb(22, 24, 26)' };
      expect(await paper()).toBe(papers[theme]);
      expect(await opened.accessibility(frame)).toStrictEqual([]);
      await expect.poll(async () => (await kept()).sizes.length).toBeGreaterThan(0);
      const low = (await kept()).sizes.at(-1)!.height;
      await app.getByRole('link', { name: 'Ada likes tea.' }).click();
      await expect.poll(async () => (await kept()).sizes.at(-1)!.height).toBeGreaterThan(low);
      expect(await opened.accessibility(frame)).toStrictEqual([]);
      const other = theme === 'dark' ? 'light' : 'dark';
      await page.evaluate(
        `sendToPage({ method: 'ui/notifications/host-context-changed', params: { theme: '${other}' } })`,
      );
      await expect.poll(paper).toBe(papers[other]);
    },
  );
});
