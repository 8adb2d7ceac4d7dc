import { useEffect, useRef } from 'preact/hooks';
import { type Dashboard, useDashboard } from '../../shell/dashboard.ts';
import { useParts } from '../../shell/places.ts';
import { pairItem, readItems } from './items.ts';
import { countedSize, readPairs } from './pairs.ts';

/** The least time (ms) between two readings, after changes by others and by the user. */
const betweenMs = { others: 30_000, oneself: 3_000 } as const;

/** Reads what waits over all characters while the user looks at other pages: the Queue itself says what it has read. */
export default function Count() {
  const dashboard = useDashboard();
  const isQueue = useParts().page === 'queue';
  const version = dashboard.changes.value;
  const isKnown = dashboard.cards.value !== undefined;
  const readAt = useRef(Number.NEGATIVE_INFINITY);
  const reading = useRef<Promise<void>>();
  useEffect(() => {
    // The Queue of one character says nothing of the others.
    if (isQueue && isKnown) return undefined;
    const controller = new AbortController();
    const wait = (least: number) => setTimeout(read, Math.max(0, readAt.current + least - performance.now()));
    const read = async () => {
      // A change does not end a reading: the next one comes after it.
      await reading.current;
      if (controller.signal.aborted) return;
      readAt.current = performance.now();
      reading.current = readCards(dashboard).catch(() => {
        // The Queue reports failures.
        if (!controller.signal.aborted) timer = wait(betweenMs.others);
      });
    };
    let timer = wait(betweenMs[dashboard.lastBy]);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [dashboard, isQueue, isQueue && isKnown, version]);
  return null;
}

/** Failures. */
async function readCards(dashboard: Dashboard): Promise<void> {
  const { client, cards, unread } = dashboard;
  const { signal } = new AbortController();
  const [items, { pairs, counts }] = await Promise.all([
    readItems(client, { characterId: undefined, mayReview: dashboard.may('reviewChange') }, signal),
    readPairs(client, { characterId: undefined, kept: false, cursor: undefined, limit: countedSize }, signal),
  ]);
  cards.value = [...items, ...pairs.map(pairItem)];
  const others = Math.max(0, counts.duplicate + counts.contradiction - pairs.length);
  unread.value = new Map(unread.value).set(undefined, others);
}
