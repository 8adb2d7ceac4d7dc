import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { desktop, inBrowser, phone } from '../../test/support/browser.ts';
import { withTenantAi } from '../../test/support/tenant-ai.ts';
import { play, receiverOf, type Story } from './story.ts';

/*
 * The pictures of the documentation: every page of the dashboard over the same store, and those that a page shows dark or
 * on a phone too. They are made again by `npm run docs:screens` and looked at before they are committed.
 */

const folder = join(import.meta.dirname, '../../docs/images');

/** The picture's content, and the sign that it is complete. */
const pictures: readonly [name: string, path: (story: Story) => string, whole: string][] = [
  ['home', ({ characterId }) => `/home/${characterId}`, '.seen'],
  ['memories', ({ characterId }) => `/memories/${characterId}`, 'article'],
  ['memory', ({ characterId, memory }) => `/memories/${characterId}/${memory('Berth 77')}`, 'aside .rev ins'],
  ['search', ({ characterId }) => `/search/${characterId}?q=how+long+is+a+berth+held+while+paying`, '.hit'],
  ['recalls', ({ characterId }) => `/recalls/${characterId}`, 'article'],
  ['queue', ({ characterId }) => `/queue/${characterId}`, '.queue-card'],
  ['timeline', ({ characterId }) => `/timeline/${characterId}?at=2026`, 'table'],
  ['files', ({ characterId, fileId }) => `/files/${characterId}/${fileId}`, 'aside article'],
  ['characters', ({ characterId }) => `/characters/${characterId}`, 'aside h2'],
  ['team', () => '/team', 'h2'],
  ['webhooks', ({ webhookId }) => `/webhooks?webhook=${webhookId}`, 'aside h2'],
  ['audit', () => '/audit', '.audit'],
  ['settings', () => '/settings', 'input[name=key]'],
];

const all: readonly string[] = pictures.map(([name]) => name);

inBrowser('pictures', (open) => {
  test.each([
    ['light', desktop, all],
    ['dark', desktop, ['home', 'memories', 'queue', 'search']],
    ['phone', phone, ['memories', 'search']],
  ] satisfies [string, object, readonly string[]][])('%s', async (theme, device, shown: readonly string[]) => {
    const colorScheme = theme === 'dark' ? 'dark' : 'light';
    const eventSender = receiverOf([204, 503, 204]);
    const opened = await open({
      ...device,
      colorScheme,
      isSignedIn: false,
      recallLogDays: 400,
      services: { eventSender },
    });
    const { page, goto, http, signIn, faults } = opened;
    const story = await play(opened, eventSender);
    withTenantAi(http.session.services);
    await signIn();
    await page.clock.setFixedTime(http.session.clock.now);
    mkdirSync(folder, { recursive: true });
    for (const [name, path, whole] of pictures.filter(([one]) => shown.includes(one))) {
      await goto(path(story));
      await page.locator(whole).first().waitFor();
      await page.locator('[aria-busy="true"]').waitFor({ state: 'detached' });
      // The rail's counts come last.
      await page.waitForTimeout(500);
      await page.screenshot({ path: join(folder, `${name}-${theme}.png`), animations: 'disabled' });
    }
    expect(faults).toStrictEqual([]);
  });
});
