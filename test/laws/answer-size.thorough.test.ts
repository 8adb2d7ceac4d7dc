import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { profileFields } from '../../src/domain/character.ts';
import { eventNames } from '../../src/domain/event.ts';
import type { MemoryChange, NewMemory } from '../../src/domain/memory.ts';
import { isMachineStore } from '../../src/domain/stores/store.ts';
import { grantsOfMember } from '../../src/features/authorization/domain/grant.ts';
import { operations, operationsByName } from '../../src/features/operations.ts';
import { passkeysOfMember } from '../../src/features/sign-in/domain/passkey.ts';
import { maxWebhooks } from '../../src/features/webhooks/domain/webhook.ts';
import { groups } from '../../src/gate/operation.ts';
import { makeKey } from '../../src/service/tenancy/keys.ts';
import { localScope as scope } from '../support/builders.ts';
import { captureTurn } from '../support/captured-turn.ts';
import { type Body, onMachine, openSession, type Session, temporaryFolder } from '../support/harness.ts';
import { withTenantAi } from '../support/tenant-ai.ts';

const maxTokens = 20_000;
const by = { changedBy: 'test', now: Date.parse('2026-01-15T10:00:00Z') };

/** Four bytes in UTF-8 for one character, twice in an answer: the largest that can be stored. */
const wide = '\u{1F3B5}';
/** The largest content, one of a kind. */
const content = (i: number) => `harp ${String(i).padStart(5, '0')} ${wide.repeat(9_980)}`;

function newMemory(session: Session, text: string): NewMemory {
  const source = { kind: 'direct' } as const;
  return { id: session.services.newId(), content: text, salience: 0.5, importance: 'CRITICAL', source };
}

async function store(session: Session, characterId: string, texts: string[]): Promise<string[]> {
  const changes = texts.map((text): MemoryChange => ({ kind: 'add', memory: newMemory(session, text) }));
  const outcomes = await session.store.memories.write(scope, characterId, changes, by);
  return outcomes.map(({ memory }) => memory.id);
}

/** The largest profile that is accepted of a tool call. */
function largestProfile(): Record<Exclude<keyof typeof profileFields, 'personalData'>, unknown> {
  const long = wide.repeat(10_000);
  return {
    systemPrompt: long,
    personality: long,
    background: long,
    rules: Array.from({ length: 100 }, () => wide.repeat(1_000)),
    customFields: Object.fromEntries(
      Array.from({ length: 100 }, (_, i) => [`${i}${wide.repeat(97)}`, wide.repeat(2_000)]),
    ),
  };
}

async function idOf(session: Session, character: string): Promise<string> {
  return (await session.call<{ id: string }>('get_character', { characterId: character })).id;
}

async function result(session: Session, name: string, input: object) {
  const sent = await session.client.callTool({ name, arguments: { ...input } });
  return { body: sent.structuredContent as Body, isError: sent.isError === true, tokens: tokensOf(sent) };
}

/** Estimated as everywhere: four characters a token. */
const tokensOf = (sent: object) => JSON.stringify(sent).length / 4;
const sentBytes = (sent: object) => Buffer.byteLength(JSON.stringify(sent));

