import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { dashboard } from '../../scripts/dashboard.ts';
import { type MetricName, metrics } from '../../src/domain/metrics.ts';
import { operationsByName } from '../../src/features/operations.ts';
import { prometheusName } from '../../src/features/telemetry/prometheus.ts';

const root = join(import.meta.dirname, '../..');
const names = Object.keys(metrics) as MetricName[];

/** Every series, with its labels; `up` is Prometheus' own. */
const series = new Map<string, readonly string[]>([['up', ['instance', 'job']]]);
for (const name of names) {
  const { kind, labels } = metrics[name];
  for (const part of kind === 'histogram' ? ['_bucket', '_count', '_sum'] : ['']) {
    series.set(`${prometheusName(name)}${part}`, ['instance', 'le', ...labels]);
  }
}

const functions = ['sum', 'max', 'by', 'rate', 'histogram_quantile', 'label_values', 'min_over_time'];

/** The metrics of an expression, each with its labels: of selectors, and of all groupings. */
function named(expr: string): { name: string; labels: string[] }[] {
  const grouped = [...expr.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, list = '']) => list.split(/,\s*/));
  const bare = expr.replace(/\bby \([^)]*\)/g, '').replace(/\[[^\]]*\]/g, '');
  return [...bare.matchAll(/\b([a-z]\w*)\b(?:\{([^}]*)\})?/g)].flatMap(([, name = '', selector = '']) => {
    if (functions.includes(name) || name === 'instance') return [];
    return [{ name, labels: [...[...selector.matchAll(/(\w+)=/g)].map(([, label = '']) => label), ...grouped] }];
  });
}

/** The metrics of an expression that do not exist. */
function unknown(expr: string): string[] {
  return named(expr).flatMap(({ name, labels }) => {
    const known = series.get(name);
    if (!known) return [name];
    return labels.filter((label) => label !== '' && !known.includes(label)).map((label) => `${name}{${label}}`);
  });
}

const alerts = parse(readFileSync(join(root, 'ops/alerts.yaml'), 'utf8')) as {
  groups: { rules: { alert: string; expr: string }[] }[];
};
const rules = alerts.groups.flatMap((group) => group.rules);

test('ops/grafana.json is generated from the metrics; npm run docs renews it', async () => {
  await expect(`${JSON.stringify(dashboard(), undefined, 2)}\n`).toMatchFileSnapshot('../../ops/grafana.json');
});

test('the dashboard shows every declared metric and no other', () => {
  const shown = dashboard().panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
  expect(shown.flatMap(unknown)).toStrictEqual([]);
  const missing = names.filter((name) => !shown.some((expr) => expr.includes(`${prometheusName(name)}`)));
  expect(missing).toStrictEqual([]);
});

test.each(rules.map(({ alert, expr }) => [alert, expr]))('the alert %s queries declared metrics', (_, expr) => {
  expect(named(expr).length).toBeGreaterThan(0);
  expect(unknown(expr)).toStrictEqual([]);
  for (const [, operation = ''] of expr.matchAll(/operation="(\w+)"/g))
    expect(operationsByName.has(operation)).toBe(true);
});

test('a query of an unknown metric is found', () => {
  expect(unknown('rate(agent_memory_odd_total[5m]) > 1')).toStrictEqual(['agent_memory_odd_total']);
  expect(unknown('sum by (tenant) (process_memory_usage_bytes{part="rss"})')).toStrictEqual([
    'process_memory_usage_bytes{tenant}',
  ]);
});

test('ops/README.md lists every alert', () => {
  const text = readFileSync(join(root, 'ops/README.md'), 'utf8');
  for (const { alert } of rules) expect(text).toContain(`\`${alert}\``);
});
