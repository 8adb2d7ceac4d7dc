import type { OwnPlace, Proposal, SimilarMemory } from '../../domain/ai.ts';
import type { About } from '../../domain/captured-clause.ts';
import { type Category, findCategory, presets } from '../../domain/category.ts';
import type { Author, MemoryChange, MemorySource } from '../../domain/memory.ts';
import { isMachineStore, type Store } from '../../domain/stores/store.ts';
import { aboutOf, namesNoProject } from '../../text/about/about.ts';
import { learntId } from '../batch-ids.ts';
import { holderOf } from '../characters.ts';
import type { Context, OwnMemory } from '../context.ts';
import { applyEnds, type NamedEnds } from '../judging.ts';
import type { GivenMemory } from '../memories.ts';
import { isOfOwnPeople } from './own-people.ts';
import { toChange, withoutTouching } from './to-change.ts';

/** What of an extraction goes to one character. */
export interface Part {
  characterId: string;
  changes: MemoryChange[];
  /** What its new memories end. */
  ends: NamedEnds[];
  /** Memories of other characters that move to it first. */
  moves?: MoveHere[];
}

/** A memory of another character. */
export interface MoveHere {
  from: string;
  memoryId: string;
}

/** The batch of what was learnt of a session; undefined where known memories only count more. */
export function batchOfParts(
  { newId }: Pick<Context, 'newId'>,
  parts: readonly Part[],
  session: string | undefined,
  now: number,
): string | undefined {
  const isSeen = (change: MemoryChange) => change.kind !== 'update' || change.fields.content !== undefined;
  const isLearnt = parts.some(({ changes, moves = [] }) => moves.length > 0 || changes.some(isSeen));
  return isLearnt ? learntId(session ?? '', now, newId()) : undefined;
}

/** Writes what goes to each memory, and ends what its new memories end. Returns each part with its outcomes. */
export async function storeParts(
  context: Context,
  parts: readonly Part[],
  by: Author,
): Promise<{ part: Part; outcomes: Awaited<ReturnType<Store['memories']['writeEach']>> }[]> {
  const stored = [];
  for (const part of parts) {
    const { characterId, changes, ends, moves = [] } = part;
    for (const { from, memoryId } of moves) {
      await context.store.memories.reassign(context.principal, from, characterId, [{ memoryId }], {
        ...by,
        kind: 'system',
        batch: by.batch ?? context.newId(),
      });
    }
    const outcomes =
      changes.length === 0 ? [] : await context.store.memories.writeEach(context.principal, characterId, changes, by);
    await applyEnds(context, characterId, ends);
    stored.push({ part, outcomes });
  }
  return stored;
}

/** Why a statement is in the user's own memory although it does not speak of them. */
export const saidInTwo = 'said in two projects';

/** Where a statement about the user went, for answers and receipts. */
export const inOwnMemory = 'about the user: in their own memory';

/** A memory that statements go to. */
export interface Target {
  characterId: string;
  categories: Category[];
}

/** The categories that a new own memory starts with. */
const newOwn: Category[] = presets.standard.map((one) => ({ ...one, memoryCount: 0 }));

/** Where a call's statements go: to its character alone, or without one also to the user's own memory. */
export async function placeFor(
  context: Context,
  reference: string,
  supersedes: readonly string[] = [],
): Promise<{ place: string; own?: OwnMemory | undefined }> {
  const [ended] = supersedes;
  if (context.reach === undefined) return { place: reference };
  // What takes the place of a memory goes where that is.
  const holder = ended === undefined ? undefined : await holderOf(context, ended);
  return holder === undefined ? { place: reference, own: context.layers } : { place: holder };
}

/**
 * The memories that the statements of a text go to: what is about the user to the user's own, which is made for its first
 * statement, everything else to the one that the text was said to.
 */
export class Targets {
  readonly #context: Context;
  readonly #memory: OwnMemory | undefined;
  readonly main: Target;
  /** Absent: there is one memory for all. */
  readonly own: OwnPlace | undefined;

  private constructor(context: Context, main: Target, given: { memory: OwnMemory; place: OwnPlace } | undefined) {
    this.#context = context;
    this.#memory = given?.memory;
    this.main = main;
    this.own = given?.place;
  }

  /** @param own absent: everything goes to one memory */
  static async of(context: Context, characterId: string, own?: OwnMemory): Promise<Targets> {
    const { store, principal } = context;
    const main = { characterId, categories: await store.categories.list(principal, characterId) };
    const ownId = await own?.mine();
    if (!own || ownId === characterId) return new Targets(context, main, undefined);
    const categories = ownId === undefined ? newOwn : await store.categories.list(principal, ownId);
    return new Targets(context, main, { memory: own, place: { characterId: ownId, categories } });
  }

