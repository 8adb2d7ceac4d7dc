import fc from 'fast-check';

export { fc };

/** Set by `npm run fuzz`: a new seed, and how long each law is tried (ms). */
const { FUZZ_SEED, FUZZ_MS } = process.env;

/** Whether fresh cases are tried, with more time. */
export const isFuzzing = FUZZ_SEED !== undefined;

/** `npm test` tries the same cases every time, so that its result depends only on the code. */
const fixedSeed = 20_260_115;

/** Tries a property in `runs` cases, or for as long as fuzzing says. */
export async function holds<T>(property: fc.IRawProperty<T>, runs = 25): Promise<void> {
  if (!isFuzzing) return fc.assert(property, { seed: fixedSeed, numRuns: runs, endOnFailure: true });
  const timed = { seed: Number(FUZZ_SEED), numRuns: 1e9, interruptAfterTimeLimit: Number(FUZZ_MS) };
  // An interrupted case continues; the next test may get the database that it writes to.
  const run = property.run.bind(property);
  const last: { verdict: ReturnType<typeof run> } = { verdict: null };
  property.run = (value) => {
    last.verdict = run(value);
    return last.verdict;
  };
  const outcome = await fc.check(property, timed);
  const late = outcome.interrupted ? await last.verdict : null;
  if (late !== null && 'error' in late) throw late.error;
  // A law whose first case takes all the time has not failed.
  if (outcome.interrupted && outcome.counterexample === null) return;
  if (outcome.failed) throw new Error(await fc.asyncDefaultReportMessage(outcome), { cause: outcome.errorInstance });
}
