import type { Metrics } from '../../domain/metrics.ts';
import type { Handled, ObservedRequest } from '../../http/app.ts';
import type { ThreadReport } from './thread.ts';
import type { TraceHeaders } from './tracing.ts';
import type { Instrumentation } from './watch.ts';

/** The telemetry of a process and its receivers. Absent: its code is not loaded. */
export interface TelemetrySettings {
  version: string;
  nodeName: string;
  /** Where traces and metrics are sent: an endpoint of OTLP over HTTP, without `/v1/traces`. */
  endpoint: string | undefined;
  /** Where `/metrics` is served. */
  prometheus: { host: string; port: number } | undefined;
}

/** The telemetry of a `serve`. */
export interface Telemetry {
  metrics: Metrics;
  watch: Instrumentation;
  /** Where `/metrics` is served. */
  metricsUrl: string | undefined;
  /** Runs a request as a span, of the trace that its headers name or of a new one. */
  request(request: ObservedRequest, run: () => Promise<Handled>): Promise<void>;
  /** Fields of a log line: the trace and the span that are current. */
  ids(): Record<string, string>;
  /** The context that a thread needs to continue the current trace. */
  headers(): TraceHeaders;
  /** Records a thread's measurements. */
  receive(report: ThreadReport): void;
  /** Exports the rest, for at most a second. */
  close(): Promise<void>;
}
