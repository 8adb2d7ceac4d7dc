import { machineTimeZone } from '../base/days.ts';
import { isTakeover } from '../base/takeover.ts';
import { ServiceError } from '../domain/errors.ts';
import { type Labels, textsOfLabels, writtenLabels } from '../domain/labels.ts';
import type { Importance } from '../domain/memory.ts';
import {
  type Author,
  type ChangeOutcome,
  defaultSalience,
  type Memory,
  type MemoryChange,
  type MemorySource,
  type NewMemory,
} from '../domain/memory.ts';
import { timeOf, zoneOf } from '../domain/zone.ts';
import { readEnd } from '../search/ends.ts';
import { findSecrets } from '../text/secrets.ts';
import { layersBeside } from './characters.ts';
import type { Context } from './context.ts';
import { askOfSuccessor } from './successors.ts';

/** The wire's ISO-8601 instant → milliseconds. */
export function milliseconds(instant: string | undefined): number | undefined {
  return instant === undefined ? undefined : Date.parse(instant);
}

/** A choice of memories as the store takes it. */
export function inMilliseconds<Choice extends { [Key in 'since' | 'until' | 'storedSince']?: string | undefined }>({
  since,
  until,
  storedSince,
  ...choice
}: Choice) {
  const stored = storedSince !== undefined && { storedSince: milliseconds(storedSince) };
  return { ...choice, ...stored, since: milliseconds(since), until: milliseconds(until) };
}

/** The same for lists, which name no deleted memory that has moved: it stands elsewhere. */
export const asListed = <Choice extends Parameters<typeof inMilliseconds>[0]>(choice: Choice) => ({
  ...inMilliseconds(choice),
  withoutMoved: true as const,
});

/** The program of a call: its own name, or the name of its key. */
export function clientOf({ principal, client }: Pick<Context, 'principal' | 'client'>): string | undefined {
  // A client that a member has allowed in is called what the member saw, whatever it says of itself.
  return principal.via === 'grant' ? principal.keyName : (client ?? principal.keyName);
}

/** Who a change is recorded for. */
export function author(context: Pick<Context, 'principal' | 'now' | 'isModel' | 'forPerson' | 'client'>): Author {
  const { principal, now, isModel, forPerson } = context;
  const isAgent = (isModel || principal.via === 'grant') && !forPerson;
  const kind = principal.via === 'system' ? 'system' : isAgent ? 'model' : 'user';
  return { changedBy: principal.name, memberId: principal.memberId, kind, client: clientOf(context), now: now() };
}

/** The caller's fields of a new memory. */
export interface GivenMemory extends Labels {
  content: string;
  category?: string | undefined;
  salience?: number | undefined;
  importance?: Importance | undefined;
  sessionId?: string | undefined;
  occurredAt?: string | undefined;
  /** A day, an instant, or `never`; absent: as the content says. */
  validUntil?: string | undefined;
  supersedes?: readonly string[] | undefined;
  timeZone?: string | undefined;
}

/**
 * The end (ms) of a memory as a caller gives it: a day, an instant, `now`, or `never` for none. Undefined: not given.
 * InvalidInput.
 */
function endOf(
  { now }: Pick<Context, 'now'>,
  given: string | undefined,
  timeZone: string | undefined,
): number | null | undefined {
  const zone = zoneOf(timeZone);
  if (given === undefined) return undefined;
  if (given === 'now') return now();
  return given === 'never' ? null : timeOf(given, zone, 'validUntil', ['now', 'never']);
}

/** Until when (ms) a text says that it holds; undefined: it does not say, or not surely. InvalidInput. */
function statedEnd(content: string, saidAt: number | undefined, timeZone: string | undefined): number | undefined {
  return readEnd(content, saidAt, zoneOf(timeZone) ?? machineTimeZone())?.until;
}

/**
 * The end (ms) that an update sets: the given one, else the one that the new text says; null where only the text before
 * says one, undefined where both say the same. InvalidInput.
 */
export function changedEnd(
  context: Pick<Context, 'now'>,
  { validUntil, timeZone, content }: Pick<GivenMemory, 'validUntil' | 'timeZone'> & { content?: string | undefined },
  before: string | undefined,
): number | null | undefined {
  if (validUntil !== undefined || content === undefined || before === undefined)
    return endOf(context, validUntil, timeZone);
  const [old, stated] = [before, content].map((text) => statedEnd(text, context.now(), timeZone));
  return stated === old ? undefined : (stated ?? null);
}

