import { expect, test } from 'vitest';
import { inBrowser, phone, withFile, withMemories } from '../support/browser.ts';

const wide = { viewport: { width: 1920, height: 1080 } } as const;
/** Every control that a finger touches; what is inside a larger one that does the same is left out. */
const controls = 'main :is(button, .button, select, .chip, input:not([type=checkbox], .unseen)), .tabs > *';
const leastTarget = 44;

inBrowser('The look', (open) => {
  test('the first item of a list is open on a wide screen and closed on a narrow one', async () => {
    const { page, goto, id, memories, http, faults } = await (async () => {
      const opened = await open({ ...wide, recallLogDays: 30 });
      return {
        ...opened,
        ...(await withFile(opened, ['Ada likes tea.', 'Ada likes coffee.'], ['# Plans\n\nA roof.\n'])),
      };
    })();
    await http.session.call('search_memories', { characterId: id, query: 'tea' });
    await http.session.services.recalls?.written();
    const panes = [
      [`/characters`, 'The character', 'Ada'],
      [`/files/${id}`, 'The file', 'notes/plans.md'],
      [`/recalls/${id}`, 'The recall', 'tea'],
      [`/search/${id}?q=tea`, 'The memory', 'Ada likes tea.'],
    ] as const;
    for (const [path, name, heading] of panes) {
      await page.setViewportSize(wide.viewport);
      await goto(path);
      const pane = page.getByRole('complementary', { name });
      await pane.getByRole('heading', { name: heading, exact: true }).waitFor();
      expect(await pane.getByRole('button', { name: 'Close' }).count()).toBe(0);
      await page.setViewportSize({ width: 1366, height: 768 });
      await pane.waitFor({ state: 'detached' });
    }
    await goto(`/search/${id}/${memories[0]}?q=tea`);
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('complementary').waitFor({ state: 'detached' });
    // A click beside the pane that lies over the list closes it.
    await page.setViewportSize({ width: 768, height: 1024 });
    await goto(`/search/${id}/${memories[0]}?q=tea`);
    await page.getByRole('complementary').waitFor();
    await page.mouse.click(60, 600);
    await page.getByRole('complementary').waitFor({ state: 'detached' });
    expect(faults).toStrictEqual([]);
  });

  test('a path within right-to-left text begins with its slash', async () => {
    const opened = await open();
    const { id } = await withMemories(opened, ['הגיבוי נשמר ב־`/srv/backup` למשך שלושים יום']);
    await opened.goto(`/memories/${id}`);
    const code = opened.page.locator('article code');
    await code.waitFor();
    const directions = await opened.page.evaluate<string[]>(
      `['article code', 'article p'].map((one) => getComputedStyle(document.querySelector(one)).direction)`,
    );
    expect(directions).toStrictEqual(['ltr', 'rtl']);
  });

  test('texts of both directions begin at the edge of their column', async () => {
    const opened = await open(wide);
    const { page, goto } = opened;
    const { id } = await withMemories(opened, ['يشرب كريم الشاي الأخضر كل صباح', 'Ada likes tea.']);
    const edges = () =>
      page.evaluate<{ left: number; right: number }[]>(`[...document.querySelectorAll('article .said')].map((one) => {
        const range = document.createRange();
        range.selectNodeContents(one);
        const { left, right } = range.getBoundingClientRect();
        return { left: Math.round(left), right: Math.round(right) };
      })`);
    await goto(`/memories/${id}`);
    await page.locator('article').nth(1).waitFor();
    const [first, other] = await edges();
    expect(first?.left).toBe(other?.left);
    await page.evaluate(`localStorage.setItem('language', 'ar')`);
    await goto(`/memories/${id}`);
    await page.locator('[dir="rtl"] article').nth(1).waitFor();
    const [mirrored, otherMirrored] = await edges();
    expect(mirrored?.right).toBe(otherMirrored?.right);
    expect(mirrored?.left).not.toBe(otherMirrored?.left);
  });

  test('touch targets are large enough on a phone, on every page', async () => {
    const opened = await open({ ...phone, recallLogDays: 30 });
    const { page, goto, http } = opened;
    const { id, memories } = await withFile(opened, ['The key is red.', 'The key is blue.'], ['# Plans\n\nA roof.\n']);
    await http.session.call('search_memories', { characterId: id, query: 'zeppelin' });
    await http.session.services.recalls?.written();
    const parts = [...['home', 'queue', 'known', 'memories', 'recalls', 'timeline', 'files', 'captures', 'numbers']];
    const paths = [
      ...parts.map((part) => `/${part}/${id}`),
      `/memories/${id}/${memories[0]}`,
      `/search/${id}?q=key`,
      ...['/characters', `/characters/${id}`, '/team', '/webhooks', '/audit', '/settings'],
    ];
    const small: string[] = [];
    for (const path of paths) {
      await goto(path);
      await page.locator('main h1, main h2').first().waitFor();
      await page.locator('[aria-busy="true"]').waitFor({ state: 'detached' });
      const found = await page.evaluate<string[]>(`[...document.querySelectorAll('${controls}')]
        .filter((one) => one.checkVisibility() && Math.round(one.getBoundingClientRect().height) < ${leastTarget})
        .map((one) => one.outerHTML.slice(0, 80) + ' ' + one.getBoundingClientRect().height)`);
      small.push(...found.map((one) => `${path.replaceAll(id, '…')}: ${one}`));
    }
    expect(small).toStrictEqual([]);
  });
});
