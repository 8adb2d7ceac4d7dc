import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, rename, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { claiming } from '../../../base/claim.ts';
import { encoderFiles, plainReading, type Reading } from '../encoder.ts';
import { EncoderProcess } from '../encoder-process.ts';
import { type EncoderManifest, thisPlatform } from '../manifest.ts';
import { digestOf, download, type Expected, isExpected } from './download.ts';
import { EncoderNotInstalled, ofDisk } from './failure.ts';
import { type FolderModel, readFolderModel } from './folder-model.ts';
import { type PinnedModel, type PinnedPackage, runtimeBytes } from './pinned.ts';
import { unpack } from './unpack.ts';

export interface Installing {
  /** Where the encoder goes. */
  folder: string;
  /** A folder with files of the user; missing ones of the runtime are downloaded. */
  from?: string | undefined;
  model: PinnedModel;
  /** The address below which the model's files are. */
  modelUrl: string;
  packages: readonly PinnedPackage[];
  /** The address of a package's archive; undefined where the registry's program says none within that time (ms). */
  archiveOf: (name: string, version: string, timeoutMs: number) => Promise<string | undefined>;
  fetch: typeof globalThis.fetch;
  /** The built `child.ts`, which tests the encoder before it is put in place. */
  file: string;
  env: NodeJS.ProcessEnv;
  onProgress?: (bytes: number, total: number, what: string) => void;
  signal?: AbortSignal | undefined;
}

/** The files to fetch, their sources, and the size of the encoder on disk. */
export interface InstallPlan {
  parts: { what: string; from: string; bytes: number; licence: string }[];
  /** In bytes, roughly. */
  onDisk: number;
}

/** The plan of an installation. EncoderNotInstalled if this machine is not supported. */
export async function planOf({ from, model, modelUrl, packages }: Installing): Promise<InstallPlan> {
  const runtime = runtimeBytes.get(thisPlatform());
  if (runtime === undefined || isMusl()) throw new EncoderNotInstalled(unsupported(isMusl()));
  const given = from === undefined ? undefined : readFolderModel(from);
  const ofModel = given ? await sizeOfAll([...given.files.values()]) : sumOf(model.files);
  const modelPart = given
    ? { what: given.name, from: from!, bytes: ofModel, licence: 'as its publisher says' }
    : { what: model.name, from: modelUrl, bytes: ofModel, licence: model.licence };
  const parts = packages.map((one) => ({
    what: `${one.name} ${one.version}`,
    from: brought(from, one) ?? 'the registry that npm is set up for',
    bytes: one.bytes,
    licence: one.licence,
  }));
  return { parts: [{ ...modelPart, what: `model ${modelPart.what}` }, ...parts], onDisk: ofModel + runtime };
}

/**
 * Installs an encoder: into a temporary folder, tried there, and put in place by an atomic rename. After a failure the
 * downloads stay in `FOLDER.part`, and the next attempt resumes. EncoderNotInstalled.
 */
export async function installEncoder(given: Installing): Promise<EncoderManifest> {
  const plan = await planOf(given);
  try {
    await mkdir(dirname(given.folder), { recursive: true, mode: 0o700 });
    return await claiming(given.folder, () => install(given, plan));
  } catch (error) {
    throw ofDisk(error, given.folder);
  }
}

async function install(given: Installing, { onDisk, parts }: InstallPlan): Promise<EncoderManifest> {
  const { folder, signal } = given;
  const staging = `${folder}.part`;
  await mkdir(staging, { recursive: true, mode: 0o700 });
  await requireRoom(staging, onDisk + sumOf(parts));
  const model = given.from === undefined ? undefined : readFolderModel(given.from);
  await (model ? copyModel(model, staging) : fetchModel(given, staging));
  await putRuntime(given, staging);
  signal?.throwIfAborted();
  const manifest = await tried(given, model ?? given.model, staging);
  await rm(join(staging, downloads), { recursive: true, force: true });
  const whole = { ...manifest, bytes: await sizeBelow(staging) };
  await writeFile(join(staging, encoderFiles.manifest), `${JSON.stringify(whole, undefined, 2)}\n`);
  await putInPlace(staging, folder);
  return whole;
}

/** Removes an encoder and unfinished installations; returns the freed bytes. */
export async function removeEncoder(folder: string): Promise<number> {
  try {
    if (!existsSync(dirname(folder))) return 0;
    return await claiming(folder, () => remove(folder));
  } catch (error) {
    throw ofDisk(error, folder);
  }
}

