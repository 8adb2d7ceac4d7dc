import fc from 'fast-check';

export { fc };

/** Set by `npm run fuzz`: a fresh seed, and how long each law is tried (ms). */
const { FUZZ_SEED, FUZZ_MS } = process.env;

/** `npm test` tries the same cases every time, so that its verdict depends on the code alone. */
const fixedSeed = 20_260_115;

/** Tries a property in `runs` cases, or for as long as fuzzing says. */
export async function holds<T>(property: fc.IRawProperty<T>, runs = 100): Promise<void> {
  const parameters =
    FUZZ_SEED === undefined
      ? { seed: fixedSeed, numRuns: runs }
      : { seed: Number(FUZZ_SEED), numRuns: 1e9, interruptAfterTimeLimit: Number(FUZZ_MS) };
  await fc.assert(property, parameters);
}
