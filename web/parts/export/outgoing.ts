import type { Memory } from '../../client/api.ts';
import type { Client, Output } from '../../client/client.ts';
import { groupedBy } from '../format.ts';
import type { Selected } from '../memories/selection.ts';
import { wholeWords } from '../memory/whole-words.ts';

/** A memory that may go out. */
export type Outgoing = Selected &
  Partial<Pick<Memory, 'validUntil' | 'supersededBy'>> & {
    personal?: string[] | undefined;
    ended?: string | undefined;
  };
/** Whether it no longer holds. */
export const isOver = ({ validUntil, supersededBy }: Outgoing) =>
  supersededBy !== undefined || (validUntil !== undefined && Date.parse(validUntil) <= Date.now());
/** Reads all that may go out. @param progress called with how many are read */
export type ReadOutgoing = (progress: (done: number) => void, signal: AbortSignal) => Promise<readonly Outgoing[]>;

/** The API's maximum for one list, one export of chosen memories and one list of names. */
const [maxListed, maxExported, maxNames] = [100, 500, 300];
/** How many single memories are read at a time. */
const readAtOnce = 10;
/** The service marks only relatives by this kind. */
const namesOfPeople = 'names of people';

/** All memories of a character. */
export async function readAll(
  client: Client,
  characterId: string,
  progress: (done: number) => void,
  signal: AbortSignal,
): Promise<Outgoing[]> {
  const all: Output<'listMemories'>['memories'] = [];
  for (let page = 0; ; page++) {
    const { memories, total } = await client.call('listMemories', { characterId, page, limit: maxListed }, signal);
    all.push(...memories);
    progress(all.length);
    // The list may have moved between two pages.
    if (memories.length === 0 || all.length >= total) return [...new Map(all.map((one) => [one.id, one])).values()];
  }
}

/** The same memories in full: results of a search have neither marks nor all times. */
export async function inFull(
  client: Client,
  memories: readonly Selected[],
  progress: (done: number) => void,
  signal: AbortSignal,
): Promise<Outgoing[]> {
  const all: Outgoing[] = [];
  for (let at = 0; at < memories.length; at += readAtOnce) {
    const some = memories.slice(at, at + readAtOnce);
    const read = ({ id, characterId }: Selected) => client.call('getMemory', { characterId, memoryId: id }, signal);
    all.push(...(await Promise.all(some.map(read))));
    progress(all.length);
  }
  return all;
}

/** The memories, with a mark on each that names a person whom the memories know. */
export async function withNames(
  client: Client,
  memories: readonly Outgoing[],
  signal: AbortSignal,
): Promise<Outgoing[]> {
  const marked: Outgoing[] = [];
  for (const [characterId, of] of groupedBy(memories, (one) => one.characterId)) {
    // Asked by letters, here none, the service tells those in one memory too.
    const asked = { characterId, kind: 'person', words: ' ', limit: maxNames } as const;
    const { names } = await client.call('listNames', asked, signal);
    const named = names.length > 0 ? new RegExp(wholeWords(names.map(({ name }) => name)), 'u') : undefined;
    for (const one of of) {
      marked.push(
        named?.test(one.content) ? { ...one, personal: [...new Set([...(one.personal ?? []), namesOfPeople])] } : one,
      );
    }
  }
  // In the order that they came in.
  const byId = new Map(marked.map((one) => [one.id, one]));
  return memories.map((one) => byId.get(one.id) ?? one);
}

/** The service's own export, which keeps times and histories. @param isWhole whether it is all of its character */
export async function asMarkdown(client: Client, chosen: readonly Outgoing[], isWhole: boolean): Promise<string> {
  const parts: string[] = [];
  for (const [characterId, of] of groupedBy(chosen, (one) => one.characterId)) {
    if (isWhole) return client.call('exportCharacter', { characterId });
    const ids = groupedBy(of, ({ category }) => category).flatMap(([, same]) => same.map(({ id }) => id));
    for (let at = 0; at < ids.length; at += maxExported) {
      parts.push(await client.call('exportMemories', { characterId, ids: ids.slice(at, at + maxExported) }));
    }
  }
  return parts.join('');
}
