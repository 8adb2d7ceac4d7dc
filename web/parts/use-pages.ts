import { useRef } from 'preact/hooks';
import { type Loaded, useLoad } from '../shell/use-load.ts';
import type { Page } from './kept.ts';

export interface Pages<Row> extends Loaded<Page<Row>> {
  /** Reads further back. */
  more(): void;
}

/** How many rows are shown at first and by each `more`, and how many pages are read for them at most. */
const step = 50;
const mostPages = 20;

/**
 * Rows, the newest first, as far back as somebody wants to look. After a change all of them are read again.
 * @param about what they are of; another starts again
 */
export function usePages<Row>(
  about: string,
  read: (cursor: string | undefined, signal: AbortSignal) => Promise<Page<Row>>,
): Pages<Row> {
  const wanted = useRef({ about, rows: step });
  if (wanted.current.about !== about) wanted.current = { about, rows: step };
  const loaded = useLoad(about, async (signal): Promise<Page<Row>> => {
    const rows: Row[] = [];
    let cursor: string | undefined;
    for (let page = 0; page < (mostPages * wanted.current.rows) / step; page++) {
      const found = await read(cursor, signal);
      rows.push(...found.rows);
      cursor = found.nextCursor;
      if (cursor === undefined || rows.length >= wanted.current.rows) break;
    }
    return { rows, nextCursor: cursor };
  });
  return {
    ...loaded,
    more() {
      wanted.current.rows = Math.max(wanted.current.rows, loaded.value?.rows.length ?? 0) + step;
      loaded.again();
    },
  };
}
