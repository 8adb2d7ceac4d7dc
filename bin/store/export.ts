import {
  closeSync,
  fstatSync,
  lstatSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { readNoLink } from '../../src/base/no-link.ts';
import { type Character, characterNotFound } from '../../src/domain/character.ts';
import type { Memory } from '../../src/domain/memory.ts';
import type { Place } from '../../src/domain/page.ts';
import { asItem, foldCase } from '../../src/domain/text.ts';
import { readOwnExport } from '../../src/files/export/read.ts';
import type { Operation } from '../../src/gate/operation.ts';
import { exportCharacter } from '../../src/operations/export-character.ts';
import { getPage } from '../../src/operations/get-page.ts';
import { makeFolder } from '../../src/storage/sqlite/disk/folder.ts';
import { freePath } from '../../src/storage/sqlite/disk/store-file.ts';
import { type Given, Refused, refusing, textFlag } from '../terminal/command-line.ts';
import { print, table, underHome } from '../terminal/print.ts';
import { progressBar } from '../terminal/progress.ts';
import { labels } from './memories.ts';
import { writeOkf } from './okf.ts';
import { characterMeant, inOwnStore, type OwnStore, requireStore } from './own-store.ts';

/** A tool answers in parts; a file has the whole document. */
const exportWhole: Operation = { ...exportCharacter, ...exportCharacter.rest?.whole };

interface Exported {
  id: string;
  name: string;
  memories: number;
  /** Where it was written; else the document is in `markdown`. */
  file?: string;
  markdown?: string;
}

/**
 * `export`: the memories of one character (the named one, or that of SERVICE_CHARACTER) or of all, as Markdown that
 * `import` reads back: on stdout, or into a folder with a file each. StoreUnusable, Refused, CharacterNotFound.
 */
export async function exportMemories(given: Given): Promise<void> {
  requireStore();
  if (given.flags.page === true) return exportPage(given);
  const [out, okf] = [textFlag(given, 'out'), textFlag(given, 'okf')];
  if (okf !== undefined) return exportOkf(given, okf);
  const exported = await inOwnStore(undefined, async (own) => {
    const characters = await charactersMeant(own, textFlag(given, 'character') ?? own.config.character);
    if (out === undefined && characters.length !== 1 && !given.flags.json) {
      throw new Refused(
        characters.length === 0
          ? 'there is nothing to export: the store has no characters'
          : `there are ${characters.length} characters: --character NAME says which, --out DIR takes a file of each`,
      );
    }
    return exportEach(own, characters, out === undefined ? undefined : folderFor(out), labels(given));
  });
  if (out === undefined && !given.flags.json) process.stdout.write(exported[0]?.markdown ?? '');
  else print(given, { characters: exported }, () => [table(underHome(exported), ['name', 'memories', 'file'])]);
}

/** `export --okf DIR`: the memories of one character as an OKF bundle, which `import` reads back. Refused. */
async function exportOkf(given: Given, folder: string): Promise<void> {
  const exported = await inOwnStore(textFlag(given, 'character'), async (own) => {
    const { character } = await characterMeant(own);
    const [meant] = await charactersMeant(own, character);
    if (!meant) throw new Refused('there is nothing to export: the store has no characters');
    const file = folderFor(folder);
    return { id: meant.id, name: meant.name, memories: await writeOkf(own, meant, file), file };
  });
  print(given, { characters: [exported] }, () => [table(underHome([exported]), ['name', 'memories', 'file'])]);
}

/** `export --page`: what holds of one character as a page, for people. */
async function exportPage(given: Given): Promise<void> {
  const page = await inOwnStore(textFlag(given, 'character'), async (own) => {
    const { character } = await characterMeant(own);
    return own.run<Page>(getPage, { characterId: character, maxTokens: maxPageTokens });
  });
  print(given, page, () => [
    `# ${page.name}`,
    ...page.sections.map(({ heading, memories }) => `## ${heading}\n\n${memories.map(lineOf).join('\n')}`),
  ]);
}

interface Page {
  name: string;
  sections: { heading: string; memories: Memory[] }[];
}

/** The most that the operation gives. */
const maxPageTokens = 8_000;

function lineOf({ content, occurredAt, createdAt }: Memory): string {
  return `- ${asItem(content)} (${(occurredAt ?? createdAt).slice(0, 10)})`;
}

/** Archived ones too: they are remembered as well. */
async function charactersMeant({ services: { store }, principal }: OwnStore, named?: string): Promise<Character[]> {
  if (named !== undefined) {
    // A look-up creates no character, also with SERVICE_CHARACTER.
    const found = await store.characters.find(principal, named);
    if (!found) throw characterNotFound(named);
    return [found];
  }
  const characters: Character[] = [];
  const filter = { status: 'ALL', sortBy: 'NAME', sortOrder: 'ASC', limit: 100 } as const;
  for (let after: Place | undefined; ; ) {
    const found = await store.characters.list(principal, { ...filter, page: 0, after });
    characters.push(...found.characters);
    after = found.places.at(-1);
    if (!found.isMore) return characters;
  }
}

async function exportEach(
  { run }: OwnStore,
  characters: readonly Character[],
  folder: string | undefined,
  chosen: ReturnType<typeof labels>,
) {
  const bar = progressBar();
  const taken = new Set<string>();
  const exported: Exported[] = [];
  for (const [i, { id, name, memoryCount }] of characters.entries()) {
    bar.show(i, characters.length, name);
    const { markdown } = await run<{ markdown: string }>(exportWhole, { characterId: id, ...chosen });
    const known = { id, name, memories: memoryCount };
    exported.push(
      folder === undefined ? { ...known, markdown } : { ...known, file: write(folder, name, markdown, taken) },
    );
  }
  bar.end();
  return exported;
}

function folderFor(given: string): string {
  const folder = resolve(given);
  const isFolder = refusing(`${folder} can't be made`, () => {
    makeFolder(folder);
    return statSync(folder).isDirectory();
  });
  if (!isFolder) throw new Refused(`${folder} is no folder`);
  return folder;
}

/**
 * Writes an export under a temporary name and renames it, for this user only. An earlier export is replaced. Links,
 * pipes and other people's files are neither followed nor opened for writing. Refused.
 */
function write(folder: string, name: string, markdown: string, taken: Set<string>): string {
  const file = join(folder, `${freeName(name, taken)}.md`);
  if (lstatSync(file, { throwIfNoEntry: false }) && !isExport(file)) {
    throw new Refused(`${file} is there already and is no export`);
  }
  const partial = freePath(`${file}.partial`);
  try {
    writeFileSync(partial, markdown, { mode: 0o600, flag: 'wx' });
    renameSync(partial, file);
    return file;
  } catch (error) {
    // A file that another process has written meanwhile is not ours to remove.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') rmSync(partial, { force: true });
    throw new Refused(`${file} can't be written: ${(error as NodeJS.ErrnoException).code}`);
  }
}

/** A valid file name on every system: characters may have any name, and names may differ only in case. */
function freeName(name: string, taken: Set<string>): string {
  const plain = name
    .replace(/[\p{C}<>:"/\\|?*]/gu, '_')
    .replace(/^\.+|[. ]+$/g, '_')
    .slice(0, 80)
    .toWellFormed();
  const safe = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i.test(plain) ? `${plain}_` : plain;
  for (let i = 1; ; i++) {
    const candidate = i === 1 ? safe : `${safe} ${i}`;
    if (taken.has(foldCase(candidate))) continue;
    taken.add(foldCase(candidate));
    return candidate;
  }
}

function isExport(file: string): boolean {
  let open: number | undefined;
  try {
    open = openSync(file, readNoLink);
    return fstatSync(open).isFile() && readOwnExport(readFileSync(open, 'utf8')) !== undefined;
  } catch {
    return false;
  } finally {
    if (open !== undefined) closeSync(open);
  }
}
