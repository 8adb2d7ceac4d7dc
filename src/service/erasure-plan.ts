import type { Character } from '../domain/character.ts';
import { characterNotFound } from '../domain/character.ts';
import { type Trace, traceKinds } from '../domain/erasure.ts';
import { ServiceError } from '../domain/errors.ts';
import { roleIncludes } from '../domain/principal.ts';
import type { WordedMemory } from '../domain/stores/erasing.ts';
import type { MemoryChoice } from '../domain/stores/memories.ts';
import { naming } from '../text/naming.ts';
import { soundingLike } from '../text/sounds.ts';
import type { Context } from './context.ts';

/** Memories that are read at once to look for words. */
const readAtOnce = 5_000;
/** Texts of memories that are looked for in other characters. */
const maxTextsBeside = 2_000;
/** Names in a plan of what else holds its texts. */
export const maxNames = 50;
/** Words in a plan that sound like its names. */
const maxAlike = 12;

/** What to erase: of one character, or of all that the caller may erase in. Their other characters lose its traces. */
export interface ErasureAsked {
  characterId?: string | undefined;
  everywhere?: boolean | undefined;
  ids?: readonly string[] | undefined;
  filter?: MemoryChoice | undefined;
  /** With ids, these too. */
  words?: readonly string[] | undefined;
  /** Ids of memories that stay. */
  except?: readonly string[] | undefined;
}

type Named = Pick<Character, 'id' | 'name'>;

/** The part of an erasure in one character. */
interface Part {
  character: Named;
  memories: WordedMemory[];
  traces: Trace[];
  /** Texts that everything else of the character is searched for. */
  words: readonly string[];
}

export interface ErasurePlan {
  /** The id of the character that was asked for, if it is one. */
  asked: string | undefined;
  parts: Part[];
  /** Other characters whose memories have the words too, with how many: they stay, with all that holds them. */
  spared: { character: Named; memories: number }[];
  memories: number;
  /** Words of other memories that sound like one of the words, in another script. */
  alike: string[];
  /** Of all parts, by kind. */
  traces: Trace[];
}

/**
 * What an erasure would remove, and what else holds the texts. CharacterNotFound, CategoryNotConfigured, FileNotFound;
 * InsufficientRole for a caller who is neither ADMIN nor the owner of a named character.
 */
export async function planErasure(context: Context, asked: ErasureAsked): Promise<ErasurePlan> {
  const { store, principal } = context;
  const words = asked.words ?? [];
  const parts: Part[] = [];
  const heard = soundingLike(words);
  const alike = new Set<string>();
  const chosen = await chosenMemories(context, asked, ({ texts: [present = ''] }) => {
    if (alike.size < maxAlike) for (const word of heard(present)) alike.add(word);
  });
  const meant = chosen.filter(({ memories }) => memories.length > 0 || words.length > 0);
  for (const [at, { character, memories }] of meant.entries()) {
    const choice = { memoryIds: memories.map(({ id }) => id), words };
    const reach = at === 0 ? 'store' : memories.length > 0 ? 'character' : 'going';
    const traces = await store.erasing.traces(principal, character.id, choice, reach);
    if (memories.length > 0 || traces.some(({ stays }) => !stays)) parts.push({ character, memories, traces, words });
  }
  const beside = await besides(context, meant, words);
  parts.push(...beside.parts);
  return {
    asked: chosen.length === 1 ? chosen[0]?.character.id : undefined,
    parts,
    spared: beside.spared,
    memories: parts.reduce((sum, part) => sum + part.memories.length, 0),
    alike: [...alike],
    traces: together(parts.flatMap((part) => part.traces)),
  };
}

/**
 * What else holds the texts in the caller's other characters: a question that was asked of them, a turn of their sessions.
 * One whose memories have a text too is left as it is.
 */
async function besides(
  context: Context,
  meant: readonly Chosen[],
  words: readonly string[],
): Promise<Pick<ErasurePlan, 'parts' | 'spared'>> {
  const { store, principal } = context;
  const known = new Set(meant.map(({ character }) => character.id));
  const texts = [...words, ...meant.flatMap(({ memories }) => memories.flatMap((one) => one.texts))];
  const sought = [...new Set(texts)].slice(0, maxTextsBeside);
  const found: Pick<ErasurePlan, 'parts' | 'spared'> = { parts: [], spared: [] };
  if (sought.length === 0) return found;
  for (const character of await charactersOf(context, { everywhere: true })) {
    if (known.has(character.id)) continue;
    const choice = { memoryIds: [], words: sought };
    const traces = await store.erasing.traces(principal, character.id, choice, 'going');
    if (traces.length === 0 && words.length === 0) continue;
    const named = await memoriesOf(context, character.id, { words: traces.length > 0 ? sought : words });
    if (named.length > 0) found.spared.push({ character, memories: named.length });
    else if (traces.length > 0) found.parts.push({ character, memories: [], traces, words: sought });
  }
  return found;
}

type Chosen = Pick<Part, 'character' | 'memories'>;
/** Called with each memory that lacks the words. */
type Leave = (memory: WordedMemory) => void;

