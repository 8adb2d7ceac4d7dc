import { useRef } from 'preact/hooks';
import { t } from '../languages/translate.ts';
import { type Loaded, useLoad } from '../shell/use-load.ts';
import type { Page } from './row-cache.ts';

interface Pages<Row> extends Loaded<Page<Row>> {
  /** Reads older rows. */
  more(): void;
}

/** The rows at first and by each `more`, and the most pages that are read for them. */
const step = 50;
const maxPages = 20;

/**
 * Rows, the newest first, extended by `more`. After a change all of them are read again.
 * @param about identifies the list; another one starts again
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
    for (let page = 0; page < (maxPages * wanted.current.rows) / step; page++) {
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

/** A button for older rows; nothing when there are none. */
export function MoreOf<Row>({ found }: { found: Pages<Row> }) {
  if (found.value?.nextCursor === undefined) return null;
  return (
    <button type="button" class="more" disabled={found.isLoading} onClick={() => found.more()}>
      {t('Look further back')}
    </button>
  );
}
