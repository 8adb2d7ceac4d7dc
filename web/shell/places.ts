import { useEffect, useLayoutEffect } from 'preact/hooks';
import { useLocation, useSearch } from 'wouter-preact';
import type { Character } from '../client/api.ts';
import { placeOf, queryOf } from './address.ts';
import { type Dashboard, type PageInfo, type PageProps, useDashboard } from './dashboard.ts';

export { placeOf, queryOf } from './address.ts';

/** Stands for all characters in place of an id. */
export const everyone = 'all';

/** The character of the present address. */
export interface Scope {
  /** The character. Undefined without any, and for all. */
  character: Character | undefined;
  /** Whether it is all characters, on a page that can show them. */
  isAll: boolean;
}

/** The character that was chosen, or all; before any choice all, where there are several. */
function preferredIn({ remembered, characters }: Dashboard): string | undefined {
  return remembered.value ?? ((characters.value?.length ?? 0) > 1 ? everyone : undefined);
}

/** Whether all characters are chosen: on a page that shows them, or on one that shows one of them meanwhile. */
export function useIsAllChosen(): boolean {
  const dashboard = useDashboard();
  const [address] = useLocation();
  const { isAll } = useScope();
  const isOfOne = dashboard.pageAt(address).hasAll !== true;
  return isAll || (isOfOne && preferredIn(dashboard) === everyone && (dashboard.characters.value?.length ?? 0) > 1);
}

/**
 * Where a link leads from all characters to an item of one: the address of the item among all, so that the choice stays.
 */
export function useAmongAll(page: PageInfo, { character, item }: PageProps): string | undefined {
  const dashboard = useDashboard();
  const search = useSearch();
  const isAll = useIsAllChosen();
  const isOfOne = page.isOfItems && item !== undefined && character !== undefined && character !== everyone;
  const among =
    isOfOne && dashboard.wasAll
      ? placeOf(page.name, everyone, item) +
        queryOf({ ...Object.fromEntries(new URLSearchParams(search)), of: character })
      : undefined;
  // At once: after Back, an effect that still waits would say what was before it.
  useLayoutEffect(() => {
    dashboard.wasAll = isAll;
  });
  return among;
}

/** For whom a new memory is: the chosen character; undefined: the user. */
export function useChosen(): Character | undefined {
  const isAll = useIsAllChosen();
  const character = useCharacter(useParts().character);
  return isAll ? undefined : character;
}

/** @param id the id in the page's address; default: that of the present address */
export function useScope(id?: string): Scope {
  const dashboard = useDashboard();
  const [address] = useLocation();
  const parts = useParts();
  const named = id ?? parts.character ?? preferredIn(dashboard);
  const isAll =
    named === everyone && dashboard.pageAt(address).hasAll === true && (dashboard.characters.value?.length ?? 0) > 0;
  const character = useCharacter(isAll || named === everyone ? undefined : (id ?? parts.character));
  if (character) dashboard.lastOne = character.id;
  return { character: isAll ? undefined : character, isAll };
}

/**
 * The character of an address, by id. Without one, the character that was looked at last, else the one chosen at the last
 * visit, else the one with the latest write. Undefined in a store without characters.
 */
export function useCharacter(id: string | undefined): Character | undefined {
  const dashboard = useDashboard();
  const known = dashboard.characters.value ?? [];
  const { remembered, lastOne } = dashboard;
  const last = known.find((one) => one.id === lastOne) ?? known.find((one) => one.id === remembered.value) ?? known[0];
  return id !== undefined && id !== everyone ? dashboard.character(id) : last;
}

/** Reads the character of the present address where the rail's list lacks it: once, for all parts of the page. */
export function useNamedCharacter(): void {
  const dashboard = useDashboard();
  const { character: id } = useParts();
  const isMissing = id !== undefined && id !== everyone && dashboard.character(id) === undefined;
  useEffect(() => {
    // The page reports a character that does not exist.
    if (isMissing) void dashboard.findCharacter(id).catch(() => undefined);
  }, [dashboard, id, isMissing]);
}

/** The parts of the present address. */
export function useParts(): { page: string; character: string | undefined; item: string | undefined } {
  const [address] = useLocation();
  const [, page = '', character, item] = address.split('/');
  const read = (part: string | undefined) => (part ? decodeURIComponent(part) : undefined);
  return { page, character: read(character), item: read(item) };
}

/**
 * The address of a page for the present choice: all characters where they were chosen and it can show them. Pages about
 * the service are about none.
 */
export function usePlaces(): (page: { name: string; hasAll?: true; part?: 1 | 2 }) => string {
  const dashboard = useDashboard();
  const { isAll } = useScope();
  const { character } = useParts();
  const chosen = useCharacter(character);
  const wantsAll = isAll || preferredIn(dashboard) === everyone;
  return ({ name, hasAll, part }) => placeOf(name, part === 2 ? undefined : wantsAll && hasAll ? everyone : chosen?.id);
}
