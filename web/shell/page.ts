import type { ComponentType } from 'preact';
import type { OperationName } from '../client/client.ts';
import type { Message } from '../languages/translate.ts';
import type { Dashboard } from './dashboard.ts';

/** The props of a page: the parts of its address. */
export interface PageProps {
  /** The id of a character. */
  character?: string | undefined;
  /** The id of the open item. */
  item?: string | undefined;
}

export interface Page extends PageInfo {
  /** The page of the rail that it is a view of; absent: it is in the rail itself. */
  under?: string;
  /** The key that opens it, after `g`. */
  key?: string;
  /** What it is called among the views of its page; default: its title. */
  view?: Message;
  /** Other words that find it in the palette. */
  words?: Message;
  /** Pages of the second part of the rail are about the service, not about memories. */
  part: 1 | 2;
  /** Users who may not call this operation do not see the page. */
  needs?: OperationName;
  /** The badge beside its name in the rail; `hot`: how many things wait for the user. */
  badge?: (dashboard: Dashboard, characterId: string | undefined) => { text: string; hot?: number } | undefined;
  load: () => Promise<{ default: ComponentType<PageProps> }>;
}

/** The dashboard's data about a page. */
export interface PageInfo {
  /** The first part of its address: /NAME/:character?/:item? */
  name: string;
  title: Message;
  /** It can show all characters together. */
  hasAll?: true;
  /** Its items are of one character each, also where it shows all. */
  isOfItems?: true;
}
