import type { ComponentType } from 'preact';
import type { OperationName } from '../client/client.ts';
import type { Dashboard } from './dashboard.ts';

/** The props of a page: the parts of its address. */
export interface PageProps {
  /** The id of a character. */
  character?: string | undefined;
  /** The id of the open item. */
  item?: string | undefined;
}

export interface Page {
  /** The first part of its address: /NAME/:character?/:item? */
  name: string;
  title: string;
  /** Pages of the second part of the rail are about the service, not about memories. */
  part: 1 | 2;
  /** It can show all characters at once. */
  hasAll?: true;
  /** Users who may not call this operation do not see the page. */
  needs?: OperationName;
  /** The badge beside its name in the rail; `hot`: something waits for the user. */
  badge?: (dashboard: Dashboard, characterId: string | undefined) => { text: string; hot?: boolean } | undefined;
  load: () => Promise<{ default: ComponentType<PageProps> }>;
}
