import type { ComponentType } from 'preact';
import type { OperationName } from '../client/client.ts';
import type { Dashboard } from './dashboard.ts';

/** What a page is given: the parts of its address. */
export interface PageProps {
  /** The id of a character. */
  character?: string | undefined;
  /** The id of what is open. */
  item?: string | undefined;
}

export interface Page {
  /** The first part of its address: /NAME/:character?/:item? */
  name: string;
  title: string;
  /** Pages of the second part of the rail are about the service, not about what is remembered. */
  part: 1 | 2;
  /** It can show all characters at once. */
  hasAll?: true;
  /** Who may not call this is not offered the page. */
  needs?: OperationName;
  /** What the rail tells beside its name; `hot`: it waits for somebody. */
  badge?: (dashboard: Dashboard, characterId: string | undefined) => { text: string; hot?: boolean } | undefined;
  load: () => Promise<{ default: ComponentType<PageProps> }>;
}
