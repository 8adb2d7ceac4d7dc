import { useEffect } from 'preact/hooks';
import type { Output } from '../../client/client.ts';
import { useDashboard } from '../../shell/dashboard.ts';
import { type Loaded, useLoad } from '../../shell/use-load.ts';

/** While memories are still read, it is asked again so often (ms). */
const againMs = 200;

/** The names in a character's memories, or in all; read again until all memories are read. */
export function useNames(
  characterId: string | undefined,
  words: string | undefined,
  isThere: boolean,
): Loaded<Output<'listNames'>> {
  const { client } = useDashboard();
  const asked = { characterId, words, limit: 300 };
  const found = useLoad(
    `${characterId} ${words}`,
    isThere ? (signal) => client.call('listNames', asked, signal) : undefined,
  );
  useUntilRead(found);
  return found;
}

/** So many memories are read within a second or two: the page waits for them, that nothing changes its place. */
const maxAwaited = 10_000;
export const isWhole = ({ read, total }: { read: number; total: number }) => read >= total || total > maxAwaited;

/** Reads again while the answer is of a part of the memories. */
export function useUntilRead(found: Loaded<{ read: number; total: number }>): void {
  const { value, again } = found;
  useEffect(() => {
    if (!value || value.read >= value.total) return undefined;
    const timer = setTimeout(again, againMs);
    return () => clearTimeout(timer);
  }, [value]);
}
