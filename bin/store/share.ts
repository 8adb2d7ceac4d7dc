import { counted } from '../../src/base/counted.ts';
import { isMachineStore } from '../../src/domain/stores/store.ts';
import {
  carryOutSharing,
  planSharing,
  type TeamChange,
  type TeamPlan,
} from '../../src/features/watching/service/share.ts';
import { findOrMakeMemory, findOwn } from '../../src/service/hooks/project.ts';
import { folderOwnerAt, memoryOwnerAt, projectFiles } from '../memory-owner.ts';
import { canAsk, isConfirmed } from '../terminal/asking.ts';
import { type Given, Refused } from '../terminal/command-line.ts';
import { inShort, print, table, underHome } from '../terminal/print.ts';
import { inOwnStore } from './own-store.ts';

/** UTF-16 units of a memory in a list. */
const maxText = 100;

interface Shared extends Pick<TeamPlan, 'folder' | 'shared' | 'kept' | 'faults'> {
  written: string[];
  removed: string[];
  /** Memories that name people, which were not confirmed; in a dry run, those that a person has to confirm. */
  unconfirmed: { path: string; content: string }[];
  dryRun: boolean;
}

/**
 * `share`: keeps the memory of this repository's project as files in it, for pull requests. Reads them first: they win.
 * What names people goes in after a person has seen the list. Refused: outside of a repository.
 */
export async function share(given: Given): Promise<void> {
  const { flags } = given;
  const isDry = flags['dry-run'] === true;
  const owner = folderOwnerAt(process.cwd());
  if (!('project' in owner)) throw new Refused('this folder is in no repository: share keeps files in one');
  const { project } = owner;
  const answer = await inOwnStore(undefined, async ({ config, services, principal }): Promise<Shared> => {
    const { store } = services;
    if (!isMachineStore(store)) throw new Refused('only a store in a file of this machine keeps team folders');
    const context = { ...services, store, principal };
    const meant = memoryOwnerAt(config, process.cwd());
    const { characterId } = await findOrMakeMemory(context, 'character' in meant ? meant : { project }, projectFiles);
    const own = await findOwn(context, owner, projectFiles);
    if (own?.characterId === characterId) throw new Refused('your own memory is never put into a repository');
    const plan = await planSharing(context, characterId, project, flags.deleted === true);
    const { folder, shared, kept, faults } = plan;
    const names = plan.changes.filter(({ namesPerson }) => namesPerson);
    const isAgreed = names.length === 0 || flags.names === true || (!isDry && (await agrees(given, names)));
    const changes = plan.changes.filter(({ namesPerson }) => isAgreed || !namesPerson);
    const done = isDry
      ? changes.map(({ path }) => path)
      : await carryOutSharing(context, characterId, project, { folder, changes });
    const isNew = ({ path, before }: TeamChange) => before === undefined && done.includes(path);
    const isGone = ({ path, text }: TeamChange) => text === undefined && done.includes(path);
    const grown = changes.filter(isNew).length - changes.filter(isGone).length;
    const isWritten = new Set(changes.filter(({ text }) => text !== undefined).map(({ path }) => path));
    return {
      folder,
      shared: isDry ? shared : shared + grown,
      written: done.filter((path) => isWritten.has(path)),
      removed: done.filter((path) => !isWritten.has(path)),
      unconfirmed: isAgreed ? [] : names.map(({ path, content }) => ({ path, content })),
      kept,
      faults,
      dryRun: isDry,
    };
  });
  print(given, answer, () => shown(answer));
}

/** Whether a person agrees that these name colleagues in the repository; without a terminal they stay out. */
async function agrees(given: Given, names: readonly TeamChange[]): Promise<boolean> {
  if (!canAsk(given)) return false;
  const list = names.map(({ path, content }) => ({ memory: inShort(content, maxText), file: path }));
  process.stderr.write(`These seem to name people:\n\n${table(list, ['memory', 'file'])}\n\n`);
  return isConfirmed(`Put ${counted(names.length, 'memory', 'memories')} that name people into the repository?`);
}

function shown({ folder, shared, written, removed, unconfirmed, kept, faults, dryRun }: Shared): string[] {
  const unsaid = `${dryRun ? 'to be confirmed' : 'left out'}: it seems to name a person, see --names`;
  const files = [
    ...written.map((file) => ({ file, is: dryRun ? 'to write' : 'written' })),
    ...removed.map((file) => ({ file, is: dryRun ? 'to remove' : 'removed' })),
    ...unconfirmed.map(({ path: file }) => ({ file, is: unsaid })),
    ...faults.map(({ path: file, why }) => ({ file, is: `not read or written: ${why}` })),
  ];
  const reasons = [...new Set(kept.map(({ reason }) => reason))];
  const stays = reasons.map((why) => {
    const some = kept.filter(({ reason }) => reason === why);
    return { 'stays here': why, count: some.length, such: inShort(some[0]?.content ?? '', maxText) };
  });
  return [
    ...underHome([{ folder }]).map((one) => `${one.folder}: ${counted(shared, 'memory', 'memories')}`),
    ...(files.length > 0 ? [table(files, ['is', 'file'])] : []),
    ...(stays.length > 0 ? [table(stays, ['stays here', 'count', 'such'])] : []),
    ...(files.length === 0 && !dryRun ? ['Nothing is new.'] : []),
  ];
}
