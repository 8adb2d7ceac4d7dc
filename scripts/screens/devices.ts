import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inBrowser } from '../../test/support/browser.ts';
import { openHttp } from '../../test/support/http-harness.ts';
import { days, playReal, type RealStory } from './real-story.ts';
import { receiverOf } from './story.ts';

/*
 * Every page on four devices, light and dark, over a store of long real texts in many languages:
 * `npm run docs:devices`. They are for looking at, and are not committed: they go to PICTURES. With STORE=FILE it
 * fills a store that ends today, for `agent-memory-service ui`, and takes no pictures.
 */

const folder = process.env.PICTURES ?? join(import.meta.dirname, '../../.cache/pictures');
/** PAGES=home,team: these alone. */
const wanted = process.env.PAGES?.split(',');
const storeFile = process.env.STORE;

const devices = {
  phone: { viewport: { width: 390, height: 780 }, hasTouch: true },
  tablet: { viewport: { width: 820, height: 1_180 }, hasTouch: true },
  laptop: { viewport: { width: 1_366, height: 768 }, hasTouch: false },
  desktop: { viewport: { width: 1_920, height: 1_080 }, hasTouch: false },
};

const pages: readonly [name: string, path: (story: RealStory) => string][] = [
  ['home', ({ characterId }) => `/home/${characterId}`],
  ['numbers', ({ characterId }) => `/numbers/${characterId}`],
  ['queue', ({ characterId }) => `/queue/${characterId}`],
  ['queue-all', () => '/queue/all'],
  ['known', ({ characterId }) => `/known/${characterId}`],
  ['memories', ({ characterId }) => `/memories/${characterId}`],
  ['memory', ({ characterId, memoryId }) => `/memories/${characterId}/${memoryId}`],
  ['search', ({ characterId, question }) => `/search/${characterId}?q=${encodeURIComponent(question)}`],
  ['compare', ({ characterId }) => `/search/${characterId}`],
  ['things', ({ characterId }) => `/things/${characterId}`],
  ['recalls', ({ characterId }) => `/recalls/${characterId}`],
  ['timeline', ({ characterId }) => `/timeline/${characterId}`],
  ['files', ({ characterId }) => `/files/${characterId}`],
  ['file', ({ characterId, fileId }) => `/files/${characterId}/${fileId}`],
  ['captures', ({ characterId }) => `/captures/${characterId}`],
  ['characters', () => '/characters'],
  ['character', ({ characterId }) => `/characters/${characterId}`],
  ['team', () => '/team'],
  ['webhooks', () => '/webhooks'],
  ['webhook', ({ webhookId }) => `/webhooks?webhook=${webhookId}`],
  ['audit', () => '/audit'],
  ['settings', () => '/settings'],
];

if (storeFile === undefined) {
  inBrowser('pictures', (open) => {
    test.each(Object.entries(devices))('%s', async (device, size) => {
      const opened = await open({
        ...size,
        isSignedIn: false,
        recallLogDays: 400,
        onFile: true,
        services: { eventSender: receiverOf([204, 503, 204]) },
      });
      const { page, goto, http, signIn, faults } = opened;
      const story = await playReal(http);
      await signIn();
      await page.clock.setFixedTime(http.session.clock.now);
      mkdirSync(folder, { recursive: true });
      for (const theme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme: theme });
        for (const [name, path] of pages.filter(([one]) => wanted?.includes(one) ?? true)) {
          await goto(path(story));
          await page.locator('main h1').first().waitFor({ state: 'attached' });
          await page.locator('[aria-busy="true"]').waitFor({ state: 'detached' });
          // The rail's counts come last.
          await page.waitForTimeout(400);
          await page.screenshot({ path: join(folder, `${name}-${device}-${theme}.png`), animations: 'disabled' });
        }
      }
      expect(faults).toStrictEqual([]);
    });
  });
} else {
  test('a store that ends today', async () => {
    for (const ending of ['', '-wal', '-shm']) rmSync(storeFile + ending, { force: true });
    const http = await openHttp({
      path: storeFile,
      recallLogDays: 400,
      onFile: true,
      services: { eventSender: receiverOf([204, 503, 204]) },
    });
    http.session.clock.now = Date.now() - days * 86_400_000;
    console.log(JSON.stringify(await playReal(http)));
  });
}
