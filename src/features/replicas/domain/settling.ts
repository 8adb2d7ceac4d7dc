import { optionalFields } from '../../../domain/memory-fields.ts';
import { contentIdentity, foldCase } from '../../../domain/text.ts';
import { patchOf, type RevisionState, stateAfter } from './rebase.ts';

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
  /** Whether a memory here has, or had, a text. */
  isIn: (memoryId: string, content: string) => boolean;
}

type Field = keyof ReturnType<typeof patchOf>;

/** What is known of one change, for any number of later ones. */
interface Judged {
  isDecided: boolean;
  /** The other side has merged it into a memory that has, or had, its text. */
  isMerged: boolean;
  /** Whether its life (active, deleted) and its fields stand in the other side's revisions. */
  isAlive: boolean;
  missing: Field[];
  /** The fields that it changes; a deletion ends them all. */
  changes: (field: Field) => boolean;
}

/**
 * How many of the first changes need not wait any longer. That the other side says so is not enough: what a change did
 * must stand in its revisions, or be undone by a later change that does. So nobody can take a text out of a history by
 * an answer.
 */
export function settledChanges(own: readonly OwnChange[], evidence: Evidence): number {
  const stands = standing([...evidence.arrivals.map(({ state }) => state), evidence.now]);
  const judged = own.map((one) => judge(one, evidence, stands));
  const isKept = (i: number, count: number): boolean => {
    const { isMerged, isAlive, missing } = judged[i] as Judged;
    if (isMerged) return true;
    const later = judged.slice(i + 1, count);
    const isReplaced = (field: Field) => later.some((one) => one.changes(field));
    if ((isAlive || later.length > 0) && missing.every(isReplaced)) return true;
    return evidence.isElsewhere((own[i] as OwnChange).after.content);
  };
  for (let count = own.length; count > 0; count--) {
    if (judged[count - 1]?.isDecided && judged.slice(0, count).every((_, i) => isKept(i, count))) return count;
  }
  return 0;
}

function judge(
  change: OwnChange,
  evidence: Evidence,
  stands: (field: Field | 'life', of: RevisionState) => boolean,
): Judged {
  const { id, before, after } = change;
  const arrival = arrivalOf(change, evidence);
  // A later change of a memory that was merged goes to the one that has its text.
  const { mergedInto } = arrival ?? evidence.arrivals.at(-1) ?? {};
  const isEnd = stateAfter(after.changeType) === 'DELETED';
  const fields = Object.keys(patchOf(before, after)) as Field[];
  // The other side may lack a category: what became of a change that arrived is its decision, but for the text.
  const isOwn = (field: Field) => field === 'content' || (optionalFields.has(field) && after[field] !== null);
  const needed = isEnd && before ? [] : arrival ? fields.filter(isOwn) : fields;
  return {
    isDecided: arrival !== undefined || evidence.isAnswered(id),
    isMerged: mergedInto !== undefined && evidence.isIn(mergedInto, after.content),
    isAlive: arrival !== undefined || stands('life', after),
    missing: needed.filter((field) => !stands(field, after)),
    changes: (field) => isEnd || fields.includes(field),
  };
}

/** The revision that a change has become; a store that was copied knows it by its number, time and text. */
function arrivalOf({ id, revision, at, after }: OwnChange, { arrivals }: Evidence): Arrival | undefined {
  return arrivals.find(
    (one) =>
      one.origin?.startsWith(id) || (one.revision === revision && one.at === at && one.state.content === after.content),
  );
}

/** Whether one of these states has a field as another state has it. */
function standing(states: readonly RevisionState[]) {
  const valueIn = (name: Field | 'life', state: RevisionState) => {
    if (name === 'life') return stateAfter(state.changeType);
    if (name === 'content') return contentIdentity(state.content);
    return name === 'category' ? foldCase(state.category) : state[name];
  };
  const known = new Map<Field | 'life', Set<unknown>>();
  return (name: Field | 'life', of: RevisionState): boolean => {
    const values = known.get(name) ?? new Set(states.map((state) => valueIn(name, state)));
    known.set(name, values);
    return values.has(valueIn(name, of));
  };
}
