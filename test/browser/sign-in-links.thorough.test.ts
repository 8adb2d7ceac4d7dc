import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { authorizationServer } from '../../src/features/authorization/feature.ts';
import { Outside } from '../../src/service/team/outside.ts';
import { inBrowser, type Opened } from '../support/browser.ts';
import { ScriptedClient } from '../support/own-sign-in.ts';

const addLinked = async ({ page }: Opened, name: string): Promise<string> => {
  await page.getByLabel('Name of a new member').fill(name);
  await page.getByRole('button', { name: 'Add with a sign-in link' }).click();
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
    await third.getByRole('alert').getByText('was used or has expired').waitFor();
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
    await confirm(page);
    await asked(page).waitFor({ state: 'hidden' });
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
