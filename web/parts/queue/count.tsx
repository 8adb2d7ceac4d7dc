import { useEffect, useRef } from 'preact/hooks';
import { useDashboard, type Waiting } from '../../shell/dashboard.ts';
import { useParts } from '../../shell/places.ts';
import { pairItem, readItems } from './items.ts';
import { pagesAtFirst, readPairs } from './pairs.ts';

/** The least time (ms) between two readings, after changes by others and by the user. */
const betweenMs = { others: 30_000, oneself: 3_000 } as const;

/** Reads what waits over all characters while the user looks at other pages: the Queue itself says what it has read. */
export default function Count() {
  const dashboard = useDashboard();
  const isQueue = useParts().page === 'queue';
  const version = dashboard.changes.value;
  const readAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    if (isQueue) return undefined;
    const controller = new AbortController();
    const read = () => {
      readAt.current = performance.now();
      // The Queue reports failures.
      readCards(dashboard, controller.signal).catch(() => {
        if (!controller.signal.aborted) timer = setTimeout(read, betweenMs.others);
      });
    };
    let timer = setTimeout(read, Math.max(0, readAt.current + betweenMs[dashboard.lastBy] - performance.now()));
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [dashboard, isQueue, version]);
  return null;
}

/** Pairs are only read the first time: that is slow, and decided ones are no longer among the known ones. Failures. */
async function readCards(dashboard: ReturnType<typeof useDashboard>, signal: AbortSignal): Promise<void> {
  const { client, cards } = dashboard;
  const items = await readItems(client, { characterId: undefined, mayReview: dashboard.may('reviewChange') }, signal);
  const known = cards.value?.filter(({ kind }) => kind === 'pair' || kind === 'contradiction');
  cards.value = [...items, ...(known ?? [])];
  if (known) return;
  let cursor: string | undefined;
  const pairs: Waiting[] = [];
  for (let page = 0; page < pagesAtFirst; page++) {
    const found = await readPairs(client, { characterId: undefined, kept: false, cursor }, signal);
    pairs.push(...found.pairs.map(pairItem));
    cards.value = [...items, ...pairs];
    cursor = found.nextCursor;
    if (cursor === undefined) return;
  }
}
