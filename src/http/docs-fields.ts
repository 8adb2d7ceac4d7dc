import type { Schema } from './openapi-schemas.ts';

/** Text as HTML. */
export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

export function code(text: string): string {
  return `<code>${escaped(text)}</code>`;
}

/** A table of the fields of an object, those of inner objects by their path, such as `members[].access`. */
export function fieldsTable(schema: Schema): string {
  const rows = [...fieldsOf(schema)].map(({ path, type, isRequired, about }) => {
    const needed = isRequired ? ', required' : '';
    return `<tr><th scope="row">${code(path)}</th><td>${type}${needed}</td><td>${about}</td></tr>`;
  });
  return rows.length > 0 ? `<div class="wide" tabindex="0"><table>${rows.join('')}</table></div>` : '';
}

interface Field {
  path: string;
  type: string;
  isRequired: boolean;
  about: string;
}

function* fieldsOf(schema: Schema, before = ''): Generator<Field> {
  const { properties = {}, required = [] } = schema as { properties?: Record<string, Schema>; required?: string[] };
  for (const [name, field] of Object.entries(properties)) {
    const path = `${before}${name}`;
    yield { path, type: typeOf(field), isRequired: required.includes(name), about: meaningOf(field) };
    const { items } = field as { items?: Schema };
    yield* items ? fieldsOf(items, `${path}[].`) : fieldsOf(field, `${path}.`);
  }
}

/** Its meaning, with an example. */
export function meaningOf({ description, example }: Schema): string {
  const said = typeof description === 'string' ? escaped(description) : '';
  if (example === undefined) return said;
  return `${said}${said && ', '}such as ${code(JSON.stringify(example))}`;
}

/** A schema's type in words, as HTML: "list of Memory", "integer, 1 to 100". */
export function typeOf(schema: Schema): string {
  const { $ref, allOf, anyOf, oneOf, type, items, enum: values, format } = schema as { [key: string]: unknown };
  if (typeof $ref === 'string') return reference($ref);
  const several = (allOf ?? anyOf ?? (type === undefined ? oneOf : undefined)) as Schema[] | undefined;
  const orNull = schema.nullable === true ? ' or null' : '';
  if (several) return several.map(typeOf).join(' or ') + orNull;
  if (items) return `list of ${typeOf(items as Schema)}${orNull}`;
  const values_ = values as unknown[] | undefined;
  const named = values_ ? values_.map((value) => code(String(value))).join(', ') : String(format ?? type ?? 'anything');
  return named + range(schema) + orNull;
}

function range(schema: Schema): string {
  const { minimum, maximum, minLength, maxLength } = schema as Record<string, number | undefined>;
  const isBound = (bound?: number) => bound !== undefined && Math.abs(bound) < Number.MAX_SAFE_INTEGER;
  if (isBound(minimum) && isBound(maximum)) return `, ${minimum} to ${maximum}`;
  if (isBound(minimum)) return `, at least ${minimum}`;
  if (isBound(maximum)) return `, at most ${maximum}`;
  if (isBound(maxLength)) return `, ${minLength ?? 0} to ${maxLength} characters`;
  return '';
}

export function reference($ref: string): string {
  const name = $ref.slice($ref.lastIndexOf('/') + 1);
  return `<a href="#${escaped(name)}">${escaped(name)}</a>`;
}

/** A body for a request that fits its schema: the required fields, else its first choice, else its first field. */
export function exampleOf(schema: Schema): Schema {
  const { properties, required, oneOf } = schema as {
    properties: Record<string, Schema>;
    required?: string[];
    oneOf?: { required: string[] }[];
  };
  const needed = required ?? oneOf?.[0]?.required ?? Object.keys(properties).slice(0, 1);
  return Object.fromEntries(needed.map((name) => [name, properties[name]?.example]));
}