  /** Ids of the memories that exist. */
  get ids(): string[] {
    return [this.main.characterId, this.own?.characterId].filter((id) => id !== undefined);
  }

  /** The categories of both memories. */
  get categories(): Category[] {
    return [...this.main.categories, ...(this.own?.categories ?? [])];
  }

  /** Whom a text is about; undefined where one memory has all. */
  about(text: string): About | undefined {
    return this.own && aboutOf(text);
  }

  /**
   * A proposal as it may be carried out: a statement about the user changes memories about the user alone, and one about
   * the project the project's.
   */
  within(proposal: Proposal): Proposal {
    if (!this.own) return proposal;
    if (proposal.operation === 'ADD' && proposal.ends) {
      const { ends, about } = proposal;
      return { ...proposal, ends: ends.filter((one) => this.#mayChange(one, about)) };
    }
    if (proposal.operation !== 'UPDATE' || this.#mayChange(proposal.memory, proposal.about)) return proposal;
    return withoutTouching(proposal, 'stored beside a memory about something else');
  }

  /** A statement of the project about somebody in the user's life is one about the user. */
  async ofOwnPeople(proposal: Proposal): Promise<Proposal> {
    const own = this.own?.characterId;
    if (own === undefined || proposal.operation !== 'ADD' || proposal.about !== 'project') return proposal;
    const isTheirs = await isOfOwnPeople(this.#context, proposal.content, { own, project: this.main.characterId });
    return isTheirs ? { ...proposal, about: 'user' } : proposal;
  }

  #mayChange({ characterId, content }: SimilarMemory, about: About | undefined): boolean {
    const isThere = (characterId === this.main.characterId) === (about === 'project');
    return isThere || (about === 'user' && aboutOf(content) === 'user');
  }

  /** The change for a proposal, as `toChange`, and the memory that it is for; the user's own is made for a first statement. */
  async changeOf(
    proposal: Proposal,
    given: GivenMemory,
    source: MemorySource,
  ): Promise<{ target: Target; change: MemoryChange | undefined }> {
    const target = await this.#targetOf(proposal);
    const known = (name: string | undefined) => name && findCategory(name, target.categories)?.name;
    const placed = { ...proposal };
    if (placed.operation === 'UPDATE') placed.category = known(placed.category);
    if (placed.operation === 'ADD') placed.category = categoryIn(target, placed.category);
    return { target, change: toChange(this.#context, placed, { ...given, category: known(given.category) }, source) };
  }

  /**
   * Where the user has said a statement that names no project before: in another project, whose memory then moves to their
   * own; or there. Never of memories that others read. Undefined: nowhere.
   */
  async saidElsewhere(content: string): Promise<{ characterId: string; memoryId: string; from?: string } | undefined> {
    const { own, main } = this;
    const { store, principal } = this.#context;
    if (!own || !isMachineStore(store) || !namesNoProject(content)) return undefined;
    const { projects } = store;
    const isShared = (one: string) => projects.hasOtherReaders(principal, one);
    if (await isShared(main.characterId)) return undefined;
    for (const { characterId: from, memoryId } of await projects.saying(principal, content)) {
      if (from === own.characterId) return { characterId: from, memoryId };
      if (from === main.characterId || (await isShared(from))) continue;
      const { characterId } = await this.#targetFor(true);
      return characterId === main.characterId ? undefined : { characterId, memoryId, from };
    }
    return undefined;
  }

  /** The memory that a statement is added to, and its category there: the one of that name, else the usual one. */
  async placeOf(content: string, category = ''): Promise<{ characterId: string; category: string }> {
    const target = await this.#targetFor(this.about(content) === 'user');
    return { characterId: target.characterId, category: categoryIn(target, category) };
  }

  #targetOf(proposal: Proposal): Promise<Target> {
    // What replaces a memory goes where that one is.
    const changed = proposal.operation === 'ADD' ? proposal.ends?.[0] : proposal.memory;
    if (changed) return this.#targetFor(changed.characterId === this.own?.characterId);
    return this.#targetFor(proposal.operation === 'ADD' && proposal.about === 'user');
  }

  async #targetFor(isOfUser: boolean): Promise<Target> {
    const { main, own } = this;
    if (!own || !isOfUser) return main;
    own.characterId ??= await this.#memory?.me();
    return own.characterId === undefined ? main : { characterId: own.characterId, categories: own.categories };
  }
}

function categoryIn({ categories }: Target, name: string): string {
  const usual = categories.find((one) => one.isDefault) ?? categories[0];
  return findCategory(name, categories)?.name ?? usual?.name ?? name;
}
