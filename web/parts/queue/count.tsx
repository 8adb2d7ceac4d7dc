import { useEffect, useRef } from 'preact/hooks';
import { type Dashboard, useDashboard } from '../../shell/dashboard.ts';
import { useParts, useScope } from '../../shell/places.ts';
import { pairItems } from './groups.ts';
import { readItems } from './items.ts';
import { keyOf, type Pair, type PairNumbers, pageSize, readPairs } from './pairs.ts';

/** The least time (ms) between two readings, after changes by others and by the user. */
const betweenMs = { others: 30_000, oneself: 3_000 } as const;

/** Reads what waits over all characters while the user looks at other pages: the Queue itself says what it has read. */
export default function Count() {
  const dashboard = useDashboard();
  const isQueue = useParts().page === 'queue';
  const characterId = useScope().character?.id;
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
      // The Queue reports failures.
      reading.current = readCards(dashboard, characterId)
        .catch(() => false)
        .then((isWhole) => {
          if (!isWhole && !controller.signal.aborted) timer = wait(betweenMs.others);
        });
    };
    let timer = wait(betweenMs[dashboard.lastBy]);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [dashboard, isQueue, isQueue && isKnown, characterId, version]);
  return null;
}

/**
 * Reads the cards, and a page of pairs with the number of all. Returns whether all memories are compared. Throws Failures.
 * @param characterId whose pairs are also counted by themselves; undefined: nobody's
 */
async function readCards(dashboard: Dashboard, characterId: string | undefined): Promise<boolean> {
  const { client, cards } = dashboard;
  const { signal } = new AbortController();
  const pairsOf = (of: string | undefined) =>
    readPairs(client, { characterId: of, kept: false, cursor: undefined, limit: pageSize }, signal);
  const [items, ofAll, ofOne] = await Promise.all([
    readItems(client, { characterId: undefined, mayReview: dashboard.may('reviewChange') }, signal),
    pairsOf(undefined),
    characterId === undefined ? undefined : pairsOf(characterId),
  ]);
  const read = [...ofAll.pairs, ...(ofOne?.pairs ?? [])];
  const once = [...new Map(read.map((pair) => [keyOf(pair), pair])).values()];
  cards.value = [...items, ...pairItems(once)];
  const total = ({ counts, pairs }: PairNumbers & { pairs: readonly Pair[] }) =>
    counts.duplicate + counts.contradiction - pairs.length + pairItems(pairs).length;
  dashboard.pairs.value = new Map([
    [undefined, total(ofAll)],
    ...(ofOne ? [[characterId, total(ofOne)] as const] : []),
  ]);
  return [ofAll, ofOne].every((one) => one === undefined || one.looked >= one.total);
}
