import { roles } from '../src/domain/principal.ts';
import { pathFields } from '../src/http/bindings.ts';
import type { OpenApi, OpenApiOperation } from '../src/http/openapi.ts';

export type Schema = Record<string, unknown>;

/**
 * web/client/api.ts: what the dashboard knows beyond the client of programs: operations of this machine, and who may call which.
 * @param all the document with the operations of this machine; `shared`: that of the client
 */
export function webTypes(all: OpenApi, shared: OpenApi): string {
  const known = new Set(describedIn(shared).map(({ operation }) => operation.operationId));
  const own = describedIn(all).filter(({ operation }) => !known.has(operation.operationId));
  const needed = describedIn(all)
    .filter(({ operation }) => operation['x-role'] !== roles[0])
    .map(({ operation }) => `  ${operation.operationId}: '${operation['x-role']}',`);
  const sharedRecords = new Set(recordsOf(shared.components));
  const records = recordsOf(all.components).filter((record) => !sharedRecords.has(record));
  const operations = own.map(
    ({ operation }) => `  ${operation.operationId}: { input: ${inputOf(operation)}; output: ${outputOf(operation)} };`,
  );
  const named = (record: string) => /^export type (\w+)/.exec(record)![1]!;
  const text = [...records, ...operations].join('\n');
  const used = [...sharedRecords].map(named).filter((name) => new RegExp(`\\b${name}\\b`).test(text));
  const twice = records.map(named).filter((name) => [...sharedRecords].some((record) => named(record) === name));
  if (twice.length > 0) throw new Error(`the client has other records of these names: ${twice.join(', ')}`);
  const client = '../../clients/typescript/operations.ts';
  return `// Generated from the OpenAPI document by \`npm run docs\`; do not edit.

import { type Operations as Shared, routes as shared } from '${client}';
${used.length === 0 ? '' : `import type { ${used.join(', ')} } from '${client}';\n`}
export type * from '${client}';

${records.join('\n\n')}

/** What goes into each operation, path, query and body together, and what comes out. */
export interface Operations extends Shared {
${operations.join('\n')}
}

/** Method and path of each operation; those with a \`!\` change something. */
export const routes: Readonly<Record<keyof Operations, string>> = {
  ...shared,
${own.map(({ method, path, operation }) => `  ${operation.operationId}: '${routeOf(method, path)}',`).join('\n')}
};

/** The roles of members; each may do what the ones before it may. */
export const roles = [${roles.map((role) => `'${role}'`).join(', ')}] as const;
export type Role = (typeof roles)[number];

/** The least role that may call an operation; those that are not named everybody may call. */
export const neededRoles: Readonly<Partial<Record<keyof Operations, Role>>> = {
${needed.join('\n')}
};
`;
}

function describedIn({ paths }: OpenApi): { path: string; method: string; operation: OpenApiOperation }[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
}

/** web/client/events.ts: the events of webhooks. */
export function webEvents(described: OpenApi): string {
  const events = Object.entries(described['x-webhooks']).map(([name, { post }]) => {
    const { description } = post as { description: string };
    return `  ${JSON.stringify(name)}: msg(${JSON.stringify(description)}),`;
  });
  return `// Generated from the OpenAPI document by \`npm run docs\`; do not edit.

import { msg } from '../languages/translate.ts';

/** Events that are sent to webhooks, with when each is sent. */
export const events = {
${events.join('\n')}
} as const;
`;
}

/** Records are types of their own; failures are the client's, and their record has the name of a built-in class. */
export function recordsOf({ schemas }: OpenApi['components']): string[] {
  return Object.entries(schemas)
    .filter(([name]) => name !== 'Error')
    .map(([name, schema]) => `export type ${name} = ${typeOf(schema as Schema)};`);
}

/** Method and path, whose parameters are called as the fields are. */
export function routeOf(method: string, path: string): string {
  return `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, (_, name: string) => `{${fieldOf(name)}}`)}`;
}

export function fieldOf(name: string): string {
  return pathFields.get(name) ?? name;
}

/** @param renamed query parameters that are called otherwise than their field: wire name → field */
export function inputOf({ parameters, requestBody }: OpenApiOperation, renamed: Record<string, string> = {}): string {
  const given = parameters as { name: string; in: string; required?: boolean; schema: Schema }[];
  const named = given
    .filter((one) => one.in !== 'header')
    .map((one) =>
      field(one.in === 'path' ? fieldOf(one.name) : (renamed[one.name] ?? one.name), one.required === true, one.schema),
    );
  const own = named.length === 0 ? [] : [`{ ${named.join('; ')} }`];
  const content = requestBody?.content as Record<string, { schema: Schema }> | undefined;
  const body = content ? [typeOf(content['application/json']?.schema ?? {})] : [];
  return [...own, ...body].join(' & ') || 'Record<string, never>';
}

/** The schema of what comes back, a string where it is no JSON; undefined: nothing does. */
export function successOf({ responses }: OpenApiOperation): Schema | undefined {
  const done = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1];
  const content = done?.content as Record<string, { schema: Schema }> | undefined;
  return content && (content['application/json']?.schema ?? { type: 'string' });
}

export function outputOf(operation: OpenApiOperation): string {
  const schema = successOf(operation);
  return schema ? typeOf(schema) : 'undefined';
}

/** The type of a value that the document's schema describes. */
function typeOf(schema: Schema): string {
  const { $ref, allOf, anyOf, oneOf, nullable, type, items, properties, additionalProperties } = schema;
  if (typeof $ref === 'string') return $ref.slice($ref.lastIndexOf('/') + 1);
  if (nullable === true) return `${typeOf({ ...schema, nullable: false })} | null`;
  if (Array.isArray(allOf)) return allOf.map(typeOf).join(' & ');
  const either = anyOf ?? oneOf;
  // Beside properties it only says which of them belong together.
  if (Array.isArray(either) && !properties) return `(${either.map(typeOf).join(' | ')})`;
  if (Array.isArray(schema.enum)) return `(${schema.enum.map((one) => JSON.stringify(one)).join(' | ')})`;
  if (type === 'array') return `${typeOf((items ?? {}) as Schema)}[]`;
  if (type === 'integer') return 'number';
  if (type === 'string' || type === 'number' || type === 'boolean') return type;
  if (type !== 'object') return 'unknown';
  if (!properties) return `Record<string, ${typeOf((additionalProperties ?? {}) as Schema)}>`;
  const required = new Set((schema.required ?? []) as string[]);
  const fields = Object.entries(properties).map(([name, of]) => field(name, required.has(name), of as Schema));
  return `{ ${fields.join('; ')} }`;
}

function field(name: string, isRequired: boolean, schema: Schema): string {
  return isRequired ? `${name}: ${typeOf(schema)}` : `${name}?: ${typeOf(schema)} | undefined`;
}
