import { unreadable } from './document.ts';

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
  parts: 5_000,
  /** Bytes that the text of an archive unfolds to in all. */
  unfoldedBytes: 24 * 1024 * 1024,
  /** Bytes that one stream of a PDF unfolds to. */
  streamBytes: 32 * 1024 * 1024,
  /** Bytes that all streams of a PDF unfold to, pictures among them. */
  streamsBytes: 256 * 1024 * 1024,
  /** Bytes that a PDF's pages show, a stream counting for each page that shows it. */
  shownBytes: 32 * 1024 * 1024,
  /** UTF-16 units of a PDF's text. */
  text: 10_000_000,
} as const;

/** Throws the InvalidInput of a document that holds more than `limit`, which names the bound. */
export function refuseBeyond(limit: number, count: number, what: string): void {
  if (count > limit) throw unreadable(`it holds more than ${limit.toLocaleString('en')} ${what}`);
}
