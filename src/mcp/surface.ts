import type * as z from 'zod';
import { errorEnvelope, isSafeBound, type JsonSchema, publishedSchema } from '../gate/json-schema.ts';
import type { Operation, Toolset } from '../gate/operation.ts';

/** A tool as `tools/list` shows it. */
export interface Tool {
  name: string;
  title: string;
  description: string;
  inputSchema: JsonSchema & { type: 'object' };
  outputSchema: JsonSchema & { type: 'object' };
  annotations: {
    readOnlyHint?: boolean;
    destructiveHint?: boolean;
    idempotentHint?: boolean;
    openWorldHint: boolean;
  };
  /** The extension's data about it. */
  _meta?: { ui: { resourceUri?: string; visibility?: string[] } };
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
function describeTool({ name, title, description, input, output, hints }: Operation): Tool {
  return {
    name,
    title,
    description,
    inputSchema: inputSchema(input),
    outputSchema: resultSchema(output),
    // Leaves out hints that are false by default; `destructiveHint` only has a meaning for tools that write.
    annotations: {
      ...(hints.readOnly ? { readOnlyHint: true } : { destructiveHint: hints.destructive }),
      ...(!hints.readOnly && hints.idempotent && { idempotentHint: true }),
      openWorldHint: false,
    },
  };
}

function inputSchema(input: z.ZodObject): Tool['inputSchema'] {
  const { properties, ...rest } = publishedSchema(input.strict(), { io: 'input', without: isRedundant });
  const typed = { ...rest, type: 'object' as const, properties: withOneType(properties) as RecordSchema['properties'] };
  return withoutKnown(typed);
}

/** Many clients can't read a schema with several types, so each has the most general one; descriptions explain null. */
function withOneType(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema;
  if (typeof schema !== 'object' || schema === null) return schema;
  const { anyOf, ...given } = schema as JsonSchema & { anyOf?: JsonSchema[] };
  const chosen = anyOf?.findLast(({ type }) => type !== 'null');
  const own = Array.isArray(given.type) ? { ...given, type: 'string' } : given;
  return Object.fromEntries(Object.entries({ ...chosen, ...own }).map(([key, part]) => [key, withOneType(part)]));
}

/** Clients validate error results against the output schema too: `error` is a property and nothing is required. */
function resultSchema(output: z.ZodObject): Tool['outputSchema'] {
  const root = publishedSchema(output.extend(errorEnvelope.shape), { io: 'output' }) as RecordSchema;
  const isRecord = recordIds.some((name) => name in root.properties);
  const { properties } = outline(withoutKnown(root), isRecord ? recordDepth : listDepth);
  return { type: 'object', properties };
}

/** A record in a list with the same fields as the root is described only there. */
function withoutKnown<Root extends RecordSchema>(root: Root): Root {
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

/** An answer with one of these is one record, not a list of records. */
const recordIds = ['id', 'importId'];
/** The fields of a record are named, also of an answer and of the records in its list; deeper ones are objects. */
const recordDepth = 1;
const listDepth = 2;

/** Names and types of an answer, without rules that the server ensures anyway. */
function outline(schema: JsonSchema, depth: number): JsonSchema {
  const type = schema.anyOf ? 'object' : schema.type;
  if (type === 'array') {
    const items = outline(schema.items as JsonSchema, depth);
    return items.type === 'object' && !items.properties ? { type } : { type, items };
  }
  const properties = Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>);
  if (type !== 'object' || depth === 0 || properties.length === 0) return { type };
  const outlined = properties.map(([name, part]) => [name, outline(part, part.type === 'array' ? depth - 1 : 0)]);
  return { type, properties: Object.fromEntries(outlined) };
}

/** Left out for models, because a refusal says it when it matters. */
const unpublished = new Set(['propertyNames', 'pattern', 'minLength', 'maxLength', 'minItems', 'maxItems']);

/** Without additionalProperties, empty defaults, values of booleans, and natural limits of integers. */
function isRedundant(key: string, part: unknown, { type }: JsonSchema): boolean {
  if (unpublished.has(key) || isSafeBound(key, part)) return true;
  if (key === 'additionalProperties') {
    const { type: types, ...rest } = part as JsonSchema;
    // Values of several types: clients read one.
    return part === false || (Object.keys(rest).length === 0 && typeof types !== 'string');
  }
  if (key === 'enum') return type === 'boolean';
  if (key === 'default') return !part || (Array.isArray(part) && part.length === 0);
  return type === 'integer' && key === 'minimum' && Number(part) <= 1;
}
