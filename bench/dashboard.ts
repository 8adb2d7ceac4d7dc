// What a person waits for in the dashboard, by the browser's own clock: the first view of Memories with 100,000 of them,
// typing in the Search lab at 10,000 and 100,000 from key to results drawn and to the next paint (INP), and scrolling. Needs the built program and a Chromium.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { serviceScope } from '../src/domain/principal.ts';
import { executablePath, howToGetOne } from '../test/support/chromium.ts';
import { addMemories, makeCharacter, openFile } from './support/filling.ts';
import { quantile, report } from './support/report.ts';
import { ZipfTexts } from './support/zipf-texts.ts';

const [large, small] = [100_000, 10_000];
const views = 7;
const questions = ['harbour meeting in oslo', 'which tea does the violin teacher drink', 'release branch deadline'];
/** Between two keys (ms): longer than an answer takes, so that each is answered. */
const restMs = 250;
const scrollMs = 5_000;

if (executablePath === undefined) throw new Error(howToGetOne);
const home = mkdtempSync(join(tmpdir(), 'bench-dashboard-'));
/** BENCH_STORE=FILE: a store that is reused, and filled if it is not full. */
const path = process.env.BENCH_STORE ?? join(home, 'memory.db');

async function fill(count: number, name: string): Promise<string> {
  const store = await openFile(path);
  const known = await store.characters.find(serviceScope('local'), name);
  const id = known?.id ?? (await makeCharacter(store, name));
  const texts = new ZipfTexts(7);
  // Some of them contain the words of the queries.
  const asked = questions.join(' ').split(' ');
  let n = 0;
  const text = () => `${texts.text()} ${asked[n % asked.length]} ${n++}`;
  await addMemories(store, id, count - (known?.memoryCount ?? 0), text);
  await store.close();
  return id;
}

async function serve(): Promise<{ child: ChildProcess; url: string; key: string }> {
  const env = { ...process.env, SERVICE_DB: path, SERVICE_RATE_LIMITS: 'off' };
  const child = spawn(process.execPath, ['dist/agent-memory-service.cjs', 'serve', '--print-key', '--port', '0'], {
    env,
  });
  let said = '';
  while (!said.includes('"message":"serving"')) said += String((await once(child.stderr!, 'data'))[0]);
  const [url = ''] = /(?<="url":")[^"]+/.exec(said) ?? [];
  // The first key is printed only when the store is created.
  const [key = existsSync(`${path}.key`) ? readFileSync(`${path}.key`, 'utf8') : ''] = /ams_[\w-]{43}/.exec(said) ?? [];
  writeFileSync(`${path}.key`, key);
  return { child, url, key };
}

/**
 * In the page: reports when an element matching a selector is first drawn, that is, when its frame is on the screen.
 */
const drawnFirst = (selector: string) => `new Promise((resolve) => {
  const look = () => {
    if (!document.querySelector(${JSON.stringify(selector)})) return requestAnimationFrame(look);
    requestAnimationFrame(() => setTimeout(() => resolve(performance.now())));
  };
  look();
})`;

/** Each request with its start and end (ms). */
let requests: string[] = [];
const requestsMade = `performance.getEntriesByType('resource').map(({ name, startTime, duration, transferSize }) =>
  Math.round(startTime) + ' +' + Math.round(duration) + ' ' + transferSize + ' ' + name.replace(location.origin, ''))`;

const spread = (what: string, values: readonly number[], unitOf = 'ms') => ({
  what,
  unit: unitOf,
  median: quantile(values, 0.5),
  p95: quantile(values, 0.95),
  longest: Math.max(...values),
  times: values.length,
});

