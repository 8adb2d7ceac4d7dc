/**
 * The verb of each audited action: after the member's name, and after "was not allowed to".
 * {member}, {key}, {webhook}, {file}, {memory} and {character} are replaced by the name of the object.
 */
type Sentence = readonly [done: string, wanted: string];

export const sentences: ReadonlyMap<string, Sentence> = new Map([
  ['add_category', ['added a category to {character}', 'add a category to {character}']],
  ['add_member', ['added {member}', 'add a member']],
  ['add_memories', ['stored memories of {character}', 'store memories of {character}']],
  ['add_memory', ['added a text to {character}', 'add a text to {character}']],
  ['add_memory_direct', ['stored {memory} of {character}', 'store a memory of {character}']],
  ['add_passkey', ['added a passkey', 'add a passkey']],
  ['allow_client', ['allowed a client', 'allow a client']],
  ['apply_retention', ['deleted memories of {character} that were never recalled', 'delete memories of {character}']],
  ['archive_character', ['archived {character}', 'archive {character}']],
  ['authenticate', ['signed in', 'sign in']],
  ['auto-capture', ['stored statements from a session with {character}', 'store statements of {character}']],
  ['change detection', ['noticed what no longer holds of {character}', 'notice what no longer holds of {character}']],
  ['change_memories', ['changed memories of {character}', 'change memories of {character}']],
  ['clone_character', ['cloned {character}', 'clone {character}']],
  ['create_character', ['made the character {character}', 'make a character']],
  ['create_key', ['made the key {key}', 'make a key']],
  ['create_sign_in_link', ['made a link that signs {member} in', 'make a link that signs {member} in']],
  ['create_tenant', ['made the team', 'make the team']],
  ['create_webhook', ['made the webhook {webhook}', 'make a webhook']],
  ['delete_category', ['deleted a category of {character}', 'delete a category of {character}']],
  ['delete_character', ['deleted {character}', 'delete {character}']],
  ['delete_memory', ['deleted {memory} of {character}', 'delete a memory of {character}']],
  ['delete_webhook', ['deleted the webhook {webhook}', 'delete a webhook']],
  ['disable_webhook', ['disabled the webhook {webhook}, which failed repeatedly', 'disable a webhook']],
  ['disconnect_characters', ['disconnected {character} from its server', 'disconnect {character}']],
  ['dismiss_question', ['dismissed a question to {character}', 'dismiss a question to {character}']],
  ['erase_memories', ['erased memories of {character} for good', 'erase memories of {character} for good']],
  ['end_session', ['ended a session of the dashboard', 'end a session of the dashboard']],
  [
    'exchange_changes',
    ['exchanged changes of {character} with another machine', 'exchange changes of {character} with a machine'],
  ],
  ['exchange_now', ['exchanged changes of {character} with its server', 'exchange changes of {character}']],
  ['export_character', ['exported {character}', 'export {character}']],
  ['export_memories', ['exported memories of {character}', 'export memories of {character}']],
  ['get_file', ['read the file {file} of {character}', 'read a file of {character}']],
  ['import_document', ['imported a document into {character}', 'import a document into {character}']],
  [
    'review_forget_request',
    ['answered a request to forget of {character}', 'answer a request to forget of {character}'],
  ],
  ['mute_memory', ['chose whether hooks give {memory} of {character}', 'choose what hooks give of {character}']],
  ['keep_both', ['kept {memory} of {character} beside one like it', 'keep two memories of {character}']],
  ['keep_character', ['chose whether {character} stays on this machine', 'choose whether {character} stays']],
  ['keep_kind', ['chose what hooks keep for {character}', 'choose what hooks keep for {character}']],
  ['list_audit_events', ['read the audit log', 'read the audit log']],
  ['merge_memories', ['merged two memories of {character} into {memory}', 'merge memories of {character}']],
  ['rate_recall', ['rated results of a search of {character}', 'rate results of a search of {character}']],
  ['redeem_code', ['connected by a client for the first time', 'connect by a client']],
  ['redeliver_webhook', ['sent an event to the webhook {webhook} again', 'send an event to a webhook again']],
  ['refuse_client', ['refused a client', 'refuse a client']],
  ['refresh_grant', ['renewed the access of a client', 'renew the access of a client']],
  ['remove_member', ['removed {member}', 'remove {member}']],
  ['remove_passkey', ['removed a passkey', 'remove a passkey']],
  ['rename_category', ['renamed a category of {character}', 'rename a category of {character}']],
  ['rename_character', ['renamed {character}', 'rename {character}']],
  ['restore_character', ['restored {character}', 'restore {character}']],
  ['restore_memory', ['restored {memory} of {character}', 'restore a memory of {character}']],
  [
    'revert_memory',
    ['brought an older text of {memory} of {character} back', 'bring back an older text of {character}'],
  ],
  ['review_capture', ['reviewed a capture of {character}', 'review a capture of {character}']],
  ['review_change', ['reviewed an edit of {memory} of {character}', 'review an edit of {character}']],
  ['revoke_grant', ['revoked a client', 'revoke a client']],
  ['revoke_key', ['revoked the key {key}', 'revoke the key {key}']],
  ['rotate_key', ['gave the key {key} a new text', 'give the key {key} a new text']],
  ['rotate_webhook_secret', ['gave the webhook {webhook} a new secret', 'give a webhook a new secret']],
  ['set_ai_settings', ['changed the AI settings', 'change the AI settings']],
  ['set_aliases', ['changed the aliases of {character}', 'change the aliases of {character}']],
  ['set_sharing', ['changed who sees {character}', 'change who sees {character}']],
  ['set_tags', ['changed the tags of {character}', 'change the tags of {character}']],
  ['set_tier', ['changed the plan', 'change the plan']],
  ['sign_in', ['signed in to the dashboard', 'sign in to the dashboard']],
  ['sign_in_by_link', ['signed in to the dashboard by a link', 'sign in to the dashboard by a link']],
  ['sign_in_by_passkey', ['signed in to the dashboard by a passkey', 'sign in to the dashboard by a passkey']],
  ['sign_out', ['signed out of the dashboard', 'sign out of the dashboard']],
  ['sync_file', ['synced the file {file} with {character}', 'sync a file with {character}']],
  ['sync_now', ['scanned the watched files of {character}', 'scan the watched files of {character}']],
  ['test_ai_settings', ['tested the AI settings', 'test the AI settings']],
  ['test_webhook', ['tested the webhook {webhook}', 'test a webhook']],
  ['unarchive_character', ['took {character} out of the archive', 'take {character} out of the archive']],
  ['undo_batch', ['undid a change of many memories of {character}', 'undo a change of many memories of {character}']],
  ['unwatch_path', ['stopped watching files for {character}', 'stop watching files for {character}']],
  ['update_agent_config', ['changed the agent settings of {character}', 'change the agent settings of {character}']],
  ['update_category', ['changed a category of {character}', 'change a category of {character}']],
  ['update_member', ['changed {member}', 'change {member}']],
  ['update_memory', ['changed {memory} of {character}', 'change a memory of {character}']],
  ['update_profile', ['changed the profile of {character}', 'change the profile of {character}']],
  ['update_webhook', ['changed the webhook {webhook}', 'change a webhook']],
  ['watch_path', ['started watching files for {character}', 'start watching files for {character}']],
  ['withdraw_changes', ['took back refused changes of {character}', 'take back refused changes of {character}']],
] as const satisfies [string, Sentence][]);

/** An action in words; one without a sentence only reads, and is in the log only when it was refused. */
export function sentenceOf(action: string): Sentence {
  const words = action.replaceAll(/[_-]/g, ' ');
  return sentences.get(action) ?? [`did this: ${words}`, words];
}

export type Slot = 'member' | 'key' | 'webhook' | 'file' | 'memory' | 'character';

/** A sentence in its parts: words and placeholders. */
export function partsOf(sentence: string): (string | { slot: Slot })[] {
  return sentence
    .split(/\{(\w+)\}/)
    .map((part, at) => (at % 2 === 0 ? part : { slot: part as Slot }))
    .filter((part) => part !== '');
}

/** The name of an action in the filter. */
export function titleOf(action: string): string {
  const words = sentenceOf(action)[1].replaceAll(/\{(\w+)\}/g, 'a $1');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
