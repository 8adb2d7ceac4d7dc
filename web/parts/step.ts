import type { ListHandle } from './virtual-list.tsx';

/**
 * Goes from the row that is open to the one `by` places on, or to the first. False: there is none that has been read.
 * @param go opens a row
 */
export function step<Row>(
  list: ListHandle<Row> | null,
  isOpen: (row: Row) => boolean,
  by: number,
  go: (row: Row) => void,
): boolean {
  const at = list?.find(isOpen) ?? -1;
  const index = at < 0 ? 0 : Math.max(0, at + by);
  const row = list?.row(index);
  if (!list || !row) return false;
  go(row);
  list.reveal(index);
  return true;
}
