import { code, escaped, exampleOf, fieldsTable, meaningOf, reference, typeOf } from './docs-fields.ts';
import type { OpenApi, OpenApiOperation } from './openapi.ts';
import type { Schema } from './openapi-schemas.ts';

export interface Described {
  method: string;
  path: string;
  operation: OpenApiOperation;
}

/**
 * An operation: its description, a form that calls it, its fields and its answers. The form is for the page's script.
 */
export function operationSection({ method, path, operation }: Described, { schemas }: OpenApi['components']): string {
  const { operationId, summary, description, parameters, requestBody, responses, 'x-feature': feature } = operation;
  const verb = method.toUpperCase();
  const body = requestBody && resolved(schemaOf(requestBody), schemas);
  const inputs = (parameters as unknown as Parameter[]).map((one) => parameterField(one, operationId));
  return `<details id="${escaped(operationId)}"><summary><b>${verb}</b> ${code(path)} ${escaped(summary)}</summary>
<p>${escaped(description)}</p>
<p>Least role: ${escaped(operation['x-role'])}. Rate limit: ${operation['x-bucket']}.${feature ? ` Feature of the tier: ${feature}.` : ''}</p>
<form data-method="${verb}" data-path="${escaped(path)}"><fieldset disabled><legend>Try it</legend>
${inputs.join('')}${body ? bodyField(body, operationId) : ''}<button aria-label="Send ${verb} ${escaped(path)}">Send</button></fieldset></form>
${body ? fieldsTable(body) : ''}${answers(responses)}</details>`;
}

interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  example?: unknown;
  description?: string;
  schema: Schema;
}

function parameterField({ name, in: place, required, ...said }: Parameter, operationId: string): string {
  const { schema, example } = said;
  const id = escaped(`${operationId}-${name}`);
  const choices = schema.type === 'boolean' ? ['true', 'false'] : (schema.enum as string[] | undefined);
  const attributes = `id="${id}" name="${place} ${escaped(name)}" aria-describedby="${id}-about"${required ? ' required' : ''}`;
  const field = choices
    ? `<select ${attributes}><option></option>${choices.map((one) => `<option>${escaped(one)}</option>`).join('')}</select>`
    : `<input ${attributes} value="${required ? escaped(String(example ?? '')) : ''}" autocomplete="off" spellcheck="false">`;
  const about = meaningOf({ description: said.description, example: required ? undefined : example });
  return `<p><label for="${id}">${code(name)} (${place}${required ? ', required' : ''})</label>${field}
<small id="${id}-about">${about}${about && '; '}${typeOf(schema)}</small></p>`;
}

function bodyField(body: Schema, operationId: string): string {
  const text = JSON.stringify(exampleOf(body), undefined, 2);
  const id = escaped(`${operationId}-body`);
  return `<p><label for="${id}">Body (JSON)</label><textarea id="${id}" name="body" rows="${text.split('\n').length + 1}" spellcheck="false">${escaped(text)}</textarea></p>`;
}

function answers(responses: OpenApiOperation['responses']): string {
  const rows = Object.entries(responses).map(([status, { description, content, $ref }]) => {
    const about = $ref === undefined ? `${escaped(String(description))} ${contents(content)}` : typesIn(String($ref));
    return `<tr><th scope="row">${status}</th><td>${about}</td></tr>`;
  });
  return `<table>${rows.join('')}</table>`;
}

function contents(content: unknown): string {
  const kinds = Object.entries((content ?? {}) as Record<string, { schema: Schema }>);
  return kinds.map(([type, { schema }]) => ('$ref' in schema ? typeOf(schema) : code(type))).join(', ');
}

/** The error types in a reference to a failure, which is named after them. */
function typesIn(name: string): string {
  return escaped(name.slice(name.lastIndexOf('/') + 1).replaceAll(/Or(?=[A-Z])/g, ', '));
}

function schemaOf(body: Schema): Schema {
  return (body.content as Record<string, { schema: Schema }>)['application/json']?.schema ?? {};
}

function resolved(schema: Schema, schemas: Record<string, Schema>): Schema {
  const name = typeof schema.$ref === 'string' ? schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1) : '';
  return schemas[name] ?? schema;
}

/** A record of the interface, with its fields. */
export function recordSection(name: string, schema: Schema): string {
  const also = Array.isArray(schema.allOf) ? schema.allOf.flatMap(({ $ref }) => ($ref ? [reference($ref)] : [])) : [];
  return `<details><summary>${escaped(name)}</summary><div id="${escaped(name)}">${also.join(', ')}${fieldsTable(schema)}</div></details>`;
}
