import { lstatSync, mkdirSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ServiceError } from '../../../domain/errors.ts';
import type { Memory, Revision } from '../../../domain/memory.ts';
import type { Project } from '../../../domain/project-rules.ts';
import { foldCase } from '../../../domain/text.ts';
import { sha256 } from '../../../files/decode.ts';
import { storedPath } from '../../../files/local/stored-path.ts';
import {
  teamFaults,
  teamFolderName,
  teamFolderOf,
  teamLimits,
  teamNotes,
  teamPath,
} from '../../../files/local/team-folder.ts';
import { teamConcept, teamConceptPath } from '../../../files/okf/write.ts';
import type { Context, OnMachine } from '../../../service/context.ts';
import { needsConsent, whyKept } from '../domain/team-rules.ts';
import type { FileWithMemories } from '../storage/store.ts';
import { syncTeamFolder } from './team-folder.ts';

/** A file that is to be written or removed. */
export interface TeamChange {
  /** Below the team folder, with `/`. */
  path: string;
  content: string;
  /** The memory seems to name a person who is not named in the file yet. */
  namesPerson: boolean;
  /** Its text; absent: it is removed. */
  text?: string;
  /** SHA-256 of what stands there now; absent: nothing. */
  before?: string;
}

/** What `share` would do to the files of a team. */
export interface TeamPlan {
  folder: string;
  changes: TeamChange[];
  /** How many memories stand in the files. */
  shared: number;
  /** Memories that stay out, with the reason. */
  kept: { id: string; content: string; reason: string }[];
  /** Files that were not read, or say what the memory no longer says and are not rewritten. */
  faults: { path: string; why: string }[];
}

/**
 * Reads the team folder of a project into its memory, where the files win, and says which files the rest of the memory
 * would change. InvalidInput: the folder is a link or too large, or all files are gone at once.
 * @param confirm what is not there was deleted
 */
export async function planSharing(
  context: OnMachine<Context>,
  characterId: string,
  project: Project,
  confirm: boolean,
): Promise<TeamPlan> {
  const { store, principal, now } = context;
  const folder = teamPath(project);
  const isThere = lstatSync(folder, { throwIfNoEntry: false }) !== undefined;
  if (isThere && teamFolderOf(project) === undefined)
    throw new ServiceError(
      'InvalidInput',
      `"${folder}" is no folder, or a link leads to it: nothing is read or written there.`,
    );
  const stored = () => store.watches.filesBelow(principal, characterId, storedPath(folder));
  const reading =
    isThere || (await stored()).length > 0
      ? await syncTeamFolder({ ...context, syncIntervals: false }, characterId, folder, project, { confirm })
      : undefined;
  if (reading?.held !== undefined)
    throw new ServiceError(
      'InvalidInput',
      `${reading.held} Bring the files of ${teamFolderName} back, with git, or say --deleted: then their memories are deleted too.`,
    );
  const files = await stored();
  const { memories } = await store.memories.forExport(principal, characterId, { state: 'ACTIVE' });
  const categories = await store.categories.list(principal, characterId);
  const usual = categories.find(({ isDefault }) => isDefault)?.name ?? '';
  const historyOf = (id: string) => store.memories.history(principal, characterId, id);
  const plan = await changesOf({ folder, files, memories, usual, now: now(), historyOf });
  const faults = [...(isThere ? teamFaults(folder) : []), ...plan.faults];
  const named = new Set(faults.map(({ path }) => path));
  const failed = (reading?.failed ?? []).map(({ path, error }) => ({ path: belowFolder(folder, path), why: error }));
  return { ...plan, folder, faults: [...faults, ...failed.filter(({ path }) => !named.has(path))] };
}

function belowFolder(folder: string, path: string): string {
  const root = `${storedPath(folder)}/`;
  return path.startsWith(root) ? path.slice(root.length) : '.';
}

interface Compared {
  folder: string;
  files: readonly FileWithMemories[];
  memories: readonly Memory[];
  usual: string;
  now: number;
  historyOf(id: string): Promise<Revision[]>;
}

