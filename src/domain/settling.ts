import { patchOf, type RevisionState, stateAfter } from './rebase.ts';
import { contentIdentity, foldCase } from './text.ts';

/** A change that was made here, and waits until the other side has it. */
export interface OwnChange {
  id: string;
  revision: number;
  at: number;
  /** Before it; undefined: it made the memory. */
  before: RevisionState | undefined;
  after: RevisionState;
}

/** A revision of the other side, with the state that it leads to. */
export interface Arrival {
  origin?: string | undefined;
  revision: number;
  at: number;
  mergedInto?: string | undefined;
  state: RevisionState;
}

interface Evidence {
  /** The other side's new revisions of the memory, in order. */
  arrivals: readonly Arrival[];
  /** The memory at the other side now. */
  now: RevisionState;
  /** Whether the other side says that it has decided on a change. */
  isAnswered: (id: string) => boolean;
  /** Whether another active memory here has a text. */
  isElsewhere: (content: string) => boolean;
}

type Field = keyof ReturnType<typeof patchOf>;

/**
 * How many of the first changes need not wait any longer. That the other side says so is not enough: what a change did
 * must stand in its revisions, or be undone by a later change that does. So nobody can take a text out of a history by
 * an answer.
 */
export function settledChanges(own: readonly OwnChange[], evidence: Evidence): number {
  for (let count = own.length; count > 0; count--) {
    const { id } = own[count - 1] as OwnChange;
    const isDecided = evidence.isAnswered(id) || arrivalOf(own[count - 1] as OwnChange, evidence) !== undefined;
    if (isDecided && own.slice(0, count).every((one, i) => isKept(one, own.slice(i + 1, count), evidence)))
      return count;
  }
  return 0;
}

/** The revision that a change has become; a store that was copied knows it by its number, time and text. */
function arrivalOf({ id, revision, at, after }: OwnChange, { arrivals }: Evidence): Arrival | undefined {
  return arrivals.find(
    (one) =>
      one.origin?.startsWith(id) || (one.revision === revision && one.at === at && one.state.content === after.content),
  );
}

function isKept(change: OwnChange, later: readonly OwnChange[], evidence: Evidence): boolean {
  const { before, after } = change;
  const arrival = arrivalOf(change, evidence);
  if (arrival?.mergedInto !== undefined || evidence.isElsewhere(after.content)) return true;
  const states = [...evidence.arrivals.map(({ state }) => state), evidence.now];
  const life = stateAfter(after.changeType);
  const isAlive =
    later.length > 0 || arrival !== undefined || states.some((one) => stateAfter(one.changeType) === life);
  // A deletion changes no field.
  if (life === 'DELETED' && before) return isAlive;
  const fields = Object.keys(patchOf(before, after)) as Field[];
  const isHeld = (field: Field) =>
    states.some((state) => isSame(field, state, after)) || later.some((one) => isChanged(field, one));
  // The other side may lack a category: what became of a change that arrived is its decision, but for the text.
  return isAlive && fields.every((field) => (arrival !== undefined && field !== 'content') || isHeld(field));
}

const isChanged = (field: Field, { before, after }: OwnChange) =>
  stateAfter(after.changeType) === 'DELETED' || field in patchOf(before, after);

function isSame(field: Field, one: RevisionState, other: RevisionState): boolean {
  if (field === 'content') return contentIdentity(one.content) === contentIdentity(other.content);
  return field === 'category' ? foldCase(one.category) === foldCase(other.category) : one[field] === other[field];
}
