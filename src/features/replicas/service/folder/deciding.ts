import { isDeepStrictEqual } from 'node:util';
import { type Character, characterNotFound } from '../../../../domain/character.ts';
import { ServiceError } from '../../../../domain/errors.ts';
import type { MachineStore } from '../../../../domain/stores/store.ts';
import type { Context } from '../../../../service/context.ts';
import {
  type AnswerBundle,
  type AnsweredCharacter,
  isJump,
  type Manifest,
  type RequestBundle,
  type RequestedCharacter,
} from '../../domain/bundle.ts';
import { maxExchanged, maxExchangedLength, withinLength } from '../../domain/replication.ts';
import type { ReplicaConnection } from '../../storage/replica-store.ts';
import { exchange } from '../exchange.ts';
import { type Bounds, bounds } from './replica.ts';
import { asWritten, type SharedFolder } from './shared-folder.ts';
import { makeTold, toldOf } from './told.ts';

export type Deciding = Context & { store: MachineStore; machine: string };

/** The most characters of a folder, beyond which no request makes another. */
const maxShared = 1_000;

/** The outcome for one replica. */
export interface Answered {
  machine: string;
  /** Changes that were taken and refused now. */
  taken: number;
  refused: number;
  /** Whether it has something to fetch. */
  isNew: boolean;
  problem?: string | undefined;
}

/** Shares characters in a folder; from now on this store decides their order. */
export async function decideIn(
  { store, principal, now, machine }: Deciding,
  { url }: SharedFolder,
  keyFile: string,
  characterIds: readonly string[],
): Promise<void> {
  const storeId = await store.tenants.storeId();
  await store.replicas.decide(principal, { url, storeId, member: machine, keyFile }, characterIds, now());
}

/**
 * The deciding store's half of an exchange: answers every request. It may be interrupted anywhere.
 * ConflictUnresolved if another store decides now.
 */
export async function syncDeciding(
  context: Deciding,
  folder: SharedFolder,
  { url, storeId }: ReplicaConnection,
  most = bounds,
): Promise<Answered[]> {
  const { store, now } = context;
  const before = await folder.manifest();
  if (before && before.storeId !== storeId) {
    const message = `Another store decides in ${url} now, on ${before.machine}: nothing was exchanged. If that is right, disconnect and sync again; memories stay. If it is not, sync with --decide.`;
    throw new ServiceError('ConflictUnresolved', message);
  }
  const answered: Answered[] = [];
  // The manifest comes first, so that a replica never sees an answer of an unknown store. It is written again for
  // changes that replicas brought.
  await publish(context, folder, { url, storeId }, before);
  const received: Received[] = [];
  for (const request of await folder.requests(storeId)) {
    const one = await receiveOne(context, folder, url, request);
    if (one) received.push(one);
  }
  // Only after all requests, so that each answer has the changes of the others.
  for (const one of received) answered.push(await answerOne(context, folder, url, one, most));
  await publish(context, folder, { url, storeId }, await folder.manifest());
  await store.replicas.note(url, answered.length > 0 ? { contactedAt: now() } : {});
  return answered;
}

async function publish(
  context: Deciding,
  folder: SharedFolder,
  { url, storeId }: Pick<ReplicaConnection, 'url' | 'storeId'>,
  before: Manifest | undefined,
): Promise<void> {
  const { machine } = context;
  const characters: Manifest['characters'] = [];
  for (const { id, memoryCount: memories, ...one } of await sharedIn(context, url))
    characters.push({ id, ...(await toldOf(context, { id, ...one })), memories });
  const next: Manifest = { storeId, machine, characters };
  if (JSON.stringify(before) !== JSON.stringify(next)) await folder.writeManifest(next);
}

async function sharedIn({ store, principal, now }: Deciding, url: string): Promise<Character[]> {
  const decided = (await store.replicas.list(now())).find((one) => one.url === url)?.decides ?? [];
  const found = await Promise.all(decided.map(({ characterId }) => store.characters.find(principal, characterId)));
  return found.filter((one) => one !== undefined);
}

/** The result of a request. */
interface Received {
  request: RequestBundle;
  /** The number of the last request that was read before. */
  last: number;
  before: AnswerBundle | undefined;
  /** Of each character. */
  decisions: Decision[];
}

type Decision = Omit<AnsweredCharacter, 'pages'>;

async function receiveOne(
  context: Deciding,
  folder: SharedFolder,
  url: string,
  request: RequestBundle,
): Promise<Received | undefined> {
  const { from, to, number, heard, machine } = request;
  const { read: last, written } = await context.store.replicas.bundles(url, from);
  const found = await folder.answer(to, from);
  const before = found && isJump(found.number, written) ? undefined : found;
  const decisions: Decision[] = [];
  if (isJump(number, last) || isJump(heard, written)) {
    folder.fault(
      `The request of ${machine} was passed over: its number is far ahead of the last one. Someone else may have written it; the next sync there writes it again.`,
    );
    return undefined;
  }
  if (number < last) folder.notices.push(`An older request of ${machine} was passed over.`);
  else {
    for (const one of request.characters) {
      const known = before?.characters.find(({ id }) => id === one.id);
      decisions.push(await decide(context, url, one, number > last, known));
    }
  }
  return { request, last, before, decisions };
}

async function decide(
  context: Deciding,
  url: string,
  requested: RequestedCharacter,
  isNew: boolean,
  before: AnsweredCharacter | undefined,
): Promise<Decision> {
  const { id, after } = requested;
  const answer = { id, ...(after !== undefined && { after }) };
  try {
    await requireShared(context, url, requested);
    return { ...answer, ...(await receive(context, requested, isNew, before)) };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return { ...answer, problem: error.message, taken: [], refused: [] };
  }
}

