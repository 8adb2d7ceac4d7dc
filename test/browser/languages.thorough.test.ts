import { expect, test } from 'vitest';
import { play, receiverOf, type Story } from '../../scripts/screens/story.ts';
import { bothSizes, inBrowser, type Opened } from '../support/browser.ts';
import { withTenantAi } from '../support/tenant-ai.ts';

/** Every page, with the sign that it is complete. */
const pages: readonly [path: (story: Story) => string, whole: string][] = [
  [({ characterId }) => `/home/${characterId}`, '.seen'],
  [({ characterId }) => `/recalls/${characterId}?period=all`, 'article'],
  [({ characterId }) => `/captures/${characterId}`, 'h1'],
  [({ characterId }) => `/numbers/${characterId}`, '.bars'],
  [({ characterId }) => `/queue/${characterId}`, '.queue-card'],
  [({ characterId, memory }) => `/memories/${characterId}/${memory('Berth 77')}`, 'aside .rev ins'],
  [({ characterId }) => `/timeline/${characterId}?at=2026`, 'table'],
  [({ characterId, fileId }) => `/files/${characterId}/${fileId}`, 'aside article'],
  [({ characterId }) => `/search/${characterId}?q=how+long+is+a+berth+held+while+paying`, '.hit'],
  [({ characterId }) => `/characters/${characterId}`, 'aside h2'],
  [({ characterId }) => `/known/${characterId}`, 'h1'],
  [() => '/team', 'table'],
  [({ webhookId }) => `/webhooks?webhook=${webhookId}`, 'aside h2'],
  [() => '/audit', '.audit'],
  [() => '/settings', 'input[name=key]'],
  [() => '/nowhere', '.empty'],
];

/** What a direction may break of a page that breaks no rule in English: where parts are, and what is said of the language. */
const ofDirection = bothSizes.map(([look, device, colours], i): (typeof bothSizes)[number] => [
  look,
  device,
  colours,
  i === 0 ? [] : ['html-lang-valid', 'valid-lang', 'scrollable-region-focusable'],
]);

const languages = [
  ['ja', 'ltr', bothSizes],
  ['ar', 'rtl', ofDirection],
] as const;

/** English words alone, outside of what users, models and programs wrote: no letter of another script is among them. */
const english = `(() => {
  const written = '[dir="auto"], .said, .diff, .audit b, code, pre, kbd, .copy, .reason, datalist';
  const isEnglish = (text) => /[A-Za-z]{2,} [a-z]{2,}/.test(text) && !/[^\\p{sc=Latin}\\P{L}]/u.test(text);
  const texts = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { parentElement: parent, data } = walker.currentNode;
    if (parent.checkVisibility() && !parent.closest(written)) texts.push(data);
  }
  for (const one of document.querySelectorAll('[aria-label], [placeholder]')) {
    texts.push(one.getAttribute('aria-label') ?? '', one.getAttribute('placeholder') ?? '');
  }
  return texts.filter(isEnglish);
})()`;

inBrowser('languages', (open) => {
  async function opened(): Promise<Opened & { story: Story }> {
    const eventSender = receiverOf([204, 503, 204]);
    const all = await open({ isSignedIn: false, recallLogDays: 400, services: { eventSender } });
    const story = await play(all, eventSender);
    withTenantAi(all.http.session.services);
    await all.signIn();
    await all.page.clock.setFixedTime(all.http.session.clock.now);
    return { ...all, story };
  }

  test('every page speaks Japanese and Arabic, is readable and fits its window', async () => {
    const { page, goto, story, faultsOnDevices, faults } = await opened();
    const left: string[] = [];
    for (const [pathOf, whole] of pages) {
      const path = pathOf(story);
      for (const [tag, direction, looks] of languages) {
        await page.evaluate(`localStorage.setItem('language', '${tag}')`);
        await goto(path);
        await page.locator(whole).first().waitFor();
        await page.locator('[aria-busy="true"]').waitFor({ state: 'detached' });
        const root = await page.evaluate<string[]>('[document.documentElement.lang, document.documentElement.dir]');
        expect([path, ...root]).toStrictEqual([path, tag, direction]);
        const at = `${tag} ${path.split('/')[1]}`;
        for (const text of await page.evaluate<string[]>(english)) left.push(`${at}: ${text}`);
        for (const fault of await faultsOnDevices(looks)) left.push(`${at}: ${fault}`);
      }
    }
    expect([...left, ...faults]).toStrictEqual([]);
  });

  test('the language is the browser’s until another is chosen, which stays after a reload', async () => {
    const { page, goto } = await open();
    await goto('/settings');
    const choice = page.getByRole('combobox', { name: 'Language' });
    await choice.selectOption('ar');
    await page.getByRole('heading', { name: 'الإعدادات' }).waitFor();
    expect(await page.evaluate('document.documentElement.dir')).toBe('rtl');
    await page.reload();
    await page.getByRole('combobox', { name: 'اللغة' }).selectOption('');
    await page.getByRole('heading', { name: 'Settings', exact: true }).waitFor();
    expect(await page.evaluate('[document.documentElement.lang, localStorage.length]')).toStrictEqual(['en', 0]);
  });
});
