import { expect, test } from 'vitest';
import { fewLooks, inBrowser } from '../support/browser.ts';

inBrowser('The reference', (open) => {
  test('the reference calls an operation by keyboard, and stores the key nowhere', async () => {
    const { page, goto, http, faults, context } = await open({ isSignedIn: false });
    await http.session.call('create_character', { name: 'Ada' });
    await goto('/docs#searchMemories');
    const operation = page.locator('#searchMemories');
    const send = operation.getByRole('button', { name: 'Send POST /v1/characters/{id}/memories/search' });
    await send.press('Enter');
    await operation.getByRole('status').getByText('Give an API key first').waitFor();
    const key = page.getByLabel('API key');
    expect(await key.evaluate('document.activeElement.id')).toBe('key');
    await key.fill(http.key);

    const body = operation.getByLabel('Body (JSON)');
    expect(JSON.parse(await body.inputValue())).toStrictEqual({ query: 'What does Ada drink?' });
    await body.fill('{');
    await send.press('Enter');
    await operation.getByRole('status').getByText('The body is not JSON').waitFor();
    expect(await body.getAttribute('aria-invalid')).toBe('true');
    await body.fill('{"query": "tea"}');
    await send.press('Enter');
    await operation
      .getByRole('status')
      .getByText(/^200 OK, \d+ ms$/)
      .waitFor();
    expect(await operation.getByRole('region', { name: 'Answer' }).innerText()).toContain('"total": 0');
    const command = await operation.getByRole('region', { name: 'The same with curl' }).innerText();
    expect(command).toContain(`'{"query": "tea"}'`);
    expect(command).not.toContain(http.key);

    await operation.getByLabel('id (path, required)').fill('Nobody');
    await send.press('Enter');
    await operation
      .getByRole('status')
      .getByText(/^404 Not Found/)
      .waitFor();
    expect(await page.evaluate('localStorage.length + sessionStorage.length')).toBe(0);
    expect(await context.cookies()).toStrictEqual([]);
    await page.reload();
    expect(await key.inputValue()).toBe('');
    expect(faults).toStrictEqual([]);
  });

  test('the reference is accessible on phone and desktop, light and dark', async () => {
    const { page, goto, http, faultsOnDevices, faults } = await open({ isSignedIn: false });
    await goto('/docs#restoreMemory');
    await page.getByLabel('API key').fill(http.key);
    await page.locator('#restoreMemory').getByRole('button', { name: /^Send/ }).click();
    await page.getByRole('region', { name: 'Answer' }).waitFor();
    await page.getByRole('link', { name: 'Memory', exact: true }).first().click();
    await page.locator('details[open]', { has: page.locator('#Memory') }).waitFor();
    expect(await faultsOnDevices(fewLooks)).toStrictEqual([]);
    // Operations look alike: one in twenty and those that are open have every colour too, in a tenth of the time.
    const left = `const all = [...document.querySelectorAll('main > details')];
      all.filter(({ open }, i) => !open && i % 20).forEach((one) => one.remove());
      all.length - document.querySelectorAll('main > details').length;`;
    expect(await page.evaluate<number>(left)).toBeGreaterThan(100);
    expect(await faultsOnDevices()).toStrictEqual([]);
    expect(faults).toStrictEqual([]);
  });
});