async function remove(folder: string): Promise<number> {
  const there = [folder, `${folder}.part`, `${folder}.old`].filter(existsSync);
  const sizes = await Promise.all(there.map(sizeBelow));
  // The old one is moved away first, so that a process that starts now finds a complete encoder or none.
  if (existsSync(folder)) await rename(folder, `${folder}.old`);
  for (const one of [`${folder}.old`, `${folder}.part`]) await rm(one, { recursive: true, force: true });
  return sizes.reduce((sum, size) => sum + size, 0);
}

const downloads = 'downloads';
/** How long npm has for its answer, try by try. */
const npmTimeoutsMs = [10_000, 30_000, 90_000];

async function copyModel({ files }: FolderModel, staging: string): Promise<void> {
  for (const [name, path] of files) await copyFile(path, join(staging, name));
  await ensureTokenizerConfig(staging);
}

async function fetchModel(given: Installing, staging: string): Promise<void> {
  for (const { path, as, bytes, sha256 } of given.model.files) {
    const url = `${given.modelUrl.replace(/\/$/, '')}/${path}`;
    await fetched(given, `model ${given.model.name}`, url, join(staging, as), {
      bytes,
      algorithm: 'sha256',
      digest: sha256,
    });
  }
  await rm(join(staging, encoderFiles.tokenizerConfig), { force: true });
  await ensureTokenizerConfig(staging);
}

async function ensureTokenizerConfig(staging: string): Promise<void> {
  const path = join(staging, encoderFiles.tokenizerConfig);
  if (!existsSync(path)) await writeFile(path, '{}\n');
}

async function putRuntime(given: Installing, staging: string): Promise<void> {
  for (const one of given.packages) {
    const target = join(staging, 'node_modules', one.name);
    await rm(target, { recursive: true, force: true });
    const there = brought(given.from, one);
    if (there !== undefined && !there.endsWith('.tgz')) {
      await copyPackage(one, there, target);
      continue;
    }
    const archive = there ?? (await fetchArchive(given, one, staging));
    if (there !== undefined && !(await isExpected(there, expectedOf(one))))
      throw new EncoderNotInstalled(`${there} is not the published archive of ${one.name} ${one.version}.`);
    await unpack(archive, (path) => targetOf(path.replace(/^package/, ''), target));
  }
}

/** Copies the files of an installed package that this platform needs. */
async function copyPackage({ name, version }: PinnedPackage, from: string, target: string): Promise<void> {
  const manifest = JSON.parse(await readFile(join(from, 'package.json'), 'utf8')) as { version?: unknown };
  if (manifest.version !== version)
    throw new EncoderNotInstalled(`${from} is ${name} ${manifest.version}; ${version} is needed.`);
  for (const path of await readdir(from, { recursive: true })) {
    const to = targetOf(path, target);
    if (to === undefined || !(await stat(join(from, path))).isFile()) continue;
    await mkdir(dirname(to), { recursive: true });
    await copyFile(join(from, path), to);
  }
}

async function fetchArchive(given: Installing, one: PinnedPackage, staging: string): Promise<string> {
  const file = join(staging, downloads, `${one.name}.tgz`);
  await mkdir(dirname(file), { recursive: true });
  const url = await archiveUrl(given, one);
  await fetched(given, `${one.name} ${one.version}`, url, file, expectedOf(one));
  return file;
}

/** A busy npm is asked again, with more time. */
async function archiveUrl({ archiveOf, signal }: Installing, { name, version }: PinnedPackage): Promise<string> {
  for (const timeoutMs of npmTimeoutsMs) {
    signal?.throwIfAborted();
    const url = await archiveOf(name, version, timeoutMs);
    if (url !== undefined) return url;
  }
  throw new EncoderNotInstalled(`npm could not say where ${name} is: it did not answer ${npmTimeoutsMs.length} times.`);
}

function fetched(given: Installing, what: string, url: string, file: string, expected: Expected): Promise<void> {
  const { fetch, signal, onProgress } = given;
  const show = onProgress && ((bytes: number) => onProgress(bytes, expected.bytes, what));
  return download({ url, file, expected, fetch, signal, onProgress: show });
}

/** A package's archive or folder among the user's files. */
function brought(from: string | undefined, { name, version }: PinnedPackage): string | undefined {
  if (from === undefined) return undefined;
  const archive = join(from, `${name}-${version}.tgz`);
  return [archive, join(from, 'node_modules', name), join(from, name)].find(existsSync);
}

