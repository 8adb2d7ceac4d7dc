import { ServiceError } from '../domain/errors.ts';

const MiB = 1024 * 1024;

/** The limits of reading one document. A reader that exceeds one is stopped, and the error names it. */
export interface ReadingLimits {
  /** From the document to its pieces (ms). */
  ms: number;
  /** The limit of all memory of the thread, with buffers outside its heap, measured by the growth of the process. */
  memoryMiB: number;
  /**
   * The limit of the thread's heap, enforced by V8 where the heap grows faster than the measuring interval. It is far
   * above `memoryMiB`, because V8 ends the whole process when a thread at this limit requests a large array.
   */
  heapMiB: number;
  /** In UTF-16 units: every piece with its headings. */
  units: number;
  /** How long a thread waits for another document before it ends (ms). */
  idleMs: number;
}

export const readingLimits: ReadingLimits = {
  ms: 20_000,
  memoryMiB: 320,
  heapMiB: 1_536,
  units: 32_000_000,
  idleMs: 10_000,
};

/** The limits of one document's size and content. */
export interface DocumentBounds {
  bytes: number;
  /** Memories. */
  pieces: number;
  /** The decompressed text of an archive or a database. */
  unfoldedBytes: number;
}

/**
 * For the owner of the machine and the store, who imports years of notes by a command and waits for it. Callers of a
 * server get the limits above and below.
 */
export const ownDocuments: DocumentBounds & ReadingLimits = {
  bytes: 64 * MiB,
  pieces: 100_000,
  unfoldedBytes: 256 * MiB,
  ms: 10 * 60_000,
  memoryMiB: 2_048,
  heapMiB: 3_072,
  units: 256_000_000,
  idleMs: 10_000,
};

/** How many documents are read at a time, and how many may wait for it. */
export const readerLimits = {
  threads: 2,
  waitingBytes: 64 * MiB,
  /** Of one tenant, so that there is always space for another. */
  tenantBytes: 32 * MiB,
};

/** A simple text up to this many bytes is read on the main thread: a thread would cost more. */
export const inPlaceLimits = { bytes: 4 * 1024, lineBytes: 1_000 };

/** The limits of a document's content and result: the one table for every importer. */
export const limits = {
  /** Memories that one document may give. */
  pieces: 20_000,
  /** Statements that are read in all, those that say the same again among them. */
  statements: 200_000,
  /** Things in a list of JSON, lines of JSON, rows of a table. */
  records: 200_000,
  /** UTF-16 units of one row of a table. */
  row: 1_000_000,
  /** Tags of an HTML page, or of all the XML of a Word document. */
  tags: 250_000,
  /** The most nested open HTML elements; a page with more is read as plain text. */
  nesting: 400,
  /** The depth of elements that are read; deeper ones are left out. */
  depth: 150,
  /** Pages of a PDF. */
  pages: 3_000,
  /** Parts of an archive. */
  parts: 20_000,
  /** Bytes that the text of an archive unfolds to in all. */
  unfoldedBytes: 24 * MiB,
  /** Bytes of the definitions of all tables and indexes of a SQLite file: parsing them takes quadratic time. */
  schemaBytes: 128 * 1024,
  /** Decompressed bytes of one stream of a PDF. */
  streamBytes: 32 * MiB,
  /** Bytes that all streams of a PDF unfold to, pictures among them. */
  streamsBytes: 256 * MiB,
  /** The most bytes that a PDF's pages show. A stream counts for each page that shows it. */
  shownBytes: 32 * MiB,
  /** UTF-16 units of a PDF's text. */
  text: 10_000_000,
} as const;

/** Throws the InvalidContent of a document that exceeds `limit`, which it names. */
export function refuseBeyond(limit: number, count: number, what: string): void {
  if (count <= limit) return;
  const bound = `${limit.toLocaleString('en')} ${what}`;
  throw new ServiceError('InvalidContent', `The document cannot be read: it holds more than ${bound}.`);
}
