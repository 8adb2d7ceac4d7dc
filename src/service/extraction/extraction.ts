import type { Extractor, Proposal } from '../../domain/ai.ts';
import { requireCategory } from '../../domain/category.ts';
import { ServiceError } from '../../domain/errors.ts';
import type { ChangeOutcome, Memory, MemoryChange, MemorySource } from '../../domain/memory.ts';
import { iso } from '../../domain/text.ts';
import { forgetting } from '../../text/forgetting.ts';
import { saysNothing } from '../../text/small-talk.ts';
import { turnsOfChat } from '../../text/turns.ts';
import { findWritableCharacter } from '../characters.ts';
import type { Context, OwnMemory } from '../context.ts';
import { applyEnds, endsOf, judgeStored, type NamedEnds } from '../judging.ts';
import { bySalience, type GivenMemory, writeOverLayers } from '../memories.ts';
import { type ShownEnds, withEnds } from '../retrieval/holding.ts';
import { askToForget, memoriesToForget } from '../retrieval/to-forget.ts';
import { askExtractor } from './ask-extractor.ts';
import { inOwnMemory, Targets } from './targets.ts';
import { withoutTouching } from './to-change.ts';

/** The form of a text in which no extractor found anything to store. */
const residue = { importance: 'LOW', salience: 0.2 } as const;
const toForget =
  'the text asks to forget this; nothing is deleted: it waits in the Queue, and delete_memory does it, once the user agrees';
const waits = 'it gives orders to a model, so it waits in the Queue for a person';

/** What was said in a chat is taken from it; any other text is the caller's statement. */
function sourceOf({ content }: GivenMemory): MemorySource {
  return { kind: turnsOfChat(content) ? 'extraction' : 'direct' };
}

/** The outcome of one proposal; `reason` explains it. */
export interface OperationReport {
  operation: Proposal['operation'] | 'END' | 'REVIVE';
  memoryId?: string;
  reason?: string;
}

/** The most salient memory of a text, with all that were made. */
type Remembered = Partial<Memory> &
  ShownEnds & {
    memories: (Memory & ShownEnds)[];
    operations: OperationReport[];
    extraction: Extractor['kind'];
  };

/**
 * Lets the extractor turn a text into memory operations, and applies them as one unit. If a provider finds nothing
 * worth storing, the text itself is stored, LOW. Small talk, code, questions and requests store nothing; the answer
 * says why. A request to forget names the memories that it means.
 * @param own the user's own memory, for statements about the user; absent: everything goes to the character
 * Returns the most salient memory with `memories` (all that were made), `operations` and `extraction`.
 * CharacterNotFound, CharacterArchived; CategoryNotConfigured; and as `askExtractor`.
 */
export async function remember(
  context: Context,
  reference: string,
  given: GivenMemory,
  own?: OwnMemory,
): Promise<Remembered> {
  const { extractor, now } = context;
  const { id } = await findWritableCharacter(context, reference);
  const targets = await Targets.of(context, id, own);
  // An unknown category is refused before any costly work.
  if (given.category !== undefined) requireCategory(given.category, targets.categories);
  if (saysNothing(given.content)) {
    const reason = 'small talk: nothing to remember';
    return { memories: [], operations: [{ operation: 'NONE' as const, reason }], extraction: extractor.kind };
  }
  const forgotten = forgetting(given.content);
  if (forgotten !== undefined) {
    const operations = await reportToForget(context, targets.ids, forgotten.what);
    if (forgotten.rest === '') return { memories: [], operations, extraction: extractor.kind };
    const answer = await remember(context, id, { ...given, content: forgotten.rest }, own);
    return { ...answer, operations: [...answer.operations, ...operations] };
  }
  const occurredAt = given.occurredAt ?? iso(now());
  const question = { text: given.content, own: targets.own, occurredAt };
  const { proposals, dropped, kind } = await askExtractor(context, id, targets.main.categories, question);
  const applied = await apply(context, targets, withResidue(kind, targets, proposals, given), given);
  const memories = await withEnds(context, bySalience(applied.memories), given.timeZone);
  const changed: OperationReport[] = [];
  for (const characterId of targets.ids) {
    const ids = memories.filter((one) => one.characterId === characterId).map((one) => one.id);
    const ends = applied.ends.filter(({ memoryId }) => ids.includes(memoryId));
    changed.push(...(await changedBy(context, characterId, ids, ends)));
  }
  const reports = [
    ...applied.reports,
    ...dropped.map((reason): OperationReport => ({ operation: 'NONE', reason })),
    ...changed,
  ];
  const [first] = memories;
  if (!first) return { memories, operations: reports, extraction: kind };
  return { ...first, memories, operations: reports, extraction: kind };
}

/** What new memories do to stored ones: those that ended, and those that a person is asked about. */
async function changedBy(
  context: Context,
  characterId: string,
  memoryIds: string[],
  ends: readonly NamedEnds[],
): Promise<OperationReport[]> {
  const byExtractor = await applyEnds(context, characterId, ends);
  const byJudge = await judgeStored(context, characterId, memoryIds);
  const ended = new Set([...byExtractor.ended, ...byJudge.ended].map(({ id }) => id));
  const asked = new Set([...byExtractor.proposed, ...byJudge.proposed].filter((id) => !ended.has(id)));
  return [
    ...[...ended].map((memoryId): OperationReport => ({ operation: 'END', memoryId, reason: 'no longer holds' })),
    ...[...asked].map((memoryId): OperationReport => ({ operation: 'NONE', memoryId, reason: mayHaveEnded })),
  ];
}