async function answerOne(
  context: Deciding,
  folder: SharedFolder,
  url: string,
  { request, last, before, decisions }: Received,
  most: Bounds,
): Promise<Answered> {
  const { replicas } = context.store;
  const { from: to, to: from, number, heard, machine } = request;
  const answers = Math.max(number, last);
  const characters: AnsweredCharacter[] = [];
  let room = most.length;
  for (const [i, decision] of decisions.entries()) {
    const requested = request.characters[i] as RequestedCharacter;
    const isAnswered = decision.problem === undefined && room > 0;
    const pages = isAnswered ? await newsFor(context, requested, { ...most, length: room }) : [];
    room -= JSON.stringify(pages).length;
    characters.push(asWritten({ ...decision, pages }));
  }
  const isSame = before?.answers === answers && isDeepStrictEqual(before.characters, characters);
  // A replica whose request is older than its last one gets only the current number.
  const isNeeded = number < last ? before?.answers !== last : !isSame;
  if (isNeeded) {
    const { written } = await replicas.bundles(url, to);
    const next = Math.max(before?.number ?? 0, heard, written) + 1;
    await folder.writeAnswer({ from, to, number: next, answers, characters });
    await replicas.noteBundles(url, to, { written: next });
  }
  const isNew = number > last;
  if (isNew) await replicas.noteBundles(url, to, { read: number, machine, heardAt: context.now() });
  const count = (of: (one: Decision) => number) => decisions.reduce((all, one) => all + (isNew ? of(one) : 0), 0);
  const problem = decisions.find((one) => one.problem !== undefined)?.problem;
  return {
    machine,
    taken: count((one) => one.taken.length),
    refused: count((one) => one.refused.length),
    isNew: isNeeded && (before === undefined || characters.some(hasNews)),
    ...(problem !== undefined && { problem }),
  };
}

/** Whether an answer says more than that nothing has changed. */
const hasNews = ({ taken, refused, problem, pages }: AnsweredCharacter): boolean =>
  taken.length + refused.length > 0 || problem !== undefined || pages.some(({ revisions }) => revisions.length > 0);

/** Makes a character that this store does not have. CharacterNotFound for one that it does not share here. */
async function requireShared(context: Deciding, url: string, { id, name, ...told }: RequestedCharacter): Promise<void> {
  const { store, principal, now } = context;
  const shared = await sharedIn(context, url);
  if (shared.some((one) => one.id === id)) return;
  if (shared.some((one) => one.name === name))
    throw new ServiceError('CharacterNotFound', 'Both sides have it by another id: sync again.');
  if (shared.length >= maxShared) {
    throw new ServiceError('CharacterNotFound', `A folder takes at most ${maxShared} characters by requests.`);
  }
  const isKnown = (await store.characters.find(principal, id)) ?? (await store.characters.find(principal, name));
  if (isKnown) throw characterNotFound(name);
  await makeTold({ ...context, newId: () => id }, { name, ...told });
  const connection = (await store.replicas.list(now())).find((one) => one.url === url);
  if (connection) await store.replicas.decide(principal, connection, [id], now());
}

/** Applies the new part of a request; for a request that was read before, returns the outcome in its answer. */
async function receive(
  context: Deciding,
  { id, changes, character, after, erasures }: RequestedCharacter,
  isNew: boolean,
  before: AnsweredCharacter | undefined,
): Promise<Pick<AnsweredCharacter, 'taken' | 'refused'>> {
  const asked = new Set(changes.map((change) => change.id));
  if (!isNew) {
    const [taken = [], refused = []] = [before?.taken, before?.refused];
    return { taken: taken.filter((one) => asked.has(one)), refused: refused.filter((one) => asked.has(one.id)) };
  }
  const taken = new Set<string>();
  const refused: AnsweredCharacter['refused'] = [];
  // Also those that an earlier answer took: it may not be this store's, and taking them again has no effect.
  const batches = inBatches(changes);
  for (const batch of batches.length === 0 && (character || erasures?.erased.length) ? [[]] : batches) {
    const answer = await exchange(context, id, { changes: batch, after, character, erasures }, 1, 'MEMBER');
    refused.push(...answer.refused);
    const not = new Set(answer.refused.map((one) => one.id));
    for (const change of batch) if (!not.has(change.id)) taken.add(change.id);
  }
  return { taken: [...taken], refused };
}

/** The most changes that a server takes at a time. */
function inBatches<Change>(changes: readonly Change[]): Change[][] {
  const batches: Change[][] = [];
  for (let from = 0; from < changes.length; ) {
    const batch = withinLength(changes.slice(from, from + maxExchanged), maxExchangedLength);
    batches.push(batch);
    from += batch.length;
  }
  return batches;
}

async function newsFor(
  context: Deciding,
  { id, after, knows, erasures: told }: RequestedCharacter,
  most: Bounds,
): Promise<AnsweredCharacter['pages']> {
  const pages: AnsweredCharacter['pages'] = [];
  const erasures = told && { ...told, erased: [] };
  let position = after;
  let length = 0;
  for (let count = 0, more = true; more && count < most.changes && length < most.length; ) {
    const page = await exchange(
      context,
      id,
      { changes: [], after: position, knows, erasures },
      Math.min(maxExchanged, most.changes),
    );
    pages.push(page);
    length += JSON.stringify(page).length;
    count += page.revisions.length;
    more = page.more;
    position = page.after ?? position;
  }
  return pages;
}
