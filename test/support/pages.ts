import type { Browser, Page } from 'playwright-core';
import { type OnTestFinishedHandler, onTestFinished } from 'vitest';

/** Pages of this worker that no test has, by whether they are touched. */
const worker = globalThis as { freePages?: Map<boolean, Page[]> };

/**
 * A page for a test, as it is in a fresh profile: without a cookie, at no address, with nothing stored. It is one that a
 * test before has left, for a new process costs more than most tests do; a test that failed leaves none.
 */
export async function pageOf(browser: Browser, hasTouch = false): Promise<Page> {
  worker.freePages ??= new Map();
  const free = worker.freePages.get(hasTouch) ?? [];
  worker.freePages.set(hasTouch, free);
  const left = free.pop();
  const page = left?.context().browser()?.isConnected() ? left : await newPage(browser, hasTouch);
  const giveBack: OnTestFinishedHandler = async ({ task }) => {
    if (task.result?.state === 'fail') return page.context().close();
    await emptied(page);
    free.push(page);
  };
  onTestFinished(giveBack);
  return page;
}

async function newPage(browser: Browser, hasTouch: boolean): Promise<Page> {
  const context = await browser.newContext({ locale: 'en-GB', timezoneId: 'UTC', hasTouch });
  // As for every test: only what is waited for in vain runs into this.
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
