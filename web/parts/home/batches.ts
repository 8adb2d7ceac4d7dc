import type { Output } from '../../client/client.ts';

type Batch = Output<'listBatches'>['batches'][number];
/** A batch of one character, or of several. */
export type Row = Batch & {
  characters: number;
  /** The last of the undos of it, of these undos, and so on; else itself: what is undone next. */
  lastId: string;
  isUndone: boolean;
};
export type Erasure = Output<'listErasures'>['erasures'][number];

/** How many rows are shown. */
const maxShown = 12;

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
  const undos = new Map([...once.values()].flatMap((one) => (one.undoes === undefined ? [] : [[one.undoes, one]])));
  const rows = [...once.values()].filter(({ undoes }) => undoes === undefined);
  for (const row of rows) {
    for (let undo = undos.get(row.batchId); undo; undo = undos.get(undo.batchId)) {
      row.lastId = undo.batchId;
      row.isUndone = !row.isUndone;
      row.changedSince = undo.changedSince;
    }
  }
  const at = (row: Batch | Erasure) => ('batchId' in row ? row.createdAt : row.erasedAt);
  return [...rows, ...erasures].toSorted((a, b) => at(b).localeCompare(at(a))).slice(0, maxShown);
}
