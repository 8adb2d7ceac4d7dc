import { useEffect, useRef } from 'preact/hooks';
import { type Dashboard, useDashboard } from '../../shell/dashboard.ts';
import { useParts, useScope } from '../../shell/places.ts';
import { pairItem, parted, readItems, restItems } from './items.ts';
import { countedSize, type PairNumbers, readPairs, weakOf } from './pairs.ts';

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
      reading.current = readCards(dashboard, characterId).catch(() => {
        // The Queue reports failures.
        if (!controller.signal.aborted) timer = wait(betweenMs.others);
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
 * Reads the cards, and few pairs with the number of all. Throws Failures.
 * @param characterId whose pairs are also counted by themselves; undefined: nobody's
 */
async function readCards(dashboard: Dashboard, characterId: string | undefined): Promise<void> {
  const { client, cards } = dashboard;
  const { signal } = new AbortController();
  const pairsOf = (of: string | undefined) =>
    readPairs(client, { characterId: of, kept: false, cursor: undefined, limit: countedSize }, signal);
  const [items, ofAll, ofOne] = await Promise.all([
    readItems(client, { characterId: undefined, mayReview: dashboard.may('reviewChange') }, signal),
    pairsOf(undefined),
    characterId === undefined ? undefined : pairsOf(characterId),
  ]);
  const pairs = [...ofAll.pairs, ...(ofOne?.pairs ?? [])].filter(({ weak }) => !weak).map(pairItem);
  const { asked, talk } = parted(items);
  const restOf = (numbers: PairNumbers, of: string | undefined) =>
    restItems(weakOf(numbers), [], of === undefined ? talk : talk.filter((one) => one.characterId === of), of);
  const rest = [...restOf(ofAll, undefined), ...(ofOne ? restOf(ofOne, characterId) : [])];
  cards.value = [...asked, ...new Map(pairs.map((one) => [one.key, one])).values(), ...rest];
  const total = (numbers: PairNumbers, of: string | undefined) => {
    const { counts } = numbers;
    return counts.duplicate + counts.contradiction - weakOf(numbers) + restOf(numbers, of).length;
  };
  dashboard.pairs.value = new Map([
    [undefined, total(ofAll, undefined)],
    ...(ofOne ? [[characterId, total(ofOne, characterId)] as const] : []),
  ]);
}
