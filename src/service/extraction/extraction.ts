import type { Extractor, Proposal } from '../../domain/ai.ts';
import { requireCategory } from '../../domain/category.ts';
import { ServiceError } from '../../domain/errors.ts';
import type { ChangeOutcome, Memory, MemoryChange } from '../../domain/memory.ts';
import { iso } from '../../domain/text.ts';
import { forgetting } from '../../text/forgetting.ts';
import { saysNothing } from '../../text/small-talk.ts';
import { findWritableCharacter } from '../characters.ts';
import type { Context } from '../context.ts';
import { applyEnds, endsOf, judgeStored, type NamedEnds } from '../judging.ts';
import { author, bySalience, type GivenMemory, newMemory } from '../memories.ts';
import { withEnd } from '../retrieval/holding.ts';
import { askToForget, memoriesToForget } from '../retrieval/to-forget.ts';
import { askExtractor } from './ask-extractor.ts';
import { toChange, withoutTouching } from './to-change.ts';

/** The form of a text in which no extractor found anything to store. */
const residue = { importance: 'LOW', salience: 0.2 } as const;
const source = { kind: 'extraction' } as const;
const toForget =
  'the text asks to forget this; nothing is deleted: it waits in Review, and delete_memory does it, once the user agrees';

/** The outcome of one proposal; `reason` explains it. */
export interface OperationReport {
  operation: Proposal['operation'] | 'END' | 'REVIVE';
  memoryId?: string;
  reason?: string;
}

/** The most salient memory of a text, with all that were made. */
type Remembered = Partial<Memory> & {
  holdsUntil?: string;
  memories: (Memory & { holdsUntil?: string })[];
  operations: OperationReport[];
  extraction: Extractor['kind'];
};

/**
 * Lets the extractor turn a text into memory operations, and applies them as one unit. If a provider finds nothing
 * worth storing, the text itself is stored, LOW. Small talk, code, questions and requests store nothing; the answer
 * says why. A request to forget names the memories that it means.
 * Returns the most salient memory with `memories` (all that were made), `operations` and `extraction`.
 * CharacterNotFound, CharacterArchived; CategoryNotConfigured; and as `askExtractor`.
 */
export async function remember(context: Context, reference: string, given: GivenMemory): Promise<Remembered> {
  const { store, extractor, principal, now } = context;
  const { id } = await findWritableCharacter(context, reference);
  const categories = await store.categories.list(principal, id);
  // An unknown category is refused before any costly work.
  if (given.category !== undefined) requireCategory(given.category, categories);
  if (saysNothing(given.content)) {
    const reason = 'small talk: nothing to remember';
    return { memories: [], operations: [{ operation: 'NONE' as const, reason }], extraction: extractor.kind };
  }
  const forgotten = forgetting(given.content);
  if (forgotten !== undefined) {
    const operations = await reportToForget(context, id, forgotten.what);
    if (forgotten.rest === '') return { memories: [], operations, extraction: extractor.kind };
    const answer = await remember(context, id, { ...given, content: forgotten.rest });
    return { ...answer, operations: [...answer.operations, ...operations] };
  }
  const occurredAt = given.occurredAt ?? iso(now());
  const { proposals, dropped } = await askExtractor(context, id, categories, { text: given.content, occurredAt });
  const applied = await apply(context, id, proposals, given);
  const memories = bySalience(applied.memories).map((memory) => withEnd(memory, given.timeZone));
  const reports = [
    ...applied.reports,
    ...dropped.map((reason): OperationReport => ({ operation: 'NONE', reason })),
    ...(await changedBy(context, id, memories, applied.ends)),
  ];
  const [first] = memories;
  if (!first) return { memories, operations: reports, extraction: extractor.kind };
  return { ...first, memories, operations: reports, extraction: extractor.kind };
}

/** What new memories do to stored ones: those that ended, and those that a person is asked about. */
async function changedBy(
  context: Context,
  characterId: string,
  memories: readonly Memory[],
  ends: readonly NamedEnds[],
): Promise<OperationReport[]> {
  const byExtractor = await applyEnds(context, characterId, ends);
  const byJudge = await judgeStored(
    context,
    characterId,
    memories.map(({ id }) => id),
  );
  const ended = new Set([...byExtractor.ended, ...byJudge.ended].map(({ id }) => id));
  const asked = new Set([...byExtractor.proposed, ...byJudge.proposed].filter((id) => !ended.has(id)));
  return [
    ...[...ended].map((memoryId): OperationReport => ({ operation: 'END', memoryId, reason: 'no longer holds' })),
    ...[...asked].map((memoryId): OperationReport => ({ operation: 'NONE', memoryId, reason: mayHaveEnded })),
  ];
}

