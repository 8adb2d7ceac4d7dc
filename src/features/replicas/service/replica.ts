import { randomUUID } from 'node:crypto';
import { ServiceError } from '../../../domain/errors.ts';
import type { Principal } from '../../../domain/principal.ts';
import type { MachineStore } from '../../../domain/stores/store.ts';
import {
  type CharacterFields,
  fieldChanges,
  fieldsWithin,
  validFields,
  withChanges,
} from '../domain/replicated-character.ts';
import { maxExchanged, maxExchangedLength, type SentChange, withinLength } from '../domain/replication.ts';
import type { ExchangeAnswer, ExchangeGiven } from '../domain/replication-message.ts';
import {
  connectionKind,
  type Outbox,
  type Replica,
  type ReplicaConnection,
  type Settlement,
} from '../storage/replica-store.ts';
import { applyFields, readFields } from './character.ts';
import { digestOf } from './exchange.ts';

/** A server, as a replica calls it. */
export interface RemoteServer {
  /**
   * ServiceUnavailable when it can't be reached or is busy; its own ServiceErrors otherwise, such as Unauthorized,
   * AccessDenied and CharacterNotFound.
   */
  exchange(remoteId: string, given: ExchangeGiven): Promise<ExchangeAnswer>;
}

export interface Replicating {
  store: MachineStore;
  principal: Principal;
  now: () => number;
}

/**
 * One exchange of one character: sends waiting changes, applies new ones. After an interruption, the next exchange
 * continues.
 * @returns whether there is more to exchange
 */
export async function exchangeOnce(
  context: Replicating,
  server: RemoteServer,
  { storeId, url }: Pick<ReplicaConnection, 'storeId' | 'url'>,
  { characterId, remoteId }: Pick<Replica, 'characterId' | 'remoteId'>,
  most = maxExchanged,
): Promise<boolean> {
  const { store, principal, now } = context;
  const { changes, after, base, untold, ...given } = await requestOf(context, characterId, most, maxExchangedLength);
  const recalled = await store.replicas.recalls(principal, characterId);
  const answer = await server.exchange(remoteId, {
    ...{ changes, after, ...given },
    ...(recalled && recalled.counts.length > 0 && { recalls: { replica: recalled.replica, counts: recalled.counts } }),
  });
  if (answer.storeId !== storeId) {
    throw new ServiceError('ConflictUnresolved', otherStore(url));
  }
  const isErased = await applyErasures(context, characterId, untold, answer);
  // A server knows one character: it does not choose what else is stored in it.
  const identifies = connectionKind({ url }) !== 'server';
  await applyAnswer(context, characterId, { changes, after, base, recallsUpTo: recalled?.upTo }, answer, identifies);
  // Before the first answer it was unknown which fields only this side has, so the next exchange sends them.
  // The server learns by the next exchange that they are erased here.
  return answer.more || isErased || base === undefined || store.replicas.isWaiting(characterId, now());
}

export const otherStore = (url: string): string =>
  `${url} has another store than before: nothing was exchanged. If that is right, disconnect and connect again.`;

/**
 * The content of a request: the first waiting changes, and the character's fields that changed since `base`.
 * @param room for both, in UTF-16 units of JSON
 */
export async function requestOf(
  context: Replicating,
  characterId: string,
  most: number,
  room: number,
): Promise<ExchangeGiven & Outbox & { untold: number }> {
  const { store, principal, now } = context;
  const { changes: waiting, after, base } = await store.replicas.outbox(principal, characterId, most, now());
  const character =
    base && fieldsWithin(fieldChanges(base, await readFields(context, characterId)), maxExchangedLength / 2);
  const hasFields = character && Object.keys(character).length > 0;
  const changes = withinLength(waiting, room - (hasFields ? JSON.stringify(character).length : 0));
  const { upTo: untold, ...erasures } = await store.replicas.erasures(principal, characterId);
  return {
    ...{ changes, after, base, untold, erasures },
    ...(hasFields && { character }),
    ...(base && { knows: digestOf(base) }),
  };
}

/**
 * Erases what the server has erased, and notes what it has taken; an older server answers nothing of it. Whether something was
 * erased.
 * @param untold up to which own erasure the request told
 */
export async function applyErasures(
  { store, principal, now }: Replicating,
  characterId: string,
  untold: number | undefined,
  { erasures }: Pick<ExchangeAnswer, 'erasures'>,
): Promise<boolean> {
  if (!erasures) return false;
  const { erased, upTo, taken } = erasures;
  const by = { changedBy: 'replica', kind: 'system', now: now() } as const;
  const choice = { memoryIds: erased, words: [] };
  if (erased.length > 0) await store.erasing.begin(principal, characterId, randomUUID(), choice, by);
  await store.replicas.noteErasures(characterId, { erased: upTo, told: taken ? untold : undefined });
  return erased.length > 0;
}

/**
 * Applies an answer on these changes, which were sent with the cursor `after`.
 * @param identifies as of `applyFields`
 */
export async function applyAnswer(
  context: Replicating,
  characterId: string,
  { changes, after, base, recallsUpTo }: Outbox & Pick<Settlement, 'recallsUpTo'>,
  answer: ExchangeAnswer,
  identifies = true,
): Promise<void> {
  const { store, principal, now } = context;
  const remote = answer.character && validFields(answer.character).fields;
  const local = remote && (await readFields(context, characterId));
  const wanted = remote && local && withChanges(remote, base ? fieldChanges(base, local) : extra(local, remote));
  if (wanted && local)
    await applyFields(context, characterId, fieldChanges(local, wanted), { removes: false, identifies });
  const refusals = new Map(answer.refused.map(({ id, message }) => [id, message]));
  const isRefused = ({ id }: SentChange) => refusals.has(id);
  await store.replicas.settle(
    principal,
    characterId,
    {
      asked: after,
      revisions: answer.revisions,
      after: answer.after ?? after,
      // While there is more, the server's result for a change may still follow.
      settled: answer.more ? [] : changes.filter((change) => !isRefused(change)),
      refused: changes.filter(isRefused).map((change) => ({ change, reason: refusals.get(change.id) ?? '' })),
      recallsUpTo,
    },
    now(),
  );
  if (answer.more || !remote || !wanted) return;
  const present = await readFields(context, characterId);
  await applyFields(context, characterId, fieldChanges(present, wanted), { removes: true, identifies });
  await store.replicas.setBase(characterId, remote);
}

/** The fields and memories of only this side, at the first exchange. */
function extra(local: CharacterFields, remote: CharacterFields): CharacterFields {
  return Object.fromEntries(Object.entries(local).filter(([name]) => !(name in remote)));
}
