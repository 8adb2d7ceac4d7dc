import { memoryReference, type SimilarMemory } from '../../domain/ai.ts';
import { compare } from './corrections/compare.ts';
import { type CorrectionStatement, readStatement } from './corrections/statement.ts';
import { homeQuery } from './corrections/verbs.ts';

/** The effect of a new statement on the stored memories. */
export interface Correction {
  /** The memory it takes the place of, by its reference. */
  supersedes?: string;
  reason: string;
}

/** Longer ones are no single statement. */
const maxStatementLength = 300;

/** The query for memories that a statement may correct; undefined if it can't correct any. */
export function lookUpsOf(content: string): string[] {
  const said = readIfShort(content);
  return said ? queriesOf(said, content) : [];
}

function queriesOf(said: CorrectionStatement, content: string): string[] {
  const { attribute, verb, move, over, old, denied, negated, now, formerly } = said;
  const mayCorrect = attribute || move || over || old || denied || negated || now || formerly;
  // A new home, or a stay, may share no word with the stored one.
  const isElsewhere = (move && !move.from) || (verb?.relation === 'stay' && now);
  return [...(mayCorrect || (verb && verb.relation !== 'stay') ? [content] : []), ...(isElsewhere ? [homeQuery] : [])];
}

/** The stored memories that new statements are compared with, each read once. */
export class Stored {
  readonly #memories: { memory: SimilarMemory; reference: string; statement: CorrectionStatement | undefined }[];
  readonly #superseded = new Set<string>();
  readonly #saidAt: number;

  /** `occurredAt`: when the new statements were said (ISO-8601). */
  constructor(similar: readonly SimilarMemory[], occurredAt: string) {
    this.#saidAt = Date.parse(occurredAt);
    this.#memories = similar.map((memory, index) => ({
      memory,
      reference: memoryReference(index),
      statement: readIfShort(memory.content),
    }));
  }

  /**
   * The stored memory that a statement corrects, or those that it may contradict; undefined when there is neither. A
   * memory is superseded once, and never by an earlier statement.
   */
  correctedBy(content: string): Correction | undefined {
    const said = this.#memories.length === 0 ? undefined : readIfShort(content);
    if (!said || queriesOf(said, content).length === 0) return undefined;
    const doubtful: string[] = [];
    let supersedes: string | undefined;
    for (const { memory, reference, statement } of this.#memories) {
      const verdict = statement && compare(said, statement);
      if (!verdict) continue;
      const isLater = memory.occurredAt !== undefined && Date.parse(memory.occurredAt) > this.#saidAt;
      const isFree = supersedes === undefined && !this.#superseded.has(reference);
      if (verdict === 'supersedes' && isFree && !isLater) supersedes = reference;
      else doubtful.push(memory.id);
    }
    const doubt = doubtful.length === 0 ? '' : `may contradict ${doubtful.slice(0, maxNamed).join(', ')}, stored too`;
    if (supersedes === undefined) return doubt === '' ? undefined : { reason: doubt };
    this.#superseded.add(supersedes);
    const why = 'the text says that this has changed; the old text is in the history';
    return { supersedes, reason: doubt === '' ? why : `${why}; ${doubt}` };
  }
}

/** Doubts beyond these are left unnamed: a reason is a line. */
const maxNamed = 4;

function readIfShort(content: string): CorrectionStatement | undefined {
  return content.length <= maxStatementLength ? readStatement(content) : undefined;
}
