import { type Message, msg, t } from '../../languages/translate.ts';
import { sentenceCase } from '../format.ts';

/**
 * The verb of each audited action: after the member's name, and after "was not allowed to".
 * {member}, {key}, {webhook}, {file}, {memory} and {character} are replaced by the name of the object.
 */
type Sentence = readonly [done: Message, wanted: Message];

export const sentences: ReadonlyMap<string, Sentence> = new Map([
  ['add_category', [msg('added a category to {character}'), msg('add a category to {character}')]],
  ['add_member', [msg('added {member}'), msg('add a member')]],
  ['add_memories', [msg('stored memories of {character}'), msg('store memories of {character}')]],
  ['add_memory', [msg('added a text to {character}'), msg('add a text to {character}')]],
  ['add_memory_direct', [msg('stored {memory} of {character}'), msg('store a memory of {character}')]],
  ['add_passkey', [msg('added a passkey'), msg('add a passkey')]],
  ['allow_client', [msg('allowed a client'), msg('allow a client')]],
  [
    'apply_retention',
    [msg('deleted memories of {character} that were never recalled'), msg('delete memories of {character}')],
  ],
  ['archive_character', [msg('archived {character}'), msg('archive {character}')]],
  ['authenticate', [msg('signed in'), msg('sign in')]],
  ['auto-capture', [msg('stored statements from a session with {character}'), msg('store statements of {character}')]],
  [
    'change detection',
    [msg('noticed what no longer holds of {character}'), msg('notice what no longer holds of {character}')],
  ],
  ['change_memories', [msg('changed memories of {character}'), msg('change memories of {character}')]],
  ['clone_character', [msg('cloned {character}'), msg('clone {character}')]],
  ['create_character', [msg('made the character {character}'), msg('make a character')]],
  ['create_key', [msg('made the key {key}'), msg('make a key')]],
  ['create_sign_in_link', [msg('made a link that signs {member} in'), msg('make a link that signs {member} in')]],
  ['create_tenant', [msg('made the team'), msg('make the team')]],
  ['create_webhook', [msg('made the webhook {webhook}'), msg('make a webhook')]],
  ['delete_category', [msg('deleted a category of {character}'), msg('delete a category of {character}')]],
  ['delete_character', [msg('deleted {character}'), msg('delete {character}')]],
  ['delete_memory', [msg('deleted {memory} of {character}'), msg('delete a memory of {character}')]],
  ['delete_webhook', [msg('deleted the webhook {webhook}'), msg('delete a webhook')]],
  ['disable_webhook', [msg('disabled the webhook {webhook}, which failed repeatedly'), msg('disable a webhook')]],
  ['disconnect_characters', [msg('disconnected {character} from its server'), msg('disconnect {character}')]],
  ['dismiss_question', [msg('dismissed a question to {character}'), msg('dismiss a question to {character}')]],
  ['erase_memories', [msg('erased memories of {character} for good'), msg('erase memories of {character} for good')]],
  ['end_session', [msg('ended a session of the dashboard'), msg('end a session of the dashboard')]],
  [
    'exchange_changes',
    [msg('synced changes of {character} with another machine'), msg('sync changes of {character} with a machine')],
  ],
  ['exchange_now', [msg('synced changes of {character} with its server'), msg('sync changes of {character}')]],
  ['export_character', [msg('exported {character}'), msg('export {character}')]],
  ['export_memories', [msg('exported memories of {character}'), msg('export memories of {character}')]],
  ['get_file', [msg('read the file {file} of {character}'), msg('read a file of {character}')]],
  ['hook', [msg('prepared {character} for hooks'), msg('prepare {character} for hooks')]],
  ['import_document', [msg('imported a document into {character}'), msg('import a document into {character}')]],
  ['join_names', [msg('joined two names in {character}'), msg('join two names in {character}')]],
  [
    'review_forget_request',
    [msg('answered a request to forget of {character}'), msg('answer a request to forget of {character}')],
  ],
  [
    'mute_memory',
    [msg('chose whether hooks give {memory} of {character}'), msg('choose what hooks give of {character}')],
  ],
  ['keep_both', [msg('kept {memory} of {character} beside one like it'), msg('keep two memories of {character}')]],
  [
    'join_characters',
    [
      msg('joined {character} with a memory of another machine, or kept them apart'),
      msg('join {character} with a memory of another machine'),
    ],
  ],
  ['keep_character', [msg('chose whether {character} stays on this machine'), msg('choose whether {character} stays')]],
  ['keep_kind', [msg('chose what hooks keep for {character}'), msg('choose what hooks keep for {character}')]],
  ['list_audit_events', [msg('read the audit log'), msg('read the audit log')]],
  ['merge_memories', [msg('merged two memories of {character} into {memory}'), msg('merge memories of {character}')]],
  ['rate_recall', [msg('rated results of a search of {character}'), msg('rate results of a search of {character}')]],
  ['redeem_code', [msg('connected by a client for the first time'), msg('connect by a client')]],
  ['redeliver_webhook', [msg('sent an event to the webhook {webhook} again'), msg('send an event to a webhook again')]],
  ['refuse_client', [msg('refused a client'), msg('refuse a client')]],
  ['refresh_grant', [msg('renewed the access of a client'), msg('renew the access of a client')]],
  ['remove_member', [msg('removed {member}'), msg('remove {member}')]],
  ['remove_passkey', [msg('removed a passkey'), msg('remove a passkey')]],
  ['rename_category', [msg('renamed a category of {character}'), msg('rename a category of {character}')]],
  ['rename_character', [msg('renamed {character}'), msg('rename {character}')]],
  ['restore_character', [msg('restored {character}'), msg('restore {character}')]],
  ['restore_memory', [msg('restored {memory} of {character}'), msg('restore a memory of {character}')]],
  [
    'revert_memory',
    [msg('brought an older text of {memory} of {character} back'), msg('bring back an older text of {character}')],
  ],
  ['review_capture', [msg('reviewed a capture of {character}'), msg('review a capture of {character}')]],
  ['review_change', [msg('reviewed an edit of {memory} of {character}'), msg('review an edit of {character}')]],
  ['revoke_grant', [msg('revoked a client'), msg('revoke a client')]],
  ['revoke_key', [msg('revoked the key {key}'), msg('revoke the key {key}')]],
  ['rotate_key', [msg('gave the key {key} a new text'), msg('give the key {key} a new text')]],
  ['rotate_webhook_secret', [msg('gave the webhook {webhook} a new secret'), msg('give a webhook a new secret')]],
  ['service', [msg('prepared {character}'), msg('prepare {character}')]],
  ['set_ai_settings', [msg('changed the AI settings'), msg('change the AI settings')]],
  ['set_aliases', [msg('changed the aliases of {character}'), msg('change the aliases of {character}')]],
  ['set_sharing', [msg('changed who sees {character}'), msg('change who sees {character}')]],
  ['set_tags', [msg('changed the tags of {character}'), msg('change the tags of {character}')]],
  ['set_tier', [msg('changed the plan'), msg('change the plan')]],
  ['sign_in', [msg('signed in to the dashboard'), msg('sign in to the dashboard')]],
  ['sign_in_by_link', [msg('signed in to the dashboard by a link'), msg('sign in to the dashboard by a link')]],
  [
    'sign_in_by_passkey',
    [msg('signed in to the dashboard by a passkey'), msg('sign in to the dashboard by a passkey')],
  ],
  ['sign_out', [msg('signed out of the dashboard'), msg('sign out of the dashboard')]],
  ['sync_file', [msg('pushed the file {file} to {character}'), msg('push a file to {character}')]],
  ['sync_now', [msg('scanned the watched files of {character}'), msg('scan the watched files of {character}')]],
  ['test_ai_settings', [msg('tested the AI settings'), msg('test the AI settings')]],
  ['test_webhook', [msg('tested the webhook {webhook}'), msg('test a webhook')]],
  ['unarchive_character', [msg('took {character} out of the archive'), msg('take {character} out of the archive')]],
  [
    'undo_batch',
    [msg('undid a change of many memories of {character}'), msg('undo a change of many memories of {character}')],
  ],
  ['unwatch_path', [msg('stopped watching files for {character}'), msg('stop watching files for {character}')]],
  [
    'update_agent_config',
    [msg('changed the agent settings of {character}'), msg('change the agent settings of {character}')],
  ],
  ['update_category', [msg('changed a category of {character}'), msg('change a category of {character}')]],
  ['update_member', [msg('changed {member}'), msg('change {member}')]],
  ['update_memory', [msg('changed {memory} of {character}'), msg('change a memory of {character}')]],
  ['update_profile', [msg('changed the profile of {character}'), msg('change the profile of {character}')]],
  ['update_webhook', [msg('changed the webhook {webhook}'), msg('change a webhook')]],
  ['watch_path', [msg('started watching files for {character}'), msg('start watching files for {character}')]],
  [
    'withdraw_changes',
    [msg('took back refused changes of {character}'), msg('take back refused changes of {character}')],
  ],
] as const satisfies [string, Sentence][]);

