import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { encoderFiles, plainReading, type Reading } from './encoder.ts';

const prefix = z.string().max(500);

const manifest = z.object({
  format: z.literal(1),
  name: z.string().min(1).max(200),
  /** SHA-256 of model, tokenizer and a reading of its own: vectors of two models are never compared. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  dimensions: z.int().min(1).max(4_096),
  maxTokens: z.int().min(8).max(8_192),
  pooling: z.enum(['mean', 'first']).default(plainReading.pooling),
  prefixes: z.object({ query: prefix, text: prefix }).default(plainReading.prefixes),
  languages: z.enum(['english', 'many']),
  runtime: z.string(),
  /** Platform and processor that the runtime's files are for. */
  platform: z.string(),
  /** The folder's size on the disk. */
  bytes: z.int(),
}) satisfies z.ZodType<Reading>;

/** The manifest of an installed encoder; `encoder on` writes it. */
export type EncoderManifest = z.output<typeof manifest>;

/** Reads the manifest of an encoder's folder; undefined if there is none. Throws for a damaged one. */
export function readManifest(folder: string): EncoderManifest | undefined {
  const path = join(folder, encoderFiles.manifest);
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  const { success, data } = manifest.safeParse(parsed(text));
  if (!success) throw new Error(`${path} is no description of an encoder`);
  if (data.platform !== thisPlatform()) throw new Error(`the encoder in ${folder} is for ${data.platform}`);
  return data;
}

/** This machine, as manifests name it. */
export function thisPlatform(): string {
  return `${process.platform}-${process.arch}`;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
