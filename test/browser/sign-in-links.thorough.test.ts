import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { authorizationServer } from '../../src/features/authorization/feature.ts';
import { Outside } from '../../src/service/team/outside.ts';
import { inBrowser, type Opened, reloading, signInAsUi, uiOperations, withMemories } from '../support/browser.ts';
import { ScriptedClient } from '../support/own-sign-in.ts';

const addLinked = async ({ page, http, goto }: Opened, name: string): Promise<string> => {
  await http.ask('POST', '/v1/members', { body: { name, role: 'MEMBER' } });
  await goto('/team');
  await rowOf(page, name).getByRole('button', { name: 'Sign-in link' }).click();
  return (await linkFor(page, name).textContent()) ?? '';
};
const linkFor = (page: Page, name: string) =>
  page
    .getByRole('alert')
    .filter({ hasText: `Signs ${name} in once` })
    .locator('.copy > span');
const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const asked = (page: Page) => page.getByRole('heading', { name: 'Sign in by this link?' });
const confirm = (page: Page) => page.getByRole('button', { name: 'Sign in', exact: true }).click();

inBrowser('A sign-in link', (open) => {
  test('a sign-in link made on the Team page signs its member in once, on request, and leaves the address', async () => {
    const browser = await open();
    const { goto, context, url, faults, accessibility } = browser;
    await goto('/team');
    const link = await addLinked(browser, '王小明');
    expect(link).toMatch(new RegExp(`^${url}/#link=amslink_[\\w-]{43}$`));
    expect(await accessibility()).toStrictEqual([]);

    const other = await context.newPage();
    await other.goto(link);
    await asked(other).waitFor();
    expect(other.url()).toBe(`${url}/`);
    await confirm(other);
    await other.getByRole('link', { name: 'Team' }).first().click();
    await other.getByText('You are signed in as 王小明, member').waitFor();
    await other.reload();
    await other.getByText('You are signed in as 王小明, member').waitFor();

    const third = await context.newPage();
    await third.goto(link);
    await confirm(third);
    await third.getByRole('alert').getByText('This link was used before, or has run out').waitFor();
    await third.getByRole('alert').getByText('Ask the person who sent it').waitFor();
    expect(await third.getByRole('heading', { name: 'Sign in to your memories' }).count()).toBe(0);
    expect(faults).toStrictEqual([]);
  });

  test('an invitation makes a member, shares what is ticked, and is a text with a link and its QR code', async () => {
    const { page, goto, context, http, url, faults, accessibility, overhang } = await open();
    for (const [name, visibility] of [
      ['Open', 'PUBLIC'],
      ['Payroll', 'PUBLIC'],
      ['Diary', 'PRIVATE'],
      ['Secret', 'PRIVATE'],
    ]) {
      await http.ask('POST', '/v1/characters', { body: { name, visibility } });
    }
    await goto('/invite');
    await page.getByLabel('Name', { exact: true }).fill('Paula');
    await page.getByLabel('Role').selectOption('VIEWER');
    await page.getByLabel('Diary').check();
    expect(await page.getByLabel('Open').isChecked()).toBe(true);
    await page.getByLabel('Payroll').uncheck();
    await page.getByText('1 of the others becomes private').waitFor();
    await page.getByRole('button', { name: 'Make the invitation' }).click();
    const sent = page.getByRole('region', { name: 'The text to send' });
    const text = await sent.locator('.copy.several > span').innerText();
    expect(text).toContain(`${url}/mcp`);
    await sent.getByRole('img', { name: 'The link as a QR code' }).waitFor();
    // This server answers at this machine only.
    await sent.getByRole('alert').getByText('leads to this machine only').waitFor();
    expect(await accessibility()).toStrictEqual([]);
    await page.setViewportSize({ width: 360, height: 700 });
    expect(await overhang()).toBe(0);
    expect(await page.locator('main .scroll').evaluate((of) => of.scrollWidth - of.clientWidth)).toBe(0);

    const other = await context.newPage();
    await other.goto(/\S+#link=\S+/.exec(text)?.[0] ?? '');
    await confirm(other);
    await other.getByRole('link', { name: 'Characters' }).first().click();
    await other.locator('main').getByText('Diary').first().waitFor();
    await other.locator('main').getByText('Open').first().waitFor();
    expect(await other.getByText('Secret').count()).toBe(0);
    expect(await other.getByText('Payroll').count()).toBe(0);
    // Again, for the same person, with a key.
    await page.getByRole('button', { name: 'Invite somebody else' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Paula');
    await page.getByText('Paula is a member already').waitFor();
    await page.getByLabel('Open').uncheck();
    await page.getByLabel('A key').check();
    await page.getByRole('button', { name: 'Make the invitation' }).click();
    await sent.getByText('Authorization: Bearer ams_').waitFor();
    expect((await http.ask('GET', '/v1/characters/Open')).body).toMatchObject({ visibility: 'PUBLIC' });
    // Somebody else next: who came before sees no more by it.
    await page.getByRole('button', { name: 'Invite somebody else' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Tom');
    await page.getByLabel('Open').uncheck();
    await page.getByText('Whoever sees it today still does').waitFor();
    await page.getByRole('button', { name: 'Make the invitation' }).click();
    await sent.getByText('Hello Tom').waitFor();
    expect((await http.ask('GET', '/v1/characters/Payroll')).body).toMatchObject({ visibility: 'PRIVATE', shares: [] });
    // Nobody loses what they see, nor a later role what it may do.
    expect((await http.ask('GET', '/v1/characters/Open')).body).toMatchObject({
      visibility: 'PRIVATE',
      shares: [{ member: { name: 'Paula' }, access: 'WRITE' }],
    });
    expect(
      ((await http.ask('GET', '/v1/members')).body.members as { name: string }[]).map(({ name }) => name),
    ).toContain('Paula');
    expect(faults).toStrictEqual([]);
  });

  test('an invitation from a machine shows nothing but the character that the user comes from', async () => {
    const opened = await open({ operations: uiOperations });
    const { page, goto, http, faults } = opened;
    await signInAsUi(opened);
    const { id } = await withMemories(opened, ['Ada likes tea.']);
    await http.session.call('create_character', { name: 'Payroll' });
    await goto('/invite');
    // Before there is a server there is nothing to tick.
    await page.getByText('npx -y agent-memory-service share').waitFor();
    expect(await page.getByRole('button', { name: 'Make the invitation' }).count()).toBe(0);
    await page.getByLabel('Address of the server').fill('https://memory.example.net');
    await page.getByText('This person sees none of the memories of today.').waitFor();
    // The character that the rail shows.
    await page.evaluate(`localStorage.setItem('character', '${id}')`);
    await goto('/invite');
    await page.getByLabel('Address of the server').fill('https://memory.example.net');
    await page.getByText('This person sees 1 memory of Ada, and no other.').waitFor();
    expect(await page.getByLabel('Payroll').isChecked()).toBe(false);
    await page.getByText('of the others becomes private').waitFor();
    await page.getByLabel('Name', { exact: true }).fill('Paula');
    await page.getByRole('button', { name: 'Make the invitation' }).click();
    const sent = page.getByRole('region', { name: 'The text to send' });
    await expect.poll(async () => (await sent.boundingBox())?.y ?? 900).toBeLessThan(200);
    expect(await http.session.call('get_character', { characterId: 'Payroll' })).toMatchObject({
      visibility: 'PRIVATE',
    });
    expect(await http.session.call('get_character', { characterId: id })).toMatchObject({ visibility: 'PUBLIC' });
    expect(faults).toStrictEqual([]);
  });

  test('a sign-in link opened in another member’s session asks first', async () => {
    const browser = await open();
    const { page, goto, faults, accessibility } = browser;
    await goto('/team');
    const first = await addLinked(browser, 'Ольга');
    await rowOf(page, 'Ольга').getByRole('button', { name: 'Sign-in link' }).click();
    const shown = linkFor(page, 'Ольга');
    await expect.poll(() => shown.textContent()).not.toBe(first);
    const link = (await shown.textContent()) ?? '';
    await page.goto(link);
    await asked(page).waitFor();
    await page.getByText(/You are signed in as OWNER/).waitFor();
    expect(await accessibility()).toStrictEqual([]);
    await page.getByRole('button', { name: 'Don’t' }).click();
    await goto('/team');
    await page.getByText(/You are signed in as OWNER/).waitFor();
    await page.goto(link);
    await reloading(page, () => confirm(page));
    await goto('/team');
    await page.getByText('You are signed in as Ольга, member').waitFor();
    expect(faults).toStrictEqual([]);
  });

  test('a sign-in link can be pasted at a client’s consent page', async () => {
    const builtIn = authorizationServer('https://memory.example.com', new Outside({ exceptions: [] }));
    const { page, goto, http, url, faults } = await open({ isSignedIn: false, http: { builtIn } });
    await http.ask('POST', '/v1/members', { body: { name: '王小明', role: 'MEMBER' } });
    const made = await http.ask('POST', `/v1/members/${encodeURIComponent('王小明')}/sign-in-link`, { body: {} });
    const client = new ScriptedClient(url, `${url}/callback`);
    await client.register({ client_name: '助手' });
    await goto(`/oauth/authorize${client.address({ resource: builtIn.publicUrl }).search}`);
    await page.getByLabel('API key or sign-in link').fill(`${builtIn.publicUrl}${made.body.url}`);
    await confirm(page);
    await page.getByRole('heading', { name: '助手 asks for your memories' }).waitFor();
    await page.getByText('You are 王小明, member.').waitFor();
    expect(faults).toStrictEqual([]);
  });
});
