import { expect, test } from 'vitest';
import { inBrowser, phone, withMemories } from '../support/browser.ts';

const three = ['Ada likes tea.', 'Ada lives in Lisbon.', 'Turing, the dog, sleeps under the desk.'];
const hostile = [
  '<img src=x onerror="document.title=\'broken\'"><script>document.title="broken"</script>',
  '[a link](javascript:document.title="broken") <svg onload="document.title=\'broken\'">',
  'left \u202e right \u2066 isolate and {{constructor}}',
  'x'.repeat(10_000),
];

inBrowser('Memories', (open) => {
  test('the Memories page is accessible on phone and desktop, light and dark', async () => {
    const opened = await open(phone);
    const { page, goto, faultsOnDevices, faults } = opened;
    const { id, memories } = await withMemories(opened, three);
    await goto(`/memories/${id}`);
    await page.locator('article').nth(2).waitFor();
    expect(await faultsOnDevices()).toStrictEqual([]);
    await goto(`/memories/${id}/${memories[0]}`);
    await page.getByRole('region', { name: 'Near it' }).waitFor();
    await page.getByRole('complementary').getByRole('button', { name: 'Edit' }).click();
    await page.getByLabel('Text of the memory').waitFor();
    expect(await faultsOnDevices()).toStrictEqual([]);
    expect(faults).toStrictEqual([]);
  });

  test('the keyboard reaches everything: next, delete, undo, close, help, go to', async () => {
    const opened = await open();
    const { page, goto } = opened;
    const { id, memories } = await withMemories(opened, three);
    await goto(`/memories/${id}`);
    await page.locator('article').nth(2).waitFor();
    await page.keyboard.press('j');
    await page.waitForURL(`**/${memories[2]}`);
    await page.keyboard.press('j');
    await page.waitForURL(`**/${memories[1]}`);
    await page.keyboard.press('k');
    await page.waitForURL(`**/${memories[2]}`);
    // The pane beside the list, and back; an edit that is given up comes back by Undo.
    const focused = (css: string) => expect.poll(() => page.locator(`${css}:focus`).count()).toBe(1);
    await focused('article a');
    await page.locator('aside.pane h2', { hasText: 'Turing' }).waitFor();
    await page.keyboard.press('ArrowRight');
    await focused('aside.pane');
    await page.keyboard.press('ArrowLeft');
    await focused('article a');
    await page.keyboard.press('e');
    await focused('form.edit textarea');
    await page.keyboard.press('Control+End');
    await page.keyboard.type(' It snores.');
    await page.keyboard.press('Escape');
    await page.getByText('Your text is not saved').waitFor();
    await page.keyboard.press('u');
    await expect.poll(() => page.locator('form.edit textarea').inputValue()).toContain('It snores.');
    await page.keyboard.press('Escape');
    await page.locator('form.edit').waitFor({ state: 'detached' });
    await page.keyboard.press('#');
    await page.getByRole('status').getByText('Deleted “Turing').waitFor();
    await expect.poll(() => page.locator('article').count()).toBe(2);
    await page.waitForURL(`**/${memories[1]}`);
    await page.keyboard.press('u');
    await expect.poll(() => page.locator('article').count()).toBe(3);
    // After a reload the service knows it, too: it is asked about first.
    await page.keyboard.press('#');
    await expect.poll(() => page.locator('article').count()).toBe(2);
    await page.reload();
    await expect.poll(() => page.locator('article').count()).toBe(2);
    await page.keyboard.press('u');
    await page.getByRole('status').getByText('Undo what you did before: 1 memory deleted: “Ada').waitFor();
    expect(await page.locator('article').count()).toBe(2);
    await page.keyboard.press('u');
    await page.getByRole('status').getByText('Undone: “Ada').waitFor();
    await expect.poll(() => page.locator('article').count()).toBe(3);
    // The pane that is closed gives its focus to the row.
    await page.keyboard.press('ArrowRight');
    await focused('aside.pane');
    await page.keyboard.press('Escape');
    await page.waitForURL(`**/memories/${id}`);
    await focused('article a');
    await page.keyboard.press('?');
    const keys = page.getByRole('dialog', { name: 'Keys' });
    await keys.getByText('merge the selected ones').waitFor();
    expect(await keys.getByText('in the Queue: answer').count()).toBe(0);
    await page.keyboard.press('Escape');
    await keys.waitFor({ state: 'detached' });
    await page.keyboard.press('Control+k');
    // Empty, it offers pages, actions and the latest memories.
    const offered = page.getByRole('option');
    await offered.filter({ hasText: 'memory' }).first().waitFor();
    const kinds = ['page', 'action', 'memory'].map((kind) => offered.filter({ hasText: kind }).count());
    expect((await Promise.all(kinds)).every((count) => count > 0)).toBe(true);
    await page.getByRole('combobox', { name: 'Go to' }).fill('memori');
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/memories/${id}`);
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    // What a memory offers moves no row under the pointer when the memory comes later.
    let answer = () => {};
    const isAsked = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const asked = `**/v1/**/${memories[0]}/**`;
    await page.route(asked, async (route) => {
      await isAsked;
      await route.continue();
    });
    await goto(`/memories/${id}/${memories[0]}`);
    await page.locator('article').first().waitFor();
    await page.keyboard.press('Control+k');
    const before = await page.getByRole('option', { name: 'Import…' }).getAttribute('id');
    answer();
    await page.getByRole('complementary').locator('.history').waitFor({ state: 'attached' });
    expect(await page.getByRole('option', { name: 'Import…' }).getAttribute('id')).toBe(before);
    await page.getByRole('combobox', { name: 'Go to' }).fill('delete');
    await page.getByRole('option', { name: 'this memory' }).first().waitFor();
    await page.keyboard.press('Escape');
    await page.unroute(asked);
    // What is typed while it is loaded is there, and acts on nothing else.
    const typeWhileLoading = async (keys: string) => {
      let goOn = () => {};
      const isTyped = new Promise<void>((resolve) => {
        goOn = resolve;
      });
      await page.route('**/palette-*.js', async (route) => {
        await isTyped;
        await route.continue();
      });
      await page.reload();
      await expect.poll(() => page.locator('article').count()).toBe(3);
      await page.keyboard.press('Control+k');
      await page.keyboard.type(keys);
      goOn();
    };
    await typeWhileLoading('gq x');
    await expect.poll(() => page.getByRole('combobox', { name: 'Go to' }).inputValue()).toBe('gq x');
    await page.unroute('**/palette-*.js');
    await typeWhileLoading('home\n');
    await page.waitForURL(`**/home/${id}`);
    await page.unroute('**/palette-*.js');
  });

  test('an edit in two tabs shows both texts and loses neither', async () => {
    const opened = await open();
    const { page, goto, newPage, url } = opened;
    const { id, memories } = await withMemories(opened, three);
    await goto(`/memories/${id}/${memories[0]}`);
    await page.getByRole('complementary').getByRole('button', { name: 'Edit' }).click();
    await page.getByLabel('Text of the memory').fill('Ada likes green tea.');
    const other = await newPage();
    await other.goto(`${url}/memories/${id}/${memories[0]}`);
    await other.getByRole('complementary').getByRole('button', { name: 'Edit' }).click();
    await other.getByLabel('Text of the memory').fill('Ada likes black tea.');
    await other.keyboard.press('Control+Enter');
    await other.getByRole('link', { name: 'Ada likes black tea.' }).waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    const both = page.getByRole('alert').filter({ hasText: 'changed meanwhile' });
    await both.locator('del', { hasText: 'green' }).waitFor();
    await both.locator('ins', { hasText: 'black' }).waitFor();
    await both.getByRole('button', { name: 'Save mine over it' }).click();
    await page.getByRole('link', { name: 'Ada likes green tea.' }).waitFor();
    await page.getByRole('region', { name: 'History' }).getByText('black').first().waitFor();
  });

  test('stored text is never rendered as markup', async () => {
    const opened = await open();
    const { page, goto, faults } = opened;
    const { id, memories } = await withMemories(opened, hostile);
    await goto(`/memories/${id}`);
    await page.getByText('onerror="document.title').waitFor();
    for (const memory of memories) {
      await goto(`/memories/${id}/${memory}`);
      await page.getByRole('region', { name: 'History' }).waitFor();
      expect(await page.title()).toBe('Memories · Memory');
      expect(await opened.overhang()).toBeLessThanOrEqual(0);
    }
    expect(await page.locator('main img, main script, main svg').count()).toBe(0);
    expect(faults).toStrictEqual([]);
  });

  test('the page and typed text survive a lost connection, and failed requests are retried', async () => {
    const opened = await open();
    const { page, goto, context } = opened;
    const { id, memories } = await withMemories(opened, three);
    await goto(`/memories/${id}/${memories[1]}`);
    await page.getByRole('complementary').getByRole('button', { name: 'Edit' }).click();
    await page.getByLabel('Text of the memory').fill('Ada lives in Porto.');
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Save' }).click();
    const list = page.getByRole('region', { name: 'Memories' });
    const alert = page.getByRole('complementary').getByRole('alert');
    await alert.getByText('does not answer').waitFor();
    expect(await page.getByLabel('Text of the memory').inputValue()).toBe('Ada lives in Porto.');
    await list.getByRole('link', { name: 'Ada likes tea.' }).click();
    await alert.getByText('does not answer').waitFor();
    expect(await page.locator('article').count()).toBe(3);
    await context.setOffline(false);
    await page.getByRole('complementary').getByRole('heading', { name: 'Ada likes tea.' }).waitFor();
    await list.getByRole('link', { name: 'Ada lives in Lisbon.' }).click();
    expect(await page.getByLabel('Text of the memory').inputValue()).toBe('Ada lives in Porto.');
    await page.getByRole('button', { name: 'Save' }).click();
    await list.getByRole('link', { name: 'Ada lives in Porto.' }).waitFor();
  });
});
