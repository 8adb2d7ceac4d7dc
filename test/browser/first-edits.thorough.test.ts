import { expect, test } from 'vitest';
import { inBrowser, withMemories } from '../support/browser.ts';

const three = ['Ada likes tea.', 'Ada lives in Lisbon.', 'Turing, the dog, sleeps under the desk.'];

inBrowser('Memories', (open) => {
  test('the Memories page asks to sign in, then opens the requested address', async () => {
    const opened = await open({ isSignedIn: false });
    const { page, goto, http, faults } = opened;
    const { id, memories } = await withMemories(opened, three);
    await goto(`/memories/${id}/${memories[0]}`);
    await page.getByLabel('API key').fill('ams_wrong');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').getByText('unknown or revoked').waitFor();
    expect(await page.locator('body').innerText()).not.toContain('Ada');
    expect(await opened.accessibility()).toStrictEqual([]);
    await page.getByLabel('API key').fill(http.key);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('complementary').getByRole('heading', { name: 'Ada likes tea.' }).waitFor();
    expect(page.url()).toContain(memories[0]);
    const kept = await page.evaluate('document.cookie + JSON.stringify({ ...localStorage, ...sessionStorage })');
    expect(kept).toMatch(/^\{"session":"session_[\w-]{43}"\}$/);
    expect(faults).toStrictEqual([]);
  });

  test('an edit shows in the list and in the history, and can be undone and restored', async () => {
    const opened = await open();
    const { page, goto, http, faults } = opened;
    const { id, memories } = await withMemories(opened, three);
    await goto(`/memories/${id}`);
    await page.getByRole('link', { name: 'Ada lives in Lisbon.' }).click();
    await page.getByRole('complementary').getByRole('button', { name: 'Edit' }).waitFor();
    await page.keyboard.press('e');
    await page.getByLabel('Text of the memory').fill('Ada lives in Porto.');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('link', { name: 'Ada lives in Porto.' }).waitFor();
    const history = page.getByRole('region', { name: 'History' });
    await history.locator('del', { hasText: 'Lisbon' }).waitFor();
    await history.locator('ins', { hasText: 'Porto' }).waitFor();
    await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('link', { name: 'Ada lives in Lisbon.' }).waitFor();
    await history.locator('[data-revision="3"]').waitFor();
    await history.locator('[data-revision="2"]').getByRole('button', { name: 'Restore' }).click();
    await page.getByRole('link', { name: 'Ada lives in Porto.' }).waitFor();
    const of = { characterId: id, memoryId: memories[1] };
    await expect
      .poll(() => http.session.call('get_memory', of))
      .toMatchObject({ content: 'Ada lives in Porto.', revision: 4 });
    expect(faults).toStrictEqual([]);
  });
});
