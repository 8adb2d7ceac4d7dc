import type * as z from 'zod';
import { category } from '../domain/category.ts';
import { agentConfig, character, profile } from '../domain/character.ts';
import { fileRecord } from '../domain/file.ts';
import { memory, revision } from '../domain/memory.ts';
import { textPattern } from '../domain/text.ts';
import { errorEnvelope, isSafeBound, type JsonSchema, publishedSchema } from '../gate/json-schema.ts';

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
  return { components, of: (...what) => refer(toSchema(...what), references) as Schema };
}

function toSchema(type: z.ZodType, io: 'input' | 'output', documents: readonly string[] = []): Schema {
  // That answers have no other fields is no promise to make.
  const without = (key: string, part: unknown) =>
    io === 'output' && ((key === 'additionalProperties' && part === false) || isSafeBound(key, part));
  const schema = publishedSchema(type, { target: 'openapi-3.0', io, without });
  return io === 'input' ? (withTextPatterns(schema, documents) as Schema) : schema;
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

/** Replaces every part that equals a named schema, from the inside out. */
function refer(value: unknown, references: ReadonlyMap<string, Schema>): unknown {
  if (Array.isArray(value)) return value.map((part) => refer(part, references));
  if (typeof value !== 'object' || value === null) return value;
  const inner = Object.fromEntries(Object.entries(value).map(([key, part]) => [key, refer(part, references)]));
  return references.get(JSON.stringify(inner)) ?? inner;
}
