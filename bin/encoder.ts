import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { proxiedFetch } from '../src/ai/encoder/install/download.ts';
import { EncoderNotInstalled } from '../src/ai/encoder/install/failure.ts';
import {
  type Installing,
  type InstallPlan,
  installEncoder,
  planOf,
  removeEncoder,
} from '../src/ai/encoder/install/install.ts';
import { model, runtimePackages } from '../src/ai/encoder/install/pinned.ts';
import { readManifest } from '../src/ai/encoder/manifest.ts';
import { ownModel } from '../src/ai/encoder/own-encoder.ts';
import { readConfig } from '../src/features/config.ts';
import { getTier } from '../src/operations/get-tier.ts';
import { isAsked, ownCommand, thisMachine } from './host-choice.ts';
import { say } from './host-report.ts';
import { askNpm, faultIn } from './npm.ts';
import { openStore } from './store/open-store.ts';
import { inOwnStore } from './store/own-store.ts';
import { type Given, Refused, textFlag } from './terminal/command-line.ts';
import { interruptible } from './terminal/interruption.ts';
import { megabytes, print, table, underHome } from './terminal/print.ts';
import { progressBar } from './terminal/progress.ts';

/** The memory of a running encoder (MB), measured on Linux. */
const memoryMegabytes = 135;

/** `encoder on`: shows the downloads, asks, and installs it. Refused. */
export async function encoderOn(given: Given): Promise<void> {
  const config = readConfig(process.env);
  const folder = folderOf(config.encoder);
  const bar = progressBar();
  const from = textFlag(given, 'from');
  const installing: Installing = {
    folder,
    from: from === undefined ? undefined : resolve(from),
    model,
    modelUrl: config.encoderUrl,
    packages: runtimePackages,
    archiveOf,
    fetch: proxiedFetch(npmProxy),
    file: join(__dirname, 'encoder.cjs'),
    env: process.env,
    onProgress: (bytes, total, what) => bar.show(bytes, total, `${what}, ${megabytes(bytes)} of ${megabytes(total)}`),
  };
  try {
    const plan = await planOf(installing);
    if (!given.flags.json) say(described(plan, folder));
    if (!given.flags.yes) await askConsent(given);
    const manifest = await interruptible((signal) => installEncoder({ ...installing, signal }));
    bar.end();
    print(given, { folder, ...manifest }, () => [
      `The encoder is on: ${manifest.name}, ${megabytes(manifest.bytes)} in ${shown(folder)}.`,
      'A running server encodes the stored memories in the background; search works meanwhile. Running hosts and servers use the encoder within a few seconds.',
      `Progress: ${ownCommand(thisMachine())} encoder status. To remove it: ${ownCommand(thisMachine())} encoder off.`,
    ]);
  } catch (error) {
    bar.end();
    if (!(error instanceof EncoderNotInstalled)) throw error;
    throw new Refused(`${error.message}\n${advice(config.encoderUrl)}`);
  }
}

/** `encoder off`: removes the encoder and the vectors that it made; memories stay. Refused. */
export async function encoderOff(given: Given): Promise<void> {
  const config = readConfig(process.env);
  const folder = folderOf(config.encoder);
  const bytes = await removeEncoder(folder).catch((error: unknown) => {
    throw error instanceof EncoderNotInstalled ? new Refused(error.message) : error;
  });
  if (config.database || existsSync(config.databasePath)) {
    const { store } = await openStore(config, () => undefined);
    await store.embeddings.dropAll().finally(() => store.close());
  }
  print(given, { folder, bytes }, () => [
    bytes === 0
      ? `There is no encoder in ${shown(folder)}.`
      : `The encoder is off; ${megabytes(bytes)} in ${shown(folder)} were freed. Memories stay: the encoder of the package reads them again in the background.`,
  ]);
}

/** `encoder status`: whether there is one, its size, and how many memories it has still to embed. */
export async function encoderStatus(given: Given): Promise<void> {
  const config = readConfig(process.env);
  if (config.encoder === undefined) {
    return print(given, { isOn: false, reason: 'SERVICE_ENCODER=off' }, () => [
      'The encoder is off: SERVICE_ENCODER=off.',
    ]);
  }
  const folder = config.encoder;
  const manifest = readable(folder);
  if (typeof manifest === 'string') throw new Refused(manifest);
  if (manifest === undefined) {
    const { embedding, memories } = await progressOf(config.databasePath, ownModel.name);
    return print(given, { isOn: false, folder, memories, embedding }, () => [
      `${embedding.model} has encoded ${encoded(embedding, memories)} ${memories === 1 ? 'memory' : 'memories'}.`,
      offer(ownCommand(thisMachine())),
    ]);
  }
  const { embedding, memories } = await progressOf(config.databasePath, manifest.name);
  const rows = [
    { what: 'model', is: `${manifest.name} (${manifest.languages === 'english' ? 'English' : 'many languages'})` },
    { what: 'folder', is: shown(folder) },
    { what: 'on the disk', is: megabytes(manifest.bytes) },
    { what: 'in memory', is: `${memoryMegabytes} MB while it is used, nothing 5 minutes later` },
    {
      what: 'memories encoded',
      is: encoded(embedding, memories),
    },
    ...(embedding.reason ? [{ what: 'not used', is: embedding.reason }] : []),
  ];
  const isReading = embedding.pending > 0 && embedding.reason === undefined;
  print(given, { isOn: true, folder, ...manifest, memories, embedding }, () => [
    table(rows, ['what', 'is']),
    'It runs on this machine alone: no text leaves it.',
    ...(isReading
      ? ['A running server encodes the others in the background. Until then search finds them by their words.']
      : []),
  ]);
}

