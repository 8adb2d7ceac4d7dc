import * as z from 'zod';
import { limits } from './limits.ts';
import { codePoints, label, mended, textFault, uniqueLabels } from './text.ts';

// Tags and metadata of memories. Stores and replicas have both as JSON, written in one way: equal values are equal texts.

const tag = label(limits.tag);
export const memoryTags = uniqueLabels(limits.memoryTags, limits.tag);

/** A flat map of texts and numbers. */
export type Metadata = Record<string, string | number>;
const metadataValue = z.union([z.string(), z.number()]);

/** @param maxBytes as JSON */
function metadataOf(maxBytes: number) {
  return z.record(z.string(), metadataValue).check((ctx) => {
    const fault = metadataFault(ctx.value, maxBytes);
    if (fault)
      ctx.issues.push({ code: 'custom', input: ctx.value, message: fault, params: { errorType: 'InvalidInput' } });
  });
}

function metadataFault(metadata: Metadata, maxBytes: number): string | undefined {
  const odd = Object.keys(metadata).find((key) => key.trim() === '' || codePoints(key) > limits.metadataKey);
  if (odd !== undefined) return `must have keys of 1 to ${limits.metadataKey} characters`;
  const bytes = Buffer.byteLength(JSON.stringify(metadata));
  return bytes > maxBytes ? `must be at most ${maxBytes} bytes long as JSON, not ${bytes}` : undefined;
}

export const memoryMetadata = metadataOf(limits.metadata);

/** How a store has tags; null: none. */
export function writtenTags(tags: readonly string[] | undefined): string | null {
  return tags === undefined || tags.length === 0 ? null : JSON.stringify(tags);
}

/** How a store has metadata; null: none. */
export function writtenMetadata(metadata: Readonly<Metadata> | undefined): string | null {
  if (metadata === undefined) return null;
  const entries = Object.entries(metadata).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return entries.length === 0 ? null : JSON.stringify(Object.fromEntries(entries));
}

export interface Labels {
  tags?: readonly string[] | undefined;
  metadata?: Readonly<Metadata> | undefined;
}

/** How a store has them. */
export function writtenLabels({ tags, metadata }: Labels) {
  return { tags: writtenTags(tags), metadata: writtenMetadata(metadata) };
}

/** How they are from what a store has. */
export function readLabels({ tags, metadata }: { tags: string | null; metadata: string | null }) {
  return {
    ...(tags !== null && { tags: readTags(tags) }),
    ...(metadata !== null && { metadata: readMetadata(metadata) }),
  };
}

/** Their texts: each tag, and each entry as `key: value`. */
export function textsOfLabels({ tags = [], metadata = {} }: Labels): string[] {
  return [...tags, ...Object.entries(metadata).map(([key, value]) => `${key}: ${value}`)];
}

/** Labels with each text as a function of it; a value is given with its key before it. */
export function labelsBy(clean: (text: string) => string, { tags, metadata }: Labels): Labels {
  const cleanValue = (key: string, value: string | number) => {
    if (typeof value === 'number') return value;
    const [lead, cleaned] = [`${key}: `, clean(`${key}: ${value}`)];
    return cleaned.startsWith(lead) ? cleaned.slice(lead.length) : clean(value);
  };
  return {
    tags: tags && [...new Set(tags.map((one) => clean(one)))],
    metadata:
      metadata &&
      Object.fromEntries(Object.entries(metadata).map(([key, value]) => [clean(key), cleanValue(key, value)])),
  };
}

export const readTags = (written: string): string[] => JSON.parse(written) as string[];
export const readMetadata = (written: string): Metadata => JSON.parse(written) as Metadata;

/** Those that another side sent, in the one way to write them. */
export const sentTags = z.string().transform((given, ctx) => {
  const { data } = memoryTags.safeParse(parsed(given));
  if (data?.every(isStorable)) return writtenTags(data);
  ctx.issues.push({ code: 'custom', input: given, message: 'must be a list of tags as JSON' });
  return z.NEVER;
});
export const importedMetadata = metadataOf(limits.importedMetadata);
export const sentMetadata = z.string().transform((given, ctx) => {
  const { data } = importedMetadata.safeParse(parsed(given));
  if (data && Object.entries(data).flat().every(isStorable)) return writtenMetadata(data);
  ctx.issues.push({ code: 'custom', input: given, message: 'must be a map of texts and numbers as JSON' });
  return z.NEVER;
});

const isStorable = (value: string | number) => typeof value === 'number' || textFault(value) === undefined;

function parsed(given: string): unknown {
  try {
    return JSON.parse(given);
  } catch {
    return undefined;
  }
}

/** The tags of a document that are some, as many as a memory may have. */
export function importedTags(given: readonly string[]): string[] {
  const valid = given.flatMap((one) => tag.safeParse(mended(one).replace(/[\t\n]+/g, ' ')).data ?? []);
  return [...new Set(valid)].slice(0, limits.memoryTags);
}

/** The metadata of a document, without what cannot be stored; none if it is too large. */
export function mendedMetadata(given: Readonly<Metadata>): Metadata | undefined {
  const entries = Object.entries(given).map(([key, value]) => [
    mended(key),
    typeof value === 'number' ? value : mended(value),
  ]);
  return importedMetadata.safeParse(Object.fromEntries(entries)).data;
}

/** Of two memories that become one. */
export function mergedLabels(kept: Labels, other: Labels) {
  const tags = [...new Set([...(kept.tags ?? []), ...(other.tags ?? [])])].slice(0, limits.memoryTags);
  const both = { ...other.metadata, ...kept.metadata };
  const metadata = metadataFault(both, limits.importedMetadata) === undefined ? both : kept.metadata;
  return writtenLabels({ tags, metadata });
}
