import { expect, test } from 'vitest';
import { authorizationServer } from '../../src/features/authorization/feature.ts';
import { Outside } from '../../src/service/team/outside.ts';
import { inBrowser } from '../support/browser.ts';
import { ScriptedClient } from '../support/own-sign-in.ts';

const builtIn = authorizationServer('https://memory.example.com', new Outside({ exceptions: [] }));

inBrowser('Allowing a client in', (open) => {
  test('a member signs in, allows a client some characters, and revokes its access in Settings', async () => {
    const { page, goto, url, http, signIn, faults, accessibility } = await open({
      isSignedIn: false,
      http: { builtIn },
    });
    for (const name of ['Ada', 'Grace']) await http.ask('POST', '/v1/characters', { body: { name } });
    const client = new ScriptedClient(url, `${url}/callback`);
    await client.register({ client_name: 'Täglicher Helfer' });
    const { search } = client.address({ resource: builtIn.publicUrl });

    await goto(`/oauth/authorize${search}`);
    await page.getByLabel('API key').fill(http.key);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('heading', { name: 'Täglicher Helfer asks for your memories' }).waitFor();
    await page.getByText('its name is not verified').waitFor();
    await page.getByText('a program on this machine').waitFor();
    expect(await accessibility()).toStrictEqual([]);
    expect(await page.getByLabel('Only read').isChecked()).toBe(true);
    expect(await page.getByLabel('Only these').isChecked()).toBe(true);
    await page.getByRole('button', { name: 'Allow' }).click();
    await page.getByText('characterIds').waitFor();
    await page.getByLabel('Grace').check();
    await page.getByRole('button', { name: 'Allow' }).click();
    await page.waitForURL(/\/callback\?code=/);
    const back = new URL(page.url()).searchParams;
    expect([back.get('state'), back.get('iss')]).toStrictEqual(['the state', builtIn.publicUrl]);
    const resource = builtIn.publicUrl;
    const { body } = await client.redeem(String(back.get('code')), { resource });
    expect(body.scope).toBe('memory:read');
    const { characters } = (await http.ask('GET', '/v1/characters', { key: String(body.access_token) })).body as {
      characters: { name: string }[];
    };
    expect(characters.map(({ name }) => name)).toStrictEqual(['Grace']);

    await signIn();
    await goto('/settings');
    const allowed = page.getByRole('region', { name: 'Allowed clients' });
    await allowed.getByText('reads 1 character').waitFor();
    await allowed.getByRole('button', { name: 'Shut out' }).click();
    await allowed.waitFor({ state: 'detached' });
    expect((await http.ask('GET', '/v1/characters', { key: String(body.access_token) })).status).toBe(401);

    await goto(`/oauth/authorize${search}`);
    await page.getByRole('button', { name: 'Refuse' }).click();
    await page.waitForURL(/\/callback\?error=access_denied/);

    await goto(`/oauth/authorize${client.address({ resource: builtIn.publicUrl, scope: 'admin' }).search}`);
    await page.getByText('The scopes are memory:read and memory:write.').waitFor();
    expect(await accessibility()).toStrictEqual([]);
    await page.getByRole('link', { name: 'go back' }).click();
    await page.waitForURL(/\/callback\?error=invalid_scope/);
    expect(faults).toStrictEqual([]);
  });
});
