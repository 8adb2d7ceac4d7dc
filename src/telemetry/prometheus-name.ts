import { type MetricName, metrics } from '../domain/metrics.ts';

const suffixes = new Map<string, string>([
  ['s', '_seconds'],
  ['By', '_bytes'],
]);

/**
 * What Prometheus calls a metric, wherever it comes from: its unit ends the name, and `_total` a counter's. (OpenTelemetry,
 * Prometheus and OpenMetrics Compatibility.) Of a histogram these are the series `_bucket`, `_sum` and `_count`.
 */
export function prometheusName(name: MetricName): string {
  const { kind, unit } = metrics[name];
  return `${withUnit(name, unit)}${kind === 'counter' ? '_total' : ''}`;
}

/** The name with its unit, as it stands before `_total`. */
export function withUnit(name: string, unit: string): string {
  return `${name.replaceAll('.', '_')}${suffixes.get(unit) ?? ''}`;
}
