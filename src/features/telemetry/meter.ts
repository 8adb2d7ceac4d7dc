import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { BatchObservableResult, Counter, Histogram, Meter } from '@opentelemetry/api';
import { type Gauge, type Labels, type Measured, type Metrics, metrics, type Reading } from '../../domain/metrics.ts';

/** Upper bounds of the histograms' buckets in seconds: from a read of the store to a slow provider. */
const boundaries = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

/** The declared metrics as instruments of OpenTelemetry, each made when it is first used. */
export class MeterMetrics implements Metrics {
  readonly #meter: Meter;
  readonly #instruments = new Map<string, Counter | Histogram>();

  constructor(meter: Meter) {
    this.#meter = meter;
  }

  measure<Name extends Measured>(name: Name, value: number, labels: Labels<Name>): void {
    const instrument = this.#instruments.get(name) ?? this.#create(name);
    if ('add' in instrument) instrument.add(value, { ...labels });
    else instrument.record(value, { ...labels });
  }

  observe<Name extends Gauge>(name: Name, read: () => Reading<Name>[] | Promise<Reading<Name>[]>): void {
    const { unit, help: description } = metrics[name];
    const gauge = this.#meter.createObservableGauge(name, { unit, description });
    const report = async (result: BatchObservableResult) => {
      try {
        for (const { value, labels } of await read()) result.observe(gauge, value, { ...labels });
      } catch {
        // A store that does not answer shows in readiness; the other gauges are read all the same.
      }
    };
    this.#meter.addBatchObservableCallback(report, [gauge]);
  }

  #create(name: Measured): Counter | Histogram {
    const { kind, unit, help: description } = metrics[name];
    const created =
      kind === 'counter'
        ? this.#meter.createCounter(name, { unit, description })
        : this.#meter.createHistogram(name, { unit, description, advice: { explicitBucketBoundaries: boundaries } });
    this.#instruments.set(name, created);
    return created;
  }
}

/** How often the event loop is tried (ms). */
const resolution = 20;
const nanoseconds = 1e9;

/** Measures the process itself: memory, and the delay of its event loop. Returns the function that ends it. */
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
