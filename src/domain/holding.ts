import { ServiceError } from './errors.ts';
import {
  type ChangeOutcome,
  type ChangeType,
  type Memory,
  type MemoryChange,
  memoryNotFound,
  type NewMemory,
} from './memory.ts';

// When a memory holds: it is ACTIVE, no active memory has replaced it, and its `validUntil` is absent or ahead.

/** What decides whether a memory holds. */
export interface Holding {
  /** Milliseconds. */
  validUntil: number | null;
  supersededBy: string | null;
}

/** A stored memory, as these rules see it. */
export interface Standing extends Holding {
  id: string;
  state: Memory['state'];
  /** Milliseconds. */
  occurredAt: number;
}

/** Finds a memory of the same character; an id of a merged one leads to the memory that has its text. */
export type Find = (id: string) => Standing | undefined;

/** The recorded kind of an update of an active memory. */
export function updateType(before: Holding, after: Holding, now: number): ChangeType {
  if (hasEnd(before, now) === hasEnd(after, now)) return 'UPDATED';
  return hasEnd(after, now) ? 'ENDED' : 'REVIVED';
}

function hasEnd({ validUntil, supersededBy }: Holding, now: number): boolean {
  return supersededBy !== null || (validUntil !== null && validUntil <= now);
}

/** Since when (ms) a memory no longer holds; undefined: it holds. */
export function endOf(memory: Standing, find: Find, now: number): number | undefined {
  const successor = successorOf(memory, find);
  const ends = [memory.validUntil ?? Infinity, successor?.occurredAt ?? Infinity];
  const end = Math.min(...ends);
  if (end <= now) return end;
  return successor ? now : undefined;
}

/** The active memory that has replaced one. Two that replace each other both hold. */
function successorOf({ id, supersededBy }: Standing, find: Find): Standing | undefined {
  const next = supersededBy === null ? undefined : find(supersededBy);
  return next?.state === 'ACTIVE' && next.supersededBy !== id ? next : undefined;
}

/** The chain of memories that have replaced one, the last one at its end. */
function successors(memory: Standing, find: Find): Standing[] {
  const chain: Standing[] = [];
  const seen = new Set([memory.id]);
  for (let next = successorOf(memory, find); next && !seen.has(next.id); next = successorOf(next, find)) {
    seen.add(next.id);
    chain.push(next);
  }
  return chain;
}

/**
 * Applies a change, with the changes of other memories that it needs before and that follow from it.
 * @param shown the memory as it is then
 */
export function withConsequences(
  change: MemoryChange,
  find: Find,
  now: number,
  apply: (change: MemoryChange) => ChangeOutcome,
  shown: (id: string) => Memory,
): ChangeOutcome {
  for (const one of changesBefore(change, find)) apply(one);
  const outcome = apply(change);
  const { id } = outcome.memory;
  const further = changesAfter(change, { id, isStored: outcome.operation === 'NONE' }, find, now);
  if (further.length === 0) return outcome;
  const own = further.map(apply).findLast(({ memory }) => memory.id === id);
  return { ...(own ?? outcome), memory: shown(id) };
}

/**
 * The changes before a change: of two memories that would replace each other, the new word counts. MemoryNotFound and
 * InvalidInput for what it cannot replace.
 */
function changesBefore(change: MemoryChange, find: Find): MemoryChange[] {
  if (change.kind === 'add') {
    for (const id of change.memory.supersedes ?? []) requireReplaceable(id, find);
    return [];
  }
  if (change.kind !== 'update') return [];
  const { memoryId, supersedes = [], fields } = change;
  const memory = supersedes.length > 0 || fields.supersededBy ? find(memoryId) : undefined;
  if (!memory) return [];
  const later = new Set(successors(memory, find).map(({ id }) => id));
  for (const id of supersedes) {
    const older = requireReplaceable(id, find);
    if (older.id === memory.id) throw new ServiceError('InvalidInput', 'supersedes: a memory cannot replace itself.');
    if (!later.has(older.id)) continue;
    const message = `supersedes: memory ${older.id} has replaced this one: that would be a circle.`;
    throw new ServiceError('InvalidInput', message);
  }
  return fields.supersededBy ? breakingCircle(memory.id, fields.supersededBy, find) : [];
}

/** The changes after a change whose outcome is the memory `id`; `isStored`: it was stored before. */
function changesAfter(
  change: MemoryChange,
  { id, isStored }: { id: string; isStored: boolean },
  find: Find,
  now: number,
): MemoryChange[] {
  if (change.kind !== 'add') return change.kind === 'update' ? replacing(change.supersedes, id, find) : [];
  const stored = isStored ? find(id) : undefined;
  return [
    ...(stored ? restating(change.memory, stored, find, now) : []),
    ...replacing(change.memory.supersedes, id, find),
  ];
}

function requireReplaceable(id: string, find: Find): Standing {
  const older = find(id);
  if (older?.state !== 'ACTIVE') throw memoryNotFound(id);
  return older;
}

function replacing(ids: readonly string[] = [], successor: string, find: Find): MemoryChange[] {
  const others = ids.flatMap((id) => find(id)?.id ?? []).filter((id) => id !== successor);
  return others.map((memoryId) => ({ kind: 'update', memoryId, fields: { supersededBy: successor } }));
}

/**
 * A text that is said again after its end holds again, and what replaced it ends. Files and imports repeat old texts, so
 * they change nothing.
 */
function restating(memory: NewMemory, twin: Standing, find: Find, now: number): MemoryChange[] {
  const { source, isProposed, occurredAt = now, validUntil } = memory;
  if (isProposed || source.kind === 'file' || source.kind === 'import') return [];
  const end = endOf(twin, find, now);
  if (end === undefined || occurredAt < end) {
    const isSame = validUntil === undefined || validUntil === twin.validUntil;
    return isSame ? [] : [{ kind: 'update', memoryId: twin.id, fields: { validUntil } }];
  }
  const last = successors(twin, find).at(-1);
  return [
    { kind: 'update', memoryId: twin.id, fields: { validUntil: validUntil ?? null, supersededBy: null } },
    ...replacing(last && [last.id], twin.id, find),
  ];
}

function breakingCircle(memoryId: string, supersededBy: string, find: Find): MemoryChange[] {
  const seen = new Set<string>();
  for (let next = find(supersededBy); next && !seen.has(next.id); ) {
    seen.add(next.id);
    if (next.supersededBy === memoryId) return [{ kind: 'update', memoryId: next.id, fields: { supersededBy: null } }];
    next = next.supersededBy === null ? undefined : find(next.supersededBy);
  }
  return [];
}
