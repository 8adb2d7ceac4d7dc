import type { Revision } from '../../client/api.ts';
import type { Output } from '../../client/client.ts';

/** A revision of some memory, from `list_changes`. */
export type Change = Output<'listChanges'>['changes'][number];

/** A change type in a word. */
export const kinds: Record<Revision['changeType'] | 'ENDED' | 'REVIVED', string> = {
  ENDED: 'ended',
  REVIVED: 'made to hold again',
  CREATED: 'stored',
  UPDATED: 'changed',
  DELETED: 'deleted',
  RESTORED: 'restored',
  PROPOSED: 'proposed',
  REJECTED: 'rejected',
};

/** The default name of the machine's owner. */
export const nameless = 'local';

/** The author's name of what hooks store, by rules or by a model that they ask; and that of the owner in `ui`. */
const [ofHooks, inDashboard] = ['auto-capture', 'dashboard'];

/** Who made a change, and in which program: "a model in cursor", "a hook of codex", "you", "Inês, in claude-ai". */
export function authorOf({ kind, name, client }: Change['by']): string {
  if (name === ofHooks) return client === undefined ? 'a hook' : `a hook of ${client}`;
  if (kind === 'model') return client === undefined ? `a model, ${name}` : `a model in ${client}`;
  if (kind === 'file') return name;
  if (name === inDashboard) return 'you';
  if (kind !== 'user' || client === undefined) return client ?? name;
  return `${name === nameless ? 'a person' : name}, in ${client}`;
}
