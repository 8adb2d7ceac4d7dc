import type { Character } from './character.ts';
import { ServiceError } from './errors.ts';
import { type Holding, updateType } from './holding.ts';
import { labelsBy, readLabels, textsOfLabels, writtenLabels } from './labels.ts';
import {
  type Author,
  type ChangeOutcome,
  type ChangeType,
  type Memory,
  type MemoryChange,
  type MemoryFields,
  type MemoryValues,
  memoryNotFound,
  type NewMemory,
} from './memory.ts';
import { changingFields, changingValues, haveSameValues } from './memory-fields.ts';
import type { BatchedMemory } from './stores/changes.ts';
import type { MemoryCopy } from './stores/memories.ts';

/** The fields of a stored memory that a decision needs; an engine's row has them. */
export type StandingMemory = Pick<Memory, 'id' | 'state' | 'revision'> & MemoryValues;

/** Who may read a character. */
interface Readers {
  visibility: Character['visibility'];
  isShared: boolean;
}

/** Whether the history of a memory goes along: not where others than its readers would get to know it. */
export function takesHistory(from: Pick<Readers, 'visibility'>, to: Readers): boolean {
  return from.visibility === 'PUBLIC' || (to.visibility === 'PRIVATE' && !to.isShared);
}

/**
 * The change by which a memory arrives in another character.
 * @param memory as it is copied
 * @param returns it was there before, and is deleted there
 * @param past the history that it brings
 */
export function arrivalOf(memory: MemoryCopy, returns: boolean, past: NewMemory['past']): MemoryChange {
  if (!returns) return { kind: 'add', memory: { ...memory, past } };
  const fields = Object.fromEntries(changingFields.map((name) => [name, memory[name]]));
  return { kind: 'update', memoryId: memory.id, fields, revives: true };
}

/** The active memory of the same character that has a certain contentIdentity. */
type Twin = Pick<Memory, 'id'>;

/** The text that a change stores; undefined: it stores none. */
export function contentOf(change: MemoryChange): string | undefined {
  if (change.kind === 'add') return change.memory.content;
  return change.kind === 'update' ? change.fields.content : undefined;
}

/** The texts that a change gives a memory: its content, tags and metadata. */
export function textsOf(change: MemoryChange): string[] {
  const {
    content,
    tags = null,
    metadata = null,
  }: MemoryFields = change.kind === 'add' ? change.memory : change.kind === 'update' ? change.fields : {};
  return [...(content === undefined ? [] : [content]), ...textsOfLabels(readLabels({ tags, metadata }))];
}

/** A text in another form. */
type Mapped = (text: string) => string;

/** The change with its content, tags and metadata as `content` and `label` give them. */
export function withTexts(change: MemoryChange, content: Mapped, label = content): MemoryChange {
  const mapped = <T extends MemoryFields>(values: T): T => ({ ...values, ...mappedTexts(values, content, label) });
  if (change.kind === 'add') return { ...change, memory: mapped(change.memory) };
  return change.kind === 'update' ? { ...change, fields: mapped(change.fields) } : change;
}

function mappedTexts({ content, tags, metadata }: MemoryFields, map: Mapped, label: Mapped): MemoryFields {
  const labels = writtenLabels(labelsBy(label, readLabels({ tags: tags ?? null, metadata: metadata ?? null })));
  return {
    ...(content !== undefined && { content: map(content) }),
    ...(tags != null && { tags: labels.tags }),
    ...(metadata != null && { metadata: labels.metadata }),
  };
}

/** The initial states of a memory, and the change type of its first revision here. */
export function additionOf({ isProposed, isDuplicate, past }: Pick<NewMemory, 'isProposed' | 'isDuplicate' | 'past'>) {
  if (isDuplicate) return { state: 'DELETED', changeType: 'DELETED' } as const;
  if (past) return { state: 'ACTIVE', changeType: 'RESTORED' } as const;
  return isProposed
    ? ({ state: 'PROPOSED', changeType: 'PROPOSED' } as const)
    : ({ state: 'ACTIVE', changeType: 'CREATED' } as const);
}

/** Requires a stored memory, which may be deleted. MemoryNotFound. */
export function requireStored<M>(stored: M | undefined, memoryId: string): M {
  if (!stored) throw memoryNotFound(memoryId);
  return stored;
}

/** As requireStored; a deleted memory counts as missing. */
export function requireActiveMemory<M extends Pick<Memory, 'state'>>(stored: M | undefined, memoryId: string): M {
  const memory = requireStored(stored, memoryId);
  if (memory.state !== 'ACTIVE') throw memoryNotFound(memoryId);
  return memory;
}

/** As requireActiveMemory, but also accepts a proposed memory. */
export function requireUndeleted<M extends Pick<Memory, 'state'>>(stored: M | undefined, memoryId: string): M {
  const memory = requireStored(stored, memoryId);
  if (memory.state === 'DELETED') throw memoryNotFound(memoryId);
  return memory;
}

/** ConflictUnresolved when the caller's expected revision is not the stored one. */
export function requireRevision({ id, revision }: StandingMemory, expected: number | undefined): void {
  if (expected === undefined || expected === revision) return;
  throw new ServiceError(
    'ConflictUnresolved',
    `Memory ${id} has revision ${revision}, not ${expected}: read it again before changing it.`,
  );
}

