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
