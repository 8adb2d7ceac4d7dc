import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { openHttp } from '../support/http-harness.ts';

/** The built dashboard; build-parts.mjs makes it. */
const folder = join(import.meta.dirname, '../../.cache/web');
const html = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const kB = 1024;

const assets = () => readdirSync(join(folder, 'assets')).filter((name) => /\.(?:js|css)$/.test(name));

/** The page and every file that it loads before its first page is shown: Home, where the dashboard opens, with Memories. */
function firstView(): string[] {
  const wanted = new Set(['index.html']);
  const page = readFileSync(join(folder, 'index.html'), 'utf8');
  const add = (text: string) => {
    for (const name of assets()) {
      if (!text.includes(name) || wanted.has(`assets/${name}`)) continue;
      wanted.add(`assets/${name}`);
      const content = readFileSync(join(folder, 'assets', name), 'utf8');
      // Imports by `import(…)` wait for their page.
      add(content.replaceAll(/import\("[^"]*"\)/g, (one) => (/\/(?:home|memories)-/.test(one) ? one : '')));
    }
  };
  add(page);
  return [...wanted];
}

const font = () => readdirSync(join(folder, 'assets')).filter((name) => name.endsWith('.woff2'));

test('the first view is at most 84 kB compressed, and 110 kB with its font', () => {
  const files = firstView();
  for (const page of ['home', 'memories']) {
    expect(files.some((name) => name.startsWith(`assets/${page}-`))).toBe(true);
  }
  expect(files.some((name) => name.endsWith('.css'))).toBe(true);
  // Each answer has headers of half a kilobyte.
  expect(files.length).toBeLessThanOrEqual(6);
  const weight = (ending: string) =>
    files.reduce((sum, name) => sum + readFileSync(join(folder, name + ending)).length, 0);
  expect(weight('.gz')).toBeLessThan(84 * kB);
  const fonts = font().map((name) => readFileSync(join(folder, 'assets', name)).length);
  expect(fonts).toHaveLength(1);
  expect(weight('.gz') + fonts[0]!).toBeLessThan(110 * kB);
  expect(weight('.br')).toBeLessThan(weight('.gz'));
});

test('the page runs and loads only its own files', () => {
  const page = readFileSync(join(folder, 'index.html'), 'utf8');
  expect(page).not.toMatch(/<script(?![^>]* src="\/assets\/)|\son\w+=|style=|https?:(?!\/\/www\.w3\.org\/2000\/svg)/);
  for (const name of assets()) {
    const content = readFileSync(join(folder, 'assets', name), 'utf8');
    const addresses = content.match(/https?:\/\/[^"'`\s)]+/g) ?? [];
    expect(
      addresses.filter((one) => !/^http:\/\/www\.w3\.org\/(?:2000\/svg|1999\/xhtml|1998\/Math\/MathML)/.test(one)),
    ).toStrictEqual([]);
  }
});

describe('the dashboard', () => {
  test('the dashboard is served without a session, contains no data, and cannot be framed or cached', async () => {
    const { ask } = await openHttp({ http: { web: folder } });
    const answer = await ask('GET', '/', { key: undefined });
    expect(answer).toMatchObject({ status: 200, text: readFileSync(join(folder, 'index.html'), 'utf8') });
    const headers = Object.fromEntries(answer.headers);
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-resource-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
    });
    expect(headers['content-security-policy']?.split('; ')).toEqual(
      expect.arrayContaining([
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "font-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "frame-ancestors 'none'",
      ]),
    );
    expect(headers['content-security-policy']).not.toContain('unsafe');
  });

  test.each(['/v1/characters', '/v1/tier', '/v1/files?characterId=x', '/v1/nothing', '/mcp'])(
    '%s returns no data without a session, also to a browser',
    async (path) => {
      const { ask } = await openHttp({ http: { web: folder } });
      expect(await ask('GET', path, { key: undefined, headers: html })).toMatchObject({
        status: 401,
        body: { error: { type: 'Unauthorized' } },
      });
    },
  );

  test('the dashboard’s files are cached for ever, as Brotli or gzip where accepted', async () => {
    const { ask, app } = await openHttp({ http: { web: folder } });
    for (const name of assets()) {
      const content = readFileSync(join(folder, 'assets', name));
      const get = async (encoding?: string) => {
        const headers = { host: 'localhost', ...(encoding !== undefined && { 'accept-encoding': encoding }) };
        const response = await app.fetch(new Request(`http://localhost/assets/${name}`, { headers }), {});
        return { response, bytes: Buffer.from(await response.arrayBuffer()) };
      };
      const plain = await get();
      expect(plain.bytes.equals(content)).toBe(true);
      expect(plain.response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(plain.response.headers.get('vary')).toBe('Accept-Encoding');
      const brotli = await get('gzip, deflate, br, zstd');
      expect(brotli.response.headers.get('content-encoding')).toBe('br');
      expect(brotliDecompressSync(brotli.bytes).equals(content)).toBe(true);
      const gzip = await get('gzip;q=1.0');
      expect(gzip.response.headers.get('content-encoding')).toBe('gzip');
      expect(gunzipSync(gzip.bytes).equals(content)).toBe(true);
    }
    const fonts = font().map(async (name) => ask('GET', `/assets/${name}`, { key: undefined }));
    for (const { status, headers } of await Promise.all(fonts)) {
      expect([status, headers.get('content-type')]).toStrictEqual([200, 'font/woff2']);
    }
    for (const path of ['/assets/none.js', '/assets/..%2findex.html', '/assets/', '/assets/%00', '/index.html']) {
      expect((await ask('GET', path, { key: undefined })).status).toBe(404);
    }
  });

  test('a link to a page is answered to browsers, and other clients get 404', async () => {
    const { ask } = await openHttp({ http: { web: folder } });
    const path = '/memories/0198c0f0/0198c0f1?category=facts';
    expect(await ask('GET', path, { key: undefined, headers: html })).toMatchObject({
      status: 200,
      text: expect.stringContaining('id="app"'),
    });
    for (const [method, headers] of [
      ['GET', {}],
      ['POST', html],
    ] as const) {
      expect(await ask(method, path, { key: undefined, headers })).toMatchObject({ status: 404 });
    }
  });

  test('a server without a dashboard serves no page', async () => {
    const { ask } = await openHttp();
    expect((await ask('GET', '/', { key: undefined, headers: html })).status).toBe(404);
  });
});
