import type * as z from 'zod';
import { category } from '../domain/category.ts';
import { agentConfig, character, profile } from '../domain/character.ts';
import { fileRecord } from '../domain/file.ts';
import { memory, revision } from '../domain/memory.ts';
import { textPattern } from '../domain/text.ts';
import { errorEnvelope, isSafeBound, type JsonSchema, publishedSchema } from '../gate/json-schema.ts';
import { fields } from './openapi-fields.ts';

/** A schema object of OpenAPI 3.0. */
export type Schema = JsonSchema;

/** Schemas that stand once in the document and are referred to; inner ones before those that contain them. */
const named: Record<string, z.ZodType> = {
  AgentConfig: agentConfig,
  Profile: profile,
  Character: character,
  Memory: memory,
  Revision: revision,
  Category: category,
  FileRecord: fileRecord,
  Error: errorEnvelope,
};

export interface Schemas {
  components: Record<string, Schema>;
  /** The schema of what is sent (`input`, with fields that hold documents) or answered (`output`); parts that are in the components become references. */
  of(type: z.ZodType, io: 'input' | 'output', documents?: readonly string[]): Schema;
  /** A reference to a schema, which gets a name of its own unless it has one. */
  named(name: string, schema: Schema): Schema;
}

export function schemas(): Schemas {
  const references = new Map<string, Schema>();
  const components: Record<string, Schema> = {};
  for (const [name, type] of Object.entries(named)) {
    const plain = toSchema(type, 'output');
    components[name] = refer(plain, references) as Schema;
    references.set(JSON.stringify(plain), { $ref: `#/components/schemas/${name}` });
    references.set(JSON.stringify(components[name]), { $ref: `#/components/schemas/${name}` });
  }
  return {
    components,
    of: (...what) => refer(toSchema(...what), references) as Schema,
    named(name, schema) {
      if ('$ref' in schema) return schema;
      components[name] = schema;
      return { $ref: `#/components/schemas/${name}` };
    },
  };
}

function toSchema(type: z.ZodType, io: 'input' | 'output', documents: readonly string[] = []): Schema {
  // That answers have no other fields is no promise to make.
  const without = (key: string, part: unknown) =>
    io === 'output' && ((key === 'additionalProperties' && part === false) || isSafeBound(key, part));
  const schema = publishedSchema(type, { target: 'openapi-3.0', io, without });
  return (io === 'input' ? withMeanings(withTextPatterns(schema, documents)) : withFormats(schema)) as Schema;
}

/** Says of every text what the gate's `storable` refuses in all but documents. */
function withTextPatterns(schema: unknown, documents: readonly string[]): unknown {
  if (Array.isArray(schema)) return schema.map((part) => withTextPatterns(part, documents));
  if (typeof schema !== 'object' || schema === null) return schema;
  const parts = Object.entries(schema).map(([key, part]) => {
    return [key, documents.includes(key) ? part : withTextPatterns(part, documents)];
  });
  const { type } = schema as Schema;
  const isText = type === 'string' && !('enum' in schema || 'format' in schema || 'pattern' in schema);
  return Object.fromEntries(isText ? [...parts, ['pattern', textPattern]] : parts);
}

/** Says of every field of a request what it means, with an example. */
function withMeanings(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withMeanings);
  if (typeof schema !== 'object' || schema === null) return schema;
  const parts = Object.entries(schema).map(([key, part]) => [key, withMeanings(part)]);
  const { properties } = schema as { properties?: Record<string, Schema> };
  if (typeof properties !== 'object') return Object.fromEntries(parts);
  const meant = Object.entries(properties).map(([name, property]) => {
    return [name, { ...meaningOf(name, property), ...(withMeanings(property) as Schema) }];
  });
  return Object.fromEntries([...parts, ['properties', Object.fromEntries(meant)]]);
}

/** Of a field of a request: a description, and an example that its schema takes. */
export function meaningOf(name: string, schema: Schema): Schema {
  const [description, example] = fields[name] ?? [];
  const isTaken = !Array.isArray(schema.enum) || schema.enum.includes(example);
  const fitting = isTaken ? example : (schema.enum as unknown[])[0];
  return description === undefined ? {} : { description, example: fitting };
}

/** Answers hold instants and ids of these in one form. */
const uuids = new Set(['characterId', 'memoryId', 'fileId', 'importId']);
const isInstant = (name: string) => /(?:At|Since|Until)$/.test(name) || name === 'since' || name === 'until';

/** Names the format of ids and instants in what is answered. */
function withFormats(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withFormats);
  if (typeof schema !== 'object' || schema === null) return schema;
  const parts = Object.entries(schema).map(([key, part]) => [key, withFormats(part)]);
  const { properties } = schema as { properties?: Record<string, Schema> };
  if (typeof properties !== 'object') return Object.fromEntries(parts);
  // Memories and characters; other records have ids of other forms.
  const isOwn = 'content' in properties || 'categoryPreset' in properties;
  const formatOf = (name: string) =>
    uuids.has(name) || (name === 'id' && isOwn) ? 'uuid' : isInstant(name) ? 'date-time' : undefined;
  const named = Object.entries(properties).map(([name, property]) => {
    const format = formatOf(name);
    const isPlain = property.type === 'string' && !('enum' in property || 'format' in property);
    return [name, withFormats(isPlain && format ? { ...property, format } : property)];
  });
  return Object.fromEntries([...parts, ['properties', Object.fromEntries(named)]]);
}

/** Replaces every part that equals a named schema, from the inside out. */
function refer(value: unknown, references: ReadonlyMap<string, Schema>): unknown {
  if (Array.isArray(value)) return value.map((part) => refer(part, references));
  if (typeof value !== 'object' || value === null) return value;
  const inner = Object.fromEntries(Object.entries(value).map(([key, part]) => [key, refer(part, references)]));
  return references.get(JSON.stringify(inner)) ?? inner;
}