/** A store with more of everything than one message holds. */
async function fullStore() {
  const home = temporaryFolder();
  const folder = join(home, 'notes');
  mkdirSync(folder);
  const session = await openSession({ toolsets: [...groups], home, recallLogDays: 30, tier: 'UNLIMITED' });
  withTenantAi(session.services);
  const ada = await session.call<{ id: string }>('create_character', { name: 'Ada' });
  for (const name of ['Bo', 'Cy']) await session.call('create_character', { name, profile: largestProfile() });
  const contents = Array.from({ length: 16 }, (_, i) => content(i));
  const [first = '', second = ''] = await store(session, ada.id, contents);
  const changes = Array.from({ length: 16 }, (_, i): MemoryChange => {
    return { kind: 'update', memoryId: first, fields: { content: content(1_000 + i) } };
  });
  await session.store.memories.write(scope, ada.id, changes, by);
  const categories = Array.from({ length: 100 }, (_, i) => ({
    name: `category ${i}`,
    description: wide.repeat(500),
    hints: Array.from({ length: 50 }, (_hint, at) => `${at} ${wide.repeat(97)}`),
    isDefault: false,
    importance: 'LOW' as const,
  }));
  await session.store.files.importMemories(scope, ada.id, { categories, changes: [] }, by);
  for (let i = 0; i < 10; i++) {
    // Ten paths as long as a few hundred real ones.
    const watch = { path: `/${i}/${wide.repeat(100_000)}`, kind: 'directory', deleteMissing: false } as const;
    await onMachine(session.store).watches.put(scope, ada.id, watch, by.now);
  }
  const fileContent = '"\\'.repeat(2.5 * 1024 * 1024);
  const file = await session.call<{ fileId: string }>('sync_file', {
    characterId: 'Ada',
    filePath: 'large.bin',
    // Not text for the splitter, but valid UTF-8: every character is escaped.
    fileContent: `\u0001${fileContent.slice(1)}`,
  });
  const results = Array.from({ length: 200 }, (_, i) => ({
    memoryId: contents.length > i ? first : `${i}`,
    relevance: 0.123_4,
  }));
  const recall = {
    characterId: ada.id,
    at: by.now,
    by: wide.repeat(200),
    via: 'key',
    kind: 'search',
    results,
  } as const;
  await session.store.recalls.add('local', Array(120).fill({ ...recall, query: wide.repeat(1_000) }));
  const clause = { text: wide.repeat(300), outcome: 'left out', reason: wide.repeat(300), kind: 'rule' } as const;
  if (!isMachineStore(session.store)) throw new Error('hooks run on a store of a machine');
  for (let i = 0; i < 110; i++) {
    await captureTurn(session.store, scope, ada.id, Array(8).fill(clause), { session: wide.repeat(200), now: by.now });
  }
  const key = await revokedKeys(session);
  // At last, because every unit reads it.
  await session.call('update_profile', { characterId: 'Ada', ...largestProfile() });
  return { session, first, second, file, folder, key, ...(await fullWebhooks(session)) };
}

/** The most webhooks of a tenant but one, each as large as possible, and deliveries that failed for long. */
async function fullWebhooks(session: Session) {
  session.services.eventSender = {
    check: () => undefined,
    send: async () => ({ httpStatus: 500, text: wide.repeat(32 * 1024) }),
  };
  const url = `https://example.com/${'x'.repeat(1_980)}`;
  const webhook = { url, events: ['*'], description: wide.repeat(500), includeContent: true };
  let webhookId = '';
  // One of them gets every event.
  for (let n = maxWebhooks - 2; n >= 0; n--) {
    const events = n === 0 ? ['*'] : ['webhook.test'];
    webhookId = (await session.call<{ id: string }>('create_webhook', { ...webhook, events })).id;
  }
  // An event of a small one is reported first.
  await session.call('create_character', { name: 'Al' });
  for (let n = 0; n < 100; n++) await session.call('set_tags', { characterId: 'Al', tags: [`${n}`] });
  await session.call('archive_character', { characterId: 'Al' });
  let now = session.clock.now;
  const error = wide.repeat(200);
  for (let n = 0; n < 9; n++, now += 24 * 60 * 60_000) {
    const lease = { holder: 'test', until: now + 1 };
    const due = await session.store.outbox.exchange([], lease, { parallel: 1_000, total: 10_000 }, now);
    const attempt = { at: new Date(now).toISOString(), ms: 10_000, error };
    const done = due.map(({ deliveryId }) => ({ deliveryId, attempt }));
    await session.store.outbox.exchange(done, lease, { parallel: 0, total: 0 }, now);
    await session.store.webhooks.change(scope, webhookId, { status: 'ENABLED' }, now);
  }
  const page = { page: 0, limit: 1 };
  const [delivery] = (await session.store.webhooks.deliveries(scope, webhookId, page)).deliveries;
  return { webhook, webhookId, deliveryId: delivery!.id };
}

