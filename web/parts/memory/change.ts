import type { Revision } from '../../client/api.ts';
import type { Output } from '../../client/client.ts';
import { type Message, msg, t } from '../../languages/translate.ts';

/** A revision of some memory, from `list_changes`. */
export type Change = Output<'listChanges'>['changes'][number];

/** A change type in a word. */
export const kinds: Record<Revision['changeType'] | 'ENDED' | 'REVIVED', Message> = {
  ENDED: msg('ended'),
  REVIVED: msg('made to hold again'),
  CREATED: msg('stored'),
  UPDATED: msg('changed'),
  DELETED: msg('deleted'),
  RESTORED: msg('restored'),
  PROPOSED: msg('proposed'),
  REJECTED: msg('rejected'),
};

type Kind = Pick<Change, 'changeType' | 'revision'>;

/** Whether a change kept a proposal: what is stored with a history was proposed before. */
export const isKeeping = ({ changeType, revision }: Kind): boolean => changeType === 'CREATED' && revision > 1;

/** What a change did. */
export const doneBy = (change: Kind): Message => (isKeeping(change) ? msg('kept') : kinds[change.changeType]);

/** The default name of the machine's owner. */
export const nameless = 'local';

/** The author's name of what hooks store, by rules or by a model that they ask; and that of the owner in `ui`. */
const ofHooks = 'auto-capture';
/** The author's name of what the model of a host finds in a session. */
const ofHostModel = 'hook';
/** The author's name of what ends an older memory. */
const ofDetection = 'change detection';
export const inDashboard = 'dashboard';

/** The name of who made a change, where only that is known. */
export function nameOf(name: string): string {
  if (name === inDashboard) return t('you');
  if (name === ofHooks) return t('a hook');
  return name === ofDetection ? t('change detection') : name;
}

/** Who made a change, and in which program: "a model in cursor", "a hook of codex", "you", "Inês, in claude-ai". */
export function authorOf({ kind, name, client }: Change['by']): string {
  if (name === ofHooks) return client === undefined ? t('a hook') : t('a hook of {client}', { client });
  if (name === ofHostModel && client !== undefined) return t('the model of {client}', { client });
  if (name === ofDetection) return nameOf(name);
  if (kind === 'model')
    return client === undefined ? t('a model, {name}', { name }) : t('a model in {client}', { client });
  if (kind === 'file') return name;
  if (name === inDashboard) return nameOf(name);
  if (kind === 'user' && name === nameless && client === undefined) return t('you');
  if (kind !== 'user' || client === undefined) return client ?? name;
  return t('{name}, in {client}', { name: name === nameless ? t('a person') : name, client });
}
