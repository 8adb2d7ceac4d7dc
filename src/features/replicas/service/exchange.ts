import { createHash } from 'node:crypto';
import { partsOf, yieldToOthers } from '../../../base/pace.ts';
import type { PersonalRule } from '../../../domain/character.ts';
import { ServiceError } from '../../../domain/errors.ts';
import { readLabels, textsOfLabels } from '../../../domain/labels.ts';
import { badCursor } from '../../../domain/page.ts';
import { localMemberId, mayAttribute, type Role, roleIncludes } from '../../../domain/principal.ts';
import { isMachineStore, type MachineStore } from '../../../domain/stores/store.ts';
import { dayMs } from '../../../domain/text.ts';
import { requireFeature } from '../../../domain/tier.ts';
import { validated } from '../../../domain/validation.ts';
import { cursorOf, placeOf } from '../../../service/answer-size.ts';
import { addedAtOnce } from '../../../service/batches.ts';
import type { Context } from '../../../service/context.ts';
import { author, secretKinds } from '../../../service/memories.ts';
import { ruleForPersonal } from '../../../service/personal.ts';
import { personalKindsIn } from '../../../text/personal/personal.ts';
import { type CharacterFields, canonical } from '../domain/replicated-character.ts';
import {
  type AnsweredErasures,
  maxErased,
  maxExchanged,
  maxExchangedLength,
  maxNumber,
  type NewsPosition,
  type SentChange,
  type SentErasures,
  sentChange,
  withinLength,
} from '../domain/replication.ts';
import type { ExchangeAnswer, ExchangeGiven, UnreadChange } from '../domain/replication-message.ts';
import { packRevisions } from '../domain/replication-packing.ts';
import { withRefused } from '../domain/replication-rules.ts';
import { applyFields, readFields } from './character.ts';

export const digestOf = (fields: CharacterFields): string =>
  createHash('sha256').update(canonical(fields)).digest('hex').slice(0, 32);

/**
 * Applies a replica's changes of a character and returns the changes that the replica lacks. CharacterNotFound.
 * @param role the most that the replica may do with the character's fields
 */
export async function exchange(
  context: Context,
  characterId: string,
  { changes, after, character, knows, recalls, erasures }: ExchangeGiven,
  most = maxExchanged,
  role?: Role,
): Promise<ExchangeAnswer> {
  const { store, principal } = context;
  if (isMachineStore(store)) await requireOwnOrder(store, characterId);
  const position = after === undefined ? undefined : positionOf(after);
  if (position) await requirePosition(context, characterId, position);
  const mayWrite = roleIncludes(principal.role, 'MEMBER');
  if (character && mayWrite) await applyFields(context, characterId, character, { removes: true, role });
  const erased = erasures && (await exchangeErasures(context, characterId, erasures, role));
  const refused = await receiveAll(context, characterId, changes);
  if (recalls) await countRecalls(context, characterId, recalls);
  const found = await store.replication.news(principal, characterId, position, most);
  const fields = await readFields(context, characterId);
  const shown = digestOf(fields) === knows ? undefined : fields;
  const room = maxExchangedLength - (shown ? JSON.stringify(shown).length : 0);
  const packed = packRevisions(found.revisions, changes).revisions;
  const revisions = found.revisions.slice(0, withinLength(packed, room).length);
  const isCut = revisions.length < found.revisions.length;
  const last = isCut ? found.places[revisions.length - 1] : found.position;
  return {
    storeId: await store.tenants.storeId(),
    refused,
    revisions,
    ...(last && { after: cursorOf(placesOf(last)) }),
    more: found.more || isCut,
    ...(shown && { character: shown }),
    ...(erased && { erasures: erased }),
  };
}

/**
 * Erases what was erased at a replica, as far as its member may, and answers what else was erased here.
 * @param role the most that the replica may do
 */
async function exchangeErasures(
  context: Context,
  characterId: string,
  { replica, after, erased }: SentErasures,
  role?: Role,
): Promise<AnsweredErasures> {
  const { store, principal, newId, now } = context;
  const character = await store.characters.find(principal, characterId);
  const isOwner = character?.owner.id === principal.memberId || roleIncludes(principal.role, 'ADMIN');
  const mayErase = isOwner && character?.access === 'WRITE' && (role === undefined || roleIncludes(role, 'ADMIN'));
  if (erased.length > 0 && mayErase) {
    await store.erasing.begin(principal, characterId, newId(), { memoryIds: erased, words: [] }, author(context));
  }
  await store.replication.confirmErasures(principal, characterId, replica, after, now());
  const news = await store.replication.erasedAfter(principal, characterId, after, maxErased);
  return { ...news, taken: erased.length === 0 || mayErase };
}

/** ConflictUnresolved for a replica: the order of its changes is not final. */
async function requireOwnOrder({ replicas }: MachineStore, characterId: string): Promise<void> {
  const server = await replicas.serverOf(characterId);
  if (server === undefined) return;
  const message = `The character is itself a replica there: ${server} decides its order. Connect with that.`;
  throw new ServiceError('ConflictUnresolved', message);
}

