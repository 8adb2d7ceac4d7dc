import type { Output } from '../../client/client.ts';
import { listed, tn } from '../../languages/translate.ts';

export type Batch = Output<'listBatches'>['batches'][number];
/** A batch of one character, or of several. */
export type Row = Batch & {
  characters: number;
  /** The last of the undos of it, of these undos, and so on; else itself: what is undone next. */
  lastId: string;
  isUndone: boolean;
};
export type Erasure = Output<'listErasures'>['erasures'][number];

/** How many batches are read: one has one for each of its characters. */
export const maxBatches = 100;
/** How many documents of an import are named. */
const maxNamed = 3;

/** "notes.md", or "6 files: a.md, b.md, c.md…". */
export function namesOf(documents: readonly string[]): string {
  if (documents.length === 1) return documents[0]!;
  const names = `${listed(documents.slice(0, maxNamed))}${documents.length > maxNamed ? '…' : ''}`;
  return tn(documents.length, '{n} file: {names}', '{n} files: {names}', { names });
}

/** What a batch is called: its documents, else the first text that it changed. */
export const titleOf = ({ documents = [], content }: Batch): string =>
  documents.length > 0 ? namesOf(documents) : content;

/**
 * Both, newest first. A batch has one row, whatever characters it changed; a move counts its memories once. An undo is a
 * state of what it undoes, so that no row moves when one is undone.
 */
export function rowsOf(batches: readonly Batch[], erasures: readonly Erasure[]): (Row | Erasure)[] {
  const once = new Map<string, Row>();
  for (const one of batches) {
    const before = once.get(one.batchId);
    if (!before) once.set(one.batchId, { ...one, characters: 1, lastId: one.batchId, isUndone: false });
    else if (one.moved === undefined) {
      before.memories += one.memories;
      before.characters += 1;
      before.changedSince &&= one.changedSince;
      before.documents = [...new Set([...(before.documents ?? []), ...(one.documents ?? [])])];
    }
  }
  const undos = new Map([...once.values()].flatMap((one) => (one.undoes ? [[ownPart(one.undoes), one]] : [])));
  const rows = [...once.values()].filter(({ undoes }) => undoes === undefined);
  for (const row of rows) {
    for (let undo = undos.get(ownPart(row.batchId)); undo; undo = undos.get(ownPart(undo.batchId))) {
      row.lastId = undo.batchId;
      row.isUndone = !row.isUndone;
      row.changedSince = undo.changedSince;
    }
  }
  return [...rows, ...erasures].toSorted((a, b) => atOf(b).localeCompare(atOf(a)));
}

/** When a batch or an erasure happened. */
export const atOf = (row: Batch | Erasure): string => ('batchId' in row ? row.createdAt : row.erasedAt);

/** The id of an undo ends with that of what it undoes; of one on an older page only its own part is known. */
const ownPart = (batchId: string) => batchId.split('~', 1)[0]!;

/** Those that stored new memories since a time and were not undone. */
export function newIn(batches: readonly Batch[], since: string): Row[] {
  return rowsOf(batches, []).filter(
    (row): row is Row =>
      'batchId' in row &&
      row.changeType === 'CREATED' &&
      row.moved === undefined &&
      !row.isUndone &&
      row.createdAt >= since,
  );
}