async function changesOf({ folder, files, memories, usual, now, historyOf }: Compared) {
  const active = new Map(memories.map((memory) => [memory.id, memory]));
  const onDisk = new Map(teamFolderNotes(folder).map((path) => [path, hashAt(folder, path)]));
  const paths = new Map<string, string>();
  const taken = new Set([...onDisk.keys()].map(foldCase));
  const changes: TeamChange[] = [];
  const kept: TeamPlan['kept'] = [];
  const faults: TeamPlan['faults'] = [];
  const rewritten: { memory: Memory; path: string; before: string; namesPerson: boolean }[] = [];
  for (const file of files) {
    const path = belowFolder(folder, file.path);
    for (const { id } of file.memories) paths.set(id, path.replace(/\.md$/i, ''));
    // What stands there now was not read: a conflict, or a change of this moment.
    if (onDisk.get(path) !== file.contentHash) continue;
    const isAlone = file.pieces === 1 && file.memories.length === 1;
    for (const { id, state, revision, left } of file.memories) {
      if (revision === left) continue;
      const memory = active.get(id);
      const before = (await historyOf(id)).find((one) => one.revision === left);
      if (memory && before && isSame(memory, before)) continue;
      if (!isAlone) faults.push({ path, why: `the memory says otherwise since: ${id}` });
      else if (state === 'DELETED')
        changes.push({ path, content: before?.content ?? '', namesPerson: false, before: file.contentHash });
      else if (memory) {
        const reason = whyKept({ ...memory, source: { kind: 'direct' } });
        const namesPerson = needsConsent(memory) && !(before && needsConsent(before));
        if (reason !== undefined) kept.push({ id, content: memory.content, reason });
        else rewritten.push({ memory, path, before: file.contentHash, namesPerson });
      }
    }
  }
  const added = memories.filter((memory) => {
    const holds = memory.supersededBy === undefined && !(Date.parse(memory.validUntil ?? '') <= now);
    if (paths.has(memory.id) || !holds) return false;
    const reason = whyKept(memory);
    if (reason !== undefined) kept.push({ id: memory.id, content: memory.content, reason });
    return reason === undefined;
  });
  for (const memory of added.toSorted((a, b) => (a.id < b.id ? -1 : 1))) paths.set(memory.id, freePath(memory, taken));
  const total = onDisk.size + added.length;
  if (added.length > 0 && total > teamLimits.maxFiles)
    throw new ServiceError(
      'InvalidInput',
      `${teamFolderName} would have ${total} files; at most ${teamLimits.maxFiles} are shared.`,
    );
  const textOf = (memory: Memory) => teamConcept(memory, paths.get(memory.supersededBy ?? ''), usual, now);
  for (const { memory, ...rest } of rewritten)
    changes.push({ ...rest, content: memory.content, text: await textOf(memory) });
  for (const memory of added) {
    const { content } = memory;
    changes.push({
      path: `${paths.get(memory.id)}.md`,
      content,
      namesPerson: needsConsent(memory),
      text: await textOf(memory),
    });
  }
  const shared = files.reduce((sum, file) => sum + file.memories.filter(({ id }) => active.has(id)).length, 0);
  return { changes: changes.toSorted((a, b) => (a.path < b.path ? -1 : 1)), shared, kept, faults };
}

function freePath(memory: Memory, taken: Set<string>): string {
  const wanted = teamConceptPath(memory);
  const path = taken.has(foldCase(`${wanted}.md`)) ? `${wanted}-${memory.id.slice(0, 8)}` : wanted;
  taken.add(foldCase(`${path}.md`));
  return path;
}

const compared = ['content', 'category', 'importance', 'salience', 'validUntil', 'supersededBy'] as const;

function isSame(memory: Memory, before: Revision): boolean {
  const labels = ({ tags = [], metadata = {} }: Pick<Memory, 'tags' | 'metadata'>) => JSON.stringify([tags, metadata]);
  return compared.every((field) => memory[field] === before[field]) && labels(memory) === labels(before);
}

function teamFolderNotes(folder: string): string[] {
  return lstatSync(folder, { throwIfNoEntry: false }) ? teamNotes(folder).map(({ path }) => path) : [];
}

function hashAt(folder: string, path: string): string | undefined {
  try {
    return sha256(readFileSync(join(folder, path)));
  } catch {
    return undefined;
  }
}

const introduction = `---
okf_version: "0.3"
---
# Team memory

What the agents that work on this project know, one file a memory.
Edit, add and delete files as you like: they win. \`agent-memory-service share\` writes what is new.
`;

/**
 * Writes and removes files of a plan, then reads them, so that each stands for its memory. Links are neither followed nor
 * replaced; what has changed since the plan was made stays. Returns the paths that were changed.
 */
export async function carryOutSharing(
  context: OnMachine<Context>,
  characterId: string,
  project: Project,
  { folder, changes }: Pick<TeamPlan, 'folder' | 'changes'>,
): Promise<string[]> {
  makeFolder(project.folder, folder);
  if (changes.length > 0 && teamNotes(folder).length === 0) place(folder, { path: 'index.md', text: introduction });
  const done = changes.filter((change) => place(folder, change)).map(({ path }) => path);
  await syncTeamFolder({ ...context, syncIntervals: false }, characterId, folder, project);
  return done;
}

/** Makes a folder below a real one, and checks that no link is on the way. InvalidInput. */
function makeFolder(root: string, folder: string): void {
  for (let at = folder; at !== root; at = dirname(at)) {
    const stats = lstatSync(at, { throwIfNoEntry: false });
    if (stats && !stats.isDirectory()) throw new ServiceError('InvalidInput', `"${at}" is no folder.`);
  }
  mkdirSync(folder, { recursive: true });
  if (realpathSync(folder) !== folder) throw new ServiceError('InvalidInput', `A link leads to "${folder}".`);
}

/** Whether it was changed: false where something else stands there now. */
function place(folder: string, { path, text, before }: Pick<TeamChange, 'path' | 'text' | 'before'>): boolean {
  const file = join(folder, ...path.split('/'));
  makeFolder(folder, dirname(file));
  const stats = lstatSync(file, { throwIfNoEntry: false });
  if (stats ? !stats.isFile() || hashAt(folder, path) !== before : before !== undefined) return false;
  if (text === undefined) rmSync(file);
  else if (before === undefined) writeFileSync(file, text, { flag: 'wx' });
  else {
    // As long as another name as editors give to their backups, which no walk reads.
    const partial = `${file}.partial~`;
    rmSync(partial, { force: true });
    writeFileSync(partial, text, { flag: 'wx', mode: stats?.mode });
    renameSync(partial, file);
  }
  return true;
}