/** A memory for the store, with the common defaults. */
export function newMemory(context: Context, { timeZone, ...given }: GivenMemory, source: MemorySource): NewMemory {
  const { salience = defaultSalience, importance = 'NORMAL', sessionId = context.sessionId } = given;
  const occurredAt = milliseconds(given.occurredAt);
  // Without a named session the memory belongs to none: memories stored through one connection need not be one
  // conversation.
  const said = given.sessionId !== undefined && (source.kind === 'direct' || source.kind === 'extraction');
  // A document was not written when it is imported.
  const spokenAt = occurredAt ?? (source.kind === 'file' || source.kind === 'import' ? undefined : context.now());
  const validUntil =
    given.validUntil === undefined
      ? statedEnd(given.content, spokenAt, timeZone)
      : endOf(context, given.validUntil, timeZone);
  const id = context.newId();
  return {
    ...given,
    ...writtenLabels(given),
    id,
    salience,
    importance,
    source,
    sessionId,
    occurredAt,
    said,
    validUntil,
  };
}

/** Applies one change in its own unit, as `writeOverLayers`. */
export async function writeMemory(context: Context, characterId: string, change: MemoryChange): Promise<ChangeOutcome> {
  const [outcome] = await writeOverLayers(context, characterId, [change]);
  if (!outcome) throw new Error('the store answered no outcome for a change');
  return outcome;
}

/**
 * Applies changes as one unit, then ends what they replace in the owner's other layers, each of which is a unit of its own.
 * As MemoryStore.write; MemoryNotFound also for an id that no layer has.
 */
export async function writeOverLayers(
  context: Context,
  characterId: string,
  changes: readonly MemoryChange[],
  by = author(context),
): Promise<ChangeOutcome[]> {
  const { store, principal } = context;
  const elsewhere = await replacedElsewhere(context, characterId, changes.flatMap(replacedBy));
  const isHere = (id: string) => !elsewhere.has(id.toLowerCase());
  const here = elsewhere.size === 0 ? [...changes] : changes.map((change) => replacing(change, isHere));
  const outcomes = await store.memories.write(principal, characterId, heldBack(here, by), by);
  for (const [i, change] of changes.entries()) {
    const idsReplaced = replacedBy(change).map((id) => id.toLowerCase());
    const ended = idsReplaced.flatMap((id) => elsewhere.get(id) ?? []);
    const outcome = outcomes[i];
    if (!outcome) continue;
    const { memory } = outcome;
    await askOfSuccessor(context, memory, idsReplaced);
    if (ended.length === 0) continue;
    for (const one of ended) {
      const end: MemoryChange = { kind: 'update', memoryId: one.id, fields: { supersededBy: memory.id } };
      await store.memories.write(principal, one.characterId, [end], by);
    }
    const supersedes = [...(memory.supersedes ?? []), ...ended.map(({ id }) => id)].toSorted();
    outcomes[i] = { ...outcome, memory: { ...memory, supersedes } };
  }
  return outcomes;
}

/** The changes of an author; a model's text that could take over another is proposed, so that a person decides. */
export function heldBack(changes: readonly MemoryChange[], { kind }: Author): MemoryChange[] {
  return changes.map((change) => {
    if (kind !== 'model' || change.kind !== 'add' || !isTakeover(change.memory.content)) return change;
    return { ...change, memory: { ...change.memory, isProposed: true } };
  });
}

function replacedBy(change: MemoryChange): readonly string[] {
  if (change.kind === 'add') return change.memory.supersedes ?? [];
  return (change.kind === 'update' && change.supersedes) || [];
}

function replacing(change: MemoryChange, isMeant: (id: string) => boolean): MemoryChange {
  const supersedes = replacedBy(change).filter(isMeant);
  if (change.kind === 'add') return { ...change, memory: { ...change.memory, supersedes } };
  return change.kind === 'update' ? { ...change, supersedes } : change;
}

