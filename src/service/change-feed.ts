import type { AuthorKind } from '../domain/memory.ts';
import type { Change, ChangePlace } from '../domain/stores/changes.ts';
import { type ChangesAsked, changeCursor, changePlace, shownChange } from './changes.ts';
import { characterIdOf } from './characters.ts';
import type { Context } from './context.ts';
import { milliseconds } from './memories.ts';

/**
 * A change bears the time at which its writer began; what is committed this much (ms) later than that is still found.
 * Large imports are staged first and take their time then.
 */
const overlapMs = 60_000;
const pageSize = 100;
/** Whoever has missed more is told so, and looks at the list anew. */
const mostAtOnce = 1_000;
/** The newest that are looked at again, however many more a large import has just made: what is behind them is not. */
const mostKnown = 2_000;

/** One event: `id` is where to go on. */
export interface FeedEvent {
  event: 'change' | 'missed';
  id: string;
  data: object;
}

/** What changes from now on, or since a change that is known, asked for time and again: each change once, oldest first. */
export class ChangeFeed {
  readonly #context: Context;
  readonly #kind: AuthorKind | undefined;
  #characterId: string | undefined;
  /** The newest of what was told. */
  #newest: ChangePlace;
  /** Everything newer is looked at again. */
  #floor: ChangePlace;
  /** What is known of that, by key. */
  readonly #known = new Map<string, ChangePlace>();

  private constructor(context: Context, kind: AuthorKind | undefined, newest: ChangePlace) {
    this.#context = context;
    this.#kind = kind;
    this.#newest = newest;
    this.#floor = beginningOf(newest.at - overlapMs);
  }

  /**
   * @param asked its cursor names the last change that is known; without one the feed begins at `since`, or now. What
   * was committed late around that cursor may come twice.
   * @throws ServiceError CharacterNotFound; InvalidInput for a cursor that is none
   */
  static async open(context: Context, { characterId, by, since, cursor }: ChangesAsked): Promise<ChangeFeed> {
    const from = milliseconds(since);
    const start = beginningOf(from ?? context.now());
    const feed = new ChangeFeed(context, by, cursor === undefined ? start : changePlace(cursor));
    feed.#characterId = await characterIdOf(context, characterId);
    if (cursor !== undefined) feed.#know([feed.#newest]);
    else if (from === undefined) await feed.#skip();
    else feed.#floor = start;
    return feed;
  }

  get start(): string {
    return changeCursor(this.#newest);
  }

  async next(): Promise<FeedEvent[]> {
    const time = this.#context.now();
    const fresh: Change[] = [];
    for await (const change of this.#changes()) {
      if (this.#known.has(keyOf(change.place))) continue;
      fresh.push(change);
      if (fresh.length > mostAtOnce) return [await this.#missed(fresh[0]!)];
    }
    this.#lookFrom(time, fresh);
    return fresh.reverse().map((change) => {
      if (newestFirst(change.place, this.#newest) < 0) this.#newest = change.place;
      return { event: 'change', id: changeCursor(this.#newest), data: shownChange(change) };
    });
  }

  /** From now on. */
  async #skip(): Promise<void> {
    const time = this.#context.now();
    this.#floor = beginningOf(time - overlapMs);
    const there: Change[] = [];
    for await (const change of this.#changes()) {
      if (there.push(change) >= mostKnown) break;
    }
    this.#lookFrom(time, there);
  }

  async #missed({ place }: Change): Promise<FeedEvent> {
    this.#newest = place;
    this.#known.clear();
    await this.#skip();
    return { event: 'missed', id: changeCursor(place), data: {} };
  }

  #lookFrom(time: number, fresh: readonly Change[]): void {
    this.#know(fresh.map(({ place }) => place));
    const oldest =
      this.#known.size < mostKnown ? undefined : [...this.#known.values()].sort(newestFirst)[mostKnown - 1];
    for (const floor of [beginningOf(time - overlapMs), oldest]) {
      if (floor && newestFirst(floor, this.#floor) < 0) this.#floor = floor;
    }
    for (const [key, place] of this.#known) if (newestFirst(place, this.#floor) >= 0) this.#known.delete(key);
  }

  #know(places: readonly ChangePlace[]): void {
    for (const place of places) this.#known.set(keyOf(place), place);
  }

  /** Newest first. */
  async *#changes(): AsyncGenerator<Change> {
    const { store, principal } = this.#context;
    const filter = { characterId: this.#characterId, kind: this.#kind, since: Math.max(0, this.#floor.at) };
    for (let before: ChangePlace | undefined; ; ) {
      const page = await store.changes.list(principal, { ...filter, before, limit: pageSize });
      for (const change of page) {
        if (newestFirst(change.place, this.#floor) >= 0) return;
        yield change;
      }
      before = page.at(-1)?.place;
      if (page.length < pageSize) return;
    }
  }
}

const keyOf = ({ character, memory, revision }: ChangePlace) => `${character}.${memory}.${revision}`;

function newestFirst(a: ChangePlace, b: ChangePlace): number {
  return b.at - a.at || b.character - a.character || b.memory - a.memory || b.revision - a.revision;
}

/** Before everything of a time (ms). */
function beginningOf(at: number): ChangePlace {
  return { at, character: 0, memory: 0, revision: 0 };
}
