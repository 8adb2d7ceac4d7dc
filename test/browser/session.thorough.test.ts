import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { inBrowser, type Opened, withMemories } from '../support/browser.ts';

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
    await page.getByRole('alert').getByText('unknown or revoked').waitFor();
    await page.goto(`${url}/memories/${id}#code=${http.key}`);
    await memory(page).waitFor();
    expect(page.url()).toBe(`${url}/memories/${id}`);
  });

  test('signing out ends the session in every tab', async () => {
    const browser = await open();
    const { page, goto } = browser;
    const { id } = await withMemories(browser, one);
    await goto(`/memories/${id}`);
    const tab = await opened(browser, () => memory(page).click({ modifiers: ['ControlOrMeta'] }));
    await tab.getByRole('complementary').waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await field(page).waitFor();
    expect(await page.evaluate('sessionStorage.length')).toBe(0);
    await tab.reload();
    await field(tab).waitFor();
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
