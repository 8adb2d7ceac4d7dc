import type { Message } from '../languages/translate.ts';

/** The props of a page: the parts of its address. */
export interface PageProps {
  /** The id of a character. */
  character?: string | undefined;
  /** The id of the open item. */
  item?: string | undefined;
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
