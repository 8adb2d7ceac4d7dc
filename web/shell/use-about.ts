import { useEffect } from 'preact/hooks';
import { useDashboard } from './dashboard.ts';

/**
 * Reads what the memories of a character refer to: its categories and files. A failure is left to the page's own reading.
 * @param version read again when it changes
 */
export function useAbout(characterId: string | undefined, version?: number): void {
  const dashboard = useDashboard();
  useEffect(() => {
    if (characterId !== undefined) void dashboard.readAbout(characterId).catch(() => undefined);
  }, [dashboard, characterId, version]);
}
