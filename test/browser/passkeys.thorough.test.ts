import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { authorizationServer } from '../../src/features/authorization/feature.ts';
import { Outside } from '../../src/service/team/outside.ts';
import { inBrowser, type Opened, reloading } from '../support/browser.ts';
import { ScriptedClient } from '../support/own-sign-in.ts';

/** A page of the server at localhost, where passkeys work without TLS, with a device that agrees to everything. */
async function atLocalhost({ page, url }: Opened) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const credentials = async () => (await devtools.send('WebAuthn.getCredentials', { authenticatorId })).credentials;
  return { local: url.replace('127.0.0.1', 'localhost'), credentials };
}

/** What the tab asked of the server by its other name is no fault. */
const otherThanNames = (faults: readonly string[]) =>
  faults.filter((one) => !one.startsWith('asked http://localhost:'));
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const signOut = (page: Page) => reloading(page, () => button(page, 'Sign out').click());

inBrowser('A passkey', (open) => {
  test('a passkey is added in Settings, signs in, also at a client’s consent page, and is removed', async () => {
    const builtIn = authorizationServer('https://memory.example.com', new Outside({ exceptions: [] }));
    const browser = await open({ isSignedIn: false, http: { builtIn } });
    const { page, http, url, faults, accessibility } = browser;
    const { local, credentials } = await atLocalhost(browser);
    await page.goto(`${local}/settings`);
    await button(page, 'Sign in with a passkey').waitFor();
    await page.getByLabel('API key or sign-in link').fill((await http.newMember('王小明')).key);
    await button(page, 'Sign in').click();
    const passkeys = page.getByRole('region', { name: 'Passkeys' });
    await passkeys.getByLabel('Name of a new passkey').fill('Ольгин ноутбук');
    await passkeys.getByRole('button', { name: 'Add a passkey' }).click();
    await passkeys.getByText('Ольгин ноутбук').waitFor();
    expect(await credentials()).toMatchObject([{ isResidentCredential: true, rpId: 'localhost' }]);
    expect(await accessibility()).toStrictEqual([]);
    await passkeys.getByRole('button', { name: 'Add a passkey' }).click();
    await passkeys.getByText('has a passkey of yours already').waitFor();

    await signOut(page);
    await button(page, 'Sign in with a passkey').click();
    await page.getByRole('region', { name: 'Passkeys' }).getByText('last used').waitFor();
    await signOut(page);

    const client = new ScriptedClient(url, `${url}/callback`);
    await client.register({ client_name: '助手' });
    await page.goto(`${local}/oauth/authorize${client.address({ resource: builtIn.publicUrl }).search}`);
    await button(page, 'Sign in with a passkey').click();
    await page.getByRole('heading', { name: '助手 asks for your memories' }).waitFor();
    await page.getByText('You are 王小明, member.').waitFor();

    await page.goto(`${local}/settings`);
    await passkeys.getByRole('button', { name: 'Remove' }).click();
    // It had opened this session.
    await button(page, 'Sign in with a passkey').click();
    await page.getByRole('alert').getByText('is not known here').waitFor();
    const { events } = (await http.ask('GET', '/v1/audit?limit=100', {})).body as { events: { action: string }[] };
    const actions = events.map(({ action }) => action).filter((action) => action.includes('passkey'));
    const expected = ['remove_passkey', 'sign_in_by_passkey', 'sign_in_by_passkey', 'add_passkey'];
    expect(actions).toStrictEqual(expected);
    expect(otherThanNames(faults)).toStrictEqual([]);
  });

  test('a passkey is not offered at an address without HTTPS', async () => {
    const { page, goto, faults } = await open();
    await goto('/settings');
    await page.getByRole('heading', { name: 'Settings' }).waitFor();
    await signOut(page);
    await button(page, 'Sign in').waitFor();
    expect(await page.getByText(/passkey/i).count()).toBe(0);
    expect(faults).toStrictEqual([]);
  });
});
