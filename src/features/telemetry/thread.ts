import type { HrTime, SpanContext } from '@opentelemetry/api';
import type { Resource } from '@opentelemetry/resources';
import type { ReadableSpan, SpanProcessor } from '@opentelemetry/sdk-trace';
import type { Labels, Measured, Metrics } from '../../domain/metrics.ts';
import type { TraceHeaders, Tracing } from './tracing.ts';
import { Instrumentation } from './watch.ts';

interface Measurement {
  name: Measured;
  value: number;
  /** Those that the metric declares. */
  labels: Labels<Measured>;
}

/** A span as it passes between threads: without functions, and without the resource, which the process knows. */
type PlainSpan = Omit<ReadableSpan, 'spanContext' | 'resource'> & { context: SpanContext };

/** A thread's measurements since its last report. */
export interface ThreadReport {
  measured: Measurement[];
  spans: PlainSpan[];
}

/** Collects a thread's measurements; its gauges belong to the process. */
class Reporter implements Metrics, SpanProcessor {
  #report: ThreadReport = { measured: [], spans: [] };

  measure<Name extends Measured>(name: Name, value: number, labels: Labels<Name>): void {
    this.#report.measured.push({ name, value, labels: labels as Labels<Measured> });
  }

  observe(): void {}

  onStart(): void {}

  onEnd(span: ReadableSpan): void {
    const { name, kind, parentSpanContext, attributes, status, links, events, ended, instrumentationScope } = span;
    const { droppedAttributesCount, droppedEventsCount, droppedLinksCount } = span;
    const [startTime, endTime, duration] = [span.startTime, span.endTime, span.duration].map(plainTime) as HrTime[];
    this.#report.spans.push({
      name,
      kind,
      context: plainContext(span.spanContext()),
      ...(parentSpanContext && { parentSpanContext: plainContext(parentSpanContext) }),
      attributes,
      status,
      links,
      events,
      ended,
      instrumentationScope,
      droppedAttributesCount,
      droppedEventsCount,
      droppedLinksCount,
      startTime: startTime!,
      endTime: endTime!,
      duration: duration!,
    });
  }

  async forceFlush(): Promise<void> {}

  async shutdown(): Promise<void> {}

  /** Hands over the gathered data. */
  takeReport(): ThreadReport {
    const report = this.#report;
    this.#report = { measured: [], spans: [] };
    return report;
  }
}

/** A thread's span as one of this process. */
export function receivedSpan({ context, ...span }: PlainSpan, resource: Resource): ReadableSpan {
  return { ...span, resource, spanContext: () => context };
}

const plainTime = ([seconds, nanoseconds]: HrTime): HrTime => [seconds, nanoseconds];

/** Without parts that are not data: a trace state is an object with methods. */
function plainContext({ traceId, spanId, traceFlags }: SpanContext): SpanContext {
  return { traceId, spanId, traceFlags };
}

/** The telemetry of a thread of `serve`: it sends nothing itself, its answers carry the measurements. */
export interface ThreadTelemetry {
  watch: Instrumentation;
  /** Runs a call as a part of the trace that it came from. */
  following<Result>(headers: TraceHeaders, run: () => Result): Result;
  ids(): Record<string, string>;
  /** The measurements since the last report. */
  takeReport(): ThreadReport;
}

export async function startThreadTelemetry(endpoint: string | undefined): Promise<ThreadTelemetry> {
  const reporter = new Reporter();
  const tracing = endpoint === undefined ? undefined : await tracingTo(reporter);
  return {
    watch: new Instrumentation(reporter, tracing),
    following: (headers, run) => (tracing ? tracing.following(headers, run) : run()),
    ids: () => tracing?.ids() ?? {},
    takeReport: () => reporter.takeReport(),
  };
}

/** Loaded only where traces are sent. */
async function tracingTo(reporter: Reporter): Promise<Tracing> {
  const [{ TracerProvider }, { Tracing }] = await Promise.all([
    import('@opentelemetry/sdk-trace'),
    import('./tracing.ts'),
  ]);
  return new Tracing(new TracerProvider({ spanProcessors: [reporter] }));
}
