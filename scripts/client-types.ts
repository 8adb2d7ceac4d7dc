import * as z from 'zod';
import type { Binding } from '../src/http/bindings.ts';
import { describeInterface, type OpenApi, type OpenApiOperation } from '../src/http/openapi.ts';
import { inputOf, outputOf, recordsOf, routeOf } from './web-types.ts';

/** clients/typescript/operations.ts: every operation over REST, as types and as a table of routes. */
export function clientOperations(bound: readonly Binding[]): string {
  const { paths, components } = describeInterface(bound, '');
  const types: string[] = [];
  const routes: string[] = [];
  const lists: string[] = [];
  const renamed: Record<string, string> = {};
  for (const binding of bound) {
    const { method, path, query = {} } = binding.rest;
    const operation = described(paths, binding);
    const { operationId: id, description } = operation;
    const shown = operation.summary === description ? description : `${operation.summary}: ${description}`;
    types.push(`  /** ${shown} */\n  ${id}: { input: ${inputOf(operation, query)}; output: ${outputOf(operation)} };`);
    // Changes take an idempotency key.
    const takesKey = operation.parameters.some(({ name }) => name === 'Idempotency-Key');
    routes.push(`  ${id}: '${takesKey ? '!' : ''}${routeOf(method, path)}',`);
    const items = listOf(binding);
    if (items !== undefined) lists.push(`  ${id}: '${items}',`);
    for (const [wire, field] of Object.entries(query)) renamed[field] = wire;
  }
  return `// Generated from the declarations of operations by \`npm run docs\`; do not edit.

${recordsOf(components).join('\n\n')}

/** What goes into each operation, path, query and body together, and what comes out. */
export interface Operations {
${types.join('\n')}
}

/** Method and path of each operation; those with a \`!\` change something. */
export const routes: Readonly<Record<keyof Operations, string>> = {
${routes.join('\n')}
};

/** The lists that go on over several pages, with the field of their items. */
export const lists = {
${lists.join('\n')}
} as const satisfies Partial<Record<keyof Operations, string>>;

/** Fields with another name in a query. */
export const renamed: Readonly<Record<string, string>> = ${JSON.stringify(renamed)};
`;
}

export function described(paths: OpenApi['paths'], { rest }: Binding): OpenApiOperation {
  const found = paths[rest.path]?.[rest.method.toLowerCase()];
  if (!found) throw new Error(`${rest.method} ${rest.path} is not described`);
  return found;
}

/** The field of the items of a list that has pages, by number or by cursor. */
export function listOf({ operation: { input, output } }: Binding): string | undefined {
  const isPaged = 'cursor' in input.shape || ('page' in input.shape && 'total' in output.shape);
  if (!isPaged) return undefined;
  return Object.entries(output.shape).find(([, type]) => type instanceof z.ZodArray)?.[0];
}
