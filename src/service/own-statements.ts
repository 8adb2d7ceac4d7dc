import { yieldToOthers } from '../base/pace.ts';
import type { Memory } from '../domain/memory.ts';
import { isMachineStore } from '../domain/stores/store.ts';
import { aboutOf } from '../text/about/about.ts';
import type { ReadingContext } from './context.ts';

/** How many memories of a project are read at a time, and in all. */
const readAtOnce = 1_000;
const maxRead = 20_000;
/** The most that are listed of a project. */
export const maxListed = 200;

/** Statements about the user in the memory of a project. */
export interface OwnStatements {
  characterId: string;
  characterName: string;
  /** How many there are. */
  total: number;
  /** The oldest of them. */
  memories: Memory[];
}

/**
 * What surely is about the user among what they or their agents said in projects of this machine. None where one memory has
 * all, and on a server, which knows no projects.
 */
export async function ownStatements(context: ReadingContext): Promise<OwnStatements[]> {
  const { store, principal, layers } = context;
  if (!layers || !isMachineStore(store)) return [];
  const own = await layers.mine();
  const found: OwnStatements[] = [];
  for (const { id: characterId, name: characterName } of await store.projects.characters(principal)) {
    if (characterId === own) continue;
    const ids: string[] = [];
    let more = true;
    for (let after = 0, read = 0; more && read < maxRead; read += readAtOnce) {
      const { copies, last } = await store.memories.copies(principal, characterId, after, readAtOnce);
      for (const { id, content, wordsOf } of copies) {
        const isTheirs = wordsOf === 'user' || wordsOf === 'agent';
        if (isTheirs && aboutOf(content) === 'user') ids.push(id);
      }
      after = last;
      more = copies.length === readAtOnce;
      await yieldToOthers();
    }
    if (ids.length === 0) continue;
    const listed = { ids: ids.slice(0, maxListed) };
    const { memories } = await store.memories.forExport(principal, characterId, { state: 'ACTIVE' }, listed);
    found.push({ characterId, characterName, total: ids.length, memories });
  }
  return found;
}
