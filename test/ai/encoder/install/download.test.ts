import { createHash } from 'node:crypto';
import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Download, download } from '../../../../src/ai/encoder/install/download.ts';
import { cutOff, instead, redirectTo, serveFiles, silent, whole } from '../../../support/encoder/file-server.ts';
import { temporaryFolder } from '../../../support/stores.ts';

const content = Buffer.from(Array.from({ length: 200_000 }, (_, i) => i % 251));
const digest = createHash('sha256').update(content).digest('hex');

async function setUp(more: Partial<Download> = {}) {
  const server = await serveFiles(new Map([['/model', content]]));
  const file = join(temporaryFolder(), 'model');
  const expected = { bytes: content.length, algorithm: 'sha256', digest } as const;
  const get = () => download({ url: `${server.url}/model`, file, expected, fetch, ...more });
  return { ...server, file, get, partial: `${file}.partial` };
}

test('a file is downloaded whole with its progress, and not downloaded again', async () => {
  const seen: number[] = [];
  const { file, get, asked, partial } = await setUp({ onProgress: (bytes) => seen.push(bytes) });
  await get();
  await get();
  expect(readFileSync(file).equals(content)).toBe(true);
  expect(seen.at(-1)).toBe(content.length);
  expect(asked).toHaveLength(1);
  expect(existsSync(partial)).toBe(false);
});

test('a broken connection resumes where it broke', async () => {
  const { file, get, asked, misbehave } = await setUp();
  misbehave(cutOff, cutOff);
  await get();
  expect(readFileSync(file).equals(content)).toBe(true);
  expect(asked.map(({ range }) => range)).toStrictEqual([undefined, 'bytes=100000-', 'bytes=150000-']);
});

test('a retry resumes an interrupted download', async () => {
  const { file, get, asked, partial } = await setUp();
  writeFileSync(partial, content.subarray(0, 60_000));
  await get();
  expect(asked.map(({ range }) => range)).toStrictEqual(['bytes=60000-']);
  expect(readFileSync(file).equals(content)).toBe(true);
});

test('a corrupt partial download is discarded and fetched again', async () => {
  const { file, get, partial } = await setUp();
  writeFileSync(partial, Buffer.alloc(60_000, 7));
  await get();
  expect(readFileSync(file).equals(content)).toBe(true);
});

test('a server without range requests sends the whole file', async () => {
  const { file, get, misbehave, partial } = await setUp();
  writeFileSync(partial, content.subarray(0, 60_000));
  misbehave(instead(content));
  await get();
  expect(readFileSync(file).equals(content)).toBe(true);
});

test('a file with the wrong checksum is rejected and deleted', async () => {
  const { file, get, misbehave, partial } = await setUp();
  misbehave(instead(Buffer.alloc(content.length, 1)));
  await expect(get()).rejects.toThrow(/its checksum differs/);
  expect([existsSync(file), existsSync(partial)]).toStrictEqual([false, false]);
});

test('a download that is larger than declared is refused before it fills the disk', async () => {
  const { get, misbehave, partial } = await setUp();
  misbehave(instead(Buffer.concat([content, content])));
  await expect(get()).rejects.toThrow(/longer than the published file/);
  expect(existsSync(partial)).toBe(false);
});

test('a redirect is followed', async () => {
  const { file, get, misbehave } = await setUp();
  misbehave(redirectTo('/model'));
  await get();
  expect(readFileSync(file).equals(content)).toBe(true);
});

test('a silent server times out and is retried', async () => {
  const { file, get, asked, misbehave } = await setUp({ silenceMs: 50 });
  misbehave(silent, whole);
  await get();
  // A busy machine may take longer than that to answer the second request too.
  expect(asked.length).toBeGreaterThan(1);
  expect(readFileSync(file).equals(content)).toBe(true);
});

test('an unreachable server or a missing file is an error that names the address', async () => {
  const { file, url } = await setUp();
  const expected = { bytes: 1, algorithm: 'sha256', digest } as const;
  const from = (address: string) => download({ url: address, file, expected, fetch });
  await expect(from('http://127.0.0.1:1/model')).rejects.toThrow('http://127.0.0.1:1/model could not be fetched');
  await expect(from(`${url}/other`)).rejects.toThrow('/other answered 404');
});

test.skipIf(!existsSync('/dev/full'))('a full disk is an error of its own and leaves no partial file', async () => {
  const { get, partial } = await setUp();
  symlinkSync('/dev/full', partial);
  await expect(get()).rejects.toMatchObject({ code: 'ENOSPC' });
  expect(existsSync(partial)).toBe(false);
});

test('an aborted download keeps the part that it has', async () => {
  const asked = new AbortController();
  const { get, misbehave, partial } = await setUp({ signal: asked.signal, onProgress: () => asked.abort() });
  misbehave(cutOff);
  await expect(get()).rejects.toThrow(/abort/);
  expect(existsSync(partial)).toBe(true);
});
