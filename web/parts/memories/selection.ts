import type { Memory } from '../../client/api.ts';

/** The fields of a memory that a selection needs: its text, and its state for Undo. */
export type Selected = Pick<
  Memory,
  'id' | 'characterId' | 'content' | 'category' | 'importance' | 'state' | 'occurredAt' | 'createdAt'
> &
  Partial<Pick<Memory, 'source' | 'origin' | 'sessionId'>>;

/** The selected memories of a list: some, or all matches except some. */
export interface Selection {
  readonly isAll: boolean;
  /** The selected ones; with `all`, the excluded ones. */
  readonly named: ReadonlyMap<string, Selected>;
  /** The start of the next range. */
  readonly anchor?: number;
}

export const noSelection: Selection = { isAll: false, named: new Map() };
export const allSelected: Selection = { isAll: true, named: new Map() };

export function isSelected({ isAll, named }: Selection, id: string): boolean {
  return named.has(id) !== isAll;
}

/** @param total the length of the list */
export function countOf({ isAll, named }: Selection, total: number): number {
  return isAll ? Math.max(0, total - named.size) : named.size;
}

/** Without a memory that has left the list. */
export function without({ isAll, named, ...rest }: Selection, id: string): Selection {
  return { ...rest, isAll, named: new Map([...named].filter(([one]) => one !== id)) };
}

/** Toggles a memory. @param index its place, the start of the next range */
export function toggled(selection: Selection, memory: Selected, index: number): Selection {
  const named = new Map(selection.named);
  if (!named.delete(memory.id)) named.set(memory.id, memory);
  return { isAll: selection.isAll, named, anchor: index };
}

/** Selects the range from the last toggled place to another one. @param rows those between both, inclusive */
export function extended(selection: Selection, rows: readonly Selected[], index: number): Selection {
  const named = new Map(selection.named);
  for (const row of rows) {
    if (selection.isAll) named.delete(row.id);
    else named.set(row.id, row);
  }
  return { isAll: selection.isAll, named, anchor: index };
}

/** Toggles a row of a list that is all read, or selects the range up to it. */
export function picked(selection: Selection, rows: readonly Selected[], index: number, isRange: boolean): Selection {
  const { anchor } = selection;
  const row = rows[index];
  if (!row) return selection;
  if (!isRange || anchor === undefined) return toggled(selection, row, index);
  return extended(selection, rows.slice(Math.min(anchor, index), Math.max(anchor, index) + 1), index);
}
