// Tasks in the dashboard: how many actions each takes (a click, a key, typing a text, a drop), and how long the user
// waits for the program. Needs the built program and a Chromium.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Locator, type Page } from 'playwright-core';
import { readSections } from '../scripts/screens/real-texts.ts';
import { serviceScope } from '../src/domain/principal.ts';
import { executablePath, howToGetOne } from '../test/support/chromium.ts';
import { added, makeCharacter, openFile } from './support/filling.ts';
import { report } from './support/report.ts';
import { serve, servedPlace } from './support/serve.ts';

if (executablePath === undefined) throw new Error(howToGetOne);
const maxMemories = 2_000;
const old = 30;
const dayMs = 86_400_000;
const exportBytes = 7_800_000;

/** Performs a user's actions and counts them. */
class Person {
  steps = 0;
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async click(what: Locator): Promise<void> {
    this.steps += 1;
    await what.click();
  }

  async press(key: string): Promise<void> {
    this.steps += 1;
    await this.page.keyboard.press(key);
  }

  async type(text: string): Promise<void> {
    this.steps += 1;
    await this.page.keyboard.insertText(text);
  }

  async fill(what: Locator, text: string): Promise<void> {
    this.steps += 1;
    await what.fill(text);
  }

  async choose(what: Locator, label: string): Promise<void> {
    this.steps += 1;
    await what.selectOption(label);
  }

  /** Files or folders of this machine, onto the middle of the page. */
  async drop(...files: string[]): Promise<void> {
    this.steps += 1;
    const session = await this.page.context().newCDPSession(this.page);
    const data = { items: [], files, dragOperationsMask: 1 };
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
      await session.send('Input.dispatchDragEvent', { type, x: 600, y: 300, data });
    }
    await session.detach();
  }
}

const place = await servedPlace('tasks');
const home = place.env.SERVICE_DB!;
const store = await openFile(home);
const characterId = await makeCharacter(store, 'Notebook');
const scope = serviceScope('local');
const now = Date.now();
const texts = readSections(['en-US', 'de-DE', 'fr-FR', 'ja-JP'])
  .flatMap(({ paragraphs }) => paragraphs)
  .slice(0, maxMemories);
const write = (contents: readonly string[], category: string) =>
  store.memories.write(
    scope,
    characterId,
    contents.map((one) => added(one, { category })),
    { changedBy: 'bench', now },
  );
await write(texts, 'general');
await write(
  Array.from({ length: old }, (_, n) => `Errand ${n + 1} of the old flat: cancel contract number ${1000 + n * 7}.`),
  'goals',
);
await write(['The tattoo that Jill has shows three sunflowers.', 'Ana lives in Oporto.'], 'facts');
await write(
  ['The staging server is rebooted on Sunday at 04:00.', 'The staging server is rebooted on Sunday at 05:00.'],
  'facts',
);
await store.close();

const folder = join(home, '..', 'notes');
mkdirSync(join(folder, 'deep'), { recursive: true });
for (let n = 0; n < 20; n++) {
  const text = `# Note ${n}\n\n- Lamp ${n} of the pier burns ${n + 2} hours.\n- Buoy ${n} is painted in week ${n + 20}.\n`;
  writeFileSync(join(folder, n % 2 ? 'deep' : '', `note-${n}.md`), text);
}
writeFileSync(join(folder, '..', 'conversations.json'), chatExport(exportBytes));

