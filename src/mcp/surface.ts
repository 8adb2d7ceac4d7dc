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
  annotations: { readOnlyHint: boolean; destructiveHint: boolean; idempotentHint: boolean; openWorldHint: boolean };
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
    inputSchema: objectSchema(z.toJSONSchema(input.strict(), { io: 'input', unrepresentable: 'any' })),
    outputSchema: resultSchema(output),
    annotations: {
      readOnlyHint: hints.readOnly,
      destructiveHint: hints.destructive,
      idempotentHint: hints.idempotent,
      openWorldHint: false,
    },
  };
}

/** Clients validate error results against the output schema too: `error` is a property and nothing is required. */
function resultSchema(output: z.ZodObject) {
  const { required: _, ...schema } = objectSchema(z.toJSONSchema(output.extend(errorEnvelope.shape), { io: 'output' }));
  return schema as Tool['outputSchema'];
}

function objectSchema(schema: object): Tool['inputSchema'] {
  return { ...(slim(schema) as JsonSchema), type: 'object' };
}

/** Drops what tells a model nothing: dialect, bounds of safe integers, the pattern behind a named format. */
function slim(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(slim);
  if (typeof value !== 'object' || value === null) return value;
  const schema = value as JsonSchema;
  const kept = Object.entries(schema).filter(([key, part]) => {
    if (key === '$schema') return false;
    if (key === 'pattern' && 'format' in schema) return false;
    if (key === 'propertyNames') return false;
    return !((key === 'minimum' || key === 'maximum') && Math.abs(Number(part)) === Number.MAX_SAFE_INTEGER);
  });
  return Object.fromEntries(kept.map(([key, part]) => [key, slim(part)]));
}
