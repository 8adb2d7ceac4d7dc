import { ServiceError } from '../domain/errors.ts';

const MiB = 1024 * 1024;

/** What reading one document may take. A reader that goes beyond is ended, and the answer names the bound. */
export interface ReadingLimits {
  /** From the document to its pieces (ms). */
  ms: number;
  /** Of all memory of the thread, with the buffers outside its heap: seen by what the process grows by. */
  memoryMiB: number;
  /**
   * Of the thread's heap, held by V8 itself, where it grows faster than anybody looks. Far above `memoryMiB`, because
   * V8 ends the whole process when a thread at this limit asks for a large array.
   */
  heapMiB: number;
  /** Of what is read, in UTF-16 units: every piece with the headings above it. */
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

/** What one document may weigh and give. */
export interface DocumentBounds {
  bytes: number;
  /** Memories. */
  pieces: number;
  /** What the text of an archive or a database comes to. */
  unfoldedBytes: number;
}

/**
 * For the owner of the machine and the store, who imports years of notes with a command of their own and waits for it:
 * what others send to a server keeps within the bounds above and below.
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
  /** Of one tenant, so that another always finds room. */
  tenantBytes: 32 * MiB,
};

/** A text up to this many bytes is read where it is asked for, if it is simple: a thread would cost more. */
export const inPlaceLimits = { bytes: 4 * 1024, lineBytes: 1_000 };

/** How much a document may hold, unfold to and give: the one table of it, for every importer. */
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
  /** Open HTML elements within each other; a page that has more is read as plain text. */
  nesting: 400,
  /** Elements within each other that are read; what is nested deeper is left out. */
  depth: 150,
  /** Pages of a PDF. */
  pages: 3_000,
  /** Parts of an archive. */
  parts: 20_000,
  /** Bytes that the text of an archive unfolds to in all. */
  unfoldedBytes: 24 * MiB,
  /** Bytes that one stream of a PDF unfolds to. */
  streamBytes: 32 * MiB,
  /** Bytes that all streams of a PDF unfold to, pictures among them. */
  streamsBytes: 256 * MiB,
  /** Bytes that a PDF's pages show, a stream counting for each page that shows it. */
  shownBytes: 32 * MiB,
  /** UTF-16 units of a PDF's text. */
  text: 10_000_000,
} as const;

/** Throws the InvalidContent of a document that holds more than `limit`, which names the bound. */
export function refuseBeyond(limit: number, count: number, what: string): void {
  if (count <= limit) return;
  const bound = `${limit.toLocaleString('en')} ${what}`;
  throw new ServiceError('InvalidContent', `The document cannot be read: it holds more than ${bound}.`);
}
