import type { Revision } from '../../client/api.ts';
import type { Output } from '../../client/client.ts';

/** A revision of some memory, as `list_changes` tells of it. */
export type Change = Output<'listChanges'>['changes'][number];

/** What a change did, in a word. */
export const kinds: Record<Revision['changeType'], string> = {
  CREATED: 'stored',
  UPDATED: 'changed',
  DELETED: 'deleted',
  RESTORED: 'restored',
  PROPOSED: 'proposed',
  REJECTED: 'rejected',
};