interface Progress {
  embedding: { model: string; pending: number; reason?: string };
  memories: number;
}

/** How far the memories of the store are encoded; `model` where there is no store yet. */
async function progressOf(databasePath: string, model: string): Promise<Progress> {
  if (!existsSync(databasePath)) return { embedding: { model, pending: 0 }, memories: 0 };
  return inOwnStore(undefined, async ({ run }) => {
    const { ai, usage } = await run<{ ai: { embedding: Progress['embedding'] }; usage: { memories: number } }>(
      getTier,
      {},
    );
    return { embedding: ai.embedding, memories: usage.memories };
  });
}

function encoded({ pending }: Progress['embedding'], memories: number): string {
  return `${(memories - pending).toLocaleString('en')} of ${memories.toLocaleString('en')}`;
}

/** The offer that is shown to users without a larger encoder. */
export function offer(command: string): string {
  const size = megabytes([...runtimePackages, ...model.files].reduce((sum, { bytes }) => sum + bytes, 0));
  return `Search finds memories in other words and languages by the encoder of the package, on this machine alone. A larger one finds more in English: ${command} encoder on shows what it will fetch (${size}, once) and asks first. For other languages, encoder on --from FOLDER reads a larger one that you bring, such as multilingual-e5-small.`;
}

function folderOf(folder: string | undefined): string {
  if (folder !== undefined) return folder;
  throw new Refused('SERVICE_ENCODER=off: no encoder is used. Unset it, or let it name a folder.');
}

/** The manifest, or its fault. */
function readable(folder: string): ReturnType<typeof readManifest> | string {
  try {
    return readManifest(folder);
  } catch (error) {
    return `${(error as Error).message}; "encoder on" makes it again`;
  }
}

function described({ parts, onDisk }: InstallPlan, folder: string): string {
  const rows = parts.map(({ bytes, ...rest }) => ({ ...rest, size: megabytes(bytes) }));
  return [
    'An encoder finds memories that say the same in other words: "vegetarian" finds "eats no meat".',
    'It runs on this machine alone; no text leaves it. What it needs:',
    '',
    table(rows, ['what', 'from', 'size', 'licence']),
    '',
    `It goes into ${shown(folder)} and takes ${megabytes(onDisk)} there; while it is used it takes some ${memoryMegabytes} MB of memory.`,
  ].join('\n');
}

async function askConsent(given: Given): Promise<void> {
  if (!isAsked(given)) throw new Refused('nothing was fetched: --yes fetches it');
  const { askYesOrNo } = await import('./init/questions.ts');
  if (!(await askYesOrNo('Fetch it?'))) throw new Refused('nothing was fetched');
}

/** What to do where something could not be fetched. */
function advice(modelUrl: string): string {
  const packages = runtimePackages.map(({ name, version }) => `${name}@${version}`);
  return [
    'The downloaded part stays: run the same command to continue.',
    'Behind a proxy: set HTTPS_PROXY, and for npm "npm config set https-proxy ADDRESS".',
    'Without a network: download these into a folder on another machine, copy it here and run: encoder on --from FOLDER',
    ...model.files.map(({ path }) => `  ${modelUrl}/${path}`),
    `  the archives of: npm pack ${packages.join(' ')}`,
  ].join('\n');
}

/** Where the registry that npm is set up for has a package's archive; undefined where npm says nothing in time. */
async function archiveOf(name: string, version: string, timeoutMs: number): Promise<string | undefined> {
  const said = await askNpm(['view', `${name}@${version}`, 'dist.tarball', '--json'], timeoutMs);
  if (said === undefined) throw new EncoderNotInstalled(`${name} is fetched with npm, which was not found.`);
  if (said === '') return undefined;
  const answer = parsed(said);
  if (typeof answer === 'string' && URL.canParse(answer)) return answer;
  throw new EncoderNotInstalled(`npm could not say where ${name} is: ${faultIn(answer) ?? 'it gave no address'}.`);
}

/** The proxy that npm is set up for, where the environment names none. */
async function npmProxy(): Promise<string | undefined> {
  if (process.env.HTTPS_PROXY ?? process.env.https_proxy) return undefined;
  const said = (await askNpm(['config', 'get', 'https-proxy']))?.trim();
  return said !== undefined && URL.canParse(said) ? said : undefined;
}

function parsed(said: string): unknown {
  try {
    return JSON.parse(said);
  } catch {
    return undefined;
  }
}

function shown(path: string): string {
  return underHome([{ path }])[0]!.path;
}
