/**
 * The CPU time of a function in ms, of all threads of this process. Unlike wall time it hardly depends on other load;
 * limits on it should still allow a machine ten times as slow.
 */
export async function cpuTimeOf(run: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/** CPU time (ms) below which growth is not judged: quadratic work is far above it. */
const floor = 60;
/** How often a bad measurement is repeated: the lowest counts, since a busy machine only adds. */
const attempts = 8;
/** Four times the text may take six times as long; the excess over four is for caches and the garbage collector. */
const mostGrowth = 6;

/** Whether a text of `size` costs at most six times a quarter of it (by CPU time); else both times, in ms. */
export async function superlinear(
  read: (text: string) => unknown,
  make: (size: number) => string,
  size: number,
  costOf: typeof cpuTimeOf = cpuTimeOf,
): Promise<string | undefined> {
  const large = make(size);
  let most = await costOf(() => read(large));
  if (most <= floor) return undefined;
  const small = make(size / 4);
  let least = 0;
  for (let i = 0; i < attempts; i++) {
    least = Math.max(least, await costOf(() => read(small)));
    if (most <= mostGrowth * least) return undefined;
    most = Math.min(most, await costOf(() => read(large)));
    if (most <= floor || most <= mostGrowth * least) return undefined;
  }
  return `${least.toFixed(0)} to ${most.toFixed(0)} ms`;
}
