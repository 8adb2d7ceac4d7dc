import fc, { type Arbitrary } from 'fast-check';
import * as z from 'zod';
import type { Operation } from '../../src/gate/operation.ts';
import { anyBinary, anyDocument, anyText } from './texts.ts';

type Schema = { [key: string]: unknown };
export type Input = Record<string, unknown>;

const documentNames = ['a.md', 'a.txt', 'a.html', 'a.json', 'a.jsonl', 'a.csv', 'a.pdf', 'a.docx', 'memory.jsonl', 'a'];

/** Characters that are there, ids that answers gave, and others. */
function reference(ids: readonly string[]): Arbitrary<string> {
  const known = ids.length > 0 ? fc.constantFrom(...ids) : fc.uuid();
  return fc.oneof({ arbitrary: known, weight: 4 }, fc.uuid(), anyText);
}

function valueFor(name: string, schema: Schema, ids: readonly string[]): Arbitrary<unknown> {
  const { anyOf, oneOf, enum: choices, type, items, minimum, maximum } = schema;
  const some = (anyOf ?? oneOf) as Schema[] | undefined;
  if (some) return fc.oneof(...some.map((one) => valueFor(name, one, ids)));
  if (Array.isArray(choices)) return fc.constantFrom(...choices);
  if (name === 'characterId') return fc.constantFrom('Ada', 'Bo');
  if (/Id$/.test(name)) return reference(ids);
  if (name === 'fileName' || name === 'filePath') return fc.oneof(fc.constantFrom(...documentNames), anyText);
  if (name === 'fileContent') return fc.oneof({ arbitrary: anyDocument, weight: 4 }, anyBinary);
  switch (type) {
    case 'string':
      return anyText;
    case 'boolean':
      return fc.boolean();
    case 'integer':
    case 'number': {
      const bounds = { min: Math.max(Number(minimum ?? 0), -1e6), max: Math.min(Number(maximum ?? 100), 1e6) };
      return fc.oneof(fc.integer({ min: Math.ceil(bounds.min), max: Math.floor(bounds.max) }), fc.double());
    }
    case 'array':
      return fc.array(valueFor(name, items as Schema, ids), { maxLength: 6 });
    case 'object':
      return objectOf(schema, ids);
    default:
      return fc.jsonValue({ maxDepth: 3 });
  }
}

function objectOf(schema: Schema, ids: readonly string[]): Arbitrary<Input> {
  const { properties = {}, required = [], additionalProperties } = schema;
  const fields = Object.entries(properties as Record<string, Schema>);
  const spoilt = (value: Arbitrary<unknown>) =>
    fc.oneof({ arbitrary: value, weight: 24 }, { arbitrary: fc.jsonValue({ maxDepth: 3 }), weight: 1 });
  const named = fc.record(Object.fromEntries(fields.map(([name, one]) => [name, spoilt(valueFor(name, one, ids))])), {
    requiredKeys: required as string[],
    noNullPrototype: true,
  });
  const free = typeof additionalProperties === 'object' && additionalProperties !== null;
  const more = fc.dictionary(anyText, fc.jsonValue({ maxDepth: 2 }), { maxKeys: 4, noNullPrototype: true });
  return fc
    .tuple(named, free ? more : fc.oneof({ arbitrary: fc.constant({}), weight: 19 }, more))
    .map(([known, others]) => ({ ...others, ...known }) as Input);
}

/** Inputs for an operation: most of them well formed, some not. */
export function inputsOf({ input }: Pick<Operation, 'input'>, ids: readonly string[]): Arbitrary<Input> {
  return objectOf(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as Schema, ids);
}

/** A request's text, sometimes with a part removed or inserted. */
export function spoiltText(text: string): Arbitrary<string> {
  const cut = fc
    .tuple(fc.nat(text.length), fc.nat(10), anyText)
    .map(([at, size, put]) => text.slice(0, at) + put + text.slice(at + size));
  return fc.oneof({ arbitrary: fc.constant(text), weight: 12 }, cut);
}
