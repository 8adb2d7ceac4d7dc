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
  updatedAt: number;
  /** Of another character of the same owner: a unit of this one does not change it. */
  isElsewhere?: boolean;
}

/** Finds a memory of the same owner; an id of a merged one leads to the memory that has its text. */
export type Find = (id: string) => Standing | undefined;

/** The recorded kind of an update of an active memory. */
export function updateType(before: Holding, after: Holding, now: number): ChangeType {
  const { supersededBy } = after;
  if (supersededBy !== null && supersededBy !== before.supersededBy) return 'ENDED';
  if (hasEnd(before, now) === hasEnd(after, now)) return 'UPDATED';
  return hasEnd(after, now) ? 'ENDED' : 'REVIVED';
}

function hasEnd({ validUntil, supersededBy }: Holding, now: number): boolean {
  return supersededBy !== null || (validUntil !== null && validUntil <= now);
}

/** Since when (ms) a memory no longer holds; undefined: it holds. */
export function endOf(memory: Standing, find: Find, now: number): number | undefined {
  const successor = successorOf(memory, find);
  const replaced = successor ? replacedAt(memory, successor) : Infinity;
  const end = Math.min(memory.validUntil ?? Infinity, replaced);
  if (end <= now) return end;
  return successor ? now : undefined;
}

/** When (ms) one memory replaced another: one that is older than what it replaced was said again, at the last change. */
export function replacedAt(
  memory: Pick<Standing, 'occurredAt' | 'updatedAt'>,
  successor: Pick<Standing, 'occurredAt'>,
): number {
  return successor.occurredAt < memory.occurredAt ? memory.updatedAt : successor.occurredAt;
}

/** The active memory that has replaced one. Two that replace each other both hold; so does one merged with its successor. */
function successorOf({ id, supersededBy }: Standing, find: Find): Standing | undefined {
  const next = supersededBy === null ? undefined : find(supersededBy);
  return next?.state === 'ACTIVE' && next.id !== id && next.supersededBy !== id ? next : undefined;
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
 * Applies a change, with the changes of memories that follow from it. MemoryNotFound and InvalidInput for what it cannot
 * replace.
 * @param mayRestate whether a text of it that has ended holds again (see `isOwnersWord`)
 * @param shown the memory as it is then
 */
export function withConsequences(
  change: MemoryChange,
  find: Find,
  now: number,
  mayRestate: (memory: NewMemory) => boolean,
  apply: (change: MemoryChange) => ChangeOutcome,
  shown: (id: string) => Memory,
): ChangeOutcome {
  requireReplaceable(change, find);
  const outcome = apply(change);
  const { id } = outcome.memory;
  const stored = change.kind === 'add' && outcome.operation === 'NONE' ? find(id) : undefined;
  const isRestated = stored && change.kind === 'add' && !change.memory.isProposed && mayRestate(change.memory);
  const restated = isRestated ? restating(change.memory, stored, find, now) : [];
  const supersedes = change.kind === 'add' ? change.memory.supersedes : change.kind === 'update' && change.supersedes;
  const further = [...restated, ...replacing(supersedes || [], id, find)];
  if (further.length === 0 && !mayCloseCircle(change, outcome.memory)) return outcome;
  let own: ChangeOutcome | undefined;
  const follow = (one: MemoryChange) => {
    const made = apply(one);
    if (made.memory.id === id) own = made;
    return made.memory.id;
  };
  for (const one of [id, ...further]) {
    const changed = typeof one === 'string' ? one : follow(one);
    for (const opening of openingCircle(changed, find)) follow(opening);
  }
  return { ...(own ?? outcome), memory: shown(id) };
}

/** MemoryNotFound; InvalidInput for a circle. */
function requireReplaceable(change: MemoryChange, find: Find): void {
  if (change.kind === 'add') for (const id of change.memory.supersedes ?? []) requireActive(id, find);
  if (change.kind !== 'update' || !change.supersedes?.length) return;
  const memory = find(change.memoryId);
  if (!memory) return;
  const later = new Set(successors(memory, find).map(({ id }) => id));
  for (const id of change.supersedes) {
    const older = requireActive(id, find);
    if (older.id === memory.id) throw new ServiceError('InvalidInput', 'supersedes: a memory cannot replace itself.');
    if (!later.has(older.id)) continue;
    const message = `supersedes: memory ${older.id} has replaced this one: that would be a circle.`;
    throw new ServiceError('InvalidInput', message);
  }
}

function requireActive(id: string, find: Find): Standing {
  const older = find(id);
  if (older?.state !== 'ACTIVE' || older.isElsewhere) throw memoryNotFound(id);
  return older;
}

function replacing(ids: readonly string[], successor: string, find: Find): MemoryChange[] {
  const others = ids.flatMap((id) => find(id)?.id ?? []).filter((id) => id !== successor);
  return others.map((memoryId) => ({ kind: 'update', memoryId, fields: { supersededBy: successor } }));
}

/** A text that is said again after its end holds again, and what replaced it ends. */
function restating(memory: NewMemory, twin: Standing, find: Find, now: number): MemoryChange[] {
  const { occurredAt = now, validUntil } = memory;
  const end = endOf(twin, find, now);
  if (end === undefined || occurredAt < end) {
    const isSame = validUntil === undefined || validUntil === twin.validUntil;
    return isSame ? [] : [{ kind: 'update', memoryId: twin.id, fields: { validUntil } }];
  }
  const last = successors(twin, find).at(-1);
  return [
    { kind: 'update', memoryId: twin.id, fields: { validUntil: validUntil ?? null, supersededBy: null } },
    ...replacing(last && !last.isElsewhere ? [last.id] : [], twin.id, find),
  ];
}

/** Whether a change of a memory may make memories replace each other in a circle: then the new word counts. */
function mayCloseCircle(change: MemoryChange, { supersedes }: Memory): boolean {
  // Only an exchange adds a memory that another one names already.
  if (change.kind === 'add') return typeof change.memory.supersededBy === 'string' && supersedes !== undefined;
  if (change.kind === 'update') return change.revives === true || typeof change.fields.supersededBy === 'string';
  return change.kind === 'restore' && !change.asProposal;
}

/** What opens a circle through a memory: the last active one before it holds again. */
function openingCircle(id: string, find: Find): MemoryChange[] {
  const nextOf = (one: Standing | undefined) => (one?.supersededBy ? find(one.supersededBy) : undefined);
  const way: Standing[] = [];
  const seen = new Set<string>();
  for (let next = nextOf(find(id)); next && !seen.has(next.id); next = nextOf(next)) {
    if (next.id === id) {
      const last = way.findLast(({ state, isElsewhere }) => state === 'ACTIVE' && !isElsewhere);
      return last ? [{ kind: 'update', memoryId: last.id, fields: { supersededBy: null } }] : [];
    }
    seen.add(next.id);
    way.push(next);
  }
  return [];
}
