import type { Page, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { inBrowser, type Opened, reloading, withMemories } from '../support/browser.ts';

const one = ['Ada likes tea.'];
const memory = (page: Page) => page.getByRole('link', { name: 'Ada likes tea.' });
const field = (page: Page) => page.getByLabel('API key');

/** The page opened as another tab. */
async function opened({ context }: Opened, open: () => Promise<unknown>): Promise<Page> {
  const [tab] = await Promise.all([context.waitForEvent('page'), open()]);
  return tab;
}

inBrowser('A session of a tab', (open) => {
  test('a session survives a reload, and passes only to tabs opened from its links', async () => {
    const browser = await open();
    const { page, goto, context, url, faults } = browser;
    const { id } = await withMemories(browser, one);
    await goto(`/memories/${id}`);
    await memory(page).waitFor();
    await page.reload();
    const ways = [
      () => memory(page).click({ modifiers: ['ControlOrMeta'] }),
      () => memory(page).click({ button: 'middle' }),
    ];
    for (const click of ways) {
      const tab = await opened(browser, click);
      await tab.getByRole('complementary').getByRole('heading', { name: 'Ada likes tea.' }).waitFor();
      await tab.close();
    }
    expect(page.url()).toBe(`${url}/memories/${id}`);
    const fresh = await context.newPage();
    await fresh.goto(`${url}/memories/${id}`);
    await field(fresh).waitFor();
    await fresh.getByText('each tab signs in for itself').waitFor();
    await fresh.getByText('press Enter where it runs for a new link').waitFor();
    expect(await fresh.locator('body').innerText()).not.toContain('Ada');
    expect(await context.cookies()).toStrictEqual([]);
    expect(faults).toStrictEqual([]);
  });

  test('a pasted sign-in link starts a session, and a used one is reported', async () => {
    const browser = await open({ isSignedIn: false });
    const { page, goto, http, url } = browser;
    const { id } = await withMemories(browser, one);
    await goto(`/memories/${id}#code=ams_spent`);
    await page.getByRole('alert').getByText('This link was used before, or has run out').waitFor();
    await page.goto(`${url}/memories/${id}#code=${http.key}`);
    await memory(page).waitFor();
    expect(page.url()).toBe(`${url}/memories/${id}`);
  });

  test('a late refusal of a request from before signing in does not end the session', async () => {
    const browser = await open({ isSignedIn: false });
    const { page, goto, http } = browser;
    const { id } = await withMemories(browser, one);
    const held = new Promise<Route>((resolve) => void page.route('**/v1/tier', resolve, { times: 1 }));
    await goto(`/memories/${id}`);
    const route = await held;
    await field(page).fill(http.key);
    await page.keyboard.press('Enter');
    await memory(page).waitFor();
    const refused = page.waitForResponse('**/v1/tier');
    await route.fulfill({ status: 401, json: { error: { type: 'Unauthorized', message: 'No key.' } } });
    await (await refused).finished();
    await page.evaluate('new Promise((resolve) => setTimeout(resolve))');
    expect(await page.evaluate('sessionStorage.length')).toBe(1);
  });

  test('signing out ends the session in every tab', async () => {
    const browser = await open();
    const { page, goto } = browser;
    const { id } = await withMemories(browser, one);
    await goto(`/memories/${id}`);
    const tab = await opened(browser, () => memory(page).click({ modifiers: ['ControlOrMeta'] }));
    await tab.getByRole('complementary').waitFor();
    await reloading(page, () => page.getByRole('button', { name: 'Sign out' }).click());
    await field(page).waitFor();
    expect(await page.evaluate('sessionStorage.length')).toBe(0);
    expect(await page.content()).not.toContain('Ada');
    // What the other tab shows is covered as soon as it hears of it.
    await field(tab).waitFor();
    const cover = `getComputedStyle(document.querySelector('dialog'), '::backdrop').backgroundColor`;
    expect(await tab.evaluate(cover)).toBe(await tab.evaluate('getComputedStyle(document.body).backgroundColor'));
    await tab.reload();
    await field(tab).waitFor();
    expect(await tab.content()).not.toContain('Ada');
  });

  test('a session is never sent to another server on the same machine', async () => {
    const browser = await open();
    const { createServer } = await import('node:http');
    const heard: string[] = [];
    const other = createServer((request, response) => {
      heard.push(JSON.stringify(request.headers));
      response.setHeader('content-type', 'text/html').end('<title>Other</title>');
    });
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as { port: number };
    await browser.goto('/');
    await browser.page.getByText('agent-memory-service init --all').waitFor();
    const token = await browser.page.evaluate<string>("sessionStorage.getItem('session')");
    await browser.page.goto(`http://127.0.0.1:${port}/`);
    expect(await browser.page.evaluate('JSON.stringify({ ...sessionStorage }) + document.cookie')).toBe('{}');
    other.closeAllConnections();
    other.close();
    expect(heard.length).toBeGreaterThan(0);
    expect(heard.join()).not.toContain(token);
    expect(heard.join()).not.toMatch(/cookie/i);
  });
});
