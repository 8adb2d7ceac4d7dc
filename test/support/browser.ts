import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import {
  type Browser,
  type BrowserContextOptions,
  type ConsoleMessage,
  chromium,
  type Locator,
  type Page,
  type Request,
} from 'playwright-core';
import { describe, expect, onTestFinished, test } from 'vitest';
import { localOperations, operations } from '../../src/features/operations.ts';
import { executablePath, howToGetOne } from './chromium.ts';
import { type HttpOptions, openHttp } from './http-harness.ts';
import { pageOf, plainPath } from './pages.ts';

/** The built dashboard; build-parts.mjs makes it. */
export const webFolder = join(import.meta.dirname, '../../.cache/web');

const isRequired = process.env.BROWSER_TESTS === 'required';

export interface OpenOptions extends HttpOptions, Pick<BrowserContextOptions, 'viewport' | 'colorScheme' | 'hasTouch'> {
  /** Default: an OWNER has signed in. */
  isSignedIn?: boolean;
}

export const phone = { viewport: { width: 390, height: 780 }, hasTouch: true } as const;
export const desktop = { viewport: { width: 1360, height: 860 } } as const;

/** The rules about colours. */
const ofColours = ['color-contrast', 'link-in-text-block'];

/** A device, its colours and the rules that a page is tried with: undefined, all. */
type Look = readonly [name: string, typeof desktop | typeof phone, 'light' | 'dark', readonly string[] | undefined];

/** Every rule on each device, which takes a second on a long page: one is light, the other dark. */
const looks: readonly Look[] = [
  ['on a desktop, light', desktop, 'light', undefined],
  ['on a phone, dark', phone, 'dark', undefined],
];

/** Each device also in its other colours, for the test of all pages. */
export const allLooks: readonly Look[] = [
  ...looks,
  ['on a desktop, dark', desktop, 'dark', ofColours],
  ['on a phone, light', phone, 'light', ofColours],
];

/** For what another test tries in every look: it must fit both devices, and every rule is tried once. */
export const fewLooks: readonly Look[] = [
  ['on a desktop, light', desktop, 'light', []],
  ['on a phone, dark', phone, 'dark', undefined],
];

/** For what must only fit both devices. */
export const bothSizes: readonly Look[] = fewLooks.map(([look, device, colours]) => [look, device, colours, []]);

/** The parts that only `ui` has. */
export const uiOperations = new Map([...operations, ...localOperations].map((one) => [one.name, one]));

type Open = (options?: OpenOptions) => Promise<Opened>;
export type Opened = Awaited<ReturnType<typeof openIn>>;

const worker = globalThis as { browser?: Promise<Browser>; port?: number };

/** One for all files of a test worker, replaced when it crashes; it ends with the worker. */
async function sharedBrowser(executablePath: string): Promise<Browser> {
  const there = await worker.browser;
  if (there?.isConnected()) return there;
  worker.browser = chromium.launch({ executablePath, args: ['--no-sandbox'] });
  return worker.browser;
}

/** Tests in a real browser; without any they are skipped, where they may be. */
export function inBrowser(name: string, tests: (open: Open) => void): void {
  describe(name, () => {
    const path = executablePath;
    if (path === undefined) {
      if (isRequired) test('there is a browser', () => expect.fail(howToGetOne));
      else test.skip(`${howToGetOne}: skipped`);
      return;
    }
    tests(async (options = {}) => openIn(await sharedBrowser(path), options));
  });
}

/** At the port of the worker's earlier tests where it is free: the browser then has the compiled files of the dashboard. */
async function listenAsBefore({ listen }: Awaited<ReturnType<typeof openHttp>>) {
  const listening = await listen(undefined, worker.port).catch(() => listen());
  worker.port = listening.port;
  return listening;
}

