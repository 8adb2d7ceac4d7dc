import type { ChangeType, Memory, MemoryValues } from '../../../domain/memory.ts';
import { type ChangingField, changingFields } from '../../../domain/memory-fields.ts';

/** The content of a revision. */
export interface RevisionState extends MemoryValues {
  changeType: ChangeType;
  isConflict?: boolean | undefined;
}

type Patch = Partial<Pick<RevisionState, ChangingField>>;

/** The state of a memory after a revision of this type. */
export function stateAfter(changeType: ChangeType): Memory['state'] {
  if (changeType === 'PROPOSED') return 'PROPOSED';
  return changeType === 'DELETED' || changeType === 'REJECTED' ? 'DELETED' : 'ACTIVE';
}

/** The fields that differ; without a previous revision, all of them. */
export function patchOf(before: RevisionState | undefined, after: RevisionState): Patch {
  return Object.fromEntries(
    changingFields.filter((field) => before?.[field] !== after[field]).map((field) => [field, after[field]]),
  );
}

/**
 * Rebases revisions that the server does not have yet onto the server's current state. Each changes the same fields as
 * before. It is a conflict if the server has changed such a field meanwhile, as `receive` will find too.
 * @param base the state before the first of them; undefined: it created the memory
 */
export function rebase(
  base: RevisionState | undefined,
  own: readonly RevisionState[],
  onto: RevisionState,
): RevisionState[] {
  let before = base;
  let current = onto;
  return own.map((revision) => {
    const isEnd = stateAfter(revision.changeType) === 'DELETED';
    const patch = isEnd ? {} : patchOf(before, revision);
    const isFirst = before === undefined;
    const isConflict =
      revision.isConflict === true || (isEnd ? isOther(before, current) : overrides(before, revision, patch, current));
    before = revision;
    // The other side has the memory, but not all of it.
    const changeType = isFirst && revision.changeType === 'CREATED' ? 'UPDATED' : revision.changeType;
    current = { ...current, ...patch, changeType, isConflict };
    return current;
  });
}

function isOther(before: RevisionState | undefined, current: RevisionState): boolean {
  return before !== undefined && Object.keys(patchOf(before, current)).length > 0;
}

function overrides(
  before: RevisionState | undefined,
  { changeType }: RevisionState,
  patch: Patch,
  current: RevisionState,
): boolean {
  const isOtherText =
    patch.content !== undefined && current.content !== before?.content && current.content !== patch.content;
  return isOtherText || (changeType === 'UPDATED' && stateAfter(current.changeType) === 'DELETED');
}
