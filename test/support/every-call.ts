import { serviceScope } from '../../src/domain/principal.ts';
import { isMachineStore, type Store } from '../../src/domain/stores/store.ts';
import { localScope as scope } from './builders.ts';
import { captureTurn } from './captured-turn.ts';

/** Is in every given text; no line may hold it. */
export const mark = 'zebra';
const c = { characterId: mark };
/** One memory that was stored at a replica. */
const sentMessage = JSON.stringify({
  form: 2,
  changes: [
    {
      ...{ id: '0'.repeat(32), memoryId: '00000000-0000-4000-8000-000000009999', kind: 'add', at: 1 },
      ...{ content: `${mark} from afar`, salience: 0.5, importance: 'NORMAL', source: 'direct' },
    },
  ],
});

export type Known = Record<string, string>;
type List = 'passkeys' | 'grants' | 'results' | 'deliveries' | 'changes' | 'recalls' | 'sessions';
export type Output = Record<string, string> & { [Key in List]?: { id: string }[] };
/** Input of every operation, in an order in which each has an effect. Ids of earlier steps are in `known`. */
export const calls: [name: string, input: (known: Known) => object, learn?: (output: Output, known: Known) => void][] =
  [
    ['create_character', () => ({ name: mark, tags: [mark], profile: { background: mark } })],
    [
      'create_webhook',
      () => ({ url: 'https://example.com/zebra', events: ['*'], description: mark, includeContent: true }),
      ({ id }, known) => (known.webhook = id!),
    ],
    ['update_webhook', ({ webhook }) => ({ webhookId: webhook, description: `${mark} 2` })],
    ['rotate_webhook_secret', ({ webhook }) => ({ webhookId: webhook })],
    ['get_webhook', ({ webhook }) => ({ webhookId: webhook })],
    ['list_webhooks', () => ({})],
    ['test_webhook', ({ webhook }) => ({ webhookId: webhook })],
    ['update_profile', () => ({ ...c, personality: mark })],
    ['update_agent_config', () => ({ ...c, ownerId: mark })],
    ['set_aliases', () => ({ ...c, aliases: [`${mark} alias`] })],
    ['set_tags', () => ({ ...c, tags: [`${mark} tag`] })],
    ['resolve_alias', () => ({ alias: `${mark} alias` })],
    ['clone_character', () => ({ ...c, name: `${mark} twin` })],
    ['add_category', () => ({ ...c, name: `${mark} kind`, description: mark })],
    ['update_category', () => ({ ...c, name: `${mark} kind`, description: `${mark} 2` })],
    ['add_memory', () => ({ ...c, content: `Ada likes the ${mark} and decided to draw one.` })],
    [
      'add_memory_direct',
      () => ({ ...c, content: `A ${mark} lives here.`, category: `${mark} kind` }),
      ({ id }, known) => (known.memory = id!),
    ],
    ['update_memory', ({ memory }) => ({ ...c, memoryId: memory, content: `No ${mark} lives here.` })],
    ['update_memory', ({ memory }) => ({ ...c, memoryId: memory, validUntil: 'now' })],
    ['delete_memory', ({ memory }) => ({ ...c, memoryId: memory })],
    ['restore_memory', ({ memory }) => ({ ...c, memoryId: memory })],
    ['get_memory', ({ memory }) => ({ ...c, memoryId: memory })],
    ['get_memory_history', ({ memory }) => ({ ...c, memoryId: memory })],
    ['explain_memory', ({ memory }) => ({ ...c, memoryId: memory, query: mark })],
    ['explain_prompt', () => ({ ...c, prompt: mark })],
    ['list_memories', () => c],
    ['search_memories', () => ({ ...c, query: mark })],
    ['search', () => ({ query: mark }), ({ results: [first] = [] }, known) => (known.citation = first?.id ?? '')],
    ['fetch', ({ citation }) => ({ id: citation })],
    ['assemble_context', () => c],
    ['list_characters', () => ({ tag: mark })],
    ['get_character', () => c],
    ['list_categories', () => c],
    ['delete_category', () => ({ ...c, name: `${mark} kind`, reassignTo: 'general' })],
    [
      'sync_file',
      () => ({
        ...c,
        filePath: `${mark}.md`,
        fileContent: `# ${mark}\n\n- One ${mark}.\n- Two ${mark}.\n`,
        label: mark,
      }),
      ({ fileId }, known) => (known.file = fileId!),
    ],
    ['get_sync_status', () => c],
    ['list_files', () => c],
    ['get_file', ({ file }) => ({ fileId: file })],
    ['import_document', () => ({ ...c, fileName: `${mark}.md`, fileContent: `- Three ${mark}.\n` })],
    ['export_character', () => c],
    ['watch_path', ({ home }) => ({ ...c, path: `${home}/notes`, label: mark })],
    ['list_watched_paths', () => ({})],
    ['sync_now', () => c],
    ['unwatch_path', ({ home }) => ({ path: `${home}/notes` })],
    ['get_tier', () => ({})],
    ['whoami', () => ({})],
    ['list_members', () => ({})],
    ['add_member', () => ({ name: mark, role: 'MEMBER' }), ({ id }, known) => (known.member = id!)],
    ['update_member', ({ member }) => ({ memberId: member, name: `${mark} 2` })],
    ['create_sign_in_link', ({ member }) => ({ memberId: member, minutes: 5 })],
    ['create_key', ({ member }) => ({ name: mark, member }), ({ id }, known) => (known.key = id!)],
    ['list_keys', () => ({})],
    ['rotate_key', ({ key }) => ({ keyId: key, overlapMinutes: 5 })],
    ['revoke_key', ({ key }) => ({ keyId: key })],
    ['remove_member', ({ member }) => ({ memberId: member })],
    [
      'list_webhook_deliveries',
      ({ webhook }) => ({ webhookId: webhook, limit: 100 }),
      ({ deliveries }, known) => (known.delivery = deliveries![0]!.id),
    ],
    ['list_sessions', () => ({}), ({ sessions }, known) => (known.session = sessions![0]!.id)],
    ['end_session', ({ session }) => ({ sessionId: session })],
    ['list_passkeys', () => ({}), ({ passkeys }, known) => (known.passkey = passkeys![0]!.id)],
    ['remove_passkey', ({ passkey }) => ({ passkeyId: passkey })],
    ['list_grants', () => ({}), ({ grants }, known) => (known.grant = grants![0]!.id)],
    ['revoke_grant', ({ grant }) => ({ grantId: grant })],
    ['get_ai_settings', () => ({})],
    ['test_ai_settings', () => ({})],
    ['redeliver_webhook', ({ webhook, delivery }) => ({ webhookId: webhook, deliveryId: delivery })],
    ['exchange_changes', () => ({ ...c, message: sentMessage })],
    ['list_audit_events', () => ({})],
    ['list_recalls', () => ({ kind: 'search' }), ({ recalls }, known) => (known.recall = recalls![0]!.id)],
    ['rate_recall', ({ recall }) => ({ recallId: recall, rating: 'useful' })],
    ['dismiss_question', ({ recall }) => ({ recallId: recall })],
    ['set_sharing', () => ({ ...c, visibility: 'PRIVATE' })],
    ['list_changes', () => c, ({ changes }, known) => (known.change = changes![0]!.id)],
    ['review_change', ({ change }) => ({ changeId: change, verdict: 'kept' })],
    ['get_statistics', () => c],
    ['get_memory_health', () => c],
    ['count_reviews', () => ({})],
    ['list_hook_receipts', () => ({})],
    ['review_capture', () => ({ clauseId: '1.0', verdict: 'kept' })],
    ['keep_kind', () => ({ ...c, kind: 'rule' })],
    ['revert_memory', ({ memory }) => ({ ...c, memoryId: memory, revision: 1 })],
    [
      'change_memories',
      ({ memory }) => ({ ...c, ids: [memory], change: { importance: 'HIGH' } }),
      ({ batchId }, known) => (known.batch = batchId!),
    ],
    ['export_memories', ({ memory }) => ({ ...c, ids: [memory] })],
    ['list_duplicates', () => c],
    ['list_names', () => c],
    ['describe_name', () => ({ ...c, name: mark })],
    ['join_names', () => ({ ...c, name: 'Ada', alias: mark })],
    ['list_batches', () => c],
    ['undo_batch', ({ batch }) => ({ ...c, batchId: batch })],
    [
      'add_memories',
      () => ({ ...c, memories: [{ content: `${mark} again`, category: 'general' }] }),
      ({ results }, known) => (known.other = results![0]!.id),
    ],
    ['keep_both', ({ memory, other }) => ({ ...c, memoryId: memory, otherId: other })],
    ['list_forget_requests', () => c],
    ['list_own_statements', () => ({})],
    ['mute_memory', ({ memory }) => ({ ...c, memoryId: memory })],
    ['get_page', () => c],
    ['review_forget_request', ({ memory }) => ({ ...c, memoryIds: [memory], decision: 'ask', what: mark })],
    ['merge_memories', ({ memory, other }) => ({ ...c, keepId: memory, deleteId: other, content: `${mark} both` })],
    ['preview_retention', () => ({ ...c, days: 1 })],
    ['apply_retention', () => ({ ...c, days: 1 })],
    ['rename_category', () => ({ ...c, name: 'goals', newName: `${mark} sort` })],
    ['rename_character', () => ({ ...c, name: mark })],
    ['list_erasures', () => c],
    ['erase_memories', () => ({ ...c, naming: [mark] })],
    ['archive_character', () => c],
    ['unarchive_character', () => c],
    ['delete_character', () => c],
    ['restore_character', () => c],
    ['delete_webhook', ({ webhook }) => ({ webhookId: webhook })],
    ['set_ai_settings', () => ({ provider: 'anthropic', model: mark, key: `sk-${mark}` })],
  ];

