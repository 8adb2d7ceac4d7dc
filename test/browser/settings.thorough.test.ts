import { expect, test } from 'vitest';
import { inBrowser, type Opened, type OpenOptions, phone, uiOperations } from '../support/browser.ts';
import { Provider } from '../support/provider.ts';
import { withTenantAi } from '../support/tenant-ai.ts';

const key = 'sk-a-key-that-nobody-may-read-back';

/** A server whose team may use a stand-in of a provider. */
async function withProvider(open: (options?: OpenOptions) => Promise<Opened>, options: OpenOptions = {}) {
  const opened = await open(options);
  const provider = await Provider.start();
  withTenantAi(opened.http.session.services, { exceptions: [new URL(provider.url).host] });
  return { ...opened, provider, baseUrl: `${provider.url}/v1` };
}

inBrowser('Settings', (open) => {
  test('an OWNER sets up a provider whose key is never shown again, and returns to the server’s', async () => {
    const { page, goto, http, baseUrl, provider, faults } = await withProvider(open);
    await goto('/settings');
    await page.getByText('No key is set: built-in rules').waitFor();
    await page.getByLabel('Model').fill('gpt-own');
    await page.getByLabel('Base URL').fill(baseUrl);
    await page.getByLabel('Key').fill(key);
    await page.getByLabel('Most tokens').fill('100000');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('By the team’s own settings: openai, gpt-own, with a key.').waitFor();
    const settings = async () => (await http.ask('GET', '/v1/ai-settings', { key: http.key })).body;
    expect(await settings()).toMatchObject({ baseUrl, model: 'gpt-own', dailyTokens: 100_000, source: 'tenant' });
    await page.getByText('It extracts only').getByText('are embedded at another endpoint').waitFor();
    expect(await page.content()).not.toContain(key);
    expect(await page.getByLabel('Key').inputValue()).toBe('');
    provider.usual = { operations: [] };
    await page.getByRole('button', { name: 'Test' }).click();
    await page.getByText('openai answers with gpt-own.').waitFor();
    await page.getByLabel('Base URL').fill(`${baseUrl}/other`);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.locator('input[name=key]:invalid').waitFor();
    expect(await settings()).toMatchObject({ baseUrl });
    await page.getByLabel('Base URL').fill(baseUrl);
    await page.getByLabel('Model').fill('gpt-other');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('openai, gpt-other, with a key.').waitFor();
    await page.getByRole('button', { name: 'Use the server’s settings' }).click();
    await page.getByText('No key is set: built-in rules').waitFor();
    expect(await settings()).toMatchObject({ source: 'environment' });
    expect(faults).toStrictEqual([]);
  });

  test('Settings says why a team can have no own provider, and shows limits and usage', async () => {
    const { page, goto } = await open();
    await goto('/settings');
    await page.getByText('Here AI settings come from the environment').waitFor();
    expect(await page.getByLabel('Key').count()).toBe(0);
    await page.getByRole('region', { name: 'Limits and usage' }).getByText('a minute').waitFor();
  });

  test('the chosen colours stay when the dashboard is opened again', async () => {
    const { page, goto } = await open();
    const paper = () => page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
    await goto('/settings');
    const colours = page.getByRole('combobox', { name: 'Colours' });
    await colours.selectOption('dark');
    await expect.poll(paper).toBe('rgb(22, 24, 26)');
    await goto('/settings');
    await expect.poll(() => colours.inputValue()).toBe('dark');
    expect(await paper()).toBe('rgb(22, 24, 26)');
  });

  test('Settings lists the hosts connected to a local store, and how to connect the others', async () => {
    const opened = await open({ operations: uiOperations });
    const { page, goto, http, faults } = opened;
    const file = '/home/ada/.claude.json';
    const works = { host: 'claude-code', file, ok: true, detail: '12 tools, a search works', ms: 412 };
    const fails = { host: 'codex', file, ok: false, detail: 'no answer', advice: 'Run: agent-memory-service init' };
    const hooks = {
      host: 'claude-code',
      file: '/home/ada/.claude/settings.json',
      ok: true,
      detail: 'hooks: have not run yet',
    };
    const { services } = http.session;
    services.hostSetup = {
      found: async () => [
        { host: 'claude-code', title: 'Claude Code', isConnected: true },
        { host: 'cursor', title: 'Cursor', isConnected: false },
      ],
      connect: async () => ({ files: [], problems: [] }),
    };
    let asked = 0;
    services.checkHosts = async () => {
      asked += 1;
      return asked === 1 ? [] : [works, hooks, fails];
    };
    await goto('/settings');
    const hosts = page.getByRole('region', { name: 'Hosts' });
    await hosts.getByRole('button', { name: 'Connect Cursor' }).waitFor();
    await hosts.getByRole('button', { name: 'Check again' }).click();
    await hosts.getByText('works: 12 tools').waitFor();
    await hosts.getByText('fails: no answer').waitFor();
    await hosts.getByText('Run: agent-memory-service init').waitFor();
    // A host stands once, with each of its files; what is not connected can be.
    expect(await hosts.locator('dt').allInnerTexts()).toStrictEqual(['claude-code', 'codex']);
    await hosts.getByRole('button', { name: 'Connect Cursor' }).waitFor();
    expect(await hosts.getByText('Claude Code').count()).toBe(0);
    expect(asked).toBe(2);
    expect(await opened.accessibility()).toStrictEqual([]);
    expect(faults).toStrictEqual([]);
  });

  test('a button of Settings backs up the store of this machine, and shows what restores it', async () => {
    const { page, goto, http, faults } = await open({ operations: uiOperations });
    const { services, clock, call } = http.session;
    await call('create_character', { name: 'Ada' });
    const file = '/home/ada/Downloads/agent-memory.db';
    let isMade = false;
    services.storePlace = async () => ({
      file: '/home/ada/memory.db',
      ...(isMade && { lastBackup: { file, at: new Date(clock.now).toISOString() } }),
    });
    services.backUp = async () => {
      isMade = true;
      return { file, bytes: 5_000_000, characters: 1, memories: 2 };
    };
    await goto('/settings');
    const data = page.getByRole('region', { name: 'Your data' });
    await data.getByText('None was made yet.').waitFor();
    await data.getByRole('button', { name: 'Back up now' }).click();
    await page.getByText('Backed up: 2 memories').waitFor();
    await data.getByText(`agent-memory-service restore ${file}`).waitFor();
    expect(faults).toStrictEqual([]);
  });

  test('Settings of a shared server list no hosts', async () => {
    const { page, goto, http } = await open();
    const refused = page.waitForResponse((response) => response.url().endsWith('/v1/hosts/check'));
    await goto('/settings');
    expect((await refused).status()).toBe(404);
    await page.getByRole('region', { name: 'Limits and usage' }).waitFor();
    await expect.poll(() => page.getByRole('region', { name: 'Hosts' }).count()).toBe(0);
    expect((await http.ask('POST', '/v1/hosts/check', { body: {} })).status).toBe(404);
  });

  test('Settings are accessible on phone and desktop, light and dark', async () => {
    const { page, goto, faultsOnDevices } = await withProvider(open, phone);
    await goto('/settings');
    await page.getByLabel('Key').waitFor();
    expect(await faultsOnDevices()).toStrictEqual([]);
  });
});
