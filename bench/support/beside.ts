import { median, quantile, timed } from './report.ts';
import type { connect } from './server.ts';

/** Writes one memory after the other until `work` is done. Returns the durations of the writes (ms). */
export async function writesBeside(
  server: Awaited<ReturnType<typeof connect>>,
  name: string,
  work: () => Promise<unknown>,
) {
  const waits: number[] = [];
  let done = false;
  const working = timed(work).finally(() => {
    done = true;
  });
  for (let i = 0; !done; i++) {
    const content = `Note ${i} that was taken beside ${name}`;
    waits.push((await timed(() => server.call('add_memory_direct', { content, category: 'facts' }))).ms);
  }
  const { ms: took } = await working;
  const [p50, p99, longest] = [median(waits), quantile(waits, 0.99), Math.max(...waits)];
  return { beside: name, took, writes: waits.length, p50, p99, longest };
}
