import { type MetricName, metrics } from '../src/domain/metrics.ts';
import { prometheusName } from '../src/telemetry/prometheus.ts';

/** A document with what is between `<!-- metrics -->` and `<!-- end -->` replaced by the table of all metrics. */
export function withMetrics(document: string): string {
  const rows = (Object.keys(metrics) as MetricName[]).map((name) => {
    const { kind, labels, help } = metrics[name];
    return `| \`${prometheusName(name)}\` | ${kind} | ${labels.join(', ')} | ${help} |`;
  });
  const table = ['| metric | kind | labels | what |', '|---|---|---|---|', ...rows].join('\n');
  return document.replace(/(<!-- metrics -->\n)[\s\S]*?(<!-- end -->)/, `$1${table}\n$2`);
}
