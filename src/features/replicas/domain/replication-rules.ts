import { ServiceError } from '../../../domain/errors.ts';
import type { Memory, MemoryChange, MemoryFields, MemoryValues, NewMemory } from '../../../domain/memory.ts';
import { changingFields, optionalFields, optionalValues } from '../../../domain/memory-fields.ts';
import type { SentChange } from './replication.ts';

/** The memory of a change, as the server has it. */
type StoredMemory = Pick<Memory, 'id' | 'state'> &
  MemoryValues & {
    /** The digest of its text; SentChange.replaces is how it begins. */
    textKey: string;
  };

/** The server's changes for one change of a replica, in order. The last one is marked if there was a conflict. */
export interface Reception {
  changes: MemoryChange[];
  isConflict: boolean;
  /** The memory that has the text already. */
  mergedInto?: string | undefined;
}

const nothing: Reception = { changes: [], isConflict: false };

/**
 * Merges a change with the server's state, field by field. Of two texts the later arrival wins, and an update wins over
 * a deletion; both are conflicts. A second memory with the same text is merged into the first.
 * @param stored the memory of the change's id, in any state
 * @param twin the active memory that already has the resulting text
 * @param textKey the digest of that text
 * @param hasCategory whether the character has a category; one that it lacks is replaced by the present one or the
 * default
 */
export function receive(
  change: SentChange,
  { stored, twin, textKey }: { stored?: StoredMemory | undefined; twin?: { id: string } | undefined; textKey: string },
  hasCategory: (name: string) => boolean,
): Reception {
  const { memoryId, kind } = change;
  const category = change.category !== undefined && hasCategory(change.category) ? change.category : undefined;
  if (!stored) return kind === 'add' ? addition(change, category, twin) : unknownMemory(memoryId);
  if (kind === 'delete') return deletion(change, stored);
  // It was deleted here: an older copy of the store must not bring it back.
  if (kind === 'add' && stored.state === 'DELETED') return nothing;
  if (kind === 'restore' && change.isProposed)
    return { changes: [{ kind: 'restore', memoryId, asProposal: true }], isConflict: false };
  const isOther = twin !== undefined && twin.id !== stored.id;
  if (isOther && stored.state !== 'ACTIVE') return { changes: endOfTwin(change, twin), isConflict: false };
  if (isOther) {
    const removal: MemoryChange = { kind: 'delete', memoryId: stored.id };
    return { changes: [removal, ...saidAgain(change, stored)], isConflict: false, mergedInto: twin.id };
  }
  const isBehind = textKey !== stored.textKey && !isTextOf(stored, change.replaces);
  const isDeleted = stored.state === 'DELETED' && kind === 'update';
  const fields = { ...given(change), category };
  const update: MemoryChange = { kind: 'update', memoryId: stored.id, fields, revives: true };
  return { changes: [update], isConflict: isBehind || isDeleted || change.isConflict === true };
}

/** What ended a memory that was merged into another one ends that one. */
function endOfTwin(change: SentChange, twin: { id: string }): MemoryChange[] {
  const ends = Object.entries(given(change)).filter(([name]) => optionalFields.has(name));
  if (change.kind !== 'update' || ends.length === 0) return [];
  return [{ kind: 'update', memoryId: twin.id, fields: Object.fromEntries(ends) }];
}

/** A memory that holds was given a text that another one has: said again, that text holds. */
function saidAgain({ content, at }: SentChange, stored: StoredMemory): MemoryChange[] {
  const { id, validUntil, supersededBy, salience, importance } = stored;
  const holds = supersededBy === null && (validUntil === null || validUntil > at);
  if (!holds || content === undefined) return [];
  const memory = { id, content, salience, importance, source: { kind: 'direct' }, occurredAt: at } as const;
  return [{ kind: 'add', memory }];
}

function addition(change: SentChange, category: string | undefined, twin: { id: string } | undefined): Reception {
  const { memoryId: id, content, salience, importance, source, sessionId, occurredAt, said, isProposed } = change;
  if (content === undefined || salience === undefined || importance === undefined || source === undefined) {
    throw new ServiceError('InvalidInput', 'an added memory needs content, salience, importance and source.');
  }
  const isDuplicate = twin !== undefined && !isProposed;
  const fixed = { source: { kind: source }, sessionId, occurredAt, said };
  const memory: NewMemory = { id, content, category, salience, importance, ...optionalValues(change), ...fixed };
  if (!isDuplicate) return { changes: [{ kind: 'add', memory: { ...memory, isProposed } }], isConflict: false };
  // Added once more without the mark, it is said again: where the other memory has ended, that one holds again.
  const both: MemoryChange[] = [
    { kind: 'add', memory: { ...memory, isDuplicate } },
    { kind: 'add', memory },
  ];
  return { changes: both, isConflict: false, mergedInto: twin.id };
}

/**
 * Restores a memory that changed after the replica last saw it: it is deleted and restored, so that its history shows
 * both.
 */
function deletion({ replaces, ...known }: SentChange, stored: StoredMemory): Reception {
  const { id: memoryId, state } = stored;
  if (state === 'DELETED') return nothing;
  if (state === 'PROPOSED') return { changes: [{ kind: 'reject', memoryId }], isConflict: false };
  const isAsKnown =
    known.isConflict !== true &&
    (replaces === undefined || isTextOf(stored, replaces)) &&
    weights.every((name) => known[name] === undefined || known[name] === stored[name]);
  const removal: MemoryChange = { kind: 'delete', memoryId };
  return isAsKnown
    ? { changes: [removal], isConflict: false }
    : { changes: [removal, { kind: 'restore', memoryId }], isConflict: true };
}

/**
 * Merges a change with an earlier, refused change of the same memory, so that a corrected text is accepted although the
 * server never got the first one. Both are unchecked.
 * @returns undefined for a deletion of a memory that was never added
 */
export function withRefused<Change extends UncheckedChange>(refused: Change, next: Change): Change | undefined {
  if (refused.kind === 'delete') return next;
  const isDeletion = next.kind === 'delete';
  if (refused.kind === 'add') {
    const { replaces: _, ...later } = next;
    return isDeletion ? undefined : ({ ...refused, isProposed: undefined, ...later, kind: 'add' } as Change);
  }
  const before = refused.content === undefined ? {} : { replaces: refused.replaces };
  if (!isDeletion) return { ...refused, ...next, ...before, kind: refused.kind === 'restore' ? 'restore' : next.kind };
  // A deletion refers to the revision that the replica has seen; the server never got the refused fields.
  const seen = Object.entries(next).filter(([name]) => !(patchFields.has(name) && refused[name] !== undefined));
  return { ...Object.fromEntries(seen), ...before } as Change;
}

type UncheckedChange = Readonly<Record<string, unknown>>;
/** What a deletion must have seen beside the text, which is compared by its digest. An end meanwhile does not stop it. */
const weights = ['category', 'salience', 'importance'] as const;
const patchFields = new Set<string>(changingFields.filter((name) => name !== 'content'));

function isTextOf({ textKey }: StoredMemory, digest: string | undefined): boolean {
  return digest !== undefined && textKey.startsWith(digest);
}

function unknownMemory(memoryId: string): never {
  throw new ServiceError('MemoryNotFound', `The server has no memory ${memoryId}: it did not take what created it.`);
}

function given(change: SentChange): MemoryFields {
  const names = changingFields.filter((name) => change[name] !== undefined);
  return Object.fromEntries(names.map((name) => [name, change[name]]));
}
