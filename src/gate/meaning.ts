import type * as z from 'zod';
import { parseJson } from '../domain/json.ts';
import { foldCase } from '../domain/text.ts';

/** The schema below defaults, options and null. */
export function bareType(schema: z.ZodType): z.ZodType {
  const { innerType, in: first } = definitionOf(schema);
  const inner = innerType ?? first;
  return inner ? bareType(inner) : schema;
}

interface Definition {
  type: string;
  innerType?: z.ZodType;
  in?: z.ZodType;
  shape?: Record<string, z.ZodType>;
  element?: z.ZodType;
  options?: z.ZodType[];
  entries?: Record<string, string>;
}

export function definitionOf(schema: z.ZodType): Definition {
  return schema._zod.def as unknown as Definition;
}

/**
 * The fields of an input as its model meant them, by their schemas. Many clients send every argument, with null, "" or
 * [] for those that their model leaves out; many models write a number, a list or an object as text. Texts stay as given.
 */
export function fieldsAsMeant(shape: Record<string, z.ZodType>, given: object): Record<string, unknown> {
  const known = Object.entries(given).flatMap(([name, value]) => {
    const field = Object.hasOwn(shape, name) ? shape[name] : undefined;
    if (!field) return [[name, value]];
    if (isFiller(field, value)) return [];
    const meant = asMeant(field, value);
    return isFiller(field, meant) ? [] : [[name, meant]];
  });
  return Object.fromEntries(known);
}

function asMeant(schema: z.ZodType, given: unknown): unknown {
  const bare = bareType(schema);
  const { type, shape, element, options } = definitionOf(bare);
  // A model writes a choice such as "true" as the boolean.
  const isBare = type === 'enum' && typeof given === 'boolean';
  const value = typeof given === 'string' || isBare ? read(bare, String(given)) : given;
  if (value === null || value === undefined) return value;
  if (element) return (Array.isArray(value) ? value : [value]).map((one) => asMeant(element, one));
  if (typeof value !== 'object' || Array.isArray(value)) return value;
  const record = options?.find((option) => definitionOf(option).shape);
  if (record) return asMeant(record, value);
  return shape ? fieldsAsMeant(shape, value) : value;
}

/** An optional field with such a value counts as absent, unless its schema accepts the value. */
function isFiller(field: z.ZodType, value: unknown): boolean {
  const { type, options = [] } = definitionOf(bareType(field));
  const takesLists = type === 'array' || options.some((one) => definitionOf(bareType(one)).type === 'array');
  const isEmpty =
    value === null ||
    (value === '' && ['string', 'enum', 'array'].includes(type)) ||
    (Array.isArray(value) && value.length === 0 && takesLists) ||
    (type === 'record' && typeof value === 'object' && Object.keys(value).length === 0);
  return isEmpty && field.safeParse(undefined).success && !field.safeParse(value).success;
}

/** What a text says where the schema wants another type; the text itself where it says nothing of that type. */
function read(bare: z.ZodType, text: string): unknown {
  const { type, entries = {} } = definitionOf(bare);
  if (type === 'enum') return Object.values(entries).find((value) => foldCase(value) === foldCase(text.trim())) ?? text;
  if (!['number', 'boolean', 'array', 'object', 'record'].includes(type)) return text;
  try {
    const value = parseJson(Buffer.from(type === 'boolean' ? text.toLowerCase() : text), 'The text');
    return value === null || typeOf(value) === (type === 'record' ? 'object' : type) ? value : text;
  } catch {
    return text;
  }
}

function typeOf(value: unknown): string {
  return Array.isArray(value) ? 'array' : typeof value;
}
