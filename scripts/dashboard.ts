import { type MetricName, metrics } from '../src/domain/metrics.ts';
import { prometheusName } from '../src/features/telemetry/prometheus.ts';

const datasource = { type: 'prometheus', uid: '$datasource' };
const nodes = 'instance=~"$instance"';
/** Outcomes are shown as a rate, not as a duration. */
const outcomes = new Set<string>(['status', 'outcome']);
/** In the units of the grid, of which a row has 24. */
const size = { w: 12, h: 8 };

interface Panel {
  title: string;
  description: string;
  unit: string;
  expr: string;
  labels: readonly string[];
}

/** ops/grafana.json: every metric of the list, as a dashboard for Grafana 10 and newer. */
export function dashboard() {
  const panels = (Object.keys(metrics) as MetricName[]).flatMap(panelsOf).map((panel, i) => {
    const { title, description, unit, expr, labels } = panel;
    return {
      id: i + 1,
      type: 'timeseries',
      title,
      description,
      datasource,
      gridPos: { ...size, x: (i % 2) * size.w, y: Math.floor(i / 2) * size.h },
      fieldConfig: { defaults: { unit, min: 0 }, overrides: [] },
      targets: [{ refId: 'A', datasource, expr, legendFormat: labels.map((label) => `{{${label}}}`).join(' ') }],
    };
  });
  return {
    uid: 'agent-memory-service',
    title: 'Agent memory service',
    schemaVersion: 39,
    refresh: '30s',
    time: { from: 'now-6h', to: 'now' },
    templating: {
      list: [
        { name: 'datasource', type: 'datasource', query: 'prometheus' },
        {
          name: 'instance',
          label: 'node',
          type: 'query',
          datasource,
          query: `label_values(${prometheusName('process.memory.usage')}, instance)`,
          refresh: 2,
          multi: true,
          includeAll: true,
        },
      ],
    },
    panels,
  };
}

/** A histogram is shown as rate and duration, a counter as rate, a gauge unchanged. */
function panelsOf(name: MetricName): Panel[] {
  const metric = metrics[name];
  const { kind, unit, help: description } = metric;
  const series = prometheusName(name);
  const labels: readonly string[] = metric.labels;
  const rate = (counted: string) => `sum by (${labels.join(', ')}) (rate(${counted}{${nodes}}[$__rate_interval]))`;
  if (kind === 'counter') return [{ title: `${name}, a second`, description, unit: 'cps', expr: rate(series), labels }];
  if (kind === 'gauge') {
    const expr = 'ofStore' in metric ? `max(${series}{${nodes}})` : `${series}{${nodes}}`;
    const shown = 'ofStore' in metric ? [] : ['instance', ...labels];
    return [
      { title: name, description, unit: unit === 'By' ? 'bytes' : unit === 's' ? 's' : 'short', expr, labels: shown },
    ];
  }
  const by = labels.filter((label) => !outcomes.has(label));
  const buckets = `sum by (${['le', ...by].join(', ')}) (rate(${series}_bucket{${nodes}}[$__rate_interval]))`;
  return [
    { title: `${name}: how many a second`, description, unit: 'cps', expr: rate(`${series}_count`), labels },
    {
      title: `${name}: 95 of 100 within`,
      description,
      unit: 's',
      expr: `histogram_quantile(0.95, ${buckets})`,
      labels: by,
    },
  ];
}
