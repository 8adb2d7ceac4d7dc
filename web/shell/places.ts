import { useEffect } from 'preact/hooks';
import { useLocation } from 'wouter-preact';
import type { Character } from '../client/api.ts';
import { useDashboard } from './dashboard.ts';

/** An address of the dashboard. */
export function placeOf(page: string, ...parts: (string | undefined)[]): string {
  const given = parts.filter((part) => part !== undefined && part !== '') as string[];
  return `/${[page, ...given.map(encodeURIComponent)].join('/')}`;
}

/**
 * The character that an address names, by id; without one the character that was written to last. Undefined when there
 * is none.
 */
export function useCharacter(id: string | undefined): Character | undefined {
  const dashboard = useDashboard();
  const known = dashboard.characters.value ?? [];
  const found = id === undefined ? known[0] : dashboard.character(id);
  const isMissing = id !== undefined && found === undefined;
  useEffect(() => {
    // Where it does not exist either, the page says so.
    if (isMissing) void dashboard.findCharacter(id).catch(() => undefined);
  }, [dashboard, id, isMissing]);
  return found;
}

/** An address's query without its empty fields; the question mark is in it. */
export function queryOf(fields: Record<string, string | undefined>): string {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined && value !== '') as [string, string][];
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
}

/** The parts of the address that is open. */
export function useParts(): { page: string; character: string | undefined; item: string | undefined } {
  const [address] = useLocation();
  const [, page = '', character, item] = address.split('/');
  const read = (part: string | undefined) => (part ? decodeURIComponent(part) : undefined);
  return { page, character: read(character), item: read(item) };
}
