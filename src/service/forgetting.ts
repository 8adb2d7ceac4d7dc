import { ServiceError } from '../domain/errors.ts';
import type { Memory } from '../domain/memory.ts';
import { iso } from '../domain/text.ts';
import { fitting } from './answer-size.ts';
import { askedId } from './batch-ids.ts';
import { changeAsBatch } from './batches.ts';
import { largestCharacters } from './characters.ts';
import type { Context } from './context.ts';
import { erase, requirePerson } from './erasing.ts';
import { planErasure } from './erasure-plan.ts';
import { askToForget } from './retrieval/to-forget.ts';

/** What the user asked to forget, and the memories about it. */
export interface ForgetRequest {
  characterId: string;
  what: string;
  /** ISO-8601 */
  askedAt: string;
  memories: Memory[];
}

/** The most memories that wait in one answer. */
const maxWaiting = 200;

/**
 * The requests to forget that wait for a person, the latest first: of some characters; without any, of those with the most
 * memories. CharacterNotFound.
 */
export async function forgetRequests(context: Context, characterIds: readonly string[]): Promise<ForgetRequest[]> {
  const ids = characterIds.length === 0 ? await largestCharacters(context) : characterIds;
  const all = (await Promise.all(ids.map((id) => requestsOf(context, id)))).flat();
  const latest = all.toSorted((a, b) => b.askedAt.localeCompare(a.askedAt));
  return latest.slice(0, fitting(latest, context));
}

async function requestsOf({ store, principal }: Context, characterId: string): Promise<ForgetRequest[]> {
  const waiting = await store.forgetting.waiting(principal, characterId, maxWaiting);
  if (waiting.length === 0) return [];
  const ids = waiting.map(({ memoryId }) => memoryId);
  const { memories } = await store.memories.forExport(principal, characterId, { state: 'ACTIVE' }, { ids });
  const found = new Map(memories.map((memory) => [memory.id, memory]));
  const requests = new Map<string, ForgetRequest>();
  for (const { memoryId, what, at } of waiting) {
    const request = requests.get(what) ?? { characterId, what, askedAt: iso(at), memories: [] };
    request.memories.push(...[found.get(memoryId) ?? []].flat());
    requests.set(what, request);
  }
  return [...requests.values()].filter((one) => one.memories.length > 0);
}

export const forgetDecisions = ['delete', 'keep', 'ask', 'erase'] as const;

/**
 * Applies what a person says of memories that a request to forget is about: `delete` deletes those that wait, as a batch
 * that `undoBatch` undoes; `erase` removes them for good; `keep` leaves them; `ask` has them wait again, under `what`.
 * MemoryNotFound where none of them waits, or is active; CharacterNotFound, CharacterArchived, AccessDenied.
 */
export async function answerForgetRequest(
  context: Context,
  characterId: string,
  memoryIds: readonly string[],
  decision: (typeof forgetDecisions)[number],
  what: string,
) {
  const { store, principal, now } = context;
  const ids = [...new Set(memoryIds.map((id) => id.toLowerCase()))];
  const unknown = () => new ServiceError('MemoryNotFound', 'None of these memories waits to be forgotten.');
  if (decision === 'ask') {
    const { memories } = await store.memories.forExport(principal, characterId, { state: 'ACTIVE' }, { ids });
    if (memories.length === 0) throw unknown();
    const found = memories.map(({ id }) => id);
    await askToForget(context, characterId, what, found);
    return { changed: found.length, failed: [] };
  }
  const waiting = new Set(
    (await store.forgetting.waiting(principal, characterId, maxWaiting)).map((one) => one.memoryId),
  );
  const waited = ids.filter((id) => waiting.has(id));
  if (waited.length === 0) throw unknown();
  if (decision === 'erase') {
    requirePerson(context);
    const plan = await planErasure(context, { characterId, ids: waited });
    await erase(context, plan);
    return { changed: plan.memories, failed: [] };
  }
  if (decision === 'keep') {
    await store.forgetting.answered(principal, characterId, waited, now());
    return { changed: waited.length, failed: [] };
  }
  // The request stays, and waits again once an undo has brought the memories back.
  const deletions = waited.map((id) => ({ id, changes: [{ kind: 'delete', memoryId: id } as const] }));
  return changeAsBatch(context, characterId, deletions, askedId(context.newId()));
}
