/**
 * The CPU time that something takes, in ms, of this process with all its threads. Unlike the time on the wall it hardly
 * depends on what else the machine does; bounds on it should still leave room for a machine ten times as slow.
 */
export async function cpuTimeOf(run: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/** CPU time (ms) below which nothing is said of growth: what grows with the square is far above it. */
const floor = 60;
/** How often a measurement that looks bad is made again: the mildest counts, since a busy machine only adds. */
const attempts = 8;
/** Four times the text may take six times as long; what is over four is for caches and the collector. */
const mostGrowth = 6;

/** Whether a text of `size` costs at most six times what a quarter of it does (by CPU time); else what they took, in ms. */
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
