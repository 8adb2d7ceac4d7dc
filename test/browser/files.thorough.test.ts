import { mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inBrowser, uiOperations, withFile, withMemories } from '../support/browser.ts';
import { localFiles, temporaryFolder } from '../support/harness.ts';

const notes = ['Ada likes tea.', 'Ada lives in Lisbon.', 'Turing, the dog, sleeps under the desk.'];
const plans = '# Plans\n\n- The roof is red.\n- The harbour is deep.\u202e\n';

inBrowser('Files', (open) => {
  test('the Files page shows a file’s versions, their changes and memories, and leads to correcting them', async () => {
    const opened = await open();
    const { page, goto, http, faults } = opened;
    const { id, fileId } = await withFile(opened, notes, [plans, plans.replace('red', 'green')]);
    await goto(`/files/${id}`);
    await page.getByRole('link', { name: 'notes/plans.md' }).click();
    await page.locator('.diff del', { hasText: 'The roof is red' }).waitFor();
    await page.locator('.diff ins', { hasText: 'The roof is green' }).waitFor();
    await page.getByLabel('Version').selectOption('1');
    await expect
      .poll(async () => (await page.locator('.diff').innerText()).trimEnd())
      .toBe(plans.trimEnd().replace('\u202e', '⟦U+202E⟧'));
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download' }).click(),
    ]);
    expect(saved.suggestedFilename()).toBe('plans.md');
    expect(readFileSync(await saved.path(), 'utf8')).toBe(plans);
    expect(page.url()).toContain(`/${fileId}?version=1`);
    // It watches nothing, so it shows no watches.
    expect(await page.getByText('Watched').count()).toBe(0);
    const pane = page.getByRole('complementary', { name: 'The file' });
    await expect.poll(() => pane.locator('article').count()).toBe(2);
    await pane.getByRole('link', { name: 'Look through 2 memories' }).waitFor();
    await pane.getByRole('link', { name: 'The roof is green' }).click();
    await page.waitForURL(`**/memories/${id}/*?fileId=${fileId}`);
    const list = page.getByRole('region', { name: 'Memories' });
    await expect.poll(() => list.locator('article').count()).toBe(2);
    await page.getByRole('button', { name: 'from notes/plans.md' }).click();
    await expect.poll(() => list.locator('article').count()).toBe(5);
    expect(page.url()).not.toContain('fileId');
    await page.goBack();
    await page.goBack();
    await pane.locator('article').first().waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('j');
    await page.waitForURL(`**/files/${id}/${fileId}`);
    // Lines that vanish from the file vanish here.
    http.session.clock.now += 600_000;
    const shorter = { characterId: id, filePath: 'notes/plans.md', fileContent: '# Plans\n\n- The roof is green.\n' };
    await http.session.call('sync_file', shorter);
    await pane.getByRole('link', { name: 'Look through 1 memory' }).waitFor();
    await goto(`/memories/${id}?fileId=unknown`);
    await page.getByRole('alert').getByText('File unknown does not exist').waitFor();
    await page.getByRole('button', { name: 'from one file' }).click();
    await expect.poll(() => list.locator('article').count()).toBe(4);
    await http.session.call('create_character', { name: 'Bo' });
    await http.session.call('sync_file', { ...shorter, characterId: 'Bo', filePath: 'notes/bo.md' });
    await goto('/files/all');
    const files = page.getByRole('region', { name: 'Files' });
    await expect.poll(() => files.locator('article b').allInnerTexts()).toHaveLength(2);
    await files.getByRole('link', { name: 'notes/bo.md' }).click();
    await page.waitForURL('**/files/all/*');
    await pane.getByRole('link', { name: 'The roof is green' }).waitFor();
    expect(faults).toStrictEqual([]);
  });

  test('all are shown until a character is chosen, which stays; an import of all is for the user', async () => {
    const opened = await open();
    const { page, goto, http, faults } = opened;
    const { id } = await withMemories(opened, notes);
    const { id: bo } = await http.session.call<{ id: string }>('create_character', { name: 'Bo' });
    await goto('/home');
    await page.getByRole('heading', { level: 1, name: 'All characters' }).waitFor();
    await goto('/files');
    const choose = () =>
      page
        .locator('input[type=file]')
        .first()
        .setInputFiles([{ name: 'plans.md', mimeType: 'text/markdown', buffer: Buffer.from(plans) }]);
    await choose();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('heading', { name: 'Import for Personal' }).waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    // On the page of one character the choice of another takes the page with it.
    await goto(`/files/${id}`);
    await choose();
    await dialog.getByLabel('Who remembers it').selectOption(bo);
    await dialog.getByRole('heading', { name: 'Import for Bo' }).waitFor();
    await dialog.getByRole('button', { name: 'Import' }).click();
    await page.getByText('Imported 2 memories for Bo').waitFor();
    await page.getByRole('region', { name: 'Just imported' }).getByRole('button', { name: 'Undo' }).click();
    const imported = page.getByRole('region', { name: 'Imported', exact: true }).locator('article');
    await imported.getByText('undone').waitFor();
    expect(await page.locator('.toast', { hasText: 'Imported 2 memories' }).count()).toBe(0);
    await imported.getByRole('button', { name: 'Redo' }).click();
    await imported.getByRole('button', { name: 'Undo' }).waitFor();
    await imported.getByRole('link', { name: 'plans.md' }).waitFor();
    expect(await page.getByText('is followed yet').count()).toBe(0);
    expect(new URL(page.url()).pathname).toBe(`/files/${bo}`);
    http.session.clock.now += 60_000;
    await http.session.call('add_memory_direct', { characterId: id, content: 'Ada sings.', category: 'facts' });
    await goto('/home');
    await page.getByRole('heading', { level: 1, name: 'Bo' }).waitFor();
    expect(faults).toStrictEqual([]);
  });

  test('every import is listed, also one that many changes came after', async () => {
    const opened = await open();
    const { page, goto, http } = opened;
    const { session } = http;
    const { id } = await withMemories(opened, []);
    const imported = (fileName: string) =>
      session.call('import_document', { characterId: id, fileName, fileContent: `- ${fileName} is read.\n` });
    for (let i = 1; i <= 10; i++) await imported(`日記 ${i}.md`);
    const { memories } = await session.call<{ memories: { id: string }[] }>('list_memories', { characterId: id });
    const ids = [memories[0]?.id];
    for (let i = 0; i <= 100; i++) {
      const body = { ids, change: { importance: i % 2 === 0 ? 'HIGH' : 'LOW' } };
      await http.ask('POST', `/v1/characters/${id}/memories/batch`, { body });
    }
    await goto(`/files/${id}`);
    const list = page.getByRole('region', { name: 'Imported', exact: true });
    await list.getByRole('button', { name: 'Show all 10' }).click();
    await list.getByRole('link', { name: '日記 1.md' }).waitFor();
    expect(await list.locator('article').count()).toBe(10);
  });

  test('a dropped document is previewed before it is imported, wherever it is dropped', async () => {
    const opened = await open();
    const { page, goto, http } = opened;
    const { id } = await withMemories(opened, notes);
    await goto(`/files/${id}`);
    const file = (name: string, text: string) => ({ name, mimeType: 'text/markdown', buffer: Buffer.from(text) });
    const broken = { name: 'broken.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4 nothing') };
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles([file('plans.md', plans), broken]);
    const dialog = page.getByRole('dialog');
    const part = (name: string) => dialog.getByRole('listitem').filter({ hasText: name });
    await part('plans.md').getByText('2 new memories').waitFor();
    await part('broken.pdf').getByRole('alert').waitFor();
    // Documents that are not ticked stay out, and the button says what comes in.
    const whole = part('plans.md').getByRole('checkbox', { name: 'plans.md' });
    await whole.uncheck();
    expect(await dialog.getByRole('button', { name: 'Import' }).isDisabled()).toBe(true);
    // A single memory of what is out comes in alone.
    const single = part('plans.md').locator('.singles').getByRole('checkbox').last();
    await single.check();
    await part('plans.md').getByText('1 of 2 new memories').waitFor();
    await dialog.getByRole('button', { name: 'Import 1 memory' }).waitFor();
    await single.uncheck();
    expect(await whole.isChecked()).toBe(false);
    await whole.check();
    await dialog.getByRole('button', { name: 'Import 2 memories' }).waitFor();
    await expect.poll(() => http.session.call('list_memories', { characterId: id })).toMatchObject({ total: 3 });
    await dialog.getByRole('button', { name: 'Import' }).click();
    await page.getByText('Imported 2 memories').waitFor();
    await expect.poll(() => http.session.call('list_memories', { characterId: id })).toMatchObject({ total: 5 });
    // What it brought has an address.
    await page.getByRole('region', { name: 'Just imported' }).getByRole('link', { name: 'Show 2 memories' }).click();
    await page.waitForURL('**batchId=*');
    await expect.poll(() => page.locator('article').count()).toBe(2);
    // All of it can be undone, and nothing else with it.
    await page.keyboard.press('u');
    await page.getByText(/^Imported 2 memories.*: undone$/u).waitFor();
    expect(await http.session.call('list_memories', { characterId: id })).toMatchObject({ total: 3 });
    await goto(`/memories/${id}?state=DELETED`);
    await page.locator('article').nth(1).waitFor();
    await page.keyboard.press('*');
    await page.getByRole('toolbar').getByRole('button', { name: 'Restore' }).click();
    await expect.poll(() => http.session.call('list_memories', { characterId: id })).toMatchObject({ total: 5 });
    await goto(`/files/${id}`);
    await page.locator('.drop').waitFor();
    await page.evaluate(`{
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File(['# Plans\\n\\n- The roof is red.\\n- The lantern is lit.\\n'], 'more.md'));
      for (const name of ['dragover', 'drop'])
        document.querySelector('.head').dispatchEvent(
          new DragEvent(name, { dataTransfer, bubbles: true, cancelable: true }));
    }`);
    await dialog.getByText('1 known already').waitFor();
    await dialog.getByRole('button', { name: 'Import 1 memory' }).waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    // What conversations give is counted again as they are chosen.
    const about = (name: string, text: string) => ({
      uuid: name,
      name,
      chat_messages: [{ sender: 'human', text, created_at: '2025-03-01T09:00:00Z' }],
    });
    const chats = [about('Harbour', 'The harbour closes at nine.'), about('Roof', 'The roof leaks on the north side.')];
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles([file('conversations.json', JSON.stringify(chats))]);
    await dialog.getByRole('button', { name: 'Import 2 memories' }).waitFor();
    const conversations = dialog.getByRole('list', { name: 'Conversations' });
    await conversations.getByText('The roof leaks').waitFor();
    let goOn = () => {};
    const counted = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    await page.route('**/import', async (route) => {
      await counted;
      await route.continue();
    });
    await conversations.getByRole('checkbox', { name: /Roof/ }).uncheck();
    // Nothing is imported before it is known what that is.
    expect(await dialog.getByRole('button', { name: 'Import' }).isDisabled()).toBe(true);
    // Its document says meanwhile what the others gave at first.
    await dialog.getByRole('list', { name: 'Documents' }).getByText('1 new memory').waitFor();
    goOn();
    await dialog.getByRole('button', { name: 'Import 1 memory' }).waitFor();
    await page.unroute('**/import');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    // A slow one is cancelled.
    await page.route('**/import', () => undefined);
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles([file('plans.md', plans)]);
    await dialog.getByRole('progressbar').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.unroute('**/import');
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles([file('more.md', `${plans}- The lantern is lit.\n`)]);
    await dialog.getByText('2 known already').waitFor();
    // It goes on while another page is shown, and can be taken up again there.
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/import', async (route) => {
      await held;
      await route.abort();
    });
    await dialog.getByRole('button', { name: 'Import' }).click();
    await dialog.getByRole('button', { name: 'Go on in the background' }).click();
    await page.getByRole('link', { name: 'Memories' }).first().click();
    const status = page.getByRole('status').filter({ hasText: 'An import is under way.' });
    await status.getByRole('progressbar').waitFor();
    release();
    await page.getByText('Documents of an import were refused.').waitFor();
    await page.unroute('**/import');
    await page.getByRole('link', { name: 'Show it' }).click();
    await dialog.getByRole('alert').getByText('does not answer').waitFor();
    // A failed upload can be retried.
    await page.route('**/import', (route) => route.abort());
    await dialog.getByRole('button', { name: 'Import' }).click();
    await dialog.getByRole('alert').getByText('does not answer').waitFor();
    await page.unroute('**/import');
    await dialog.getByRole('button', { name: 'Import' }).click();
    await page.getByText('Imported 1 memory').waitFor();
    await expect.poll(() => http.session.call('list_memories', { characterId: id })).toMatchObject({ total: 6 });
    await goto(`/home/${id}`);
    await page.getByRole('region', { name: 'Activity' }).getByText('more.md').waitFor();
    await goto(`/files/${id}`);

    const { services, store, clock } = http.session;
    services.autoCapture = true;
    await http.session.call('sync_file', { characterId: id, filePath: 'later.md', fileContent: plans });
    services.autoCapture = false;
    const [job] = await store.captures.claim(['BUSINESS'], clock.now, { holder: 'me', until: clock.now + 1 }, 1);
    await store.captures.fail('me', job!.jobId, 'The provider is away.', clock.now + 60_000, clock.now);
    await page.reload();
    await page.getByText('2 pieces of files wait to be read by the extractor. It pauses').waitFor();
    await page.getByText('later.md: The provider is away. (1 attempt, the next at 15 Jan').waitFor();
  });

  test('the Files page watches folders and reports files that are not stored', async () => {
    const opened = await open({ operations: uiOperations });
    const { page, goto, http, faults } = opened;
    const { session } = http;
    const { id } = await withMemories(opened, notes);
    const home = realpathSync(temporaryFolder());
    const folder = join(home, 'notes');
    mkdirSync(folder);
    writeFileSync(join(folder, 'plans.md'), plans);
    const local = localFiles(session.store, home);
    session.services.local = local;
    await page.clock.install();
    await goto(`/files/${id}`);
    const watched = page.getByRole('region', { name: 'Watched folders' });
    await watched.getByText('no folder of notes is followed for Ada').waitFor();
    await watched.getByRole('button', { name: 'Watch a folder' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Folder or file').fill('/etc');
    await page.keyboard.press('Enter');
    await dialog.getByRole('alert').getByText('is outside the home directory').waitFor();
    await dialog.getByLabel('Folder or file').fill('~/notes');
    await dialog.getByLabel('What to call it').fill('My notes');
    await dialog.getByLabel('Delete the memories').check();
    await page.keyboard.press('Enter');
    const row = watched.getByRole('listitem').filter({ hasText: 'My notes' });
    await row.getByText(`${folder}, 0 files, since 15 January 2026`).waitFor();
    await watched.getByRole('button', { name: 'Look for changes now' }).click();
    await row.getByText('1 file, since').waitFor();
    await page.getByRole('link', { name: 'My notes' }).click();
    await page.getByRole('complementary').getByRole('link', { name: 'The roof is red' }).waitFor();
    await page.keyboard.press('Escape');

    // Failures of the watcher appear by themselves.
    local.failures.record(id, join(folder, 'plans.md'), new Error('no room'), session.clock.now);
    await page.clock.fastForward(5_000);
    await watched.getByText('It could not be stored. (1 attempt, the next at 10:').waitFor();
    writeFileSync(join(folder, 'large.md'), 'x'.repeat(5 * 1024 * 1024 + 1));
    await watched.getByRole('button', { name: 'Look for changes now' }).click();
    await watched.getByText('large.md" is not taken').waitFor();
    rmSync(folder, { recursive: true });
    await watched.getByRole('button', { name: 'Look for changes now' }).click();
    await watched.getByText('1 file is missing, and it is uncertain').waitFor();
    expect(await opened.faultsOnDevices()).toStrictEqual([]);
    await watched.getByRole('button', { name: 'They were deleted' }).click();
    await dialog.getByRole('button', { name: 'They were deleted' }).click();
    await page.getByText('no longer there').waitFor();
    await watched.getByText('1 file is missing').waitFor({ state: 'hidden' });
    await expect.poll(() => session.call('list_memories', { characterId: id })).toMatchObject({ total: 3 });

    // Undo of an existing watch restores its settings and label.
    mkdirSync(folder);
    await watched.getByRole('button', { name: 'Watch a folder' }).click();
    await dialog.getByLabel('Folder or file').fill('~/notes');
    await dialog.getByLabel('What to call it').fill('Roofs and rain');
    await page.keyboard.press('Enter');
    await watched.getByText('Roofs and rain').waitFor();
    await page.getByRole('status').getByRole('button', { name: 'Undo' }).last().click();
    await row.getByText('memories of deleted files are deleted').waitFor();
    rmSync(folder, { recursive: true });

    await watched.getByRole('button', { name: 'Stop watching My notes' }).click();
    await watched.getByText('no folder of notes').waitFor();
    await page.getByRole('status').getByRole('button', { name: 'Undo' }).last().click();
    await page.getByText('does not exist').waitFor();
    mkdirSync(folder);
    await watched.getByRole('button', { name: 'Watch a folder' }).click();
    await dialog.getByLabel('Folder or file').fill(folder);
    await page.keyboard.press('Enter');
    await watched.getByRole('listitem').filter({ hasText: folder }).waitFor();
    await page.getByRole('status').getByRole('button', { name: 'Undo' }).last().click();
    await watched.getByText('no folder of notes').waitFor();
    expect(faults).toStrictEqual([]);
  });
});
