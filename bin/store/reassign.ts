import { counted } from '../../src/base/counted.ts';
import type { Memory } from '../../src/domain/memory.ts';
import { changeMemories } from '../../src/operations/change-memories.ts';
import { listOwnStatements } from '../../src/operations/list-own-statements.ts';
import { undoBatch } from '../../src/operations/undo-batch.ts';
import { findWritableCharacter } from '../../src/service/characters.ts';
import { type Given, textFlag, textFlags, UsageError } from '../terminal/command-line.ts';
import { print } from '../terminal/print.ts';
import { inStore, memoryMeant, rows } from './memories.ts';
import { type OwnStore, requireStore } from './own-store.ts';

interface Moved {
  changed: number;
  failed: { id: string; error: { message: string } }[];
  batchId?: string;
  joined?: { id: string; into: string }[];
  recategorized?: { id: string; category: string }[];
}

type MovedFrom = Moved & { characterId: string };

/** The most memories of one call. */
const maxAtOnce = 500;

/** `reassign ID… --to me|project|NAME`, `reassign --about-me`, `reassign --undo BATCH…`: moves between characters. */
export async function reassign(given: Given): Promise<void> {
  requireStore();
  const isAboutMe = given.flags['about-me'] === true;
  const batches = textFlags(given, 'undo');
  const to = textFlag(given, 'to') ?? (isAboutMe || batches.length > 0 ? 'me' : undefined);
  if (to === undefined) throw new UsageError('reassign takes --to me, --to project or --to NAME');
  await inStore(given, async (own) => {
    if (batches.length > 0) return undo(given, own, batches, to);
    const read = () => (isAboutMe ? aboutMe(own) : named(own, given.args));
    let memories = await read();
    if (given.flags['dry-run'] === true) {
      return print(given, { memories }, () => [memories.length === 0 ? 'Nothing would move.' : rows(memories)]);
    }
    const moved: MovedFrom[] = [];
    // A list of statements has the first of each project.
    for (let more = memories.length > 0; more; ) {
      const some = await moveAll(own, memories, to, textFlag(given, 'category'));
      moved.push(...some);
      more = isAboutMe && some.some(({ changed }) => changed > 0);
      if (more) memories = await read();
    }
    print(given, moved, () => told(moved, to));
  });
}

type Listed = Memory & { characterName?: string };

async function aboutMe(own: OwnStore): Promise<Listed[]> {
  const { projects } = await own.run<{ projects: { characterName: string; memories: Memory[] }[] }>(
    listOwnStatements,
    {},
  );
  return projects.flatMap(({ characterName, memories }) => memories.map((one) => ({ ...one, characterName })));
}

async function named(own: OwnStore, ids: readonly string[]): Promise<Listed[]> {
  const memories: Memory[] = [];
  for (const id of ids) memories.push(await memoryMeant(own, id));
  return memories;
}

/** One batch for each character that they are of. */
async function moveAll(
  own: OwnStore,
  memories: readonly Memory[],
  to: string,
  category: string | undefined,
): Promise<MovedFrom[]> {
  const { id: there } = await findWritableCharacter({ ...own.services, principal: own.principal }, to);
  const moved: MovedFrom[] = [];
  for (const characterId of new Set(memories.map((one) => one.characterId))) {
    // What is there already stays.
    if (characterId === there) continue;
    const ids = memories.filter((one) => one.characterId === characterId).map(({ id }) => id);
    for (let at = 0; at < ids.length; at += maxAtOnce) {
      const some = ids.slice(at, at + maxAtOnce);
      const answer = await own.run<Moved>(changeMemories, {
        characterId,
        ids: some,
        change: { moveTo: there, ...(category !== undefined && { category }) },
      });
      moved.push({ characterId, ...answer });
    }
  }
  return moved;
}

async function undo(given: Given, own: OwnStore, batches: readonly string[], at: string): Promise<void> {
  let changed = 0;
  let changedSince = 0;
  for (const batchId of batches.toReversed()) {
    const answer = await own.run<{ changed: number; changedSince: number }>(undoBatch, { characterId: at, batchId });
    changed += answer.changed;
    changedSince += answer.changedSince;
  }
  print(given, { changed, changedSince }, () => [
    `Moved back: ${counted(changed, 'memory', 'memories')}${changedSince > 0 ? `; changed since, so left: ${changedSince}` : ''}.`,
  ]);
}

function told(moved: readonly Moved[], to: string): string[] {
  const all = moved.reduce((sum, { changed }) => sum + changed, 0);
  const batches = moved.flatMap(({ batchId }) => batchId ?? []);
  const joined = moved.flatMap((one) => one.joined ?? []);
  const recategorized = moved.flatMap((one) => one.recategorized ?? []);
  const back = `agent-memory-service reassign --undo ${batches.join(',')}${to === 'me' ? '' : ` --to ${JSON.stringify(to)}`}`;
  return [
    `Moved: ${counted(all, 'memory', 'memories')}.${batches.length > 0 ? ` Back: ${back}` : ''}`,
    ...joined.map(({ id, into }) => `${id} stands there already, as ${into}`),
    ...recategorized.map(({ id, category }) => `${id} is in the category ${category} there, which lacks its own`),
    ...moved.flatMap(({ failed }) => failed.map(({ id, error }) => `${id} not moved: ${error.message}`)),
  ];
}
