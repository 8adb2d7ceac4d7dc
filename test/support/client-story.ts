import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { root } from './from-npm.ts';

export const storyFolder = join(root, 'test/fixtures/client');

/** The result of `story.mjs` in any runtime. */
export const told = {
  extracted: 1,
  isRepeatTheSame: true,
  found: 'Zoë wohnt in Köln.',
  listed: [
    'Ada bakes bread.',
    'Ada keeps bees.',
    expect.stringContaining('pnpm'),
    'Zoë wohnt in Köln.',
    'Её собаку зовут Шарик.',
    '私は京都に住んでいます。',
  ],
  changes: [
    'Ada bakes bread.',
    'Ada keeps bees.',
    'Ada plays the cello.',
    expect.stringContaining('pnpm'),
    'Zoë wohnt in Köln.',
    'Её собаку зовут Шарик.',
    '私は京都に住んでいます。',
  ],
  isLateOneKnown: true,
  memoriesAdded: 300,
  progress: [300, 300],
  aborted: ['no longer wanted', 'no longer wanted'],
  missing: { isTyped: true, type: 'CharacterNotFound', status: 404, fields: [], requestId: expect.any(String) },
  invalid: {
    isTyped: true,
    type: 'ValidationError',
    status: 400,
    fields: ['limit'],
    requestId: expect.any(String),
  },
  unknownKey: 401,
  exported: expect.stringMatching(/^# /),
};

interface Exports {
  exports: { './client': { import: { default: string } } };
}

/** A site with a page and a worker that import what the package has for browsers; its port. */
export async function startSite(): Promise<number> {
  const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Exports;
  const files = new Map([
    ['/', join(storyFolder, 'page.html')],
    ['/client.mjs', join(root, exports['./client'].import.default)],
    ['/story.mjs', join(storyFolder, 'story.mjs')],
    ['/worker.mjs', join(storyFolder, 'worker.mjs')],
  ]);
  const server = createServer(({ url = '' }, response) => {
    const file = files.get(url);
    if (file === undefined) return response.writeHead(404).end();
    const type = file.endsWith('.html') ? 'text/html' : 'text/javascript';
    return response.writeHead(200, { 'content-type': type }).end(readFileSync(file));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}
