import type { TelemetrySettings } from './telemetry.ts';
import { Teller, type Told } from './told.ts';
import type { TraceHeaders, Tracing } from './tracing.ts';
import { Watch } from './watch.ts';

/** What watches a thread of `serve`: it sends nothing itself, its answers carry what it has measured. */
export interface ThreadTelemetry {
  watch: Watch;
  /** Runs a call as a part of the trace that it came from. */
  following<Result>(headers: TraceHeaders, run: () => Result): Result;
  ids(): Record<string, string>;
  /** What was measured since it told last. */
  tell(): Told;
}

export async function startThreadTelemetry({
  endpoint,
}: Pick<TelemetrySettings, 'endpoint'>): Promise<ThreadTelemetry> {
  const teller = new Teller();
  const tracing = endpoint === undefined ? undefined : await tracingTo(teller);
  return {
    watch: new Watch(teller, tracing),
    following: (headers, run) => (tracing ? tracing.following(headers, run) : run()),
    ids: () => tracing?.ids() ?? {},
    tell: () => teller.tell(),
  };
}

/** Loaded only where traces are sent. */
async function tracingTo(teller: Teller): Promise<Tracing> {
  const [{ TracerProvider }, { Tracing }] = await Promise.all([
    import('@opentelemetry/sdk-trace'),
    import('./tracing.ts'),
  ]);
  return new Tracing(new TracerProvider({ spanProcessors: [teller] }));
}
