import * as z from 'zod';
import type { ErrorEnvelope } from '../domain/errors.ts';

export type JsonSchema = { [key: string]: unknown };

interface SchemaOptions {
  io: 'input' | 'output';
  target?: 'openapi-3.0';
  /** Parts to leave out besides those without information. */
  without?: (key: string, part: unknown, schema: JsonSchema) => boolean;
}

/** The published JSON schema of a type, without redundant parts. */
export function publishedSchema(type: z.ZodType, { without = () => false, ...options }: SchemaOptions): JsonSchema {
  return slim(z.toJSONSchema(type, { unrepresentable: 'any', ...options }), without) as JsonSchema;
}

/** Drops the dialect and the pattern behind a named format. */
function slim(value: unknown, without: NonNullable<SchemaOptions['without']>): unknown {
  if (Array.isArray(value)) return value.map((part) => slim(part, without));
  if (typeof value !== 'object' || value === null) return value;
  const parts = Object.entries(value).filter(([key, part]) => {
    return !(key === '$schema' || (key === 'pattern' && 'format' in value) || without(key, part, value as JsonSchema));
  });
  return Object.fromEntries(parts.map(([key, part]) => [key, slim(part, without)]));
}

/** That a whole number is one that JSON carries exactly. */
export function isSafeBound(key: string, part: unknown): boolean {
  return (key === 'minimum' || key === 'maximum') && Math.abs(Number(part)) === Number.MAX_SAFE_INTEGER;
}

export const errorEnvelope = z.object({
  error: z.object({
    type: z.string(),
    message: z.string(),
    status: z.int(),
    details: z.array(z.object({ field: z.string(), message: z.string() })).optional(),
  }),
}) satisfies z.ZodType<ErrorEnvelope>;
