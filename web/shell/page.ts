import type { ComponentType } from 'preact';
import type { OperationName } from '../client/client.ts';
import type { Dashboard, PageInfo } from './dashboard.ts';

/** The props of a page: the parts of its address. */
export interface PageProps {
  /** The id of a character. */
  character?: string | undefined;
  /** The id of the open item. */
  item?: string | undefined;
}

export interface Page extends PageInfo {
  /** Pages of the second part of the rail are about the service, not about memories. */
  part: 1 | 2;
  /** Users who may not call this operation do not see the page. */
  needs?: OperationName;
  /** Whether there is anything to see; without it the rail has no link to the page. */
  isThere?: (dashboard: Dashboard) => boolean;
  /** The badge beside its name in the rail; `hot`: something waits for the user. */
  badge?: (dashboard: Dashboard, characterId: string | undefined) => { text: string; hot?: boolean } | undefined;
  load: () => Promise<{ default: ComponentType<PageProps> }>;
}
