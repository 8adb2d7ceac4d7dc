import * as z from 'zod';
import type { Toolset } from '../config.ts';
import { errorEnvelope } from '../domain/errors.ts';
import type { Operation } from '../gate/operation.ts';

type JsonSchema = { [key: string]: unknown };

/** A tool as `tools/list` shows it. */
export interface Tool {
  name: string;
  title: string;
  description: string;
  inputSchema: JsonSchema & { type: 'object' };
  outputSchema: JsonSchema & { type: 'object' };
  annotations: {
    readOnlyHint: boolean;
    destructiveHint?: boolean;
    idempotentHint?: boolean;
    openWorldHint: boolean;
  };
}

/** A tool and the tool sets it belongs to. */
export interface PublishedTool {
  tool: Tool;
  sets: Toolset[];
}

export function publish(operation: Operation): PublishedTool {
  return { tool: describeTool(operation), sets: [operation.group, ...(operation.core ? (['core'] as const) : [])] };
}

/** The MCP tool of an operation. Its schemas say as little as a model needs: every token of them is read in every session. */
function describeTool({ name, title, description, strictInput, output, hints }: Operation): Tool {
  return {
    name,
    title,
    description,
    inputSchema: { type: 'object', ...(slim(jsonSchema(strictInput, 'input')) as JsonSchema) },
    outputSchema: resultSchema(output),
    annotations: {
      readOnlyHint: hints.readOnly,
      // The protocol gives these two a meaning for tools that write.
      ...(!hints.readOnly && { destructiveHint: hints.destructive, idempotentHint: hints.idempotent }),
      openWorldHint: false,
    },
  };
}

/** Clients validate error results against the output schema too: `error` is a property and nothing is required. */
function resultSchema(output: z.ZodObject): Tool['outputSchema'] {
  const { properties } = outline(jsonSchema(output.extend(errorEnvelope.shape), 'output'), recordDepth);
  return { type: 'object', properties };
}

/** A record in a list that has no other fields than the root is described there alone. */
function jsonSchema(schema: z.ZodObject, io: 'input' | 'output'): JsonSchema {
  const root = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as RecordSchema;
  for (const { items } of Object.values(root.properties)) {
    const isKnown = items?.properties && Object.keys(items.properties).every((field) => field in root.properties);
    if (isKnown) {
      delete items.properties;
      delete items.required;
    }
  }
  return root;
}

type RecordSchema = JsonSchema & { properties: Record<string, JsonSchema & { items?: Partial<RecordSchema> }> };

/** The fields of an answer and those of the records in its list are named; what lies deeper is an object. */
const recordDepth = 2;

/** Names and types: what an answer is made of, without the rules that its writer keeps anyway. */
function outline(schema: JsonSchema, depth: number): JsonSchema {
  const type = schema.anyOf ? 'object' : schema.type;
  if (type === 'array') return { type, items: outline(schema.items as JsonSchema, depth) };
  const properties = Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>);
  if (type !== 'object' || depth === 0 || properties.length === 0) return { type };
  const outlined = properties.map(([name, part]) => [name, outline(part, part.type === 'array' ? depth - 1 : 0)]);
  return { type, properties: Object.fromEntries(outlined) };
}

/** What a model need not know beforehand, because a refusal says it. */
const silent = new Set(['$schema', 'propertyNames', 'minLength', 'maxLength', 'minItems', 'maxItems']);

function slim(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(slim);
  if (typeof value !== 'object' || value === null) return value;
  const schema = value as JsonSchema;
  const kept = Object.entries(schema).filter(([key, part]) => !silent.has(key) && !tellsNothing(key, part, schema));
  return Object.fromEntries(kept.map(([key, part]) => [key, slim(part)]));
}

/** That there are no other fields, a named format's pattern, empty defaults, bounds that whole numbers have anyway. */
function tellsNothing(key: string, part: unknown, { format, type }: JsonSchema): boolean {
  if (key === 'additionalProperties') return part === false || Object.keys(part as object).length === 0;
  if (key === 'pattern') return format !== undefined;
  if (key === 'default') return !part || (Array.isArray(part) && part.length === 0);
  if (type !== 'integer') return false;
  return (key === 'minimum' && Number(part) <= 1) || (key === 'maximum' && part === Number.MAX_SAFE_INTEGER);
}
