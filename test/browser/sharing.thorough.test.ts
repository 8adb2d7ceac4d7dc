import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { inBrowser, type Opened, phone, withMemories } from '../support/browser.ts';

/** Ada with a memory, and Ben, who may write. */
async function withBen(opened: Opened) {
  const { http } = opened;
  const { id } = await withMemories(opened, ['Ada likes tea.']);
  const { key } = await http.newMember('Ben');
  const asBen = (method: string, path: string, body?: unknown) => http.ask(method, path, { key, body });
  return { id, asBen, shared: async () => (await http.ask('GET', `/v1/characters/${id}`)).body };
}

inBrowser('Sharing', (open) => {
  test('a character becomes private, is shared, unshared and transferred', async () => {
    const opened = await open();
    const { page, goto, faults } = opened;
    const { id, asBen, shared } = await withBen(opened);
    const adas = `/v1/characters/${id}`;
    await goto(`/characters/${id}`);
    await page.getByText('everyone in the team', { exact: true }).first().waitFor();
    await page.getByText('Sharing', { exact: true }).click();
    await page.getByLabel('Who sees it').selectOption('PRIVATE');
    await page.getByRole('status').getByText('Private now').waitFor();
    await expect.poll(async () => (await asBen('GET', adas)).status).toBe(404);
    await page.getByLabel('Share with', { exact: true }).fill('Nobody');
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    await page.getByRole('alert').getByText('Member "Nobody" does not exist').waitFor();
    await page.getByLabel('Share with', { exact: true }).fill('Ben');
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    await page.getByLabel('What Ben may do').waitFor();
    expect((await asBen('GET', adas)).status).toBe(200);
    const note = { content: 'Ada sings.', category: 'facts' };
    expect((await asBen('POST', `${adas}/memories/direct`, note)).body).toMatchObject({
      error: { type: 'AccessDenied' },
    });
    await page.getByLabel('What Ben may do').selectOption('WRITE');
    await expect.poll(async () => (await asBen('POST', `${adas}/memories/direct`, note)).status).toBe(201);
    await page.getByRole('button', { name: 'Remove Ben' }).click();
    await expect.poll(async () => (await asBen('GET', adas)).status).toBe(404);
    await page.getByRole('status').getByText('No longer shared with Ben').waitFor();
    await page.keyboard.press('u');
    await expect.poll(shared).toMatchObject({ shares: [{ member: { name: 'Ben' }, access: 'WRITE' }] });
    await page.getByLabel('Its next owner').fill('Ben');
    await page.getByRole('button', { name: 'Hand over' }).click();
    await expect.poll(shared).toMatchObject({ owner: { name: 'Ben' } });
    await page.locator('dd', { hasText: 'Ben' }).first().waitFor();
    await goto('/characters?visibility=PRIVATE');
    await page.locator('article', { hasText: 'private' }).getByRole('link', { name: 'Ada' }).waitFor();
    await goto('/team');
    await page.getByRole('row', { name: /^Ada Ben/ }).waitFor();
    expect(faults).toStrictEqual([]);
  });

  test('a member without the right to change sharing sees only the owner', async () => {
    const opened = await open({ isSignedIn: false });
    const { page, goto, signIn, http } = opened;
    const { id } = await withMemories(opened, ['Ada likes tea.']);
    await signIn(await http.keyOf('MEMBER'));
    await goto(`/characters/${id}`);
    await page.getByText('Categories').waitFor();
    expect(await page.getByText('Sharing', { exact: true }).count()).toBe(0);
    await page.locator('dd').getByText('everyone in the team').waitFor();
  });

  test('the Sharing page says when the tier has no sharing', async () => {
    const opened = await open({ tier: 'STARTER' });
    const { page, goto, http } = opened;
    const { id } = await withMemories(opened, ['Ada likes tea.']);
    await goto(`/characters/${id}`);
    await page.getByText('Sharing', { exact: true }).click();
    await page.getByLabel('Who sees it').selectOption('PRIVATE');
    await page.locator('.notice').getByText('Team sharing needs the DEVELOPER tier or above').waitFor();
    expect(await page.getByLabel('Who sees it').inputValue()).toBe('PUBLIC');
    expect((await http.ask('GET', `/v1/characters/${id}`)).body).toMatchObject({ visibility: 'PUBLIC' });
  });

  test('the Sharing page is accessible on phone and desktop, light and dark', async () => {
    const opened = await open(phone);
    const { page, goto, http, faultsOnDevices } = opened;
    const { id } = await withBen(opened);
    const sharing = { visibility: 'PRIVATE', members: [{ member: 'Ben', access: 'READ' }] };
    await http.ask('PUT', `/v1/characters/${id}/sharing`, { body: sharing });
    await goto(`/characters/${id}`);
    await page.getByText('Sharing', { exact: true }).click();
    await page.getByLabel('What Ben may do').waitFor();
    expect(await faultsOnDevices()).toStrictEqual([]);
    await goto('/team');
    await page.getByRole('row', { name: /^Ada/ }).waitFor();
    expect(await faultsOnDevices()).toStrictEqual([]);
  });

  test('a memory with personal data says so before it is given away', async () => {
    const opened = await open();
    const { page, goto } = opened;
    const { id, memories } = await withMemories(opened, ['Mail Ada at ada@lovelace.org.']);
    await goto(`/memories/${id}/${memories[0]}`);
    await page.getByRole('button', { name: 'Share…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Share this memory' });
    const said = dialog.getByText('It is private (e-mail address): take that out before you give it away.');
    await said.waitFor();
    await dialog.getByRole('textbox').fill('Write to Ada.');
    await said.waitFor({ state: 'detached' });
  });

  test('an export shows what goes out, leaves private memories here and takes what is ticked', async () => {
    const opened = await open();
    const { page, goto, http, faults, accessibility } = opened;
    const { id } = await withMemories(opened, [
      ...['Ada likes tea.', '鍵は机の下', 'Mail Ada at ada@lovelace.org.', 'My salary is ¥600,000.'],
    ]);
    await goto(`/characters/${id}`);
    await page.getByRole('button', { name: 'Export…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Export' });
    const stays = dialog.getByRole('group', { name: '2 memories are private: they stay here unless you tick them' });
    // What names somebody stays here, unless its kind is ticked.
    await dialog.getByRole('group', { name: '3 memories are private' }).getByText('e-mail address').waitFor();
    const ofPeople = dialog.getByRole('checkbox', { name: 'names of people (2)' });
    await ofPeople.check();
    await stays.getByText('e-mail address').waitFor();
    await stays.getByText('income and debts').waitFor();
    expect(await accessibility()).toStrictEqual([]);
    const saved = async (button: string) => {
      const download = page.waitForEvent('download');
      await dialog.getByRole('button', { name: button }).click();
      const file = await (await download).path();
      await dialog.waitFor({ state: 'detached' });
      return readFileSync(file, 'utf8');
    };
    const text = await saved('Export 2 memories');
    expect(text).toContain('Ada likes tea.');
    expect(text).not.toMatch(/lovelace|salary/);
    // From the palette, with the private one and without another, as a table.
    await goto(`/characters/${id}?export=true`);
    await ofPeople.check();
    await stays.getByRole('checkbox', { name: 'Mail Ada' }).check();
    await dialog.getByRole('checkbox', { name: '鍵は机の下' }).uncheck();
    await dialog.getByLabel('The file').selectOption({ label: 'A table for spreadsheets (CSV)' });
    const table = await saved('Export 2 memories');
    expect(
      table
        .trim()
        .split('\r\n')
        .slice(1)
        .map((line) => line.split(',')[0]),
    ).toStrictEqual(['Mail Ada at ada@lovelace.org.', 'Ada likes tea.']);
    expect((await http.ask('GET', `/v1/characters/${id}`)).body).toMatchObject({ memoryCount: 4 });
    expect(new URL(page.url()).search).toBe('');
    expect(faults).toStrictEqual([]);
  });
});
