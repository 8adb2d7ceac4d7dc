import { execFile } from 'node:child_process';
import { copyFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { inBrowser, type Opened } from '../support/browser.ts';
import { startSite, storyFolder, told } from '../support/client-story.ts';
import { addOwnPackage, installedFromNpm } from '../support/from-npm.ts';
import { temporaryFolder } from '../support/harness.ts';
import { startServe } from '../support/served.ts';

const newStore = () => join(temporaryFolder(), 'memory.db');

/** The globals of the page. */
interface Site {
  client: typeof import('../../clients/typescript/browser.ts');
  inPage(url: string, key: string, name: string): Promise<unknown>;
  inWorker(url: string, key: string, name: string): Promise<unknown>;
}

/** A server that a site of another origin may call, and the site in a tab. */
async function withSite({ page }: Opened) {
  const port = await startSite();
  const served = await startServe(newStore(), { SERVICE_HTTP_ORIGINS: `http://127.0.0.1:${port}` });
  const visit = async (origin: string) => {
    await page.goto(origin);
    await page.waitForFunction('globalThis.inWorker');
  };
  const { url, key = '' } = served;
  return { page, port, visit, url, key };
}

function tellIn(page: Page, place: 'inPage' | 'inWorker', ...given: [string, string, string]): Promise<unknown> {
  return page.evaluate(([where, args]) => (globalThis as unknown as Site)[where](...args), [place, given] as const);
}

inBrowser('The built client in Chromium, on a site of another origin', (open) => {
  test('the built client works in a page and in a module worker', async () => {
    const { page, port, visit, url, key } = await withSite(await open({ isSignedIn: false }));
    await visit(`http://127.0.0.1:${port}/`);
    expect(await tellIn(page, 'inPage', url, key, 'page')).toStrictEqual(told);
    expect(await tellIn(page, 'inWorker', url, key, 'worker')).toStrictEqual({ told, hasPage: false });
  });

  test('a page of a forbidden origin gets a typed error and changes nothing', async () => {
    const { page, port, visit, url, key } = await withSite(await open({ isSignedIn: false }));
    // Another name of the same machine is another origin.
    await visit(`http://localhost:${port}/`);
    const refused = await page.evaluate(
      async ([to, secret]) => {
        const { connect, openMemory } = (globalThis as unknown as Site).client;
        const memory = connect({ url: to, key: secret, retries: 0 });
        const fault = ({ name, type, status, message }: Record<string, unknown>) => ({ name, type, status, message });
        return [
          await memory.createCharacter({ name: 'Mallory' }).catch(fault),
          await memory.listCharacters().catch(fault),
          await openMemory().catch(fault),
        ];
      },
      [url, key] as const,
    );
    const unreachable = { name: 'MemoryServiceError', type: 'Unreachable', status: 503 };
    const message = expect.stringContaining('cannot be reached');
    expect(refused).toStrictEqual([
      { ...unreachable, message },
      { ...unreachable, message },
      { ...unreachable, type: 'NotImplemented', status: 501, message: expect.stringContaining('needs Node') },
    ]);
    await visit(`http://127.0.0.1:${port}/`);
    const names = await page.evaluate(
      async ([to, secret]) => {
        const { characters } = await (globalThis as unknown as Site).client
          .connect({ url: to, key: secret })
          .listCharacters();
        return characters.map(({ name }) => name);
      },
      [url, key] as const,
    );
    expect(names).not.toContain('Mallory');
  });
});

const runtimes = JSON.stringify({ private: true, type: 'module', dependencies: { bun: '1.4.5', deno: '2.9.6' } });

describe('the built client, found by the package’s exports', () => {
  let folder: string | undefined;
  beforeAll(() => {
    folder = installedFromNpm('runtimes', runtimes);
    if (folder === undefined) return;
    addOwnPackage(folder);
    for (const file of ['program.mjs', 'story.mjs']) copyFileSync(join(storyFolder, file), join(folder, file));
  }, 400_000);

  /** The executable in the one package of this platform that npm chose. */
  const executable = (scope: string, path: string) => {
    const packages = join(folder ?? '', 'node_modules', scope);
    return join(packages, readdirSync(packages)[0] ?? '', path);
  };

  test.for<[string, () => string, string[]]>([
    ['Node', () => process.execPath, []],
    ['Deno', () => executable('@deno', 'deno'), ['run', '--no-prompt', '--allow-net=127.0.0.1']],
    ['Bun', () => executable('@oven', 'bin/bun'), ['run']],
  ])('the built client works in %s', async ([name, path, args], { skip }) => {
    if (folder === undefined) return skip('npm cannot be reached: the runtimes are not installed');
    const { url, key = '' } = await startServe(newStore());
    const env = { PATH: process.env.PATH ?? '', HOME: temporaryFolder(), DENO_NO_UPDATE_CHECK: '1' };
    const run = { cwd: folder, env, timeout: 100_000 };
    const { stdout } = await promisify(execFile)(path(), [...args, 'program.mjs', url, key, name], run);
    expect(JSON.parse(stdout)).toStrictEqual(told);
  });
});