/** The target of a package's file; those for other platforms, types and maps are left out. */
function targetOf(path: string, target: string): string | undefined {
  const file = path.replaceAll('\\', '/').replace(/^\//, '');
  if (file.split('/').includes('..') || /\.(?:map|ts)$/.test(file)) return undefined;
  const [platform, arch] = [process.platform, process.arch];
  const isNative = file.startsWith(`bin/napi-v6/${platform}/${arch}/`);
  return isNative || /^(?:dist\/|package\.json$|licen[cs]e)/i.test(file) ? join(target, file) : undefined;
}

function expectedOf({ integrity, bytes }: PinnedPackage): Expected {
  const [, base64 = ''] = integrity.split('-');
  return { bytes, algorithm: 'sha512', digest: Buffer.from(base64, 'base64').toString('hex') };
}

/** Encodes a sentence, which proves that the encoder works here. Returns the dimensions. */
async function tried(
  { file, env, packages }: Installing,
  model: Pick<EncoderManifest, 'name' | 'maxTokens' | 'languages'> & Partial<Reading>,
  staging: string,
): Promise<EncoderManifest> {
  const { name, maxTokens, languages, pooling, prefixes } = { ...plainReading, ...model };
  const encoder = new EncoderProcess({ folder: staging, reading: { maxTokens, pooling, prefixes }, file, env });
  try {
    const { length: dimensions } = await encoder.encode('Ada lives in Lisbon with her dog.', true);
    const digests = await Promise.all(
      [encoderFiles.model, encoderFiles.tokenizer].map((one) => digestOf(join(staging, one), 'sha256')),
    );
    const sha256 = createHash('sha256')
      .update(digests.join(''))
      .update(ownReading({ pooling, prefixes }))
      .digest('hex');
    const described = { name, sha256, dimensions, maxTokens, pooling, prefixes, languages };
    return { format: 1, ...described, runtime: packages[0]?.version ?? '', platform: thisPlatform(), bytes: 0 };
  } catch (error) {
    throw new EncoderNotInstalled(`The encoder does not work on this machine: ${(error as Error).message}.`);
  } finally {
    await encoder.close();
  }
}

/** Told apart by it: another reading makes other vectors. Empty for the plain one. */
function ownReading(reading: Pick<Reading, 'pooling' | 'prefixes'>): string {
  const { pooling, prefixes } = reading;
  const isPlain = pooling === plainReading.pooling && prefixes.query === '' && prefixes.text === '';
  return isPlain ? '' : JSON.stringify([pooling, prefixes.query, prefixes.text]);
}

async function putInPlace(staging: string, folder: string): Promise<void> {
  const old = `${folder}.old`;
  await rm(old, { recursive: true, force: true });
  if (existsSync(folder)) await rename(folder, old);
  await rename(staging, folder);
  await rm(old, { recursive: true, force: true });
}

async function requireRoom(folder: string, needed: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize >= needed) return;
  const megabytes = Math.ceil(needed / 1e6);
  throw new EncoderNotInstalled(`There is no room on the disk of ${folder}: ${megabytes} MB are needed for a moment.`);
}

/** Linux with another C library than the runtime's files are made for, such as Alpine. */
function isMusl(): boolean {
  if (process.platform !== 'linux') return false;
  const { header } = process.report.getReport() as unknown as { header: { glibcVersionRuntime?: string } };
  return header.glibcVersionRuntime === undefined;
}

function unsupported(hasMusl: boolean): string {
  const here = hasMusl ? 'Linux with musl (such as Alpine)' : thisPlatform();
  return `There is no encoder for this machine: its runtime has no files for ${here}. A provider's key, or a model behind SERVICE_AI_BASE_URL, does the same (docs/search.md).`;
}

function sumOf(parts: readonly { bytes: number }[]): number {
  return parts.reduce((sum, { bytes }) => sum + bytes, 0);
}

async function sizeOfAll(paths: readonly string[]): Promise<number> {
  return sumOf(await Promise.all(paths.map(async (path) => ({ bytes: (await stat(path)).size }))));
}

/** The size of all files below a folder, in bytes. */
async function sizeBelow(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((one) => one.isFile());
  return sizeOfAll(files.map((one) => join(one.parentPath ?? one.path, one.name)));
}
