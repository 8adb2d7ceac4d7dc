export const captureModes = ['careful', 'balanced', 'eager'] as const;

/** How sure the rules must be to store a statement. */
export type CaptureMode = (typeof captureModes)[number];

export const statementKinds = ['rule', 'preference', 'decision', 'correction', 'fact'] as const;

/** The kind of a statement, judged by its words. */
export type StatementKind = (typeof statementKinds)[number];

export const abouts = ['user', 'project'] as const;

/** Whom a statement is about: the person who says it, or what they work on. */
export type About = (typeof abouts)[number];

/** The author of captures by hooks. */
export const captureName = 'auto-capture';

/** kept, proposed, left out, or known: stored already, or in the project's rule files. */
export const clauseOutcomes = ['kept', 'proposed', 'known', 'left out'] as const;

/** The outcome of a clause of a captured turn, and the reason. */
export interface CapturedClause {
  text: string;
  outcome: (typeof clauseOutcomes)[number];
  reason: string;
  kind?: StatementKind | undefined;
  /** The memory that it became, or that says the same. */
  memoryId?: string | undefined;
  /** Where that memory is; absent: in the character of the turn. */
  characterId?: string | undefined;
  /** The batch of what was learnt with it. */
  batchId?: string | undefined;
  /** Verdicts on it no longer count. */
  isForgotten?: boolean | undefined;
}

/** People's verdicts on the memory of one clause. */
export interface CaptureVerdict {
  kind: StatementKind;
  outcome: 'kept' | 'proposed';
  isRejected: boolean;
}

/** Verdicts on the latest kept or proposed clauses of a kind. */
export interface KindVerdicts extends Pick<CaptureVerdict, 'kind' | 'outcome'> {
  rejected: number;
  of: number;
  /** Clauses of this kind are no longer stored or proposed. */
  isOff: boolean;
}

/**
 * How many of the latest verdicts on a kind count; it is turned off by this many rejections, if they are at least half.
 */
export const latestVerdicts = 20;
export const fewestRejected = 5;

/** @param verdicts the latest first */
export function judgedKinds(verdicts: readonly CaptureVerdict[]): KindVerdicts[] {
  return statementKinds.flatMap((kind) =>
    (['kept', 'proposed'] as const).flatMap((outcome) => {
      const latest = verdicts.filter((one) => one.kind === kind && one.outcome === outcome).slice(0, latestVerdicts);
      if (latest.length === 0) return [];
      const rejected = latest.filter(({ isRejected }) => isRejected).length;
      const isOff = rejected >= fewestRejected && 2 * rejected >= latest.length;
      return [{ kind, outcome, rejected, of: latest.length, isOff }];
    }),
  );
}
