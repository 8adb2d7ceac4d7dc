import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Metrics } from '../domain/metrics.ts';

/** How often the event loop is tried (ms). */
const resolution = 20;
const nanoseconds = 1e9;

/** Measures the process itself: memory, and how late its event loop is. Answers what ends it. */
export function observeProcess(metrics: Metrics): () => void {
  const delays = monitorEventLoopDelay({ resolution });
  delays.enable();
  // The monitor takes the time between two of its turns, so one that is not late counts as the resolution.
  const late = (value: number) => Math.max(0, value / nanoseconds - resolution / 1000) || 0;
  metrics.observe('nodejs.eventloop.delay', () => {
    const { max } = delays;
    const readings = [
      { value: late(delays.percentile(50)), labels: { quantile: 'p50' } },
      { value: late(delays.percentile(99)), labels: { quantile: 'p99' } },
      { value: late(max), labels: { quantile: 'max' } },
    ];
    delays.reset();
    return readings;
  });
  metrics.observe('process.memory.usage', () => {
    const { rss, heapUsed, external } = process.memoryUsage();
    return [
      { value: rss, labels: { part: 'rss' } },
      { value: heapUsed, labels: { part: 'heap' } },
      { value: external, labels: { part: 'external' } },
    ];
  });
  return () => void delays.disable();
}
