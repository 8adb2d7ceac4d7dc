import type * as z from 'zod';
import { category } from '../domain/category.ts';
import { agentConfig, character, profile } from '../domain/character.ts';
import { fileRecord } from '../domain/file.ts';
import { foundAmong, foundMemory, listedMemory, memory, shownRevision } from '../domain/memory.ts';
import { textPattern } from '../domain/text.ts';
import { errorEnvelope, isSafeBound, type JsonSchema, publishedSchema } from '../gate/json-schema.ts';
import { fields } from './openapi-fields.ts';

/** A schema object of OpenAPI 3.0. */
export type Schema = JsonSchema;

/** Schemas that the document has once, as components; inner ones before those that contain them. */
const named: Record<string, z.ZodType> = {
  AgentConfig: agentConfig,
  Profile: profile,
  Character: character,
  Memory: memory,
  ListedMemory: listedMemory,
  FoundMemory: foundMemory,
  FoundMemoryAmong: foundAmong,
  Revision: shownRevision,
  Category: category,
  FileRecord: fileRecord,
  Error: errorEnvelope,
};

export interface Schemas {
  components: Record<string, Schema>;
  /** The schema of an input (`input`, with document fields) or an output (`output`); components become references. */
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
  // Answers may get more fields later, so the schema does not exclude them.
  const without = (key: string, part: unknown) =>
    io === 'output' && ((key === 'additionalProperties' && part === false) || isSafeBound(key, part));
  const schema = publishedSchema(type, { target: 'openapi-3.0', io, without });
  return (io === 'input' ? withMeanings(withTextPatterns(schema, documents)) : withFormats(schema)) as Schema;
}

/** A JSON value with each of its objects replaced, from the inside out; parts under some keys are unchanged. */
function rebuilt(value: unknown, change: (inner: Schema) => Schema, left: readonly string[] = []): unknown {
  if (Array.isArray(value)) return value.map((part) => rebuilt(part, change, left));
  if (typeof value !== 'object' || value === null) return value;
  const parts = Object.entries(value).map(([key, part]) => {
    return [key, left.includes(key) ? part : rebuilt(part, change, left)];
  });
  return change(Object.fromEntries(parts));
}

/** A schema with each property of each of its objects replaced. */
function withProperties(
  schema: unknown,
  change: (name: string, property: Schema, siblings: Record<string, Schema>) => Schema,
): unknown {
  return rebuilt(schema, (inner) => {
    const { properties } = inner as { properties?: Record<string, Schema> };
    if (typeof properties !== 'object') return inner;
    const changed = Object.entries(properties).map(([name, one]) => [name, change(name, one, properties)]);
    return { ...inner, properties: Object.fromEntries(changed) };
  });
}

/** Adds to every text the rules of the gate's `storable`, except in documents. */
function withTextPatterns(schema: unknown, documents: readonly string[]): unknown {
  const isFree = (inner: Schema) =>
    inner.type === 'string' && !('enum' in inner || 'format' in inner || 'pattern' in inner);
  return rebuilt(schema, (inner) => (isFree(inner) ? { ...inner, pattern: textPattern } : inner), documents);
}

/** Adds a description and an example to every field of a request. */
function withMeanings(schema: unknown): unknown {
  return withProperties(schema, (name, property) => ({ ...meaningOf(name, property), ...property }));
}

/** Of a field of a request: a description, and an example that its schema takes. */
export function meaningOf(name: string, schema: Schema): Schema {
  if (!fields[name]) return {};
  const [description, example] = fields[name];
  const isTaken = !Array.isArray(schema.enum) || schema.enum.includes(example);
  const fitting = isTaken ? example : (schema.enum as unknown[])[0];
  return { description, example: fitting };
}

/** Answers have instants and ids in these formats. */
const uuids = new Set(['characterId', 'memoryId', 'fileId', 'importId']);
const isInstant = (name: string) => /(?:At|Since|Until)$/.test(name) || name === 'since' || name === 'until';

/** Adds the format of ids and instants to answers. */
function withFormats(schema: unknown): unknown {
  return withProperties(schema, (name, property, siblings) => {
    if (property.type !== 'string' || 'enum' in property || 'format' in property) return property;
    // Memories and characters; other records, such as a change of a memory, have ids of other forms.
    const isOwn = ('content' in siblings && !('memoryId' in siblings)) || 'categoryPreset' in siblings;
    if (uuids.has(name) || (name === 'id' && isOwn)) return { ...property, format: 'uuid' };
    return isInstant(name) ? { ...property, format: 'date-time' } : property;
  });
}

/** Replaces every part that equals a named schema. */
function refer(value: unknown, references: ReadonlyMap<string, Schema>): unknown {
  return rebuilt(value, (inner) => references.get(JSON.stringify(inner)) ?? inner);
}
