import { Failure } from '../../client/client.ts';
import { t } from '../../languages/translate.ts';
import type { Dropped } from './dropped.ts';
import { partName, partsOf, textIn } from './parts-of.ts';
import { isZip, unzip } from './unzip.ts';

/** The API's limit for one document, and the size of a part of a larger one (bytes). */
const [maxBytes, partBytes] = [5 * 1024 * 1024, 4 * 1024 * 1024];
/** The largest total size of the files in one archive (bytes). */
const maxUnpacked = 500 * 1024 * 1024;

/** The extensions that are imported from folders and large archives; others are pictures and programs. */
const known =
  /\.(?:md|markdown|mdc|txt|org|rst|log|x?html?|docx|pdf|csv|tsv|json|jsonl|ndjson|xml|opml|enex|vtt|srt|ics|vcf|ipynb|db|sqlite3?|zip)$/i;

/** A document to be imported, or why it can't be. */
export interface Document {
  name: string;
  /** In Base64. */
  content: string;
  failure?: Failure;
}

/** The files of folders that are left out, by their ending. */
export type LeftOut = ReadonlyMap<string, number>;

/** Turns dropped or chosen files into documents for the API: large ones in parts, large archives unpacked. */
export async function documentsOf(dropped: readonly Dropped[]): Promise<{ documents: Document[]; leftOut: LeftOut }> {
  const documents: Document[] = [];
  const leftOut = new Map<string, number>();
  for (const { path, file } of dropped) {
    if (path.includes('/') && !known.test(path)) {
      const ending = /\.\w{1,12}$/.exec(path)?.[0].toLowerCase() ?? path.split('/').at(-1) ?? path;
      leftOut.set(ending, (leftOut.get(ending) ?? 0) + 1);
      continue;
    }
    try {
      documents.push(...(await read(path, new Uint8Array(await file.arrayBuffer()))));
    } catch (error) {
      const isOurs = error instanceof Failure || (error instanceof Error && error.name === 'Error');
      const message = isOurs ? (error as Error).message : t('The browser can’t read it.');
      documents.push({ name: path, content: '', failure: new Failure('Unreadable', message) });
    }
  }
  return { documents, leftOut };
}

async function read(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<Document[]> {
  if (bytes.length === 0) {
    return [{ name, content: '', failure: new Failure('Empty', t('The file is empty.')) }];
  }
  if (bytes.length <= maxBytes) return [{ name, content: base64(bytes) }];
  if (isZip(bytes) && !/\.docx$/i.test(name)) {
    const entries = await unzip(bytes, (entry) => known.test(entry) && !entry.startsWith('__MACOSX'), maxUnpacked);
    const documents: Document[] = [];
    for (const entry of entries) documents.push(...(await read(entry.name, entry.bytes)));
    return documents;
  }
  const text = textIn(bytes);
  const parts = text === undefined ? undefined : partsOf(name, text, partBytes);
  if (parts) {
    const documents: Document[] = [];
    for (const [at, part] of parts.entries()) {
      documents.push({ name: partName(name, at, parts.length), content: base64(new TextEncoder().encode(part)) });
      // The page stays alive meanwhile.
      await new Promise((resolve) => setTimeout(resolve));
    }
    return documents;
  }
  const message = t('It is larger than 5 MiB and can’t be taken in parts. The command “import” takes it.');
  return [{ name, content: '', failure: new Failure('TooLarge', message) }];
}

function base64(bytes: Uint8Array): string {
  const chunks: string[] = [];
  // The batch size of one call; `apply` copies no arguments.
  for (let at = 0; at < bytes.length; at += 32_768) {
    chunks.push(String.fromCharCode.apply(undefined, bytes.subarray(at, at + 32_768) as unknown as number[]));
  }
  return btoa(chunks.join(''));
}
