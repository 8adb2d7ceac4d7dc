import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { type Installing, installEncoder, planOf, removeEncoder } from '../../../../src/ai/encoder/install/install.ts';
import { readManifest } from '../../../../src/ai/encoder/manifest.ts';
import { cutOff, instead, serveFiles } from '../../../support/encoder/file-server.ts';
import { putRuntime, tinyTokenizer, writeTinyModel } from '../../../support/encoder/tiny-encoder.ts';
import { tinyDimensions, tinyModel } from '../../../support/encoder/tiny-model.ts';
import { temporaryFolder } from '../../../support/stores.ts';

const file = join(import.meta.dirname, '../../../../.cache/encoder.cjs');

/** The tarball of a package, as npm packs it. */
function archiveOf(name: string): Buffer {
  const folder = temporaryFolder();
  putRuntime(folder);
  renameSync(join(folder, 'node_modules', name), join(folder, 'package'));
  for (const platform of [`${process.platform}/${process.arch}`, 'plan9/mips']) {
    const native = join(folder, 'package/bin/napi-v6', platform);
    mkdirSync(native, { recursive: true });
    writeFileSync(join(native, 'library.so'), 'native');
    writeFileSync(join(native, 'empty'), '');
  }
  writeFileSync(join(folder, 'package/dist/index.d.ts'), 'types');
  execFileSync('tar', ['-czf', 'package.tgz', 'package'], { cwd: folder });
  return readFileSync(join(folder, 'package.tgz'));
}

/** A registry and a publisher on loopback, with a tiny model and its pins. */
async function setUp(more: Partial<Installing> = {}) {
  const names = ['onnxruntime-node', 'onnxruntime-common'];
  const archives = new Map(names.map((name) => [`/${name}.tgz`, archiveOf(name)]));
  const tokenizer = Buffer.from(JSON.stringify(tinyTokenizer()));
  const files = new Map([...archives, ['/model/onnx/m.onnx', tinyModel()], ['/model/tokenizer.json', tokenizer]]);
  const server = await serveFiles(files);
  const pin = (path: string, as: string) => {
    const content = files.get(`/model/${path}`)!;
    return { path, as, bytes: content.length, sha256: createHash('sha256').update(content).digest('hex') };
  };
  const folder = join(temporaryFolder(), 'encoder');
  const installing: Installing = {
    folder,
    model: {
      name: 'tiny',
      licence: 'MIT',
      files: [pin('onnx/m.onnx', 'model.onnx'), pin('tokenizer.json', 'tokenizer.json')],
      maxTokens: 16,
      languages: 'english',
    },
    modelUrl: `${server.url}/model`,
    packages: names.map((name) => {
      const content = archives.get(`/${name}.tgz`)!;
      const integrity = `sha512-${createHash('sha512').update(content).digest('base64')}`;
      return { name, version: '1.30.0', integrity, bytes: content.length, licence: 'MIT' };
    }),
    archiveOf: async (name) => `${server.url}/${name}.tgz`,
    fetch,
    file,
    env: {},
    ...more,
  };
  return { ...server, folder, installing, install: () => installEncoder(installing), files };
}

test('the download is announced before any request is sent', async () => {
  const { installing, asked, url, folder } = await setUp();
  const { parts } = await planOf(installing);
  expect(parts.map(({ what }) => what)).toStrictEqual([
    'model tiny',
    'onnxruntime-node 1.30.0',
    'onnxruntime-common 1.30.0',
  ]);
  expect(parts[0]).toMatchObject({ from: `${url}/model`, licence: 'MIT' });
  expect(asked).toStrictEqual([]);
  expect(existsSync(folder)).toBe(false);
});