/** The outcome of one change among many: its failure does not affect the others. */
export function eachByItself<Outcome>(change: () => Outcome): Outcome | ServiceError {
  try {
    return change();
  } catch (error) {
    const isItsOwn = error instanceof ServiceError && ['MemoryNotFound', 'ConflictUnresolved'].includes(error.type);
    if (isItsOwn) return error;
    throw error;
  }
}

type Addition<T> = { store: NewMemory & { occurredAt: number }; twin?: never } | { store?: never; twin: T };

/** The memory to store for an addition; undefined when `twin` has the text already. The default time is now. */
export function decideAddition<T extends Twin>(memory: NewMemory, twin: T | undefined, by: Author): Addition<T> {
  return twin && !memory.isDuplicate ? { twin } : { store: { ...memory, occurredAt: memory.occurredAt ?? by.now } };
}

/**
 * A memory after an update, or undefined when the update changes nothing of an active one. A category in `fields` has
 * its stored name; `twin` has the text in `fields`, if there is one. ConflictUnresolved when it is another memory.
 */
export function decideUpdate(
  stored: StandingMemory,
  fields: MemoryFields,
  twin: Twin | undefined,
  isNoted = false,
): MemoryValues | undefined {
  const values = withFields(changingValues(stored), fields);
  if (!isNoted && stored.state === 'ACTIVE' && haveSameValues(stored, values)) return undefined;
  refuseTwin(stored, twin);
  return values;
}

/** The values with the given fields in place of theirs. */
function withFields(values: MemoryValues, fields: MemoryFields): MemoryValues {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  return { ...values, ...Object.fromEntries(given) };
}

/**
 * Whether a memory must be made active again: false when it is active. ConflictUnresolved when another has its text.
 */
export function decideRestoration(stored: StandingMemory, twin: Twin | undefined): boolean {
  if (stored.state === 'ACTIVE') return false;
  refuseTwin(stored, twin);
  return true;
}

function refuseTwin({ id }: StandingMemory, twin: Twin | undefined): void {
  if (!twin || twin.id === id) return;
  throw new ServiceError('ConflictUnresolved', `Memory ${twin.id} holds this text already.`);
}

/** The recorded kind of change when a memory becomes active, for the first time or again. */
export function restorationOf({ state }: Pick<Memory, 'state'>): ChangeType {
  return state === 'PROPOSED' ? 'CREATED' : 'RESTORED';
}

/** The recorded kind of an update, which may make a memory active, end it or make it hold again. */
export function updateOf(stored: Pick<Memory, 'state'> & Holding, values: Holding, now: number): ChangeType {
  return stored.state === 'ACTIVE' ? updateType(stored, values, now) : restorationOf(stored);
}

/** The memory that an update is about: an active one, or any if the update revives it. MemoryNotFound. */
export function requireUpdatable<M extends Pick<Memory, 'state'>>(
  stored: M | undefined,
  { memoryId, revives }: { memoryId: string; revives?: true | undefined },
): M {
  return revives ? requireStored(stored, memoryId) : requireActiveMemory(stored, memoryId);
}

const operationOf = {
  CREATED: 'ADD',
  PROPOSED: 'ADD',
  UPDATED: 'UPDATE',
  DELETED: 'DELETE',
  REJECTED: 'DELETE',
  RESTORED: 'RESTORE',
  ENDED: 'END',
  REVIVED: 'REVIVE',
} as const satisfies Record<ChangeType, ChangeOutcome['operation']>;

/** The answer to a change; `memory` is the new state. */
export function outcomeOf(changeType: ChangeType, memory: Memory): ChangeOutcome {
  return { operation: operationOf[changeType], memory };
}

/** The answer to a change without effect, because `memory` has that text already. */
export function nothingToDo(memory: Memory): ChangeOutcome {
  return { operation: 'NONE', memory };
}

const deleting = ['DELETED', 'REJECTED'];

/** The changes that undo a batch. A memory keeps its category when the old one was deleted. */
export function undoOf({ memoryId, state, before }: BatchedMemory, categories: ReadonlySet<string>): MemoryChange[] {
  const remove = { kind: 'delete', memoryId } as const;
  if (!before) return state === 'DELETED' ? [] : [remove];
  const { changeType, category, ...rest } = before;
  const fields = { ...rest, ...(categories.has(category) && { category }) };
  const update = { kind: 'update', memoryId, fields } as const;
  const wasDeleted = deleting.includes(changeType);
  if (state !== 'PROPOSED' && changeType === 'PROPOSED') {
    const propose = { kind: 'restore', memoryId, asProposal: true } as const;
    return state === 'ACTIVE' ? [update, propose] : [propose];
  }
  // A proposal that is rejected again keeps its text.
  if (state === 'PROPOSED' && wasDeleted) return [remove];
  if (state !== 'DELETED') return wasDeleted ? [update, remove] : [update];
  return wasDeleted ? [] : [{ kind: 'restore', memoryId }, update];
}

/** Whether a memory is a piece of a document. */
export function isOfDocument({ source }: Pick<Memory, 'source'>): boolean {
  return source.kind === 'import' || source.kind === 'file';
}

/** Whether it is a message of an imported chat. */
export function isMessage({ source, sessionId }: Pick<Memory, 'source' | 'sessionId'>): boolean {
  return source.kind === 'import' && sessionId !== undefined;
}
