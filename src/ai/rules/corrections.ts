import type { ExtractionRequest, SimilarMemory } from '../../domain/ai.ts';
import { sentencesSharing, tellingWords } from '../../search/judge/candidates.ts';
import { isAbout, mayEndOther } from '../clauses/changes.ts';
import { compare } from './corrections/compare.ts';
import { type CorrectionStatement, readStatement } from './corrections/statement.ts';
import { homeQuery, useQuery } from './corrections/verbs.ts';

/** The effect of a new statement on the stored memories. */
export interface Correction {
  /** The memory that no longer holds. */
  ended?: SimilarMemory;
  reason: string;
}

/** The reason for storing what says that something stored has changed. */
export const saysChanged = 'says that something stored has changed';

/** Longer ones are no single statement. */
const maxStatementLength = 300;

/** The queries for memories that a statement may correct, or say that they have changed; none if it does neither. */
export function lookUpsOf(content: string): string[] {
  const said = readIfShort(content);
  if (!said) return [];
  const queries = queriesOf(said, content);
  if (queries.length > 0 || !mayEndOther(content)) return queries;
  const words = tellingWords(content);
  return [content, ...(words === '' ? [] : [words])];
}

function queriesOf(said: CorrectionStatement, content: string): string[] {
  const { attribute, verb, move, over, old, denied, negated, now, formerly } = said;
  const mayCorrect = attribute || move || over || old || denied || negated || now || formerly;
  // A new home, or a stay, may share no word with the stored one.
  const isElsewhere = isMoveFromUnsaid(said) || (verb?.relation === 'stay' && now);
  return [
    ...(mayCorrect || (verb && verb.relation !== 'stay') ? [content] : []),
    ...(isElsewhere ? [homeQuery] : []),
    ...(isMoveFromUnsaid(said) ? [useQuery] : []),
  ];
}

/** "I've switched to pnpm" does not say from what. */
function isMoveFromUnsaid({ move }: CorrectionStatement): boolean {
  return move !== undefined && move.from === undefined;
}

/** The stored memories that new statements are compared with, each read once. */
export class Stored {
  readonly #memories: { memory: SimilarMemory; statement: CorrectionStatement | undefined }[];
  readonly #ended = new Set<string>();
  readonly #saidAt: number;
  readonly #ends: (newer: string, older: string) => boolean;

  /** `occurredAt`: when the new statements were said (ISO-8601). `ends`: whether a statement ends an older one. */
  constructor(similar: readonly SimilarMemory[], occurredAt: string, ends: ExtractionRequest['ends'] = () => false) {
    this.#ends = ends;
    this.#saidAt = Date.parse(occurredAt);
    this.#memories = similar.map((memory) => ({ memory, statement: readIfShort(memory.content) }));
  }

  /** Whether a memory is about what a statement changes. */
  isAbout(content: string): boolean {
    const said = readIfShort(content);
    if (!said) return false;
    const known = this.#memories.flatMap(({ memory, statement }) => (statement ? [{ ...memory, statement }] : []));
    const endsOne = (texts: readonly string[]) => texts.some((one) => this.#ends(content, one));
    return (
      known.some((one) => isElsewhereNow(said, one.statement) || isAbout(content, one.content)) ||
      endsOne(known.map((one) => one.content)) ||
      // Of a note the sentences that it may change.
      this.#memories.some(({ memory }) => endsOne(sentencesSharing(content, memory.content)))
    );
  }

  /**
   * The stored memory that a statement ends, or those that it may contradict; undefined when there is neither. A
   * memory ends once, and never by an earlier statement.
   */
  correctedBy(content: string): Correction | undefined {
    const said = this.#memories.length === 0 ? undefined : readIfShort(content);
    if (!said || queriesOf(said, content).length === 0) return undefined;
    const doubtful: string[] = [];
    let ended: SimilarMemory | undefined;
    for (const { memory, statement } of this.#memories) {
      const verdict = statement && compare(said, statement);
      if (!verdict) continue;
      const isLater = memory.occurredAt !== undefined && Date.parse(memory.occurredAt) > this.#saidAt;
      const isFree = ended === undefined && !this.#ended.has(memory.id);
      if (verdict === 'supersedes' && isFree && !isLater) ended = memory;
      else doubtful.push(memory.id);
    }
    const doubt = doubtful.length === 0 ? '' : `may contradict ${doubtful.slice(0, maxNamed).join(', ')}, stored too`;
    if (!ended) return doubt === '' ? undefined : { reason: doubt };
    this.#ended.add(ended.id);
    return { ended, reason: doubt === '' ? saysChanged : `${saysChanged}; ${doubt}` };
  }
}

/** A move to a new place or tool, and where the same person lives or works, or what it uses; or "I'm at Bosch now". */
function isElsewhereNow(said: CorrectionStatement, { verb, formerly }: CorrectionStatement): boolean {
  if (!verb || formerly) return false;
  if (isMoveFromUnsaid(said)) return said.move?.subject === verb.subject && verb.relation !== 'stay';
  const isHere = said.verb?.relation === 'stay' && said.now;
  return isHere && said.verb?.subject === verb.subject && (verb.relation === 'work' || verb.relation === 'home');
}

/** Doubts beyond these are left unnamed: a reason is a line. */
const maxNamed = 4;

function readIfShort(content: string): CorrectionStatement | undefined {
  return content.length <= maxStatementLength ? readStatement(content) : undefined;
}
