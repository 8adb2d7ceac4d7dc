import type { Change } from '../memory/change.ts';

/** A change outside of batches. */
export type Single = Change & {
  /** Whether its author has taken it back. */
  isUndone: boolean;
  /** The last of what took it back, what took that back, and so on; else itself: what is undone next. */
  last: Change;
  /** What has changed the memory since, and is undone before it. */
  undoFirst?: string;
};

/** Changes without those that only took back the one before: that is a state of what they undid, as of a batch. */
export function withUndos(changes: readonly Change[]): Single[] {
  const open = new Map<string, Single>();
  const rows: Single[] = [];
  for (const change of changes.toSorted((a, b) => a.revision - b.revision)) {
    const before = open.get(change.memoryId);
    if (before && (takesBack(change, before.last) || isDecidedAgain(change, before))) {
      before.last = change;
      // What was decided of a proposal is taken back once it waits again, in one step or two.
      before.isUndone = change.changeType === 'PROPOSED' || !before.isUndone;
      before.changedSince = change.changedSince;
    } else {
      const row = { ...change, isUndone: false, last: change };
      open.set(change.memoryId, row);
      rows.push(row);
    }
  }
  return rows;
}

/** The same decision on what waited again. */
const isDecidedAgain = (change: Change, { changeType, last }: Single) =>
  last.changeType === 'PROPOSED' && isNext(change, last) && change.changeType === changeType;

function takesBack(change: Change, before: Change): boolean {
  if (!isNext(change, before)) return false;
  switch (change.changeType) {
    case 'DELETED':
      return before.changeType === 'CREATED' || before.changeType === 'RESTORED';
    case 'RESTORED':
      return before.changeType === 'DELETED';
    case 'PROPOSED':
      return ['DELETED', 'RESTORED', 'REJECTED'].includes(before.changeType);
    case 'UPDATED':
      return (
        before.changeType === 'UPDATED' &&
        fields.some(([, was]) => before[was] !== undefined) &&
        isAsBefore(change, before)
      );
    default:
      return false;
  }
}

/** Whether its author changed the memory next. */
const isNext = (change: Change, before: Change) =>
  change.revision === before.revision + 1 && change.by.kind === before.by.kind && change.by.name === before.by.name;

const fields = [
  ['content', 'previousContent'],
  ['category', 'previousCategory'],
  ['importance', 'previousImportance'],
] as const;

const isAsBefore = (change: Change, before: Change) =>
  fields.every(([field, was]) => change[field] === (before[was] ?? before[field]));