/** Each time in a signed-in browser without a cache. */
async function firstView(newPage: () => Promise<Page>, address: string) {
  const [drawn, painted, busy, kilobytes]: [number[], number[], number[], number[]] = [[], [], [], []];
  for (let i = 0; i < views; i++) {
    const page = await newPage();
    const session = await page.context().newCDPSession(page);
    let bytes = 0;
    session.on('Network.loadingFinished', ({ encodedDataLength }) => {
      bytes += encodedDataLength;
    });
    await session.send('Network.enable');
    // CPU time of the page, independent of other load.
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    await page.goto(address, { waitUntil: 'commit' });
    drawn.push(await page.evaluate<number>(drawnFirst('article')));
    painted.push(
      await page.evaluate<number>(`new Promise((resolve) => {
        new PerformanceObserver((list) => resolve(list.getEntries().at(-1).startTime))
          .observe({ type: 'largest-contentful-paint', buffered: true });
      })`),
    );
    const { metrics } = await session.send('Performance.getMetrics');
    busy.push((metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1_000);
    // The feed and what is fetched when idle come after the first view.
    kilobytes.push(bytes / 1_024);
    if (i === 0) requests = await page.evaluate<string[]>(requestsMade);
    await page.context().close();
  }
  if (process.env.BENCH_REQUESTS) console.log(requests.join('\n'));
  return [
    spread(`first view, ${large.toLocaleString('en')} memories: rows drawn`, drawn),
    spread('first view: largest contentful paint', painted),
    spread('first view: processor time of the page', busy),
    spread('first view: over the wire', kilobytes, 'kB'),
    spread('load of the machine, in a minute', [loadavg()[0] ?? 0], 'processes'),
  ];
}

/** From each key to its results on the screen, the share of the request, and from each key to the next paint (INP). */
async function typing(page: Page, address: string, count: number) {
  await page.goto(address);
  await page.locator('#find:not([disabled])').waitFor();
  await page.evaluate(`(() => {
    globalThis.waits = [];
    let pressed;
    addEventListener('keydown', ({ timeStamp }) => { pressed = timeStamp; }, true);
    const shown = () => new URLSearchParams(location.search).get('q')?.trim();
    const look = () => {
      const results = document.querySelector('section[aria-label="Results"]');
      const done = results?.dataset.answered;
      if (pressed !== undefined && done !== undefined && done === document.getElementById('find').value.trim()) {
        const from = pressed;
        pressed = undefined;
        requestAnimationFrame(() => setTimeout(() => waits.push(performance.now() - from)));
      }
    };
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
    performance.setResourceTimingBufferSize(10_000);
    globalThis.paints = new Map();
    // The browser reports events of 16 ms and more.
    new PerformanceObserver((list) => {
      for (const { interactionId, duration } of list.getEntries())
        if (interactionId) paints.set(interactionId, Math.max(duration, paints.get(interactionId) ?? 0));
    }).observe({ type: 'event', durationThreshold: 16 });
  })()`);
  for (const question of questions) {
    await page.locator('#find').fill('');
    await page.locator('#find').focus();
    await page.keyboard.type(question, { delay: restMs });
    await page.waitForTimeout(restMs);
  }
  const waits = await page.evaluate<number[]>('waits');
  const requests = await page.evaluate<number[]>(
    `performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('/memories/search')).map(({ duration }) => duration)`,
  );
  const paints = await page.evaluate<number[]>('[...paints.values()]');
  return [
    spread(`typing, ${count.toLocaleString('en')} memories: from key to results drawn`, waits),
    spread('typing: the request', requests),
    spread('typing: from key to the next paint, of those of 16 ms and more', paints.length > 0 ? paints : [0]),
  ];
}

/** Frames while a wheel turns continuously. */
async function scrolling(page: Page, address: string) {
  await page.goto(address);
  await page.locator('article').nth(10).waitFor();
  await page.locator('section[aria-label="Memories"]').hover();
  await page.evaluate(`(() => {
    globalThis.frames = [];
    let last;
    const frame = (now) => {
      if (last !== undefined) frames.push(now - last);
      last = now;
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
    globalThis.long = [];
    new PerformanceObserver((list) => long.push(...list.getEntries().map(({ duration }) => duration))).observe({ type: 'longtask' });
  })()`);
  const end = performance.now() + scrollMs;
  while (performance.now() < end) await page.mouse.wheel(0, 240);
  const frames = await page.evaluate<number[]>('frames');
  const long = await page.evaluate<number[]>('long');
  const rows = await page.locator('article').count();
  const seconds = frames.reduce((sum, ms) => sum + ms, 0) / 1_000;
  return [
    spread(`scrolling: ${(frames.length / seconds).toFixed(1)} frames a second; between two`, frames),
    {
      ...spread(`scrolling: tasks of more than 50 ms; rows in the page: ${rows}`, long.length > 0 ? long : [0]),
      times: long.length,
    },
  ];
}

const ids = { large: await fill(large, 'Large'), small: await fill(small, 'Small') };
const { child, url, key } = await serve();
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
try {
  const headers = { 'x-requested-with': 'bench', origin: url, 'content-type': 'application/json' };
  const answer = await fetch(`${url}/session`, { method: 'POST', headers, body: JSON.stringify({ key }) });
  const { token } = (await answer.json()) as { token: string };
  const newPage = async () => {
    const context = await browser.newContext({ viewport: { width: 1360, height: 860 } });
    const page = await context.newPage();
    // At a plain address a session belongs to its tab.
    await page.goto(`${url}/healthz`);
    await page.evaluate(`sessionStorage.setItem('session', '${token}')`);
    return page;
  };
  report('dashboard', [
    ...(await firstView(newPage, `${url}/memories/${ids.large}`)),
    ...(await typing(await newPage(), `${url}/search/${ids.small}`, small)),
    ...(await typing(await newPage(), `${url}/search/${ids.large}`, large)),
    ...(await scrolling(await newPage(), `${url}/memories/${ids.large}`)),
  ]);
} finally {
  await browser.close();
  child.kill();
  rmSync(home, { recursive: true, force: true });
}
