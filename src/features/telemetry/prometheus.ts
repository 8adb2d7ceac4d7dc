import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PrometheusExporter, PrometheusSerializer } from '@opentelemetry/exporter-prometheus';
import type { MetricReader, ResourceMetrics } from '@opentelemetry/sdk-metrics';
import { type MetricName, metrics } from '../../domain/metrics.ts';

/** `/metrics` on a port of its own, for Prometheus to read. */
interface MetricsPage {
  reader: MetricReader;
  /** Starts to serve; returns the port. Rejects with the system's error when the address is taken. */
  listen(address: { host: string; port: number }): Promise<number>;
  close(): Promise<void>;
}

/** The exporter's own server supports no port 0 and does not report a taken port, so the page has our own server. */
export function createMetricsPage(): MetricsPage {
  const reader = new PrometheusExporter({ preventServerStart: true });
  const serializer = new PrometheusSerializer(undefined, false, undefined, false, true);
  const answer = async (response: ServerResponse) => {
    const { resourceMetrics } = await reader.collect();
    const body = serializer.serialize(named(resourceMetrics));
    response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }).end(body);
  };
  const server = createServer((request, response) => {
    const isPage = request.method === 'GET' && request.url?.split('?')[0] === '/metrics';
    if (isPage) answer(response).catch(() => response.writeHead(500).end());
    else response.writeHead(404).end();
  }).unref();
  return {
    reader,
    async listen({ host, port }) {
      server.listen(port, host);
      await once(server, 'listening');
      return (server.address() as AddressInfo).port;
    },
    async close() {
      server.closeAllConnections();
      if (server.listening) await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The metrics under the names that Prometheus expects; the exporter leaves the unit out. */
function named({ resource, scopeMetrics }: ResourceMetrics): ResourceMetrics {
  return {
    resource,
    scopeMetrics: scopeMetrics.map((scope) => ({
      ...scope,
      metrics: scope.metrics.map((metric) => {
        const { name, unit } = metric.descriptor;
        return { ...metric, descriptor: { ...metric.descriptor, name: withUnit(name, unit), unit: '' } };
      }),
    })),
  };
}

const suffixes = new Map<string, string>([
  ['s', '_seconds'],
  ['By', '_bytes'],
]);

/**
 * The Prometheus name of a metric: it ends in the unit, a counter's in `_total`. (OpenTelemetry, Prometheus and
 * OpenMetrics Compatibility.) A histogram has the series `_bucket`, `_sum` and `_count`.
 */
export function prometheusName(name: MetricName): string {
  const { kind, unit } = metrics[name];
  return `${withUnit(name, unit)}${kind === 'counter' ? '_total' : ''}`;
}

/** The name with its unit, without `_total`. */
function withUnit(name: string, unit: string): string {
  return `${name.replaceAll('.', '_')}${suffixes.get(unit) ?? ''}`;
}
