import { readFileSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type * as z from 'zod';
import { counted } from '../../src/base/counted.ts';
import { ServiceError } from '../../src/domain/errors.ts';
import type { importResult } from '../../src/domain/file.ts';
import { storeInMemory } from '../../src/features/sqlite.ts';
import { dayOrderOf } from '../../src/files/dates.ts';
import { encodeContent, encodingOf } from '../../src/files/decode.ts';
import { ownDocuments } from '../../src/files/limits.ts';
import type { Operation } from '../../src/gate/operation.ts';
import { importDocument } from '../../src/operations/import-document.ts';
import { memoryOwnerAt } from '../memory-owner.ts';
import { characterMeant, inOwnStore, type OwnCall, type OwnStore } from '../store/own-store.ts';
import { type Given, textFlag, UsageError } from '../terminal/command-line.ts';
import { interruptible } from '../terminal/interruption.ts';
import { inShort, print, table } from '../terminal/print.ts';
import { progressBar } from '../terminal/progress.ts';
import { type FoundFile, filesMeant, leftOutLines, slackOf, standardInput } from './files.ts';

type Result = z.output<typeof importResult>;

const counts = ['totalParsed', 'memoriesAdded', 'duplicatesSkipped', 'fillerFiltered', 'rejectedCount'] as const;
type Counts = Record<(typeof counts)[number], number>;

/** The outcome of one file. */
type Imported = { file: string } & (
  | (Counts & Pick<Result, 'rejected' | 'leftOut' | 'examples' | 'recognised'>)
  | { error: string }
);

/** The same operation for a terminal's files. The limit is higher because base64 makes a text larger. */
const importOwn: Operation = { ...importDocument, maxInput: 2 * ownDocuments.bytes };

/** Memories that a dry run shows. */
const maxExamples = 10;
/** UTF-16 units of each. */
const maxExample = 150;
/** How many names of what was not read are listed. */
const maxNames = 20;
/** How many files are listed one by one. */
const listed = 20;

/**
 * `import FILE…`: each file completely or not at all; one failure does not affect the others. Exit code 1 if one
 * failed.
 */
export async function importFiles(given: Given): Promise<void> {
  const wrong = ['since', 'yes'].find((name) => given.flags[name] !== undefined);
  if (wrong !== undefined) throw new UsageError(`--${wrong} is for --sessions, not for files`);
  const { files, leftOut } = await filesMeant(given.args);
  const named = textFlag(given, 'character');
  const { dryRun, answer } = await interruptible((signal) =>
    inOwnStore(named, (own) => importInto(own, given, files, signal)),
  );
  const { created, isOwn, imported, totals, examples, character } = answer;
  if (imported.some((one) => 'error' in one)) process.exitCode = 1;
  const verb = dryRun ? 'would be made' : 'was made';
  const lines = [
    ...(created ? [`${isOwn ? 'Your own memory, Personal,' : `The memory of ${character}`} ${verb}.`] : []),
    table(rowsOf(imported, totals), [
      'file',
      'recognised',
      'read',
      dryRun ? 'new' : 'added',
      'known',
      'small talk',
      'left out',
      'error',
    ]),
    ...emptyLines(imported),
    ...notReadLines(imported),
    ...leftOutLines(leftOut),
    ...(examples?.length
      ? [`For example:\n${examples.map((text) => `- ${inShort(text, maxExample)}`).join('\n')}`]
      : []),
  ];
  print(given, { dryRun, character, created, files: imported, leftOut, totals, examples }, () => lines);
}

async function importInto(own: OwnStore, given: Given, files: readonly FoundFile[], signal: AbortSignal) {
  const dryRun = given.flags['dry-run'] === true;
  const { character, created } = await characterMeant(own);
  const owner = memoryOwnerAt(own.config, process.cwd());
  const isOwn = !('character' in owner || 'project' in owner);
  // A character that a dry run must not make is made where it leaves no trace.
  const services = dryRun && created ? { store: await emptyStore(own), makeDefault: undefined } : undefined;
  const bar = progressBar();
  const imported: Imported[] = [];
  const members = new Map<string, ReadonlyMap<string, string>>();
  const dayOrder = dayOrderOf(files.map(({ path }) => basename(path)));
  try {
    for (const [i, file] of files.entries()) {
      if (signal.aborted) break;
      const show = (done: number, total: number) => bar.show(i + done / total, files.length, file.name);
      show(0, 1);
      const slack = slackOf(file.path, members);
      const call = { signal, progress: show, services: { ...services, documentHints: { dayOrder, slack } } };
      imported.push(await importOne(own, file, inputOf(given, character, dryRun), call));
    }
  } finally {
    bar.end();
    await services?.store?.close();
  }
  const totals = totalsOf(imported);
  const examples = imported.flatMap((one) => ('error' in one ? [] : (one.examples ?? [])));
  const shown = dryRun ? examples.slice(0, maxExamples) : undefined;
  return { dryRun, answer: { character, created, isOwn, imported: imported.map(bare), totals, examples: shown } };
}

/** The examples are shown of all files together. */
function bare(one: Imported): Imported {
  if ('error' in one) return one;
  const { examples: _, ...rest } = one;
  return rest;
}

async function emptyStore({ principal, services }: OwnStore) {
  const store = storeInMemory();
  await store.tenants.ensure(principal.tenantId, principal.tier, services.now());
  return store;
}

function inputOf({ flags }: Given, characterId: string, dryRun: boolean) {
  return { characterId, dryRun, category: flags.category, allowSecret: flags['allow-secret'] === true };
}

async function importOne(own: OwnStore, { path, name }: FoundFile, input: object, call: OwnCall): Promise<Imported> {
  try {
    const { bytes, modifiedAt } = await contentOf(path);
    const encoding = encodingOf(bytes);
    const document = { fileName: name, fileContent: encodeContent(bytes, encoding), encoding };
    const documentHints = { ...call.services?.documentHints, modifiedAt };
    const hinted = { ...call, services: { ...call.services, documentHints } };
    const { rejected, examples, leftOut, recognised, ...result } = await own.run<Result>(
      importOwn,
      { ...input, ...document },
      hinted,
    );
    const further = { rejected, recognised, ...(leftOut && { leftOut }), ...(examples && { examples }) };
    return { file: name, ...pick(result), ...further };
  } catch (error) {
    return { file: name, error: reasonOf(error) };
  }
}

/** InvalidInput: no regular file, or too large. */
async function contentOf(path: string): Promise<{ bytes: Uint8Array; modifiedAt?: string }> {
  if (path === standardInput) return { bytes: readFileSync(0) };
  const stats = await stat(path);
  if (!stats.isFile()) throw new ServiceError('InvalidInput', 'It is no file.');
  if (stats.size <= ownDocuments.bytes) return { bytes: await readFile(path), modifiedAt: stats.mtime.toISOString() };
  const megabytes = (bytes: number) => Math.ceil(bytes / 1024 ** 2);
  throw new ServiceError(
    'InvalidInput',
    `It has ${megabytes(stats.size)} MiB; at most ${megabytes(ownDocuments.bytes)} MiB are taken. Split it.`,
  );
}

function reasonOf(error: unknown): string {
  if (error instanceof ServiceError) return error.message;
  const { code } = error as NodeJS.ErrnoException;
  if (code !== undefined) return `It cannot be read (${code}).`;
  throw error;
}

/** Files in which there is nothing to remember. */
function emptyLines(imported: readonly Imported[]): string[] {
  const empty = imported.filter((one) => !('error' in one) && one.totalParsed === 0).map(({ file }) => `- ${file}`);
  const more = empty.length > maxNames ? [`- and ${empty.length - maxNames} other files`] : [];
  return empty.length === 0
    ? []
    : [`Empty, or without a statement in words:\n${[...empty.slice(0, maxNames), ...more].join('\n')}`];
}

/** What the files hold beside their memories, by name: of several files together. */
function notReadLines(imported: readonly Imported[]): string[] {
  const counted = new Map<string, number>();
  for (const one of imported) {
    if ('error' in one) continue;
    for (const { name, count } of one.leftOut ?? []) counted.set(name, (counted.get(name) ?? 0) + count);
    for (const { reason } of one.rejected) counted.set(reason, (counted.get(reason) ?? 0) + 1);
  }
  const lines = [...counted]
    .sort(([, a], [, b]) => b - a)
    .map(([name, count]) => `- ${inShort(name, maxExample)}: ${count}`);
  const more = lines.length > maxNames ? [`- and ${lines.length - maxNames} other names`] : [];
  return lines.length === 0
    ? []
    : [`Not read, by name and count:\n${[...lines.slice(0, maxNames), ...more].join('\n')}`];
}

function pick(result: Counts): Counts {
  return Object.fromEntries(counts.map((name) => [name, result[name]])) as Counts;
}

function totalsOf(imported: readonly Imported[]) {
  const done = imported.filter((one) => !('error' in one)) as Counts[];
  const sums = counts.map((name) => [name, done.reduce((sum, one) => sum + one[name], 0)]);
  return { files: imported.length, failed: imported.length - done.length, ...(Object.fromEntries(sums) as Counts) };
}

/** A row for each file, of many for those that failed, and their sum. */
function rowsOf(imported: readonly Imported[], totals: Counts & { files: number }) {
  const shown = imported.length <= listed ? imported : imported.filter((one) => 'error' in one);
  const sum = { file: `${totals.files} files`, ...totals };
  return [...shown, ...(imported.length === 1 ? [] : [sum])].map(rowOf);
}

/** "ChatGPT, 41 conversations"; undefined for plain documents, whose names say what they are. */
function inWords({ product, conversations }: Result['recognised']): string | undefined {
  const count = conversations && counted(conversations, 'conversation', 'conversations');
  return [product, count].filter(Boolean).join(', ') || undefined;
}

function rowOf(one: { file: string } & Partial<Counts> & { error?: string; recognised?: Result['recognised'] }) {
  const { file, totalParsed: read, memoriesAdded: added, duplicatesSkipped: known, error } = one;
  const [filler, left] = [one.fillerFiltered, one.rejectedCount || undefined];
  const recognised = one.recognised && inWords(one.recognised);
  return { file, recognised, read, added, new: added, known, 'small talk': filler, 'left out': left, error };
}