/** As if a hook had captured a turn. */
export async function captured(store: Store): Promise<void> {
  if (!isMachineStore(store)) throw new Error('hooks run on a store of a machine');
  const character = await store.characters.find(scope, mark);
  const clause = { text: `The ${mark} is never fed.`, outcome: 'left out', reason: 'a task' } as const;
  await captureTurn(store, scope, character!.id, [clause]);
}

/** As if somebody had signed in to the dashboard, added a passkey, and had allowed a client in. */
export async function signIn(store: Store, now: number): Promise<void> {
  const { id: memberId } = await store.members.add('local', { id: 'm', name: 'Ann', role: 'ADMIN' }, now);
  const hash = new Uint8Array(32);
  await store.keys.add(memberId, { id: 'k', name: 'laptop', hash }, now);
  const session = { id: 's', keyId: 'k', hash, userAgent: mark, expiresAt: now + 1_000_000 };
  await store.sessions.open(session, now);
  await store.passkeys.challenge(hash, memberId, now + 1_000_000, now);
  const passkey = { id: 'p', name: mark, credential: hash, publicKey: hash, counter: 0 };
  await store.passkeys.add(hash, passkey, now, { ...serviceScope('local', 'service', 'add_passkey'), memberId });
  const grant = { id: 'g', memberId, client: mark, clientId: mark, access: 'READ', resource: mark } as const;
  const code = { hash, expiresAt: now + 1_000_000, redirectUri: `https://${mark}.example`, challenge: mark };
  await store.grants.open(grant, code, now, serviceScope('local', 'service', 'allow_client'));
}
