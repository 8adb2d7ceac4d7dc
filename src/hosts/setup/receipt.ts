import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import * as z from 'zod';
import { replaceFile } from '../../base/replace-file.ts';

const splice = z.object({ at: z.int(), removed: z.string(), inserted: z.string() });
const key = z.union([z.string(), z.int()]);

const written = z.object({
  /** Names of the hosts that it was written for: it goes with the last of them. */
  hosts: z.array(z.string()),
  kind: z.enum(['server', 'entry', 'element', 'block', 'file']),
  format: z.enum(['json', 'toml', 'yaml']).optional(),
  path: z.array(key).optional(),
  /** How many keys of the path there were before. */
  found: z.int().optional(),
  /** The written text, except for a block, and the text that an entry replaced. */
  value: z.json().optional(),
  before: z.json().optional(),
  /** The edits of the text, in order. */
  splices: z.array(splice),
});

const fileRecord = z.object({ created: z.boolean(), written: z.array(written) });
const receipt = z.object({
  version: z.literal(1),
  files: z.record(z.string(), fileRecord),
  /** Folders that were made, outer ones before inner ones. */
  folders: z.array(z.string()),
});

/** A piece of text that took the place of another. */
export type Splice = z.infer<typeof splice>;
/** Something that was written into a file, and how to take it out again. */
export type Written = z.infer<typeof written>;
export type FileRecord = z.infer<typeof fileRecord>;
/** The written parts by the files' real paths, for `uninstall`. */
export type SetupReceipt = z.infer<typeof receipt>;

/** The receipt; nothing where there is none, or an unreadable one. */
export function readReceipt(file: string): SetupReceipt {
  try {
    return receipt.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return { version: 1, files: {}, folders: [] };
  }
}

/** Throws the file system's errors. */
export function keepReceipt(file: string, receipt: SetupReceipt): void {
  if (Object.keys(receipt.files).length === 0 && receipt.folders.length === 0) {
    rmSync(file, { force: true });
    return;
  }
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  replaceFile(file, `${JSON.stringify(receipt)}\n`);
}
