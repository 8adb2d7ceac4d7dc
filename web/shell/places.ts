import { useEffect } from 'preact/hooks';
import { useLocation } from 'wouter-preact';
import type { Character } from '../client/api.ts';
import { useDashboard } from './dashboard.ts';
import { pageAt } from './pages.ts';

export { placeOf, queryOf } from './address.ts';

/** In the place of a character's id: all of them. */
export const everyone = 'all';

/** Whose memories the address that is open is about. */
export interface Scope {
  /** The character. Undefined without any, and where all are meant. */
  character: Character | undefined;
  /** All characters are meant, on a page that can show them. */
  isAll: boolean;
}

/** @param id what the page's address names; default: that of the address that is open */
export function useScope(id?: string): Scope {
  const dashboard = useDashboard();
  const [address] = useLocation();
  const parts = useParts();
  const named = id ?? parts.character ?? dashboard.remembered.value;
  const isAll = named === everyone && pageAt(address).hasAll === true && (dashboard.characters.value?.length ?? 0) > 0;
  const character = useCharacter(isAll || named === everyone ? undefined : (id ?? parts.character));
  return { character: isAll ? undefined : character, isAll };
}

/**
 * The character that an address names, by id. Without one, the character that was chosen last, else the one that was
 * written to last. Undefined in a store without characters.
 */
export function useCharacter(id: string | undefined): Character | undefined {
  const dashboard = useDashboard();
  const known = dashboard.characters.value ?? [];
  const last = known.find((one) => one.id === dashboard.remembered.value) ?? known[0];
  const isNamed = id !== undefined && id !== everyone;
  const found = isNamed ? dashboard.character(id) : last;
  const isMissing = isNamed && found === undefined;
  useEffect(() => {
    // Where it does not exist either, the page says so.
    if (isMissing) void dashboard.findCharacter(id).catch(() => undefined);
  }, [dashboard, id, isMissing]);
  return found;
}

/** The parts of the address that is open. */
export function useParts(): { page: string; character: string | undefined; item: string | undefined } {
  const [address] = useLocation();
  const [, page = '', character, item] = address.split('/');
  const read = (part: string | undefined) => (part ? decodeURIComponent(part) : undefined);
  return { page, character: read(character), item: read(item) };
}