/** The memories that are asked for, by character; where one has moved, it is erased in both characters. */
async function chosenMemories(context: Context, asked: ErasureAsked, leave: Leave): Promise<Chosen[]> {
  const chosen = new Map<string, Chosen>();
  const seen = new Set<string>();
  const spared = new Set(asked.except?.map((id) => id.toLowerCase()));
  const add = async (characters: readonly Named[], choice: ErasureAsked) => {
    const moved: { characterId: string; id: string }[] = [];
    for (const character of characters) {
      const of = chosen.get(character.id) ?? { character, memories: [] };
      chosen.set(character.id, of);
      for (const memory of await memoriesOf(context, character.id, choice, leave)) {
        if (spared.has(memory.id) || seen.has(`${character.id} ${memory.id}`)) continue;
        seen.add(`${character.id} ${memory.id}`);
        of.memories.push(memory);
        moved.push(...memory.moved.map((characterId) => ({ characterId, id: memory.id })));
      }
    }
    const unseen = moved.filter(({ characterId, id }) => !seen.has(`${characterId} ${id}`));
    for (const characterId of new Set(unseen.map((one) => one.characterId))) {
      // One that the caller does not see is another person's, and not named.
      if (!(await findAny(context, characterId))) continue;
      const ids = unseen.filter((one) => one.characterId === characterId).map(({ id }) => id);
      await add(await charactersOf(context, { characterId }), { ids });
    }
  };
  await add(await charactersOf(context, asked), asked);
  return [...chosen.values()];
}

/** Also a deleted one. */
async function findAny({ store, principal }: Pick<Context, 'store' | 'principal'>, characterId: string) {
  return (
    (await store.characters.find(principal, characterId)) ??
    (await store.characters.findDeleted(principal, characterId))
  );
}

/** Characters that a caller may erase in, or with `onlyReads` see. CharacterNotFound, InsufficientRole. */
export async function charactersOf(
  context: Pick<Context, 'store' | 'principal'>,
  { characterId, everywhere }: ErasureAsked,
  onlyReads = false,
): Promise<Named[]> {
  const { store, principal } = context;
  const isAdmin = roleIncludes(principal.role, 'ADMIN');
  if (!everywhere) {
    if (characterId === undefined) throw new ServiceError('InvalidInput', 'characterId or everywhere is needed.');
    const found = await findAny(context, characterId);
    if (!found) throw characterNotFound(characterId);
    if (!onlyReads && !isAdmin && found.owner.id !== principal.memberId) {
      throw new ServiceError('InsufficientRole', `Only an ADMIN or the owner of "${found.name}" may erase in it.`);
    }
    return [found];
  }
  const mayErase = ({ access, owner }: Pick<Character, 'access' | 'owner'>) =>
    access === 'WRITE' && (isAdmin || owner.id === principal.memberId);
  const all: Named[] = [];
  for (const status of ['ALL', 'DELETED'] as const) {
    const order = { sortBy: 'CREATED_AT', sortOrder: 'ASC' } as const;
    for (let page = 0; ; page++) {
      const limit = 100;
      const { characters } = await store.characters.list(principal, { status, page, limit, ...order });
      all.push(...characters.filter((one) => onlyReads || mayErase(one)));
      if (characters.length < limit) break;
    }
  }
  return all;
}

async function memoriesOf(
  { store, principal }: Context,
  characterId: string,
  { ids, filter, words }: ErasureAsked,
  leave: Leave = () => undefined,
): Promise<WordedMemory[]> {
  if (words) {
    const isNamed = naming(words);
    const also = new Set(ids?.map((id) => id.toLowerCase()));
    const found: WordedMemory[] = [];
    for (let after: number | undefined = -1; after !== undefined; ) {
      const page: Awaited<ReturnType<typeof store.erasing.worded>> = await store.erasing.worded(
        principal,
        characterId,
        {
          after,
          limit: readAtOnce,
        },
      );
      for (const memory of page.memories) {
        const isMeant = [...memory.texts, ...memory.labels].some(isNamed);
        if (!isMeant) leave(memory);
        if (isMeant || also.has(memory.id)) found.push(memory);
      }
      after = page.last;
    }
    return found;
  }
  const chosen = ids ?? (await store.memories.ids(principal, characterId, { ...filter, state: 'ALL' }));
  const known = await store.erasing.worded(principal, characterId, { ids: chosen.map((id) => id.toLowerCase()) });
  return known.memories;
}

/** Added up by kind. */
function together(traces: readonly Trace[]): Trace[] {
  const kinds = Object.keys(traceKinds) as Trace['kind'][];
  return kinds.flatMap((kind) => {
    const some = traces.filter((one) => one.kind === kind);
    const [first] = some;
    if (!first) return [];
    const names = [...new Set(some.flatMap((one) => one.names ?? []))];
    const count = names.length > 0 ? names.length : some.reduce((sum, one) => sum + one.count, 0);
    return [{ kind, count, stays: first.stays, ...(names.length > 0 && { names: names.slice(0, maxNames) }) }];
  });
}
