import { expect, test } from 'vitest';
import { inBrowser, phone, pressIn, signInAsUi, uiOperations, withFile, withMemories } from '../support/browser.ts';

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
      [`/recalls/${id}?period=all`, 'The recall', 'tea'],
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
    await http.session.call('create_character', { name: 'Bo' });
    await goto(`/memories/${id}`);
    await page.getByRole('button', { name: 'More', exact: true }).click();
    const choice = page.getByRole('dialog').getByTitle('Character');
    expect(Math.round((await choice.boundingBox())?.height ?? 0)).toBeGreaterThanOrEqual(leastTarget);
    await choice.click();
    const one = await page.getByRole('option', { name: 'Bo' }).boundingBox();
    expect(Math.round(one?.height ?? 0)).toBeGreaterThanOrEqual(leastTarget);
  });

  test('the actions of a row cover none of its words, and go while its form is open', async () => {
    const opened = await open({ viewport: { width: 1_280, height: 800 } });
    const { page, goto } = opened;
    const { id } = await withMemories(opened, ['Ada likes tea.', 'Ada likes coffee.']);
    const covered = () =>
      page.evaluate<string[]>(`[...document.querySelectorAll('.m .act')].flatMap((act) => {
        const a = act.getBoundingClientRect();
        return [...act.closest('.m').querySelectorAll('.said, .meta > :not(time)')].filter((one) => {
          const b = one.getBoundingClientRect();
          return b.left < a.right && a.left < b.right && b.top < a.bottom && a.top < b.bottom;
        }).map((one) => one.textContent);
      })`);
    for (const width of [768, 1_280, 1_920]) {
      await page.setViewportSize({ width, height: 800 });
      await goto(`/memories/${id}`);
      await page.locator('article').nth(1).waitFor();
      expect(await page.locator('.m .act').count()).toBe(2);
      expect(await covered()).toStrictEqual([]);
    }
    const opacity = () => page.evaluate<string>(`getComputedStyle(document.querySelector('.m time')).opacity`);
    expect(await opacity()).toBe('1');
    await page.locator('article').first().hover();
    // On a wide screen the time gives its place to the actions.
    expect(await opacity()).toBe('0');
    await page.locator('article').first().getByRole('button', { name: 'Edit' }).click();
    await page.locator('.pane form').waitFor();
    await page.locator('.sel .act').waitFor({ state: 'hidden' });
  });

  test('a button that deletes is as quiet as its neighbour until the pointer is on it', async () => {
    const opened = await open();
    const { page, goto } = opened;
    const { id } = await withMemories(opened, ['Ada likes tea.']);
    await goto(`/memories/${id}`);
    await page.locator('article').hover();
    const colours = () =>
      page.evaluate<string[]>(
        `[...document.querySelectorAll('.act button')].map((one) => getComputedStyle(one).color)`,
      );
    const [edit, deletion] = await colours();
    expect(deletion).toBe(edit);
    await page.locator('.act').getByRole('button', { name: 'Delete' }).hover();
    await expect.poll(async () => (await colours())[1]).not.toBe(deletion);
  });

  test('a result stands where a memory of the list does, and its bars keep their place when they open', async () => {
    const opened = await open({ viewport: { width: 1_440, height: 900 } });
    const { page, goto } = opened;
    const { id } = await withMemories(opened, ['Ada likes tea.', 'Ada likes coffee.']);
    const edges = () =>
      page.evaluate<number[]>(`['.page-title', '.m .said'].map((one) =>
        Math.round(document.querySelector(one).getBoundingClientRect().left))`);
    const bars = () =>
      page.evaluate<number[]>(`['top', 'left'].map((side) =>
        Math.round(document.querySelector('.hit .band').getBoundingClientRect()[side]))`);
    await goto(`/memories/${id}`);
    await page.locator('.m').first().waitFor();
    const [title, text] = await edges();
    expect(text).toBe(title);
    // What is chosen moves no tab, and makes no chip higher.
    const lastTab = () => page.locator('.views a').last().boundingBox();
    const tab = await lastTab();
    await goto(`/timeline/${id}`);
    await page.locator('.axis').waitFor();
    expect(await lastTab()).toStrictEqual(tab);
    await goto(`/memories/${id}?category=facts`);
    await page.getByRole('button', { name: 'Clear' }).waitFor();
    const heights = await page.evaluate<number[]>(`[...document.querySelectorAll('.facets > *')].map((one) =>
      one.getBoundingClientRect().height)`);
    expect([...new Set(heights)]).toStrictEqual([28]);
    await goto(`/search/${id}?q=tea`);
    await page.locator('.hit').first().waitFor();
    expect(await edges()).toStrictEqual([title, text]);
    const closed = await bars();
    await page.locator('.hit summary').first().click();
    await page.locator('.hit .parts').waitFor();
    expect(await bars()).toStrictEqual(closed);
  });

  test('a line about a memory is whole on a phone, and its time does not stand alone', async () => {
    const opened = await open({ viewport: { width: 360, height: 740 } });
    const { page, goto } = opened;
    await withMemories(opened, ['Ada likes tea.', 'Ada likes coffee.']);
    await page.evaluate(`localStorage.setItem('language', 'de')`);
    await goto('/memories/all');
    await page.locator('article .meta time').first().waitFor();
    const cut = await page.evaluate<string[]>(`[...document.querySelectorAll('.meta, .meta > *, .tabs > *')]
      .filter((one) => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).display !== 'inline')
      .map((one) => one.textContent)`);
    expect(cut).toStrictEqual([]);
    const alone = await page.evaluate<string[]>(`[...document.querySelectorAll('.meta time')].filter((time) => {
      const before = [...time.parentElement.children].filter((one) => one !== time);
      const last = before.flatMap((one) => [...one.getClientRects()]).at(-1);
      return time.getBoundingClientRect().top >= last.bottom;
    }).map((one) => one.textContent)`);
    expect(alone).toStrictEqual([]);
    for (const width of [1_280, 1_920]) {
      await page.setViewportSize({ width, height: 800 });
      expect((await page.locator('article').first().boundingBox())?.height).toBeLessThan(70);
    }
  });

  test('the memories of many months do not scroll sideways on a phone, and no frame is around their list', async () => {
    const opened = await open({ viewport: { width: 390, height: 844 } });
    const { page, goto, http } = opened;
    const { id, memories } = await withMemories(opened, ['Ada likes tea.', 'Ada likes coffee.']);
    await http.session.call('delete_memory', { characterId: id, memoryId: memories[1] });
    for (const day of Array.from({ length: 100 }, (_, i) =>
      new Date(Date.UTC(2020, i % 25, 3 + i / 25)).toISOString(),
    )) {
      const said = { content: `Ada swam on ${day.slice(0, 10)}.`, occurredAt: day };
      await http.session.call('add_memory_direct', { characterId: id, category: 'facts', ...said });
    }
    await goto(`/memories/${id}`);
    await page.locator('.scrubber .unseen').nth(20).waitFor({ state: 'attached' });
    const list = page.locator('main section.scroll');
    expect(await list.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
    // The frame of what has the focus is not cut by the strip that scrolls.
    await page.locator('.scrubber button').first().focus();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Tab');
    expect(await page.evaluate<string>('getComputedStyle(document.activeElement).outlineOffset')).toBe('-2px');
    const deleted = await page.getByRole('button', { name: /^Deleted/u }).boundingBox();
    expect(deleted!.x + deleted!.width).toBeLessThan(390);
    // No box of a row shows above the line of months.
    const shining = `(() => {
      const head = document.querySelector('.list-head').getBoundingClientRect();
      const at = (one) => one.getBoundingClientRect();
      return [...document.querySelectorAll('.tick input')].filter((one) =>
        at(one).top > head.top && at(one).bottom < head.bottom && document.elementFromPoint(at(one).x + 8, at(one).y + 8)?.closest('.tick')).length;
    })()`;
    for (const top of [300, 330, 360]) {
      await list.evaluate((one, to) => one.scrollTo(0, to), top);
      expect(await page.evaluate(shining)).toBe(0);
    }
    await list.evaluate((one) => one.scrollTo(0, 0));
    await list.click({ position: { x: 2, y: 2 } });
    await page.keyboard.press('?');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('main section.scroll:focus').waitFor();
    const outline = `getComputedStyle(document.activeElement).outlineStyle`;
    expect(await page.evaluate<string>(outline)).toBe('none');
  });

  test('names keep their lines beside an open pane, and a year its months', async () => {
    const opened = await open({ viewport: { width: 1_024, height: 768 } });
    const { page, goto, http } = opened;
    const { id } = await withMemories(opened, ['Jonas met Carla in Porto.', 'Jonas and Carla moved to Lisbon.']);
    for (const month of Array.from({ length: 12 }, (_, i) => String(i + 1).padStart(2, '0'))) {
      const said = { content: `Ada swam in month ${month}.`, occurredAt: `2020-${month}-03T10:00:00Z` };
      await http.session.call('add_memory_direct', { characterId: id, category: 'facts', ...said });
    }
    await goto(`/things/${id}/Jonas`);
    await page.getByRole('complementary').waitFor();
    const name = page.locator('.thing a', { hasText: 'Jonas' });
    await name.waitFor();
    expect((await name.boundingBox())?.height).toBeLessThan(50);
    await page.setViewportSize({ width: 768, height: 1_024 });
    await goto(`/timeline/${id}?at=2020`);
    await page.locator('.axis').waitFor();
    const beyond = `(() => { const one = document.querySelector('.wide'); return one.scrollWidth - one.clientWidth; })()`;
    expect(await page.evaluate<number>(beyond)).toBe(0);
  });

  test('a fault of a field stands beside it, in the language of the page', async () => {
    const { page, goto } = await open();
    await page.evaluate(`localStorage.setItem('language', 'de')`);
    await goto('/invite');
    await page.locator('main form button[type=submit]').click();
    const field = page.getByRole('textbox', { name: 'Bitte ausfüllen.' });
    await field.waitFor();
    expect(await field.getAttribute('name')).toBe('name');
    expect(await page.evaluate<string>('document.activeElement.name')).toBe('name');
    await field.fill('Bea');
    await page.locator('[data-wrong]').waitFor({ state: 'detached' });
  });

  test('one message is shown at a time, and earlier actions can still be undone', async () => {
    const opened = await open();
    const { page, goto } = opened;
    const { id } = await withMemories(opened, ['Ada likes tea.', 'Ada likes coffee.']);
    await goto(`/memories/${id}`);
    for (const text of ['Ada likes coffee.', 'Ada likes tea.']) {
      await pressIn(page.locator('article', { hasText: text }), 'Delete');
      await page.locator('.toast', { hasText: text }).waitFor();
      expect(await page.locator('.toast').count()).toBe(1);
    }
    await page.keyboard.press('u');
    await page.locator('article', { hasText: 'Ada likes tea.' }).waitFor();
    await page.keyboard.press('u');
    await page.locator('article', { hasText: 'Ada likes coffee.' }).waitFor();
  });

  test('the own memory is called Personal where it is invited to, and no login name', async () => {
    const { page, goto, http } = await open();
    const { id, name } = (await http.ask('GET', '/v1/characters/me')).body as { id: string; name: string };
    await goto('/invite');
    await page.getByRole('checkbox', { name: 'Personal' }).waitFor();
    expect(await page.getByRole('checkbox', { name }).count()).toBe(0);
    await goto(`/characters/${id}`);
    await page.getByRole('complementary').getByRole('heading', { name: 'Personal' }).waitFor();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('heading', { name: 'Delete Personal?' }).waitFor();
  });

  test('a wide window has the ways to connect a machine, and a card with what waits, side by side', async () => {
    const opened = await open({ ...wide, operations: uiOperations });
    const { page, goto } = opened;
    await signInAsUi(opened);
    const keys = [
      'The spare key hangs behind the door of the shed.',
      'The spare key hangs behind the door of the old shed.',
    ];
    const { id } = await withMemories(opened, [
      ...keys,
      ...[12, 19].map((day) => `The app is released on ${day} March.`),
    ]);
    const lefts = (of: string) =>
      page.evaluate<number[]>(`[...document.querySelectorAll('${of}')].map((one) => one.getBoundingClientRect().left)`);
    await goto('/connections');
    await page.getByText('There is no server yet').waitFor();
    const [folder, ssh, server] = await lefts('.ways > .halves .part');
    expect(ssh).toBe(server);
    expect(ssh).toBeGreaterThan(folder! + 400);
    await goto(`/search/${id}`);
    await page.locator('.at-rest').waitFor();
    const [words, asked] = await lefts('.at-rest > div');
    expect(asked).toBeGreaterThan(words! + 400);
    await page.setViewportSize({ width: 1_440, height: 900 });
    await goto(`/known/${id}`);
    await page.locator('.known .lines > li').nth(1).waitFor();
    const [first, second] = await lefts('.known .lines > li');
    expect(second).toBeGreaterThan(first! + 400);
    await goto(`/queue/${id}`);
    await page.locator('.behind li').first().waitFor();
    expect((await lefts('.behind'))[0]).toBeGreaterThan((await lefts('.queue-card'))[0]! + 400);
    // A row is pressed as a whole.
    await page
      .locator('.behind li')
      .first()
      .click({ position: { x: 3, y: 3 } });
    await page.locator('.queue-card').getByText('2 of 2').waitFor();
  });

  test('a select opens a list of the page’s look, and the actions of Home wait for the pointer', async () => {
    const opened = await open();
    const { page, goto } = opened;
    const { id } = await withMemories(opened, ['Ada likes tea.', 'Ada likes coffee.']);
    await goto(`/memories/${id}`);
    const look = (of: string, what: string) =>
      page.evaluate<string>(`getComputedStyle(document.querySelector('${of}')).${what}`);
    await page.locator('article').nth(1).waitFor();
    expect(await look('select.chip', 'appearance')).toBe('base-select');
    const [box, text] = await Promise.all(
      ['.tick input', '.said'].map((one) => page.locator(`article ${one}`).first().boundingBox()),
    );
    expect(text!.x - box!.x - box!.width).toBeGreaterThan(5);
    for (const place of [0, 1]) await page.locator('article .tick').nth(place).click();
    await page.getByRole('button', { name: 'Merge into one…' }).click();
    const times = page.getByRole('dialog').locator('time');
    const ends = [0, 1].map(async (place) => {
      const box = await times.nth(place).boundingBox();
      return box!.x + box!.width;
    });
    expect(new Set(await Promise.all(ends)).size).toBe(1);
    await goto(`/home/${id}`);
    const row = page.locator('.columns .change').first();
    await row.waitFor();
    expect(await look('.columns .change button', 'opacity')).toBe('0');
    await row.hover();
    expect(await look('.columns .change button', 'opacity')).toBe('1');
  });
});
