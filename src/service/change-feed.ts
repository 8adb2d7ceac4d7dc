import type { AuthorKind } from '../domain/memory.ts';
import { badCursor } from '../domain/page.ts';
import type { Change, ChangePlace, ChangePosition } from '../domain/stores/changes.ts';
import { type ChangesAsked, changeCursor, changePlace, shownChange } from './changes.ts';
import { characterIdOf } from './characters.ts';
import type { Context } from './context.ts';
import { milliseconds } from './memories.ts';

/** A resumed feed looks back this far (ms) for changes that were committed out of order. */
const overlapMs = 60_000;
/** A reader who has missed more learns so, and reads the list again. */
const maxAtOnce = 1_000;

/** One event; `id` is the cursor to resume from. */
export interface FeedEvent {
  event: 'change' | 'missed';
  id: string;
  data: object;
}

/** Changes from now on, or since a known change, by polling: each change once, in order. */
export class ChangeFeed {
  readonly #context: Context;
  readonly #filter: { characterId: string | undefined; kind: AuthorKind | undefined; limit: number };
  /** The cursor after the last event. */
  #place: ChangePlace;
  /** The position of the reading. */
  #position: ChangePosition = { number: 0 };
  /** Changes from before the feed was opened that are still to be sent. */
  #earlier: Change[] = [];

  private constructor(context: Context, kind: AuthorKind | undefined, characterId: string | undefined, at: number) {
    this.#context = context;
    this.#filter = { characterId, kind, limit: maxAtOnce + 1 };
    this.#place = { at, character: 0, memory: 0, revision: 0 };
  }

  /**
   * @param asked its cursor names the last known change; without one, the feed begins at `since`, or now. Changes that
   * were committed late around the cursor may be repeated.
   * @throws ServiceError CharacterNotFound; InvalidInput for a cursor of another store
   */
  static async open(context: Context, { characterId, by, since, cursor }: ChangesAsked): Promise<ChangeFeed> {
    const from = milliseconds(since);
    const feed = new ChangeFeed(context, by, await characterIdOf(context, characterId), from ?? context.now());
    const { position } = await feed.#behind(undefined);
    feed.#position = position;
    if (cursor !== undefined) await feed.#goOn(changePlace(cursor));
    else if (from !== undefined) feed.#earlier = await feed.#since(from);
    else feed.#place.number = position.number;
    return feed;
  }

  get start(): string {
    return changeCursor(this.#place);
  }

  async next(): Promise<FeedEvent[]> {
    const { changes, position } = await this.#behind(this.#position);
    const earlier = this.#earlier;
    this.#position = position;
    this.#earlier = [];
    const known = new Set(earlier.map(changeKey));
    const fresh = [...earlier, ...changes.filter((change) => !known.has(changeKey(change)))];
    if (fresh.length > maxAtOnce) {
      this.#place = { at: this.#context.now(), character: 0, memory: 0, revision: 0, number: position.number };
      return [{ event: 'missed', id: this.start, data: {} }];
    }
    return fresh.map((change, i) => {
      this.#pass(change, fresh[i + 1]);
      return { event: 'change', id: this.start, data: shownChange(change) };
    });
  }

  async #goOn(place: ChangePlace): Promise<void> {
    const { number } = place;
    if (number !== undefined && number > this.#position.number) throw badCursor();
    this.#place = place;
    const late = await this.#since(Math.max(0, place.at - overlapMs));
    const isNew = (change: Change) => changeKey(change) !== changeKey({ place });
    this.#earlier = late.filter((one) => isNew(one) && (number === undefined || (one.place.number ?? 0) <= number));
    if (number !== undefined) this.#position = { number };
  }

  /** The changes since a time (ms), oldest first. */
  async #since(since: number): Promise<Change[]> {
    const { store, principal } = this.#context;
    return (await store.changes.list(principal, { ...this.#filter, since })).reverse();
  }

  #behind(after: ChangePosition | undefined) {
    const { store, principal } = this.#context;
    return store.changes.behind(principal, after, this.#filter);
  }

  /** After an event the feed continues after its change, unless the next change has the same number. */
  #pass({ place }: Change, next: Change | undefined): void {
    const isLast = place.number === undefined || place.number !== next?.place.number;
    if (isLast && (place.number ?? 0) >= (this.#place.number ?? 0)) this.#place = place;
  }
}

function changeKey({ place: { character, memory, revision } }: Pick<Change, 'place'>): string {
  return `${character}.${memory}.${revision}`;
}
