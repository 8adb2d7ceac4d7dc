import { presets } from '../src/domain/category.ts';
import { type Limit, limitTable } from '../src/domain/limits.ts';
import { type MetricName, metrics } from '../src/domain/metrics.ts';
import { roles as ranked } from '../src/domain/principal.ts';
import { buckets, featureNames, hasFeature, noLimit, type Tier, tierLimits, tiers } from '../src/domain/tier.ts';
import { settings } from '../src/features/config.ts';
import { operations } from '../src/features/operations.ts';
import { prometheusName } from '../src/features/telemetry/prometheus.ts';
import type { Operation } from '../src/gate/operation.ts';
import type { Setting } from '../src/settings/setting.ts';
import { defaultOf } from '../src/settings/setting.ts';

const tables: Readonly<Record<string, () => string>> = {
  presets: () => {
    const names = Object.keys(presets) as (keyof typeof presets)[];
    const categories = new Map(names.flatMap((name) => presets[name].map((one) => [one.name, one.description])));
    const rows = [...categories].map(([category, description]) => {
      const cells = names.map((name) => {
        const found = presets[name].find((one) => one.name === category);
        if (!found) return '–';
        return found.isDefault ? 'yes, for what fits no other' : 'yes';
      });
      return [`\`${category}\``, ...cells, description];
    });
    return table(['category', ...names.map((name) => `\`${name}\``), 'what it is for'], rows);
  },
  bounds: () => list(Object.values<Limit>(limitTable).map(({ of, max, unit }) => `${of}: ${bound(max, unit)}`)),
  roles: () => {
    const areas = [...new Set(operations.filter(({ rest }) => rest !== undefined).map(({ group }) => group))];
    const rows = areas.map((area) => [area, ...ranked.map((role) => effects(area, role))]);
    return table(['area', ...ranked], rows);
  },
  limits: () =>
    tierTable([
      ['active characters', ({ maxCharacters }) => limit(maxCharacters)],
      ['members', ({ maxMembers }) => limit(maxMembers)],
      ['API keys', ({ maxApiKeys }) => limit(maxApiKeys)],
      ['seconds between syncs of a file', ({ minSyncIntervalSeconds }) => String(minSyncIntervalSeconds)],
      ...buckets.map((bucket): TierRow => [`requests a minute: ${bucket}`, ({ rates }) => limit(rates[bucket])]),
    ]),
  features: () =>
    list(
      tiers.flatMap((tier) => {
        const added = featureNames.filter((name) => tiers.find((one) => hasFeature(one, name)) === tier);
        return added.length > 0 ? [`from ${tier} on: ${added.map(spaced).join(', ')}`] : [];
      }),
    ),
  ai: () => settingsTable(({ group }) => group === 'ai'),
  settings: () => settingsTable((one) => one.group !== 'ai' && !isOfServe(one)),
  serve: () => settingsTable((one) => one.group !== 'ai' && isOfServe(one)),
  metrics: () =>
    list(
      (Object.keys(metrics) as MetricName[]).map((name) => {
        const { kind, labels } = metrics[name];
        return `\`${prometheusName(name)}\` (${[kind, ...labels].join(', ')})`;
      }),
    ),
};

/** What a role may do in an area beyond the role before it. */
function effects(area: string, role: Operation['role']): string {
  const own = operations.filter((one) => one.group === area && one.role === role && one.rest !== undefined);
  const found = new Set<string>(
    own.map(({ hints }) => (hints.readOnly ? 'reads' : hints.destructive ? 'changes' : 'adds')),
  );
  return ['reads', 'adds', 'changes'].filter((effect) => found.has(effect)).join(', ') || '–';
}

function settingsTable(isMeant: (setting: Setting) => boolean): string {
  return table(
    ['variable', 'default', 'meaning'],
    Object.entries<Setting>(settings).flatMap(([name, one]) =>
      isMeant(one) ? [[`\`${name}\``, defaultOf(one), one.meaning.replaceAll('](', '](../')]] : [],
    ),
  );
}

const isOfServe = ({ readBy }: Setting) => readBy[0] === 'serve';

type TierRow = [what: string, cell: (limits: (typeof tierLimits)[Tier], tier: Tier) => string];

function tierTable(rows: readonly TierRow[]): string {
  return table(
    ['', ...tiers],
    rows.map(([what, cell]) => [what, ...tiers.map((tier) => cell(tierLimits[tier], tier))]),
  );
}

function limit(count: number): string {
  return count === noLimit ? 'no limit' : String(count);
}

function bound(max: number, unit = ''): string {
  const [count, of] = unit === 'bytes' ? [max / 2 ** 20, 'MiB'] : [max, unit];
  return `${count.toLocaleString('en')} ${of}`.trim();
}

/** `autoRecall` → `auto recall`. */
function spaced(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

/** A table in Markdown. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function list(items: readonly string[]): string {
  return items.map((item) => `- ${item}`).join('\n');
}

/** A document with the part between `<!-- table NAME -->` and `<!-- end -->` replaced by that table. */
export function withTables(document: string): string {
  return document.replaceAll(/<!-- table (\w+) -->\n[\s\S]*?<!-- end -->/g, (_, name: string) => {
    const make = tables[name];
    if (!make) throw new Error(`there is no table called ${name}`);
    return `<!-- table ${name} -->\n\n${make()}\n\n<!-- end -->`;
  });
}

/** docs/reference/operations.md: every operation by area and least role; the OpenAPI document has the rest. */
export function operationsPage(): string {
  const areas = [...new Set(operations.map(({ group }) => group))].map((area) => {
    const rows = ranked.flatMap((role) => {
      const names = operations.filter((one) => one.group === area && one.role === role).map(operationName);
      return names.length > 0 ? [`- ${role}: ${names.join(', ')}`] : [];
    });
    return `## ${area}\n\n${rows.join('\n')}`;
  });
  return `# Operations

Generated by \`npm run docs\`. Each operation is a tool of MCP and, but for those marked stdio or tool, a route of REST. The headings are the tool sets of
\`SERVICE_TOOLSETS\`; \\* is in \`core\` too. Before the names is the least role that may call them. (c) may change or hide what is stored.

[openapi.json](../openapi.json), which a server shows at \`/docs\`, has what each does, its route, fields, answers, role, bucket of its rate limit
and feature of the [tier](tiers.md). Fields and errors over MCP are the same.

${areas.join('\n\n')}
`;
}

function operationName({ name, rest, toolOnly, hints, core }: Operation): string {
  const place = rest ? '' : toolOnly ? ' (tool)' : ' (stdio)';
  return `\`${name}\`${core ? '\\*' : ''}${!hints.readOnly && hints.destructive ? ' (c)' : ''}${place}`;
}
