import * as z from 'zod';
import { answeredOperation, type ExtractionRequest } from '../domain/ai.ts';
import { type Category, findCategory } from '../domain/category.ts';

/** More names than this make a schema that endpoints refuse. */
const maxEnumNames = 100;

/**
 * The JSON schema of an answer for characters with these categories. Every field is required (null where it does not
 * apply), because strict structured output demands it.
 */
export function answerSchema(asked: Pick<ExtractionRequest, 'categories' | 'own'>): { [key: string]: unknown } {
  const names = categoriesOf(asked).map(({ name }) => name);
  const category = names.length > 0 && names.length <= maxEnumNames ? z.enum(names) : z.string();
  const operation = asked.own ? answeredOperation : answeredOperation.omit({ about: true });
  const item = operation.extend({
    category: category.nullable().describe(answeredOperation.shape.category.description ?? ''),
  });
  const { $schema: _, ...schema } = z.toJSONSchema(z.object({ operations: z.array(item) }));
  return requireAll(schema) as { [key: string]: unknown };
}

/** The categories of both memories, each name once. */
export function categoriesOf({ categories, own }: Pick<ExtractionRequest, 'categories' | 'own'>): Category[] {
  return [...categories, ...(own?.categories ?? []).filter(({ name }) => !findCategory(name, categories))];
}

function requireAll(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(requireAll);
  if (typeof schema !== 'object' || schema === null) return schema;
  const parts = Object.fromEntries(Object.entries(schema).map(([key, part]) => [key, requireAll(part)]));
  if (typeof parts.properties !== 'object' || parts.properties === null) return parts;
  return { ...parts, required: Object.keys(parts.properties), additionalProperties: false };
}

/**
 * Extracts the JSON from a model's text, also from a code fence or between words; without any JSON, returns the text.
 */
export function readJson(text: string): unknown {
  const start = text.search(/[[{]/);
  const end = Math.max(text.lastIndexOf('}'), text.lastIndexOf(']'));
  for (const candidate of [text, start < 0 || end < start ? '' : text.slice(start, end + 1)]) {
    try {
      const value: unknown = JSON.parse(candidate);
      return Array.isArray(value) ? { operations: value } : value;
    } catch {
      // The next candidate may be JSON.
    }
  }
  return text;
}
