import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type Attributes,
  type Context,
  defaultTextMapGetter,
  defaultTextMapSetter,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import type { TracerProvider } from '@opentelemetry/sdk-trace';
import { whenSettled } from '../../base/when-settled.ts';
import { AnswerNeeded, ServiceError } from '../../domain/errors.ts';

/** The headers `traceparent` and `tracestate` of W3C Trace Context. */
export type TraceHeaders = Record<string, string>;

/** Spans of one process or thread; which one is current follows the asynchronous calls, without any global. */
export class Tracing {
  readonly #current = new AsyncLocalStorage<Context>();
  readonly #propagator = new W3CTraceContextPropagator();
  readonly #tracer: Tracer;

  constructor(provider: TracerProvider) {
    this.#tracer = provider.getTracer('agent-memory-service');
  }

  /** Runs something as a span below the current one; without one just runs it. */
  below<Result>(name: string, kind: keyof typeof SpanKind, attributes: Attributes, run: () => Result): Result {
    return this.#current.getStore() === undefined ? run() : this.span(name, kind, attributes, () => run());
  }

  /** Runs something as a span below the current one, or as the beginning of a trace. */
  span<Result>(name: string, kind: keyof typeof SpanKind, attributes: Attributes, run: (span: Span) => Result): Result {
    const context = this.#current.getStore() ?? ROOT_CONTEXT;
    const span = this.#tracer.startSpan(name, { kind: SpanKind[kind], attributes }, context);
    return whenSettled(
      () => this.#current.run(trace.setSpan(context, span), () => run(span)),
      (error) => {
        if (error !== undefined && !(error instanceof AnswerNeeded)) {
          // A message may contain names of characters.
          span.setAttribute('error.type', error instanceof ServiceError ? error.type : 'InternalError');
          span.setStatus({ code: SpanStatusCode.ERROR });
        }
        span.end();
      },
    );
  }

  /** Runs something as a part of a trace that began elsewhere; headers that are none are passed over. */
  following<Result>(headers: TraceHeaders, run: () => Result): Result {
    const context = this.#propagator.extract(ROOT_CONTEXT, headers, defaultTextMapGetter);
    return trace.getSpanContext(context) ? this.#current.run(context, run) : run();
  }

  /** The context that another process or thread needs to continue the current trace; empty without one. */
  headers(): TraceHeaders {
    const headers: TraceHeaders = {};
    const context = this.#current.getStore();
    if (context) this.#propagator.inject(context, headers, defaultTextMapSetter);
    return headers;
  }

  /** Fields of a log line, called as OpenTelemetry calls them outside of OTLP. */
  ids(): Record<string, string> {
    const context = this.#current.getStore();
    const span = context && trace.getSpanContext(context);
    return span ? { trace_id: span.traceId, span_id: span.spanId } : {};
  }
}
