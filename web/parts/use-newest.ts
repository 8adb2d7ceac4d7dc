import { useEffect, useRef } from 'preact/hooks';

/** How often a visible page looks for something new (ms). */
const lookMs = 4_000;

/**
 * Reads a page again when something new is there, while the page is visible.
 * @param about the key of what is shown; a new key starts over
 * @param read names the newest; a failure is tried again
 */
export function useNewest(
  about: string,
  read: (signal: AbortSignal) => Promise<string | undefined>,
  again: () => void,
): void {
  const now = useRef({ read, again });
  now.current = { read, again };
  useEffect(() => {
    let newest: string | undefined;
    const controller = new AbortController();
    const look = async () => {
      if (document.visibilityState !== 'visible') return;
      const found = await now.current.read(controller.signal).catch(() => newest);
      if (controller.signal.aborted) return;
      if (newest !== undefined && found !== newest) now.current.again();
      newest = found ?? '';
    };
    void look();
    const timer = setInterval(() => void look(), lookMs);
    return () => {
      clearInterval(timer);
      controller.abort();
    };
  }, [about]);
}
