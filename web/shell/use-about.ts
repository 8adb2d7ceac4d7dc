import { useEffect } from 'preact/hooks';
import { useDashboard } from './dashboard.ts';

/**
 * Reads a character's categories and files, to which memories refer. The page's own request reports failures.
 * @param version read again when it changes
 */
export function useAbout(characterId: string | undefined, version?: number): void {
  const dashboard = useDashboard();
  useEffect(() => {
    if (characterId !== undefined) void dashboard.readAbout(characterId).catch(() => undefined);
  }, [dashboard, characterId, version]);
}