/** The memories of these ids that the owner's other layers have, by the id. */
async function replacedElsewhere(
  context: Context,
  characterId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Memory>> {
  if (ids.length === 0) return new Map();
  const layers = await layersBeside(context, characterId);
  if (layers.length === 0) return new Map();
  const named = await context.store.memories.byIds(
    context.principal,
    ids.map((id) => id.toLowerCase()),
  );
  return new Map(named.filter((one) => layers.includes(one.characterId)).map((one) => [one.id, one]));
}

/**
 * Makes an earlier revision the newest, in one unit, and restores a deleted memory. If the old category was deleted,
 * the present one stays. MemoryNotFound; InvalidInput for an unknown revision; ConflictUnresolved as MemoryStore.write,
 * also if the memory changes meanwhile.
 */
export async function revertMemory(context: Context, characterId: string, memoryId: string, revision: number) {
  const { store, principal } = context;
  const [revisions, categories] = await Promise.all([
    store.memories.history(principal, characterId, memoryId),
    store.categories.list(principal, characterId),
  ]);
  const wanted = revisions.find((one) => one.revision === revision);
  const last = revisions.at(-1);
  if (!wanted || !last) {
    throw new ServiceError('InvalidInput', `revision must be 1 to ${revisions.length}, not ${revision}.`);
  }
  const { content, category, salience, importance, validUntil, supersededBy = null, tags, metadata } = wanted;
  const isThere = categories.some(({ name }) => name === category);
  const end = { validUntil: milliseconds(validUntil) ?? null, supersededBy };
  const labels = writtenLabels({ tags, metadata });
  const fields = { content, salience, importance, ...end, ...labels, ...(isThere && { category }) };
  const isDeleted = ['DELETED', 'REJECTED', 'PROPOSED'].includes(last.changeType);
  const expectedRevision = last.revision + Number(isDeleted);
  const restored: MemoryChange[] = isDeleted ? [{ kind: 'restore', memoryId }] : [];
  const changes: MemoryChange[] = [...restored, { kind: 'update', memoryId, fields, expectedRevision }];
  const outcomes = await store.memories.write(principal, characterId, changes, author(context));
  const outcome = outcomes.at(-1);
  if (!outcome) throw new Error('the store answered no outcome for a change');
  return outcome.memory;
}

/** How many memories are read at a time to be copied. */
const copiedAtOnce = 1_000;

/** Copies all active memories of another character to an empty one. Returns how many. */
export async function copyAll(context: Context, from: string, to: string): Promise<number> {
  const { store, principal, newId } = context;
  const all: NewMemory[] = [];
  for (let after = 0, more = true; more; ) {
    const { copies, last } = await store.memories.copies(principal, from, after, copiedAtOnce);
    all.push(...copies);
    after = last;
    more = copies.length === copiedAtOnce;
  }
  if (all.length === 0) return 0;
  const ids = new Map(all.map(({ id }) => [id, newId()]));
  const changes = all.map((copy): MemoryChange => {
    const { id, supersededBy } = copy;
    const successor = supersededBy ? ids.get(supersededBy) : undefined;
    // What another layer replaced has ended in the copy too.
    const end = supersededBy && !successor ? { validUntil: Math.min(copy.validUntil ?? Infinity, context.now()) } : {};
    return { kind: 'add', memory: { ...copy, ...end, id: ids.get(id) as string, supersededBy: successor } };
  });
  return (await store.files.importMemories(principal, to, { categories: [], changes }, author(context))).added;
}

/** The most salient first; ties keep their order. */
export function bySalience<T extends { salience: number }>(memories: T[]): T[] {
  return memories.toSorted((a, b) => b.salience - a.salience);
}

/** InvalidContent for a text with a credential unless the call insists; it names the kind, never the value. */
export function refuseSecret(
  { content, ...labels }: Labels & { content?: string | undefined },
  allowSecret: boolean | undefined,
): void {
  if (allowSecret) return;
  const isIn = { content: content === undefined ? [] : [content], 'tags or metadata': textsOfLabels(labels) };
  const [field, texts = []] = Object.entries(isIn).find(([, all]) => all.some(secretKinds)) ?? [];
  if (field === undefined) return;
  const kinds = texts.flatMap((text) => secretKinds(text) ?? []).join(', ');
  throw new ServiceError(
    'InvalidContent',
    `${field} holds what looks like a secret (${kinds}); nothing was stored. Leave it out, or insist with allowSecret: true.`,
  );
}

/** The kinds of credentials that a text seems to hold; undefined: none. */
export function secretKinds(content: string): string | undefined {
  const kinds = [...new Set(findSecrets(content).map(({ kind }) => kind))];
  return kinds.length === 0 ? undefined : kinds.join(', ');
}
