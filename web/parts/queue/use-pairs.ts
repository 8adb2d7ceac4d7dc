import { useEffect, useRef } from 'preact/hooks';
import { useDashboard } from '../../shell/dashboard.ts';
import { usePages } from '../use-pages.tsx';
import { keyOf, type Pair, type PairNumbers, pageSize, readPairs } from './pairs.ts';

const nothing = { duplicate: 0, contradiction: 0 };
/** While memories are compared, pairs are read again after this time (ms). */
const comparingMs = 3_000;

const none: PairNumbers = { counts: nothing, looked: 0, total: 0 };

/**
 * Stored pairs that are alike, the most alike first, page by page, with their numbers in the whole store.
 * @param characterId undefined: of all
 */
export function usePairs(characterId: string | undefined, kept: boolean) {
  const { client } = useDashboard();
  const about = `${characterId} ${kept}`;
  const numbers = useRef({ about, ...none });
  const found = usePages<Pair>(about, async (cursor, signal) => {
    const { pairs, nextCursor, ...read } = await readPairs(
      client,
      { characterId, kept, cursor, limit: pageSize },
      signal,
    );
    numbers.current = { about, ...read };
    return { rows: pairs, nextCursor };
  });
  // A pair can change its place between two pages.
  const pairs = [...new Map((found.value?.rows ?? []).map((pair) => [keyOf(pair), pair])).values()];
  const known = numbers.current.about === about ? numbers.current : none;
  const { counts, looked, total } = known;
  const isComparing = found.value !== undefined && looked < total;
  useEffect(() => {
    if (!isComparing) return undefined;
    const timer = setTimeout(found.again, comparingMs);
    return () => clearTimeout(timer);
  }, [isComparing, found.value]);
  const unread = (kind: keyof PairNumbers['counts']) =>
    found.value?.nextCursor === undefined
      ? 0
      : Math.max(0, counts[kind] - pairs.filter((one) => one.kind === kind).length);
  return {
    pairs,
    looked,
    total,
    /** The pairs of each kind of card on pages that are not read. */
    unread: { pair: unread('duplicate'), contradiction: unread('contradiction') },
    hasMore: found.value?.nextCursor !== undefined,
    isReading: found.isLoading,
    isReady: found.value !== undefined,
    failure: found.failure,
    more: found.more,
  };
}
