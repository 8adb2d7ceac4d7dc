import type { Input } from '../../client/client.ts';

/** What a search is narrowed to; it is in the address. */
export interface SearchFilter
  extends Pick<
    Input<'searchMemories'>,
    'since' | 'until' | 'importance' | 'source' | 'holds' | 'client' | 'category' | 'having'
  > {
  /** Also memories outside of the time that the question names. */
  isOfAnyTime?: boolean | undefined;
}

/** Whether all memories with the required words are listed, weak matches too. */
export const isListed = ({ having }: SearchFilter): boolean => having !== undefined;
