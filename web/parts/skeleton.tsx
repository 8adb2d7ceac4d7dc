import type { Loaded } from '../shell/use-load.ts';

/** The height of a row of it (px). */
const rowHeight = 66;
/** Rows that fill a window, so that what stands below comes into view only once. */
const wholePage = 16;

/** Lines in the place of what is being read for the first time. They appear when that takes a while. */
export function Skeleton({
  of,
  rows = wholePage,
}: {
  of: Pick<Loaded<unknown>, 'value' | 'isLoading'>;
  rows?: number;
}) {
  if (of.value !== undefined || !of.isLoading) return null;
  return <div class="gap" style={{ height: `${rows * rowHeight}px` }} aria-hidden="true" />;
}
