import * as z from 'zod';
import type { Operation } from '../../src/gate/operation.ts';

type JsonSchema = { [key: string]: unknown };

/** A place in an operation's input that takes text. */
export interface TextField {
  operation: Operation;
  /** Its name in errors: `rules[0]`, `customFields.key`. */
  path: string;
  /** The top-level field it is in. */
  field: string;
  /** The input with this text in this field, otherwise unchanged. */
  holding(text: string): Record<string, unknown>;
}

type Place = { path: string; holding(text: string): unknown };

/** Every field of an operation's input that takes text, names of free fields too. */
export function textFields(operation: Operation): TextField[] {
  const { properties = {} } = z.toJSONSchema(operation.input, { io: 'input', unrepresentable: 'any' });
  return Object.entries(properties).flatMap(([field, schema]) =>
    places(schema as JsonSchema).map((place) => ({
      operation,
      field,
      path: `${field}${place.path}`,
      holding: (text: string) => ({ [field]: place.holding(text) }),
    })),
  );
}

function places(schema: JsonSchema): Place[] {
  const { anyOf, oneOf, type, items, properties, additionalProperties } = schema;
  const choices = (anyOf ?? oneOf) as JsonSchema[] | undefined;
  if (choices) return choices.flatMap(places);
  if (type === 'string') return [{ path: '', holding: (text) => text }];
  if (type === 'array') {
    return places(items as JsonSchema).map(({ path, holding }) => ({
      path: `[0]${path}`,
      holding: (text) => [holding(text)],
    }));
  }
  if (type === 'object') {
    const named = Object.entries((properties ?? {}) as Record<string, JsonSchema>).flatMap(([key, part]) =>
      places(part).map(({ path, holding }) => ({
        path: `.${key}${path}`,
        holding: (text: string) => ({ [key]: holding(text) }),
      })),
    );
    if (typeof additionalProperties !== 'object' || additionalProperties === null) return named;
    return [...named, ...free(additionalProperties as JsonSchema)];
  }
  // A field of any kind of value, such as a part of `meta`.
  return type === undefined
    ? [
        { path: '', holding: (text) => text },
        { path: '.any', holding: (text) => ({ any: text }) },
      ]
    : [];
}

/** The fields of a record: their names are text as well. */
function free(value: JsonSchema): Place[] {
  return [
    ...places(value).map(({ path, holding }) => ({
      path: `.key${path}`,
      holding: (text: string) => ({ key: holding(text) }),
    })),
    { path: '', holding: (text) => ({ [text]: 'value' }) },
  ];
}