/** The first page of a hundred deliveries that are older than one. */
async function pageWith(session: Session, webhookId: string, deliveryId: string) {
  for (let page = 0; ; page++) {
    const { deliveries } = await session.store.webhooks.deliveries(scope, webhookId, { page, limit: 100 });
    if (deliveries.length === 0) throw new Error('The delivery is not there.');
    if (deliveries.some(({ id }) => id === deliveryId)) return { page: page + 1 };
  }
}

/** As many clients as a member may allow in, each with many characters; the id of the last grant. */
async function allowedClients({ store, clock, services: { newId } }: Session): Promise<string> {
  const member = { id: newId(), name: wide.repeat(198), role: 'MEMBER' } as const;
  await store.members.add('local', member, 0);
  const client = { memberId: member.id, client: wide.repeat(50), clientId: 'c'.repeat(2_000), access: 'READ' } as const;
  let last = '';
  for (let i = 0; i < grantsOfMember; i++) {
    last = newId();
    const code = { hash: makeKey(last, '').key.hash, expiresAt: clock.now + 1e9, redirectUri: 'r', challenge: 'c' };
    const characterIds = Array.from({ length: 100 }, newId);
    await store.grants.open({ ...client, id: last, characterIds, resource: 'r' }, code, clock.now, scope);
  }
  return last;
}

/** The passkeys of many members with long names; answers the id of one. */
async function manyPasskeys({ store, services: { newId }, clock }: Session): Promise<string> {
  let last = '';
  for (let i = 0; i < 200; i++) {
    const [memberId, challenge] = [newId(), Buffer.alloc(32, i + 1)];
    await store.members.add('local', { id: memberId, name: `${i}${wide.repeat(190)}`, role: 'MEMBER' }, 0);
    for (let n = 0; n < passkeysOfMember; n++) {
      last = newId();
      const passkey = {
        id: last,
        name: wide.repeat(200),
        credential: Buffer.from(last),
        publicKey: challenge,
        counter: 0,
      };
      await store.passkeys.challenge(challenge, memberId, clock.now + 1e9, clock.now);
      await store.passkeys.add(challenge, passkey, clock.now, { ...scope, memberId });
    }
  }
  return last;
}

/** Ten names as long as a few hundred real ones; answers the last key's id. */
async function revokedKeys({ store, services: { newId } }: Session): Promise<string> {
  const member = { id: newId(), name: wide.repeat(199), role: 'MEMBER' } as const;
  await store.members.add('local', member, 0);
  let last = '';
  for (let i = 0; i < 10; i++) {
    const { key } = makeKey(newId(), wide.repeat(100_000));
    last = (await store.keys.add(member.id, key, 0)).id;
    await store.keys.revoke(last, 0);
  }
  return last;
}

