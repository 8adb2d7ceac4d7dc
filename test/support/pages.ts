import type { Browser, Page } from 'playwright-core';
import { type OnTestFinishedHandler, onTestFinished } from 'vitest';

/** Unused pages of this worker, by whether they are for touch. */
const worker = globalThis as { freePages?: Map<boolean, Page[]> };

/**
 * A page for a test, as in a fresh profile: without cookies, address and storage. Reused from an earlier test, since a
 * new process costs more than most tests; not after a failed test, nor with a clock of its own, which stays.
 */
export async function pageOf(browser: Browser, hasTouch = false): Promise<Page> {
  worker.freePages ??= new Map();
  const free = worker.freePages.get(hasTouch) ?? [];
  worker.freePages.set(hasTouch, free);
  const left = free.pop();
  const page = left?.context().browser()?.isConnected() ? left : await newPage(browser, hasTouch);
  const giveBack: OnTestFinishedHandler = async ({ task }) => {
    if (task.result?.state === 'fail' || (await hasOwnClock(page))) return page.context().close();
    await emptied(page);
    free.push(page);
  };
  onTestFinished(giveBack);
  return page;
}

async function newPage(browser: Browser, hasTouch: boolean): Promise<Page> {
  const context = await browser.newContext({ locale: 'en-GB', timezoneId: 'UTC', hasTouch });
  // As for every test: only a failing wait takes this long.
  context.setDefaultTimeout(100_000);
  return context.newPage();
}

async function emptied(page: Page): Promise<void> {
  const context = page.context();
  for (const other of context.pages()) if (other !== page) await other.close();
  await page.unrouteAll();
  await context.setOffline(false);
  // A page without an address has no storage.
  await page.evaluate('try { localStorage.clear(); sessionStorage.clear(); } catch {}');
  await page.goto('about:blank');
  await context.clearCookies();
}

/** Whether a test has set the page's clock: its Date is then no longer the browser's. */
function hasOwnClock(page: Page): Promise<boolean> {
  return page.evaluate('!Function.prototype.toString.call(Date).includes("[native code]")');
}