/** The real HTTP application on a socket, and a page that has nothing of any other test. */
async function openIn(
  browser: Browser,
  { isSignedIn = true, viewport, colorScheme, hasTouch, ...options }: OpenOptions,
) {
  const http = await openHttp({ ...options, http: { web: webFolder, ...options.http } });
  const listening = await listenAsBefore(http);
  const { url } = listening;
  const page = await pageOf(browser, url, hasTouch);
  await page.setViewportSize(viewport ?? desktop.viewport);
  await page.emulateMedia({ colorScheme: colorScheme ?? 'light', reducedMotion: null });
  const context = page.context();
  const faults: string[] = [];
  const listenTo = (of: Page): void => {
    const fault = (error: Error) => void faults.push(String(error));
    // Messages of the browser about an answer count too.
    const line = (said: ConsoleMessage) =>
      said.type() === 'error' && !/status of [45]\d\d/.test(said.text()) && faults.push(said.text());
    const request = (asked: Request) => {
      if (!asked.url().startsWith(url) && !asked.url().startsWith('data:')) faults.push(`asked ${asked.url()}`);
    };
    of.on('pageerror', fault).on('console', line).on('request', request);
    onTestFinished(() => void of.off('pageerror', fault).off('console', line).off('request', request));
  };
  /** The tab has the token of a session, as signing in leaves it there. */
  const haveToken = async (of: Page): Promise<void> => {
    if (token === undefined) return;
    // Storage belongs to an origin: any page of it will do.
    if (of.url() !== url + plainPath) await of.goto(url + plainPath);
    await of.evaluate(`sessionStorage.setItem('session', '${token}')`);
  };
  let token: string | undefined;
  const signIn = async (key = http.key): Promise<void> => {
    const headers = { 'x-requested-with': 'test', origin: url, 'content-type': 'application/json' };
    const answer = await fetch(`${url}/session`, { method: 'POST', headers, body: JSON.stringify({ key }) });
    token = ((await answer.json()) as { token: string }).token;
    await haveToken(page);
  };
  /** Another tab, signed in as the first one. */
  const newPage = async (): Promise<Page> => {
    const other = await context.newPage();
    await haveToken(other);
    listenTo(other);
    return other;
  };
  if (isSignedIn) await signIn();
  else await page.goto('about:blank');
  listenTo(page);
  return {
    http,
    url,
    /** The server, which can be stopped; `http.listen(undefined, port)` starts it again. */
    listening,
    context,
    page,
    newPage,
    signIn,
    /** The errors of the pages: exceptions, violations of the policy, requests to other origins. */
    faults,
    goto: (path: string) => page.goto(url + path),
    accessibility: (of: Pick<Page, 'evaluate'> = page) => rulesBroken(of),
    overhang: () => overhang(page),
    faultsOnDevices: (tried?: readonly Look[]) => faultsOnDevices(page, tried),
  };
}

/** Does what makes the dashboard load itself anew, and waits until it has: that would interrupt another address. */
export async function reloading(page: Page, act: () => Promise<unknown>): Promise<void> {
  await Promise.all([page.waitForEvent('load'), act()]);
}

/** Presses a button that a row shows to the pointer or the focus; the focus stays when the page moves under the pointer. */
export async function pressIn(row: Locator, name: string): Promise<void> {
  const button = row.getByRole('button', { name });
  await button.focus();
  await button.click();
}

/** Signs in as the one for whom `ui` runs. */
export async function signInAsUi({ http, signIn }: Pick<Opened, 'http' | 'signIn'>): Promise<void> {
  // No member is added under this name by a call.
  await http.session.store.members.add('local', { id: randomUUID(), name: 'dashboard', role: 'OWNER' }, 0);
  const { body } = await http.ask('POST', '/v1/keys', { body: { member: 'dashboard' } });
  await signIn(String(body.key));
}

/** Ada with these memories, the last of them the newest. */
export async function withMemories(
  { http: { session } }: Pick<Opened, 'http'>,
  contents: readonly string[],
): Promise<{ id: string; memories: string[] }> {
  const { id } = await session.call<{ id: string }>('create_character', { name: 'Ada' });
  const memories: string[] = [];
  for (const content of contents) {
    session.clock.now += 60_000;
    const given = { characterId: id, content, category: 'facts' };
    memories.push((await session.call<{ id: string }>('add_memory_direct', given)).id);
  }
  return { id, memories };
}

/** Ada with these memories, and with a file that had these contents, one after the other. */
export async function withFile(opened: Opened, memories: readonly string[], contents: readonly string[]) {
  const made = await withMemories(opened, memories);
  const { session } = opened.http;
  let fileId = '';
  for (const fileContent of contents) {
    session.clock.now += 600_000;
    const given = { characterId: made.id, filePath: 'notes/plans.md', fileContent };
    fileId = (await session.call<{ fileId: string }>('sync_file', given)).fileId;
  }
  return { ...made, fileId };
}

/** How much wider than the window the page is (px). */
async function overhang(page: Page): Promise<number> {
  return page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
}

/** Rules of accessibility that a page breaks, with where. @param only of these rules; default: of all. */
async function rulesBroken(page: Pick<Page, 'evaluate'>, only?: readonly string[]): Promise<string[]> {
  if (only?.length === 0) return [];
  if (!(await page.evaluate<boolean>('"axe" in globalThis'))) await page.evaluate(axeSource);
  return page.evaluate(async (runOnly) => {
    const { axe } = globalThis as unknown as { axe: { run(options: object): Promise<{ violations: Violation[] }> } };
    const { violations } = await axe.run({ resultTypes: ['violations'], ...(runOnly && { runOnly }) });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`);
  }, only);
}

/** The faults of a page on each device, light and dark: broken rules, overflow of the window. */
async function faultsOnDevices(page: Page, tried = looks): Promise<string[]> {
  const before = page.viewportSize();
  const found: string[] = [];
  for (const [look, { viewport }, colorScheme, rules] of tried) {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const wider = await overhang(page);
    if (wider > 0) found.push(`${look}: ${wider} px too wide`);
    for (const rule of await rulesBroken(page, rules)) found.push(`${look}: ${rule}`);
  }
  await page.emulateMedia({ colorScheme: null, reducedMotion: null });
  if (before) await page.setViewportSize(before);
  return found;
}

interface Violation {
  id: string;
  nodes: { html: string }[];
}

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