/** Only of a member who may write, and only days within the storage time of recalls that have begun in some time zone. */
async function countRecalls(
  { store, principal, recalls: log, now }: Context,
  characterId: string,
  { replica, counts }: NonNullable<ExchangeGiven['recalls']>,
): Promise<void> {
  const character = log && (await store.characters.find(principal, characterId));
  if (!log || character?.access !== 'WRITE') return;
  const [first, last] = [Math.floor(log.keptSince() / dayMs), Math.floor(now() / dayMs) + 1];
  const valid = counts.filter(([, day]) => day >= first && day <= last);
  if (valid.length > 0) await store.replication.recalled(principal, characterId, replica, valid);
}

/** A time before 1970 is no part of a cursor. */
const placesOf = ({ change, memory, revision, at = -1 }: NewsPosition) => [
  ...[change, memory, revision],
  ...(at < 0 ? [] : [at]),
];

/** ConflictUnresolved for a position in a history that this store does not have. */
async function requirePosition({ store, principal }: Context, characterId: string, position: NewsPosition) {
  if (await store.replication.hasPosition(principal, characterId, position)) return;
  throw new ServiceError('ConflictUnresolved', restored);
}

const restored =
  'The store that decides the order lacks what it once sent: it seems to be restored from an older backup. ' +
  'Nothing was exchanged. Say which side wins: agent-memory-service connections resolve CHARACTER --wins here (or server).';

/** InvalidInput for one that no answer named. */
function positionOf(cursor: string): NewsPosition {
  const [change = 0, memory = 0, revision = 0, at] = placeOf(cursor, 3, 4);
  if (Math.max(memory, revision) > maxNumber) throw badCursor();
  return { change, memory, revision, at };
}

/** The refused changes, each with the reason in plain words. */
async function receiveAll(context: Context, characterId: string, changes: ExchangeGiven['changes']) {
  const { store, principal } = context;
  const { allowed, faults } = checkAll(context, changes, await ruleForPersonal(context, characterId));
  if (allowed.length > 0) {
    try {
      for (const part of partsOf(allowed, addedAtOnce, ({ content = '' }) => content.length)) {
        const outcomes = await store.replication.receive(principal, characterId, part, author(context));
        for (const [i, { id }] of part.entries()) if (outcomes[i]) faults.set(id, outcomes[i]);
        await yieldToOthers();
      }
    } catch (error) {
      const isOfAll = error instanceof ServiceError && ['AccessDenied', 'CharacterArchived'].includes(error.type);
      if (!isOfAll) throw error;
      for (const { id } of allowed) faults.set(id, error);
    }
  }
  return [...faults].map(([id, { type, message }]) => ({ id, type, message }));
}

/** Checks each change separately. A later change of the same memory includes the fields of a refused one. */
function checkAll(context: Context, changes: ExchangeGiven['changes'], personal: PersonalRule) {
  const allowed: SentChange[] = [];
  const faults = new Map<string, ServiceError>();
  const refused = new Map<unknown, { change: UnreadChange; fault: ServiceError }>();
  for (const given of changes as readonly UnreadChange[]) {
    const before = refused.get(given.memoryId);
    const change = before ? withRefused(before.change, given) : given;
    try {
      if (before && !change) throw before.fault;
      allowed.push(attributed(context, allowedChange(context, change ?? given, personal)));
      refused.delete(given.memoryId);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      faults.set(given.id, error);
      refused.set(given.memoryId, { change: change ?? given, fault: error });
    }
  }
  return { allowed, faults };
}

/** AccessDenied, FeatureNotAvailable, or the error of a rule, such as InvalidContent. */
function allowedChange({ principal }: Context, unread: UnreadChange, personal: PersonalRule): SentChange {
  if (!roleIncludes(principal.role, 'MEMBER')) {
    throw new ServiceError('AccessDenied', `The key's member is a ${principal.role} at the server: it may only read.`);
  }
  const change = validated(sentChange, unread);
  if (change.kind === 'add') requireFeature(principal.tier, 'directWrite');
  const { content = '', tags = null, metadata = null } = change;
  const text = [content, ...textsOfLabels(readLabels({ tags, metadata }))].join('\n');
  const kinds = secretKinds(text);
  if (kinds !== undefined) {
    const reason = `The server stores no text with what looks like a secret (${kinds}). Correct it, or keep it here.`;
    throw new ServiceError('InvalidContent', reason);
  }
  // Redacted here, the text would be another one than there.
  const found = personal === 'refuse' || personal === 'redact' ? personalKindsIn(text) : [];
  if (found.length > 0) {
    const reason = `The memory at the server takes no personal data (${found.join(', ')}). Correct it, or keep it here.`;
    throw new ServiceError('InvalidContent', reason);
  }
  return change;
}

/**
 * A change of a client that is no replica is the client's own, of now, whatever it says. A replica of a member may say
 * more, but not that this store's service made it: only the machines of the store's own person share that.
 */
function attributed(context: Context, change: SentChange): SentChange {
  const { principal, now } = context;
  const by = author(context).kind;
  if (mayAttribute(principal)) {
    const isOurs = change.by !== 'system' || principal.memberId === localMemberId;
    return isOurs ? change : { ...change, by };
  }
  const { client: _client, said: _said, wordsOf: _words, ...kept } = change;
  return { ...kept, source: change.source && 'direct', by, at: now() };
}
