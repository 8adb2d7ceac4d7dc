import type { Memory } from '../../client/api.ts';

/** A memory as far as a selection needs it: its text, and what a change of it is taken back to. */
export type Selected = Pick<
  Memory,
  'id' | 'characterId' | 'content' | 'category' | 'importance' | 'state' | 'occurredAt' | 'createdAt'
>;

/** Which memories of a list are selected: some of them, or all that match its filter but for some. */
export interface Selection {
  readonly isAll: boolean;
  /** Those that are selected; of all, those that are not. */
  readonly named: ReadonlyMap<string, Selected>;
  /** Where the next range begins. */
  readonly anchor?: number;
}

export const noSelection: Selection = { isAll: false, named: new Map() };
export const allSelected: Selection = { isAll: true, named: new Map() };

export function isSelected({ isAll, named }: Selection, id: string): boolean {
  return named.has(id) !== isAll;
}

/** @param total how many the list has */
export function countOf({ isAll, named }: Selection, total: number): number {
  return isAll ? Math.max(0, total - named.size) : named.size;
}

/** Selects a memory, or takes it out again. @param index its place, where the next range begins */
export function toggled(selection: Selection, memory: Selected, index: number): Selection {
  const named = new Map(selection.named);
  if (!named.delete(memory.id)) named.set(memory.id, memory);
  return { isAll: selection.isAll, named, anchor: index };
}

/** Selects everything from the place that was toggled last to another one. @param rows those between both, inclusive */
export function extended(selection: Selection, rows: readonly Selected[], index: number): Selection {
  const named = new Map(selection.named);
  for (const row of rows) {
    if (selection.isAll) named.delete(row.id);
    else named.set(row.id, row);
  }
  return { isAll: selection.isAll, named, anchor: index };
}