const mayHaveEnded = 'may no longer hold: it stays below the newer one, and Review asks';

async function reportToForget(context: Context, characterId: string, what: string): Promise<OperationReport[]> {
  const found = await memoriesToForget(context, characterId, what);
  const ids = found.map(({ id }) => id);
  await askToForget(context, characterId, what, ids);
  if (found.length === 0) return [{ operation: 'NONE', reason: 'asks to forget what is not stored' }];
  return ids.map((memoryId) => ({ operation: 'NONE', memoryId, reason: toForget }));
}

interface Applied {
  reports: OperationReport[];
  memories: Memory[];
  ends: NamedEnds[];
}

/**
 * Applies proposals. When a memory that they change has changed meanwhile, or an update would repeat another memory's
 * text, the proposals are only added. So the statement is stored in any case.
 */
async function apply(
  context: Context,
  characterId: string,
  proposals: Proposal[],
  given: GivenMemory,
): Promise<Applied> {
  try {
    return await applyAsIs(context, characterId, proposals, given);
  } catch (error) {
    const isStale = error instanceof ServiceError && ['ConflictUnresolved', 'MemoryNotFound'].includes(error.type);
    if (!isStale) throw error;
    return applyAsIs(
      context,
      characterId,
      proposals.map((one) => withoutTouching(one, 'the stored memory changed meanwhile')),
      given,
    );
  }
}

async function applyAsIs(
  context: Context,
  characterId: string,
  proposals: Proposal[],
  given: GivenMemory,
): Promise<Applied> {
  const { store, principal } = context;
  const steps = proposals.map((proposal) => ({ proposal, change: toChange(context, proposal, given, source) }));
  const leadsToMemory = proposals.some(({ operation, memory }: { operation: string; memory?: unknown }) =>
    operation === 'NONE' ? memory !== undefined : operation !== 'DELETE',
  );
  const residue: MemoryChange[] =
    leadsToMemory || context.extractor.kind === 'rules' ? [] : [{ kind: 'add', memory: residueOf(context, given) }];
  const changes = [...steps.flatMap(({ change }) => change ?? []), ...residue];
  const outcomes =
    changes.length === 0 ? [] : await store.memories.write(principal, characterId, changes, author(context));
  const queue = [...outcomes];
  const applied: Applied = { reports: [], memories: [], ends: [] };
  const add = (report: OperationReport, memory?: Memory) => {
    applied.reports.push(report);
    const isNew = memory?.state === 'ACTIVE' && !applied.memories.some((one) => one.id === memory.id);
    if (isNew) applied.memories.push(memory);
  };
  for (const { proposal, change } of steps) {
    const outcome = change ? queue.shift() : undefined;
    if (outcome) {
      add(reportOf(outcome, proposal.reason), outcome.memory);
      applied.ends.push(...endsOf(proposal, outcome.memory.id));
    }
    if (!outcome && proposal.operation === 'NONE') {
      const { memory, reason = memory ? 'stored already' : 'nothing worth storing' } = proposal;
      const stored = memory && (await store.memories.get(principal, characterId, memory.id));
      add({ operation: 'NONE', ...(memory && { memoryId: memory.id }), reason }, stored);
    }
  }
  for (const outcome of queue) add(reportOf(outcome, 'nothing else worth storing: stored as it is'), outcome.memory);
  return applied;
}

function residueOf(context: Context, given: GivenMemory) {
  return newMemory(
    context,
    { ...given, salience: residue.salience, importance: given.importance ?? residue.importance },
    source,
  );
}

function reportOf({ operation, memory }: ChangeOutcome, reason: string | undefined): OperationReport {
  const done = operation === 'RESTORE' ? 'NONE' : operation;
  const why = done === 'NONE' ? 'stored already' : reason;
  return { operation: done, memoryId: memory.id, ...(why !== undefined && { reason: why }) };
}
