import type { Log } from '../base/log.ts';
import { onceDone } from '../base/once.ts';

/** The judge of the package, read at the first call. */
export const lazyJudge = (log: Log) =>
  onceDone(async () => (await import('./statement-judge.ts')).loadStatementJudge(log));