/** Acts of an action that are told apart by the fields that were given. */
const acts: readonly { action: string; isIt: (fields: readonly string[]) => boolean; done: Message }[] = [
  {
    action: 'erase_memories',
    isIt: (fields) => !fields.includes('confirm'),
    done: msg('looked at what an erasure from {character} would take'),
  },
  {
    action: 'keep_both',
    isIt: (fields) => fields.includes('answer'),
    done: msg('answered which of two memories of {character} holds'),
  },
];

/** What an event did, where its action has several acts. */
export function actOf({ action, detail = [] }: { action: string; detail?: readonly string[] | undefined }) {
  return acts.find((one) => one.action === action && one.isIt(detail))?.done;
}

/** An action in words; one without a sentence only reads, and is in the log only when it was refused. */
export function sentenceOf(action: string): [done: string, wanted: string] {
  const words = action.replaceAll(/[_-]/g, ' ');
  const [done, wanted] = sentences.get(action) ?? [];
  return done && wanted ? [t(done), t(wanted)] : [t('did this: {words}', { words }), words];
}

/** What stands for an object without a name. */
export const slotNames = {
  member: msg('a member'),
  key: msg('a key'),
  webhook: msg('a webhook'),
  file: msg('a file'),
  memory: msg('a memory'),
  character: msg('a character'),
};
export type Slot = keyof typeof slotNames;

/** A sentence in its parts: words and placeholders. */
export function partsOf(sentence: string): (string | { slot: Slot })[] {
  return sentence
    .split(/\{(\w+)\}/)
    .map((part, at) => (at % 2 === 0 ? part : { slot: part as Slot }))
    .filter((part) => part !== '');
}

/** The name of an action in the filter. */
export function titleOf(action: string): string {
  const words = partsOf(sentenceOf(action)[1])
    .map((part) => (typeof part === 'string' ? part : t(slotNames[part.slot])))
    .join('');
  return sentenceCase(words);
}