const mayHaveEnded = 'may no longer hold: it stays below the newer one, and the Queue asks';

async function reportToForget(
  context: Context,
  characterIds: readonly string[],
  what: string,
): Promise<OperationReport[]> {
  const ids: string[] = [];
  for (const characterId of characterIds) {
    const found = (await memoriesToForget(context, characterId, what)).map(({ id }) => id);
    await askToForget(context, characterId, what, found);
    ids.push(...found);
  }
  if (ids.length === 0) return [{ operation: 'NONE', reason: 'asks to forget what is not stored' }];
  return ids.map((memoryId) => ({ operation: 'NONE', memoryId, reason: toForget }));
}

interface Applied {
  reports: OperationReport[];
  memories: Memory[];
  ends: NamedEnds[];
}

/**
 * Applies proposals, those of each memory as one unit. When a memory that they change has changed meanwhile, or an update
 * would repeat another memory's text, they are only added. So the statement is stored in any case.
 */
async function apply(
  context: Context,
  targets: Targets,
  proposals: readonly Proposal[],
  given: GivenMemory,
): Promise<Applied> {
  const applied: Applied = { reports: [], memories: [], ends: [] };
  const source = sourceOf(given);
  const units = new Map<string, Step[]>();
  for (const proposal of proposals.map((one) => targets.within(one))) {
    const { target, change } = await targets.changeOf(proposal, given, source);
    units.set(target.characterId, [...(units.get(target.characterId) ?? []), { proposal, change }]);
  }
  for (const [characterId, steps] of units) {
    try {
      await applyUnit(context, targets, characterId, steps, applied);
    } catch (error) {
      const isStale = error instanceof ServiceError && ['ConflictUnresolved', 'MemoryNotFound'].includes(error.type);
      const touches = steps.some(({ proposal: { operation } }) => operation === 'UPDATE' || operation === 'DELETE');
      if (!isStale || !touches) throw error;
      const added = steps.map((one) => withoutTouching(one.proposal, 'the stored memory changed meanwhile'));
      const { reports, memories, ends } = await apply(context, targets, added, given);
      applied.reports.push(...reports);
      applied.memories.push(...memories);
      applied.ends.push(...ends);
    }
  }
  return applied;
}

interface Step {
  proposal: Proposal;
  change: MemoryChange | undefined;
}

async function applyUnit(
  context: Context,
  targets: Targets,
  characterId: string,
  steps: readonly Step[],
  applied: Applied,
): Promise<void> {
  const { store, principal } = context;
  const changes = steps.flatMap(({ change }) => change ?? []);
  const queue = changes.length === 0 ? [] : await writeOverLayers(context, characterId, changes);
  const where = characterId === targets.main.characterId ? undefined : inOwnMemory;
  const add = (report: OperationReport, memory?: Memory) => {
    applied.reports.push(report);
    const isNew = memory?.state === 'ACTIVE' && !applied.memories.some((one) => one.id === memory.id);
    if (isNew) applied.memories.push(memory);
  };
  for (const { proposal, change } of steps) {
    const outcome = change ? queue.shift() : undefined;
    if (outcome) {
      const held = outcome.memory.state === 'PROPOSED' ? waits : undefined;
      const reason = [proposal.reason, where, held].filter((one) => one !== undefined).join('; ');
      add(reportOf(outcome, reason === '' ? undefined : reason), outcome.memory);
      applied.ends.push(...endsOf(proposal, outcome.memory.id));
    }
    if (!outcome && proposal.operation === 'NONE') {
      const { memory, reason = memory ? 'stored already' : 'nothing worth storing' } = proposal;
      const stored = memory && (await store.memories.get(principal, memory.characterId, memory.id));
      add({ operation: 'NONE', ...(memory && { memoryId: memory.id }), reason }, stored);
    }
  }
}

/** With the text itself, where a provider finds nothing in it that becomes a memory. */
function withResidue(
  kind: Extractor['kind'],
  targets: Targets,
  proposals: readonly Proposal[],
  { content }: GivenMemory,
): readonly Proposal[] {
  const leadsToMemory = proposals.some(({ operation, memory }: { operation: string; memory?: unknown }) =>
    operation === 'NONE' ? memory !== undefined : operation !== 'DELETE',
  );
  // A chat as a whole is no memory.
  if (leadsToMemory || kind === 'rules' || turnsOfChat(content)) return proposals;
  const reason = 'nothing else worth storing: stored as it is';
  return [...proposals, { operation: 'ADD', content, category: '', ...residue, reason, about: targets.about(content) }];
}

function reportOf({ operation, memory }: ChangeOutcome, reason: string | undefined): OperationReport {
  const done = operation === 'RESTORE' ? 'NONE' : operation;
  const why = done === 'NONE' ? 'stored already' : reason;
  return { operation: done, memoryId: memory.id, ...(why !== undefined && { reason: why }) };
}
