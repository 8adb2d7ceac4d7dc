import { type ExportResult, ExportResultCode } from '@opentelemetry/core';
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { detectResources, envDetector, type Resource, resourceFromAttributes } from '@opentelemetry/resources';
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import type { Log } from '../../base/log.ts';
import { pause } from '../../base/pause.ts';
import { MeterMetrics, observeProcess } from './meter.ts';
import { createMetricsPage } from './prometheus.ts';
import type { Telemetry, TelemetrySettings } from './telemetry.ts';
import { receivedSpan } from './thread.ts';
import { Tracing } from './tracing.ts';
import { Instrumentation } from './watch.ts';

/** How often metrics are sent (ms). */
const sendingMs = 15_000;
/** How long one sending may take (ms). */
const timeoutMs = 10_000;
/** The timeout of the last export at a stop (ms). */
const closingMs = 1_000;

/** Starts telemetry. Rejects with the system's error when the address of `/metrics` is taken. */
export async function startTelemetry(settings: TelemetrySettings, log: Log): Promise<Telemetry> {
  const { endpoint, prometheus } = settings;
  const resource = resourceOf(settings);
  const page = prometheus && createMetricsPage();
  const sender = endpoint === undefined ? undefined : metricsSender(endpoint, log);
  const meters = new MeterProvider({ resource, readers: [page?.reader, sender].filter((one) => one !== undefined) });
  const metrics = new MeterMetrics(meters.getMeter('agent-memory-service'));
  const spans = endpoint === undefined ? undefined : spansSender(endpoint, log);
  const tracers = spans && new TracerProvider({ resource, spanProcessors: [spans] });
  const tracing = tracers && new Tracing(tracers);
  const port = page && prometheus && (await page.listen(prometheus));
  const leave = observeProcess(metrics);
  return {
    metrics,
    watch: new Instrumentation(metrics, tracing),
    metricsUrl: prometheus && `http://${prometheus.host}:${port}/metrics`,
    async request({ method, header }, run) {
      if (!tracing) return void (await run());
      const headers = Object.fromEntries(
        ['traceparent', 'tracestate'].flatMap((name) => {
          const value = header(name);
          return value === undefined ? [] : [[name, value]];
        }),
      );
      const attributes = { 'http.request.method': method };
      await tracing.following(headers, () =>
        tracing.span(method, 'SERVER', attributes, async (span) => {
          const { route, status } = await run();
          span.updateName(`${method} ${route}`);
          span.setAttributes({ 'http.route': route, 'http.response.status_code': status });
          if (status >= 500) span.setAttribute('error.type', String(status)).setStatus({ code: 2 });
        }),
      );
    },
    ids: () => tracing?.ids() ?? {},
    headers: () => tracing?.headers() ?? {},
    receive(report) {
      for (const { name, value, labels } of report.measured) metrics.measure(name, value, labels);
      for (const span of report.spans) spans?.onEnd(receivedSpan(span, resource));
    },
    async close() {
      leave();
      const sent = Promise.allSettled([meters.shutdown(), tracers?.shutdown()]);
      await Promise.race([sent, pause(closingMs)]);
      await page?.close();
    },
  };
}

/** The resource; the environment (OTEL_RESOURCE_ATTRIBUTES, OTEL_SERVICE_NAME) has priority. */
function resourceOf({ version, nodeName }: TelemetrySettings): Resource {
  const own = resourceFromAttributes({
    'service.name': 'agent-memory-service',
    'service.version': version,
    'service.instance.id': nodeName,
  });
  return own.merge(detectResources({ detectors: [envDetector] }));
}

function metricsSender(endpoint: string, log: Log): PeriodicExportingMetricReader {
  const url = `${endpoint}/v1/metrics`;
  const exporter = tellingFailures(new OTLPMetricExporter({ url, timeoutMillis: timeoutMs }), 'metrics', log);
  return new PeriodicExportingMetricReader({
    exporter,
    exportIntervalMillis: sendingMs,
    exportTimeoutMillis: timeoutMs,
  });
}

function spansSender(endpoint: string, log: Log): BatchSpanProcessor {
  const url = `${endpoint}/v1/traces`;
  const exporter = tellingFailures(new OTLPTraceExporter({ url, timeoutMillis: timeoutMs }), 'traces', log);
  return new BatchSpanProcessor({ exporter });
}

interface Exporter<Items> {
  export(items: Items, done: (result: ExportResult) => void): void;
}

/** An exporter that logs its failures: the first of several, and the recovery. */
function tellingFailures<Items, One extends Exporter<Items>>(
  exporter: One & Exporter<Items>,
  what: string,
  log: Log,
): One {
  let isFailing = false;
  const send = exporter.export.bind(exporter);
  exporter.export = (items, done) => {
    send(items, (result) => {
      const failed = result.code !== ExportResultCode.SUCCESS;
      if (failed && !isFailing) log('warn', `${what} cannot be sent`, { reason: result.error?.message });
      if (!failed && isFailing) log('info', `${what} are sent again`);
      isFailing = failed;
      done(result);
    });
  };
  return exporter;
}
