import type { Browser, Page } from 'playwright-core';
import { type OnTestFinishedHandler, onTestFinished } from 'vitest';

/** Unused pages of this worker, by whether they are for touch. */
const worker = globalThis as { freePages?: Map<boolean, Page[]> };

/** An address of every server without a page of the dashboard: whoever is there can set the storage of the origin. */
export const plainPath = '/healthz';

/**
 * A page for a test of the server at a URL, as in a fresh profile: without cookies and storage. Reused from an earlier
 * test, since a new process costs more than most tests; not after a failed test, nor with a clock of its own, which stays.
 */
export async function pageOf(browser: Browser, url: string, hasTouch = false): Promise<Page> {
  worker.freePages ??= new Map();
  const free = worker.freePages.get(hasTouch) ?? [];
  worker.freePages.set(hasTouch, free);
  const left = free.pop();
  const page = left?.context().browser()?.isConnected() ? left : await newPage(browser, hasTouch);
  const giveBack: OnTestFinishedHandler = async ({ task }) => {
    const isAsNew = task.result?.state !== 'fail' && !(await hasOwnClock(page)) && (await emptied(page, url));
    if (isAsNew) free.push(page);
    else await page.context().close();
  };
  onTestFinished(giveBack);
  return page;
}

async function newPage(browser: Browser, hasTouch: boolean): Promise<Page> {
  const context = await browser.newContext({ locale: 'en-GB', timezoneId: 'UTC', hasTouch });
  // The dashboard then prefetches nothing, which costs as much as opening a page.
  await context.addInitScript(
    `Object.defineProperty(navigator.connection ?? {}, 'saveData', { value: true, configurable: true })`,
  );
  // As for every test: only a failing wait takes this long.
  context.setDefaultTimeout(100_000);
  return context.newPage();
}

/** Whether nothing of the test is left. The page stays at its origin, whose process then opens the next test's page. */
async function emptied(page: Page, url: string): Promise<boolean> {
  const context = page.context();
  for (const other of context.pages()) if (other !== page) await other.close();
  await page.unrouteAll();
  await context.setOffline(false);
  // A page without an address has no storage.
  const clear = () => page.evaluate('try { localStorage.clear(); sessionStorage.clear(); } catch {}');
  if (!page.url().startsWith(`${url}/`)) await clear();
  // A test may have stopped the server.
  if (!(await page.goto(url + plainPath).catch(() => null))) return false;
  await clear();
  await context.clearCookies();
  return true;
}

/** Whether a test has set the page's clock: its Date is then no longer the browser's. */
function hasOwnClock(page: Page): Promise<boolean> {
  return page.evaluate('!Function.prototype.toString.call(Date).includes("[native code]")');
}
