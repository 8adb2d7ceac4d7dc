import { hasCue } from './cue-rules.ts';
import { type Clause, cutClauses } from './cut.ts';
import { type Objection, objectionTo } from './objections.ts';

/** A clause, and what the rules say of it. */
export interface Read extends Clause {
  /** A cue speaks for it. */
  isCued: boolean;
  objection: Objection | undefined;
}

/** The clauses of what a user said. */
export function readClauses(said: string): Read[] {
  return cutClauses(said).map(read);
}

export function read(clause: Clause): Read {
  return { ...clause, isCued: hasCue(clause.text), objection: objectionTo(clause) };
}