test('no result of any operation exceeds 20,000 tokens, however much is stored', async () => {
  const { session, first, second, file, folder, key, webhook, webhookId, deliveryId } = await fullStore();
  const ada = { characterId: 'Ada' };
  const one = { ...ada, memoryId: first };
  const files = Array.from({ length: 8 }, (_, i) => ({
    filePath: `${i}${'\u{3042}'.repeat(1_000)}`,
    fileContent: `${i}`,
    label: wide.repeat(200),
  }));
  // Distinct statements, as many as one text holds.
  const statements = Array.from({ length: 200 }, (_, i) => `Ann has ${i}.`).join('\n');
  const change = { category: 'facts', importance: 'LOW' };
  const grant = await allowedClients(session);
  const passkey = await manyPasskeys(session);
  const browser = session.services.newId();
  const signedIn = { id: browser, keyId: key, hash: Buffer.alloc(32, 1), userAgent: wide.repeat(200), expiresAt: 9e15 };
  await session.store.sessions.open(signedIn, by.now);
  const inputs: [string, object][] = [
    ['search_memories', { ...ada, query: 'harp', limit: 100, explain: true }],
    ['assemble_context', { ...ada, query: 'harp', maxTokens: 8_000 }],
    ['explain_memory', { ...one, query: 'harp' }],
    ['explain_prompt', { ...ada, prompt: 'harp' }],
    ['list_memories', { ...ada, limit: 100 }],
    ['get_memory', one],
    ['search', { query: 'harp' }],
    ['fetch', { id: `${await idOf(session, 'Ada')}/${first}` }],
    ['get_memory_history', one],
    ['update_memory', { ...one, content: content(5_000) }],
    ['add_memory', { ...ada, content: statements }],
    ['add_memory_direct', { ...ada, content: content(5_001), category: 'facts' }],
    ['delete_memory', one],
    ['restore_memory', one],
    ['list_characters', { limit: 100 }],
    ['create_character', { name: 'Di', profile: largestProfile() }],
    ['get_character', ada],
    ['update_profile', { ...ada, personality: wide }],
    ['update_agent_config', { ...ada, meta: { note: wide.repeat(8_000) } }],
    ['set_aliases', { ...ada, aliases: Array.from({ length: 50 }, (_, i) => `${i}${wide.repeat(98)}`) }],
    ['set_tags', { ...ada, tags: Array.from({ length: 50 }, (_, i) => `${i}${wide.repeat(98)}`) }],
    ['resolve_alias', { alias: `1${wide.repeat(98)}` }],
    ['set_sharing', { ...ada, visibility: 'PRIVATE' }],
    ['clone_character', { ...ada, name: 'Ed', copyTags: true }],
    ['export_character', ada],
    ['list_categories', ada],
    ['add_category', { ...ada, name: 'new' }],
    ['update_category', { ...ada, name: 'new', description: wide.repeat(500) }],
    ['rename_category', { ...ada, name: 'new', newName: wide.repeat(50) }],
    ['delete_category', { ...ada, name: wide.repeat(50) }],
    ['sync_file', { ...ada, files }],
    ['get_sync_status', ada],
    ['get_file', { fileId: file.fileId, length: 5_242_880 }],
    ['list_files', { ...ada, limit: 100 }],
    ['import_document', { ...ada, fileName: 'a.md', fileContent: '- a' }],
    ['list_watched_paths', ada],
    ['sync_now', ada],
    ['watch_path', { ...ada, path: folder }],
    ['unwatch_path', { path: folder }],
    ['get_tier', {}],
    ['whoami', {}],
    ['add_member', { name: 'ann', role: 'MEMBER', externalId: wide.repeat(255) }],
    ['list_members', {}],
    ['update_member', { memberId: 'ann', name: wide.repeat(200) }],
    ['create_sign_in_link', { memberId: wide.repeat(200) }],
    ['create_key', { member: wide.repeat(200), name: wide.repeat(200) }],
    ['list_keys', {}],
    ['get_ai_settings', {}],
    ['test_ai_settings', {}],
    ['list_sessions', {}],
    ['end_session', { sessionId: browser }],
    ['list_passkeys', {}],
    ['remove_passkey', { passkeyId: passkey }],
    ['list_grants', {}],
    ['revoke_grant', { grantId: grant }],
    ['rotate_key', { overlapMinutes: 1 }],
    ['revoke_key', { keyId: key }],
    ['remove_member', { memberId: wide.repeat(200) }],
    ['list_changes', { limit: 100 }],
    ['review_change', { changeId: `${await idOf(session, 'Ada')}.${first}.1`, verdict: 'kept' }],
    ['get_statistics', {}],
    ['count_reviews', {}],
    ['get_memory_health', { limit: 20 }],
    ['get_statistics', { timeline: 'DAY' }],
    ['list_recalls', { limit: 100 }],
    ['list_recalls', { limit: 100, grouped: true }],
    ['list_recalls', { limit: 100, lines: true }],
    ['list_hook_receipts', { limit: 100 }],
    ['review_capture', { clauseId: '1.0', verdict: 'kept' }],
    ['keep_kind', { ...ada, kind: 'rule' }],
    ['rate_recall', { recallId: '1', rating: 'useful' }],
    ['dismiss_question', { recallId: '1' }],
    ['revert_memory', { ...one, revision: 1 }],
    ['add_memories', { ...ada, memories: Array.from({ length: 500 }, () => ({ content: '', category: 'c' })) }],
    ['change_memories', { ...ada, ids: Array.from({ length: 500 }, (_, i) => `${i}${wide.repeat(190)}`), change }],
    ['change_memories', { ...ada, filter: {}, change }],
    ['export_memories', { ...ada, filter: {} }],
    ['list_batches', { limit: 100 }],
    ['undo_batch', ada],
    ['list_duplicates', { ...ada, limit: 50 }],
    ['list_duplicates', { limit: 50 }],
    ['list_names', { limit: 300 }],
    ['describe_name', { ...ada, name: 'Ada' }],
    ['join_names', { ...ada, name: 'Ada', alias: 'Countess' }],
    ['review_forget_request', { ...ada, memoryIds: [first], decision: 'ask', what: 'x' }],
    ['list_forget_requests', ada],
    ['list_own_statements', {}],
    ['mute_memory', { ...ada, memoryId: first }],
    ['get_page', { ...ada, maxTokens: 8_000 }],
    ['keep_both', { ...ada, memoryId: first, otherId: second }],
    // Ada has millions of signs in which a name is looked for, and none of her answers is longer.
    ['erase_memories', { characterId: 'Al', naming: ['x'] }],
    ['list_erasures', { characterId: 'Al' }],
    ['merge_memories', { ...ada, keepId: first, deleteId: second }],
    ['preview_retention', { ...ada, days: 1, limit: 100 }],
    ['apply_retention', { ...ada, days: 1 }],
    ['set_sharing', { ...ada, visibility: 'PUBLIC' }],
    ['create_webhook', { ...webhook, events: ['*', ...eventNames] }],
    ['list_webhooks', {}],
    ['get_webhook', { webhookId }],
    ['update_webhook', { webhookId, description: wide.repeat(499) }],
    ['rotate_webhook_secret', { webhookId }],
    ['test_webhook', { webhookId }],
    ['list_webhook_deliveries', { webhookId, limit: 100 }],
    ['redeliver_webhook', { webhookId, deliveryId }],
    ['exchange_changes', { ...ada, message: '{"form":2}' }],
    ['list_audit_events', { limit: 100 }],
    ['delete_webhook', { webhookId }],
    ['archive_character', ada],
    ['unarchive_character', ada],
    ['delete_character', ada],
    ['restore_character', ada],
    ['rename_character', { ...ada, name: wide.repeat(100) }],
    ['rename_character', { characterId: wide.repeat(100), name: ada.characterId }],
    ['set_ai_settings', { provider: 'openai', model: wide.repeat(100), key: 'k'.repeat(1_000), dailyTokens: 1e12 }],
  ];
  expect(operations.map(({ name }) => name).filter((name) => !inputs.some(([known]) => known === name))).toStrictEqual(
    [],
  );
  const stopped: string[] = [];
  const over: string[] = [];
  let batchId: unknown;
  let keyId: unknown;
  for (const [name, input] of inputs) {
    const more: Record<string, () => object | Promise<object>> = {
      undo_batch: () => ({ batchId }),
      rotate_key: () => ({ keyId }),
      list_webhook_deliveries: () => pageWith(session, webhookId, deliveryId),
    };
    const given = { ...input, ...(await more[name]?.()) };
    const { body, isError, tokens } = await result(session, name, given);
    batchId = body.batchId ?? batchId;
    if (name === 'create_key') keyId = body.id;
    over.push(...(tokens > maxTokens && !operationsByName.get(name)?.forPrograms ? [`${name}: ${tokens}`] : []));
    expect(isError ? body : undefined, name).toBeUndefined();
    if (body.truncated) stopped.push(`${name}: ${body.next}`);
  }
  expect(over).toStrictEqual([]);
  expect(stopped).toMatchObject([
    expect.stringMatching(/^get_memory_history: Go on with offset \d+\.$/),
    expect.stringMatching(
      /^add_memory: memories: the first \d+ of 89; operations: the first \d+ of 200\. Ask for less/,
    ),
    expect.stringMatching(/^list_characters: Go on with limit 1 and page 1\.$/),
    expect.stringMatching(/^list_categories: Go on with offset \d+\.$/),
    expect.stringMatching(/^list_watched_paths: Go on with offset \d+\.$/),
    expect.stringMatching(/^list_members: members: the first \d+ of 203\. Ask for less/),
    expect.stringMatching(/^list_keys: Go on with offset \d+\.$/),
    expect.stringMatching(/^list_passkeys: Go on with offset \d+\.$/),
    expect.stringMatching(/^list_grants: Go on with offset \d+\.$/),
    expect.stringMatching(/^list_hook_receipts: latest: the first \d+ of 100\. Ask for less/),
    expect.stringMatching(/^add_memories: results: the first \d+ of 500\. Ask for less/),
    expect.stringMatching(/^change_memories: failed: the first \d+ of 500\. Ask for less/),
    'get_page: sections: the first 0 of 2. Ask for less at a time, or by REST.',
    expect.stringMatching(/^list_webhook_deliveries: deliveries: the first \d+ of 100\. Ask for less/),
  ]);
  const resources = ['memory://characters', 'memory://characters/Ada', 'memory://characters/Ada?page=3'];
  for (const uri of resources) expect(tokensOf(await session.client.readResource({ uri }))).toBeLessThan(maxTokens);
  const names: string[] = [];
  for (let cursor: string | undefined, more = true; more; more = cursor !== undefined) {
    const listed: { resources: { name: string }[]; nextCursor?: string | undefined } =
      await session.client.listResources({ cursor });
    expect(tokensOf(listed)).toBeLessThan(maxTokens);
    names.push(...listed.resources.map(({ name }) => name));
    cursor = listed.nextCursor;
  }
  // The skill of the package is called memory.
  expect(names.toSorted()).toStrictEqual(['Ada', 'Bo', 'Cy', 'Di', 'Ed', 'characters', 'memory']);
  const prompt = { name: 'recall', arguments: { character: 'Ada', question: 'harp' } };
  expect(tokensOf(await session.client.getPrompt(prompt))).toBeLessThan(maxTokens);
}, 300_000);

test('an error about huge input stays small', async () => {
  const { client } = await openSession({ toolsets: [...groups] });
  const huge = 'x'.repeat(2_200_000);
  for (const { name, input } of operations) {
    const given = Object.fromEntries(Object.keys(input.shape).map((field) => [field, huge]));
    const sent = await client.callTool({ name, arguments: given });
    expect(sent.isError, name).toBe(Object.keys(input.shape).length === 0 ? undefined : true);
    expect(sentBytes(sent), name).toBeLessThan(20_000);
    const typo = await client.callTool({ name, arguments: { [huge]: 1 } });
    expect(sentBytes(typo), name).toBeLessThan(20_000);
  }
  for (const uri of [huge, `memory://characters/${huge}`]) {
    const error = await client.readResource({ uri }).catch((thrown: Error) => thrown);
    expect(String((error as Error).message).length).toBeLessThan(10_000);
  }
});
