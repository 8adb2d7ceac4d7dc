import { useEffect, useState } from 'preact/hooks';
import { Failure, isAborted } from '../../client/client.ts';
import { useDashboard } from '../../shell/dashboard.ts';
import { keyOf, type Pair, pagesAtFirst, readPairs } from './pairs.ts';

interface Found {
  about: string;
  pairs: Pair[];
  looked: number;
  total: number;
  /** Where to go on; absent: all were compared. */
  cursor?: string | undefined;
  pages: number;
  failure?: Failure;
}

/** The most pages that are read by themselves up to where the user had compared, and those that each `more` adds. */
const [maxAgain, pagesMore] = [60, 20];
const storedName = 'not compared';

/** How many of the oldest memories were not compared yet in this browser; new ones do not change that. */
function restOf(about: string): number {
  try {
    return Number(JSON.parse(localStorage.getItem(storedName) ?? '{}')[about] ?? Number.POSITIVE_INFINITY);
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

function keepRest(about: string, rest: number): void {
  if (rest >= restOf(about)) return;
  try {
    const known: object = JSON.parse(localStorage.getItem(storedName) ?? '{}');
    localStorage.setItem(storedName, JSON.stringify({ ...known, [about]: rest }));
  } catch {
    // The browser stores nothing.
  }
}

const nothing = { pairs: [], looked: 0, total: 0, pages: 0 };

/**
 * Pairs that are alike, the most alike first, found page by page: each memory is compared once, however many pages follow.
 * @param characterId undefined: of all
 * @param isWanted whether to look for them now
 */
export function usePairs(characterId: string | undefined, kept: boolean, isWanted: boolean) {
  const { client } = useDashboard();
  const about = `${characterId} ${kept}`;
  const [state, setState] = useState<Found>({ about, ...nothing });
  const [wantedPages, setWanted] = useState(pagesAtFirst);
  const current: Found = state.about === about ? state : { about, ...nothing };
  const { pages, cursor } = current;
  const isDone = pages > 0 && cursor === undefined;
  const isBefore = pages < maxAgain && current.total - current.looked > restOf(about);
  const isReading = isWanted && !isDone && (pages < wantedPages || isBefore) && current.failure === undefined;
  useEffect(() => {
    if (!isReading) return undefined;
    const controller = new AbortController();
    readPairs(client, { characterId, kept, cursor }, controller.signal).then(
      ({ pairs, looked, total, nextCursor }) => {
        if (controller.signal.aborted) return;
        keepRest(about, total - current.looked - looked);
        const all = new Map([...current.pairs, ...pairs].map((pair) => [keyOf(pair), pair]));
        setState({
          about,
          pairs: [...all.values()].toSorted((a, b) => b.likeness - a.likeness),
          looked: current.looked + looked,
          total,
          cursor: nextCursor,
          pages: pages + 1,
        });
      },
      (error) => {
        if (isAborted(error) || controller.signal.aborted) return;
        if (!(error instanceof Failure)) throw error;
        setState({ ...current, failure: error });
      },
    );
    return () => controller.abort();
  }, [about, pages, isReading]);
  return {
    ...current,
    isReading,
    hasMore: !isDone,
    more: () => setWanted(Math.max(wantedPages, pages) + pagesMore),
  };
}
