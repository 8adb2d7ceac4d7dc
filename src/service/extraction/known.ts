import type { Proposal } from '../../domain/ai.ts';
import { type CapturedClause, captureName } from '../../domain/captured-clause.ts';
import type { Memory, MemoryChange } from '../../domain/memory.ts';
import { importances } from '../../domain/memory.ts';
import { addsNothingTo, type StatedTerms, statedTerms } from '../../search/same-statement.ts';
import type { Context } from '../context.ts';
import { findFor } from './ask-extractor.ts';

/** The most proposed memories at a time; the oldest are dropped. */
export const maxProposed = 100;
/** So many of the latest deletions are looked at. */
const maxDeleted = 1_000;

/** The change in place of adding a statement, and its reason for a receipt. */
interface Instead {
  change?: MemoryChange | undefined;
  clause: Pick<CapturedClause, 'outcome' | 'reason' | 'memoryId'>;
}

/** The statements that a character and its project's rule files already contain. */
export class Known {
  readonly #context: Context;
  readonly characterId: string;
  readonly #ruleLines: readonly string[];
  #rules: StatedTerms[] | undefined;
  #proposed: Promise<Memory[]> | undefined;
  #deleted: Promise<Memory[]> | undefined;
  /** Memories that a statement of this turn has supported. */
  readonly #used = new Set<string>();

  constructor(context: Context, characterId: string, ruleLines: readonly string[]) {
    this.#context = context;
    this.characterId = characterId;
    this.#ruleLines = ruleLines;
  }

  /**
   * Undefined: it is new.
   * @param saidAt ISO-8601
   */
  async before(
    { content, isProposed, isForeign }: Extract<Proposal, { operation: 'ADD' }>,
    saidAt: string,
  ): Promise<Instead | undefined> {
    const said = statedTerms(content);
    const isSame = (one: Pick<Memory, 'content'>) => addsNothingTo(said, statedTerms(one.content), true);
    this.#rules ??= this.#ruleLines.map(statedTerms);
    if (this.#rules.some((line) => addsNothingTo(said, line, false))) {
      return { clause: { outcome: 'known', reason: "the project's rule files say it" } };
    }
    const stored = (await findFor(this.#context, this.characterId, [content])).find(isSame);
    if (stored) {
      const change = isForeign || this.#isUsed(stored.id) ? undefined : raised(stored);
      return { change, clause: { outcome: 'known', reason: 'stored already', memoryId: stored.id } };
    }
    const proposed = (await this.#proposals()).find(isSame);
    if (proposed) {
      const { id: memoryId } = proposed;
      if (isForeign) return { clause: { outcome: 'proposed', reason: 'proposed before', memoryId } };
      const change = this.#isUsed(memoryId) ? undefined : ({ kind: 'restore', memoryId } as const);
      return { change, clause: { outcome: 'kept', reason: 'proposed before, and said again', memoryId } };
    }
    const deletedAt = await this.#deletedAt(isSame);
    if (deletedAt === undefined) return undefined;
    if (saidAt < deletedAt) return { clause: { outcome: 'left out', reason: 'deleted since it was said' } };
    return isProposed ? { clause: { outcome: 'left out', reason: 'in doubt, and rejected before' } } : undefined;
  }

  /** The oldest proposals above the limit, after these changes. */
  async leaving(changes: readonly MemoryChange[]): Promise<MemoryChange[]> {
    const more = changes.filter((one) => one.kind === 'add' && one.memory.isProposed).length;
    if (more === 0) return [];
    const waiting = (await this.#proposals()).filter(({ id }) => !this.#used.has(id));
    return waiting.slice(Math.max(0, maxProposed - more)).map(({ id }) => ({ kind: 'reject', memoryId: id }));
  }

  /** Marks a memory as supported by a statement; returns whether another statement of the turn did so before. */
  #isUsed(id: string): boolean {
    const isUsed = this.#used.has(id);
    this.#used.add(id);
    return isUsed;
  }

  #proposals(): Promise<Memory[]> {
    const { store, principal } = this.#context;
    const filter = { state: 'PROPOSED', page: 0, limit: maxProposed } as const;
    this.#proposed ??= store.memories.list(principal, this.characterId, filter).then(({ memories }) => memories);
    return this.#proposed;
  }

  /** When a person last deleted or rejected it. (The service also drops proposals, for newer ones.) */
  async #deletedAt(isSame: (memory: Memory) => boolean): Promise<string | undefined> {
    const { store, principal } = this.#context;
    const filter = { state: 'DELETED', sort: 'changed', page: 0, limit: maxDeleted } as const;
    this.#deleted ??= store.memories.list(principal, this.characterId, filter).then(({ memories }) => memories);
    for (const { id } of (await this.#deleted).filter(isSame)) {
      const last = (await store.memories.history(principal, this.characterId, id)).at(-1);
      if (last && last.changedBy !== captureName) return last.createdAt;
    }
    return undefined;
  }
}

/** The highest importance by repetition: only a person sets CRITICAL. */
const highest = importances.indexOf('HIGH');
const salienceStep = 0.3;
const maxSalience = 0.95;

/** The change that raises the importance of a repeated memory; undefined if it is high enough. */
function raised({
  id,
  importance,
  salience,
}: Pick<Memory, 'id' | 'importance' | 'salience'>): MemoryChange | undefined {
  const at = importances.indexOf(importance);
  if (at <= highest && salience >= maxSalience) return undefined;
  const fields = {
    importance: at <= highest ? importance : importances[at - 1],
    salience: Math.max(salience, Math.min(maxSalience, salience + (1 - salience) * salienceStep)),
  };
  return { kind: 'update', memoryId: id, fields };
}
