import type * as z from 'zod';
import { errorEnvelope } from '../domain/errors.ts';
import { type JsonSchema, publishedSchema } from '../gate/json-schema.ts';
import type { Operation, Toolset } from '../gate/operation.ts';

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
    inputSchema: objectSchema(input.strict(), 'input'),
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
  const { required: _, ...schema } = objectSchema(output.extend(errorEnvelope.shape), 'output');
  return schema as Tool['outputSchema'];
}

/** The names of a record's keys follow a rule that a model need not know. */
function objectSchema(type: z.ZodObject, io: 'input' | 'output'): Tool['inputSchema'] {
  return { ...publishedSchema(type, { io, without: (key) => key === 'propertyNames' }), type: 'object' };
}
