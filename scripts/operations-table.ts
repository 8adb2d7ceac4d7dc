import type { Operation } from '../src/gate/operation.ts';

/** docs/operations.md: every operation as tool and as route. */
export function operationsTable(operations: readonly Operation[]): string {
  const rows = operations.map(({ name, title, rest, toolOnly, hints, bucket, role, feature, group, core }) => [
    `\`${name}\``,
    title,
    rest ? `\`${rest.method} ${rest.path}\`` : toolOnly ? 'tool only' : 'stdio only',
    hints.readOnly ? 'reads' : hints.destructive ? 'changes' : 'adds',
    core ? `${group}, core` : group,
    bucket,
    role,
    feature ?? '',
  ]);
  const head = ['tool', 'what', 'route', 'effect', 'tool sets', 'bucket', 'least role', 'tier feature'];
  const lines = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
  return `# Operations

Generated from the registry by \`npm run docs\`; do not edit.

${lines.join('\n')}
`;
}