const server = await serve(place);
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
const rows: { task: string; steps: number; seconds: number }[] = [];
try {
  const { port, key = '' } = server;
  const url = `http://127.0.0.1:${port}`;
  const ask = (method: string, path: string, body: object) =>
    fetch(`${url}/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  for (const query of ['zeppelin', 'zeppelin', 'staging server']) {
    await ask('POST', `/characters/${characterId}/memories/search`, { query });
  }
  const headers = { 'x-requested-with': 'bench', origin: url, 'content-type': 'application/json' };
  const answer = await fetch(`${url}/session`, { method: 'POST', headers, body: JSON.stringify({ key }) });
  const { token } = (await answer.json()) as { token: string };
  const context = await browser.newContext({ viewport: { width: 1366, height: 768 }, locale: 'en-GB' });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  await page.goto(`${url}/healthz`);
  await page.evaluate(`sessionStorage.setItem('session', '${token}')`);
  const button = (name: string | RegExp) => page.getByRole('button', { name });
  const dialog = page.getByRole('dialog');
  const toast = (text: string | RegExp) => page.locator('.toast', { hasText: text }).last().waitFor();
  const row = (text: string) => page.locator('article', { hasText: text }).first();

  const task = async (name: string, path: string, work: (person: Person) => Promise<void>) => {
    await page.goto(url + path);
    await page.locator('main h1').first().waitFor({ state: 'attached' });
    await page.locator('[aria-busy="true"]').waitFor({ state: 'detached' });
    const person = new Person(page);
    const started = performance.now();
    await work(person).catch((error: unknown) => console.error(`${name}: ${String(error).slice(0, 400)}`));
    rows.push({ task: name, steps: person.steps, seconds: (performance.now() - started) / 1_000 });
  };
  const home = `/home/${characterId}`;
  const list = `/memories/${characterId}`;

  await task('find a wrong memory and correct it', home, async (person) => {
    await person.press('/');
    await person.type('where does Ana live');
    await person.click(row('Oporto').getByRole('link').first());
    await page.getByRole('complementary').getByText('Oporto').first().waitFor();
    await person.press('e');
    await page.getByRole('complementary').locator('textarea').waitFor();
    await person.fill(page.getByRole('complementary').locator('textarea'), 'Ana lives in Porto.');
    await person.press('Control+Enter');
    await toast('Saved');
  });
  await task('undo that edit later, in the history', list, async (person) => {
    await person.click(row('Ana lives').getByRole('link').first());
    await person.click(page.locator('.rev').last().getByRole('button', { name: 'Restore' }));
    await toast('Restored');
  });
  await task('delete 30 by filter', list, async (person) => {
    await person.click(button(/^goals/));
    await row('Errand').waitFor();
    await person.click(button('Select all'));
    await person.click(page.getByRole('toolbar').getByRole('button', { name: 'Delete' }));
    await person.click(dialog.getByRole('button', { name: `Delete ${old} memories` }));
    await toast(`Deleted ${old} memories`);
    const { steps } = person;
    const started = performance.now();
    await person.press('u');
    await toast('Undone');
    await row('Errand').waitFor();
    rows.push({
      task: 'undo of that',
      steps: person.steps - steps,
      seconds: (performance.now() - started) / 1_000,
    });
    person.steps = steps;
  });
  await task('merge two that say the same', home, async (person) => {
    await person.click(page.getByRole('link', { name: 'Duplicates' }));
    await person.click(row('staging server').getByRole('button', { name: 'Merge into one' }));
    await person.click(dialog.getByRole('button', { name: 'Merge' }));
    await toast('Merged');
  });
  await task('why a question finds what it finds', home, async (person) => {
    await person.press('/');
    await person.type('which tattoo has Jill');
    await page.locator('.hit .legend').first().waitFor();
  });
  await task('a search with typing errors', home, async (person) => {
    await person.press('/');
    await person.type('tatto sunflwers');
    await page.locator('.hit', { hasText: 'sunflowers' }).first().waitFor();
  });
  await task('what agents were given, of one host and day', home, async (person) => {
    await person.click(page.getByRole('link', { name: 'Recalls' }));
    await person.click(button('any time'));
    await person.fill(page.getByLabel('From this day on'), new Date(now - dayMs).toISOString().slice(0, 10));
    await row('staging server').waitFor();
  });
  await task('asked in vain: write what is missing', home, async (person) => {
    await person.click(page.getByRole('link', { name: 'Inbox' }));
    await person.click(row('zeppelin').getByRole('button', { name: 'Write the missing memory' }));
    await dialog.locator('textarea').waitFor();
    await person.fill(dialog.locator('textarea'), 'The zeppelin lands on the roof every Friday.');
    await person.press('Control+Enter');
    await page.getByText('answered now').waitFor();
  });
  await task('export what a filter finds', list, async (person) => {
    await person.click(button(/^goals/));
    await row('Errand').waitFor();
    await person.click(button('Select all'));
    const saved = page.waitForEvent('download');
    await person.choose(page.getByLabel('Export as'), 'CSV');
    await saved;
  });
  await task('a folder of 20 notes by drop', home, async (person) => {
    await person.drop(folder);
    await person.click(dialog.getByRole('button', { name: 'Import', exact: true }).and(page.locator(':enabled')));
    await toast(/^Imported/);
  });
  await task('a chat export of 7.8 MB by drop', home, async (person) => {
    await person.drop(join(folder, '..', 'conversations.json'));
    await person.click(dialog.getByRole('button', { name: 'Import', exact: true }).and(page.locator(':enabled')));
    await toast(/^Imported/);
  });
  await task('rename a category', `/characters/${characterId}`, async (person) => {
    await person.click(button('Edit goals'));
    await person.fill(dialog.getByRole('textbox', { name: 'Name' }), 'errands');
    await person.click(dialog.getByRole('button', { name: 'Save' }));
    await button('Edit errands').waitFor();
  });
  await task('rename a character', `/characters/${characterId}`, async (person) => {
    await person.click(button('Rename'));
    await person.fill(dialog.getByRole('textbox').first(), 'Journal');
    await person.press('Enter');
    await toast('Journal');
  });
  await task('archive a character, and take it back', `/characters/${characterId}`, async (person) => {
    await person.click(button('Archive'));
    await page.getByText('is archived').first().waitFor();
    await person.press('u');
    await toast('Undone');
  });
  await task('add a member with a key', '/team', async (person) => {
    await person.fill(page.getByPlaceholder('Name'), 'Walt');
    await person.click(button('Add with a key'));
    await page.getByText('ams_').first().waitFor();
  });
  await task('remember something, from anywhere', home, async (person) => {
    await person.press('Control+k');
    await person.type('remember the boat needs paint');
    await person.press('Enter');
    await dialog.locator('textarea').waitFor();
    await person.press('Control+Enter');
    await toast(/Remembered|Stored|Saved/);
  });
} finally {
  report('tasks', rows);
  await browser.close();
  await server.stop();
  await place.drop();
}

/** An export of ChatGPT, as large as it is asked for. */
function chatExport(bytes: number): string {
  const conversations: object[] = [];
  for (let n = 0, size = 0; size < bytes; n++) {
    const said = [
      `I keep boat ${n} in harbour ${n * 3} and paint it every ${(n % 9) + 2} years.`,
      texts[n % texts.length],
    ];
    const mapping = Object.fromEntries(
      said.map((part, at) => [
        `m${at}`,
        {
          id: `m${at}`,
          parent: at === 0 ? null : `m${at - 1}`,
          children: at === said.length - 1 ? [] : [`m${at + 1}`],
          message: {
            id: `m${at}`,
            author: { role: at === 0 ? 'user' : 'assistant' },
            create_time: 1_700_000_000 + n * 60 + at,
            content: { content_type: 'text', parts: [part] },
          },
        },
      ]),
    );
    const conversation = { title: `Talk ${n}`, create_time: 1_700_000_000 + n * 60, current_node: 'm1', mapping };
    size += JSON.stringify(conversation).length;
    conversations.push(conversation);
  }
  return JSON.stringify(conversations);
}