test('an install has all files of this platform and no others', async () => {
  const { install, folder } = await setUp();
  const manifest = await install();
  expect(manifest).toMatchObject({ name: 'tiny', dimensions: tinyDimensions, maxTokens: 16, runtime: '1.30.0' });
  expect(readManifest(folder)).toStrictEqual(manifest);
  const runtime = join(folder, 'node_modules/onnxruntime-node');
  expect(readdirSync(join(runtime, 'bin/napi-v6'))).toStrictEqual([process.platform]);
  expect(readFileSync(join(runtime, `bin/napi-v6/${process.platform}/${process.arch}/library.so`), 'utf8')).toBe(
    'native',
  );
  expect(readdirSync(join(runtime, 'dist'))).toStrictEqual(['index.js']);
  expect(readdirSync(folder).sort()).toStrictEqual([
    'encoder.json',
    'model.onnx',
    'node_modules',
    'tokenizer.json',
    'tokenizer_config.json',
  ]);
  expect(existsSync(`${folder}.part`)).toBe(false);
});

test('a failed install leaves the target empty, and a retry resumes the download', async () => {
  const { install, folder, misbehave, asked, files } = await setUp();
  const broken = files.get('/onnxruntime-node.tgz')!;
  files.delete('/onnxruntime-node.tgz');
  await expect(install()).rejects.toMatchObject({ name: 'EncoderNotInstalled', message: /answered 404/ });
  expect(existsSync(folder)).toBe(false);
  files.set('/onnxruntime-node.tgz', broken);
  asked.length = 0;
  misbehave(cutOff);
  await install();
  expect(asked.map(({ path }) => path)).not.toContain('/model/onnx/m.onnx');
  expect(existsSync(folder)).toBe(true);
});

test('an archive with the wrong checksum is not unpacked', async () => {
  const { install, folder, misbehave, installing } = await setUp();
  const bytes = installing.packages[0]!.bytes;
  const asPublished = installing.fetch;
  installing.fetch = async (url, init) => {
    if (String(url).endsWith('onnxruntime-node.tgz')) misbehave(instead(Buffer.alloc(bytes, 1)));
    return asPublished(url, init);
  };
  await expect(install()).rejects.toThrow(/its checksum differs/);
  expect([existsSync(folder), existsSync(`${folder}.part/node_modules/onnxruntime-node`)]).toStrictEqual([
    false,
    false,
  ]);
});

test('a model folder with the runtime beside it installs without network', async () => {
  const from = temporaryFolder();
  writeTinyModel(from, 'onnx/model.onnx');
  putRuntime(from);
  writeFileSync(join(from, 'config.json'), JSON.stringify({ _name_or_path: 'someone/own-model' }));
  const { install, asked, folder } = await setUp({ from });
  expect(await install()).toMatchObject({ name: 'own-model', maxTokens: 16, languages: 'many' });
  expect(asked).toStrictEqual([]);
  expect(existsSync(folder)).toBe(true);
});

/** A folder with the tiny model, the runtime, and these files of Sentence Transformers. */
function brought(files: Record<string, object> = {}, folder = temporaryFolder()): string {
  writeTinyModel(folder);
  putRuntime(folder);
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), JSON.stringify(content));
  }
  return folder;
}
const prompts = (given: object) => ({ 'config_sentence_transformers.json': given });
const pooling = (given: object) => ({ '1_Pooling/config.json': given });
const e5 = { query: 'query: ', text: 'passage: ' };

test.each<[string, Record<string, object>, query: string, text: string]>([
  ['query and document', prompts({ prompts: { query: 'car: ', document: 'city: ' } }), 'car: ', 'city: '],
  [
    'retrieval by both names',
    prompts({ prompts: { 'retrieval.query': 'car', 'retrieval.passage': 'city' } }),
    'car',
    'city',
  ],
  ['a query alone', prompts({ prompts: { query: 'car: ' }, default_prompt_name: null }), 'car: ', ''],
  ['a usual one', prompts({ prompts: { similarity: 'dog: ' }, default_prompt_name: 'similarity' }), 'dog: ', 'dog: '],
  ['nothing', prompts({ prompts: {} }), '', ''],
  [
    'nothing, of the E5 family',
    { 'config.json': { _name_or_path: 'intfloat/multilingual-e5-small' } },
    e5.query,
    e5.text,
  ],
])('a model’s files name the prefixes of its texts: %s', async (_, files, query, text) => {
  const { install, folder } = await setUp({ from: brought(files) });
  const plain = await (await setUp({ from: brought() })).install();
  const manifest = await install();
  expect(manifest.prefixes).toStrictEqual({ query, text });
  expect(readManifest(folder)).toStrictEqual(manifest);
  // Vectors with and without a prefix are never compared.
  expect(manifest.sha256 === plain.sha256).toBe(query === '' && text === '');
});

