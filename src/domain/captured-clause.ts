import { type StatementKind, statementKinds } from './capture-mode.ts';

/** The author of captures by hooks. */
export const captureName = 'auto-capture';

/** kept, proposed, left out, or known: stored already, or said by the project's rule files. */
export const clauseOutcomes = ['kept', 'proposed', 'known', 'left out'] as const;

/** What became of a clause of a captured turn, and why. */
export interface CapturedClause {
  text: string;
  outcome: (typeof clauseOutcomes)[number];
  reason: string;
  kind?: StatementKind | undefined;
  /** What it became, or what says the same. */
  memoryId?: string | undefined;
  /** Verdicts on it count no longer. */
  isForgotten?: boolean | undefined;
}

/** What people made of what one clause became. */
export interface CaptureVerdict {
  kind: StatementKind;
  outcome: 'kept' | 'proposed';
  isRejected: boolean;
}

/** How people judged the latest clauses of a kind that were kept, or proposed. */
export interface KindVerdicts extends Pick<CaptureVerdict, 'kind' | 'outcome'> {
  rejected: number;
  of: number;
  /** Clauses of this kind are no longer stored or proposed. */
  isOff: boolean;
}

/** So many of the latest verdicts on a kind count; it is off when people rejected so many of them, and at least half. */
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