test.each<[string, Record<string, object>, 'mean' | 'first']>([
  ['the mean', pooling({ pooling_mode_cls_token: false, pooling_mode_mean_tokens: true }), 'mean'],
  ['the mean over a root', pooling({ pooling_mode_mean_sqrt_len_tokens: true }), 'mean'],
  ['the first token', pooling({ pooling_mode_cls_token: true, pooling_mode_mean_tokens: false }), 'first'],
  ['the first token, in the newer form', pooling({ pooling_mode: 'cls' }), 'first'],
])('a model’s files name its pooling: %s', async (_, files, expected) => {
  const { install } = await setUp({ from: brought(files) });
  expect((await install()).pooling).toBe(expected);
});

test.each<[string, Record<string, object>, message: RegExp]>([
  ['the last token', pooling({ pooling_mode_lasttoken: true }), /by lasttoken; this takes/],
  ['two at once', pooling({ pooling_mode_mean_tokens: true, pooling_mode_max_tokens: true }), /by mean and max; this/],
  ['tokens without the prefix', pooling({ pooling_mode: 'mean', include_prompt: false }), /leaves its prefix out/],
  ['a further layer', { 'modules.json': [{ type: 'sentence_transformers.models.Dense' }] }, /has a layer Dense/],
])('a model with unsupported pooling is refused: %s', async (_, files, message) => {
  const { installing } = await setUp({ from: brought(files) });
  await expect(planOf(installing)).rejects.toThrow(message);
});

test('a busy npm is retried with a longer timeout, and given up in the end', async () => {
  const { installing, install, url } = await setUp();
  const given: number[] = [];
  installing.archiveOf = async (name, _, timeoutMs) => {
    given.push(timeoutMs);
    return given.length > 1 ? `${url}/${name}.tgz` : undefined;
  };
  expect(await install()).toMatchObject({ name: 'tiny' });
  expect(given.slice(0, 2)).toStrictEqual([10_000, 30_000]);
  const silent = await setUp({ archiveOf: async () => undefined });
  await expect(silent.install()).rejects.toThrow(/npm could not say where onnxruntime-node is/);
});

test('a model folder without a required file is rejected by that file’s name', async () => {
  const from = temporaryFolder();
  const { installing } = await setUp({ from });
  await expect(planOf(installing)).rejects.toThrow(`${from} has no model`);
  writeFileSync(join(from, 'model.onnx'), tinyModel());
  await expect(planOf(installing)).rejects.toThrow('has no tokenizer.json');
});

test('a model that fails its test run is never installed, and the old one stays', async () => {
  const { install, folder } = await setUp();
  await install();
  const from = temporaryFolder();
  writeTinyModel(from);
  writeFileSync(join(from, 'model.onnx'), 'no model');
  putRuntime(from);
  const other = await setUp({ from, folder });
  await expect(other.install()).rejects.toThrow(/does not work on this machine/);
  expect(readManifest(folder)).toMatchObject({ name: 'tiny' });
});

test('uninstalling deletes the model and the leftovers of failed installs', async () => {
  const { install, folder } = await setUp();
  const { bytes } = await install();
  mkdirSync(`${folder}.part`);
  writeFileSync(`${folder}.part/rest`, 'x'.repeat(1_000));
  expect(await removeEncoder(folder)).toBeGreaterThan(bytes);
  expect([existsSync(folder), existsSync(`${folder}.part`), existsSync(`${folder}.old`)]).toStrictEqual([
    false,
    false,
    false,
  ]);
  expect(await removeEncoder(folder)).toBe(0);
});
