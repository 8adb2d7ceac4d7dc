import { expect, test } from 'vitest';
import * as z from 'zod';
import { type ErrorType, errorStatus, ServiceError } from '../../src/domain/errors.ts';
import { operations } from '../../src/features/operations.ts';
import type { EventSender } from '../../src/features/webhooks/domain/event-sender.ts';
import { groups } from '../../src/gate/operation.ts';
import { bindings } from '../../src/http/bindings.ts';
import { errorsOf } from '../../src/http/openapi-errors.ts';
import type { Body } from '../support/harness.ts';
import { type Http, openHttp } from '../support/http-harness.ts';

const bound = bindings(operations);

interface Step {
  operation: string;
  input: Body;
  /** The expected error. */
  fails?: ErrorType;
}

const ada = { characterId: 'Ada' };
/** MCP uses its connection's id where a call names no conversation, and REST has none: so every write names one. */
const talk = { ...ada, sessionId: 'talk' };
/** Memories and files of earlier steps are named by their number: `#1` is the first. */
const first = { ...ada, memoryId: '#1' };
const notes = { filePath: './notes/a.md', fileContent: '# Facts\n\n- Ada likes tea.\n- Bo likes coffee.\n' };
const unknown = '0c0ffee0-0000-4000-8000-000000000000';

/** The life of a character with its failures; every operation occurs. */
const steps: Step[] = [
  { operation: 'create_character', input: { name: 'Ada', tags: ['a', 'a', 'b'], profile: { rules: ['be brief'] } } },
  { operation: 'create_character', input: { name: 'Ada' }, fails: 'DuplicateCharacterName' },
  { operation: 'create_character', input: { name: 'Bo', categoryPreset: 'odd' }, fails: 'InvalidPreset' },
  { operation: 'create_character', input: {}, fails: 'InvalidInput' },
  { operation: 'create_character', input: { name: '' }, fails: 'ValidationError' },
  { operation: 'get_character', input: ada },
  { operation: 'get_character', input: { characterId: unknown }, fails: 'CharacterNotFound' },
  { operation: 'list_characters', input: { limit: 5, tag: 'b', sortBy: 'NAME', sortOrder: 'ASC' } },
  { operation: 'list_characters', input: { limit: 101 }, fails: 'ValidationError' },
  { operation: 'update_profile', input: { ...ada, personality: 'curious', background: null } },
  { operation: 'update_profile', input: ada, fails: 'InvalidInput' },
  { operation: 'update_agent_config', input: { ...ada, status: 'BUSY', meta: { a: [1, { b: null }] } } },
  { operation: 'update_agent_config', input: { ...ada, maxConcurrentTasks: 11 }, fails: 'ValidationError' },
  { operation: 'set_aliases', input: { ...ada, aliases: ['the countess', { alias: 'A/L %?', sourceHint: 'x' }] } },
  { operation: 'resolve_alias', input: { alias: 'a/l %?' } },
  { operation: 'resolve_alias', input: { alias: 'nobody' }, fails: 'CharacterNotFound' },
  { operation: 'set_tags', input: { ...ada, tags: ['c'] } },
  { operation: 'set_sharing', input: { ...ada, visibility: 'PRIVATE' } },
  {
    operation: 'set_sharing',
    input: { ...ada, members: [{ member: 'nobody', access: 'READ' }] },
    fails: 'InvalidInput',
  },
  { operation: 'set_sharing', input: ada, fails: 'InvalidInput' },
  { operation: 'set_sharing', input: { ...ada, visibility: 'SECRET' }, fails: 'ValidationError' },
  { operation: 'set_sharing', input: { characterId: unknown, visibility: 'PUBLIC' }, fails: 'CharacterNotFound' },
  { operation: 'add_memory_direct', input: { ...talk, content: 'Tea is best.', category: 'facts', salience: 0.7 } },
  { operation: 'add_memory_direct', input: { ...talk, content: ' Tea  is best.', category: 'facts' } },
  { operation: 'add_memory_direct', input: { ...talk, content: ' ', category: 'facts' }, fails: 'InvalidContent' },
  { operation: 'add_memory_direct', input: { ...talk, content: 'x', category: 'no' }, fails: 'CategoryNotConfigured' },
  { operation: 'add_memory', input: { ...talk, content: 'Bo works at Acme in Oslo.', importance: 'HIGH' } },
  { operation: 'get_memory', input: first },
  { operation: 'get_memory', input: { ...ada, memoryId: 'none' }, fails: 'MemoryNotFound' },
  { operation: 'list_memories', input: { ...ada, limit: 10, category: 'facts', since: '2020-01-01T00:00:00Z' } },
  { operation: 'list_memories', input: { ...ada, since: 'yesterday' }, fails: 'ValidationError' },
  { operation: 'search_memories', input: { ...ada, query: 'tea' } },
  { operation: 'search_memories', input: { ...ada, query: '' }, fails: 'ValidationError' },
  { operation: 'assemble_context', input: { ...ada, query: 'tea', maxTokens: 300 } },
  { operation: 'assemble_context', input: { ...ada, maxTokens: 99 }, fails: 'ValidationError' },
  { operation: 'explain_memory', input: { ...first, query: 'tea' } },
  { operation: 'explain_memory', input: { ...ada, memoryId: 'none', query: 'tea' }, fails: 'MemoryNotFound' },
  { operation: 'explain_prompt', input: { ...ada, prompt: 'When is tea?', askedAt: '2026-01-01T00:00:00Z' } },
  { operation: 'explain_prompt', input: { characterId: 'none', prompt: 'tea' }, fails: 'CharacterNotFound' },
  { operation: 'update_memory', input: { ...first, content: 'Tea was best.', expectedRevision: 1 } },
  { operation: 'update_memory', input: { ...first, salience: 1, expectedRevision: 1 }, fails: 'ConflictUnresolved' },
  { operation: 'delete_memory', input: first },
  { operation: 'delete_memory', input: first, fails: 'MemoryNotFound' },
  { operation: 'restore_memory', input: first },
  { operation: 'get_memory_history', input: first },
  { operation: 'list_changes', input: { ...ada, limit: 2 } },
  { operation: 'list_changes', input: { cursor: 'none' }, fails: 'InvalidInput' },
  { operation: 'review_change', input: { changeId: '#1', verdict: 'kept' } },
  { operation: 'review_change', input: { changeId: 'none', verdict: 'undone' }, fails: 'NotFound' },
  { operation: 'list_changes', input: { toReview: false, client: 'none' } },
  { operation: 'list_changes', input: { ...ada, only: 'learnt' } },
  { operation: 'count_reviews', input: {} },
  { operation: 'get_statistics', input: { from: '2025-01-01T00:00:00Z' } },
  { operation: 'get_statistics', input: { timeline: 'MONTH' } },
  { operation: 'get_memory_health', input: { ...ada, limit: 2 } },
  { operation: 'get_memory_health', input: { limit: 0 }, fails: 'ValidationError' },
  { operation: 'get_statistics', input: { to: 'never' }, fails: 'ValidationError' },
  { operation: 'get_ai_settings', input: {} },
  { operation: 'set_ai_settings', input: { provider: 'openai', key: 'k' }, fails: 'FeatureNotAvailable' },
  { operation: 'test_ai_settings', input: {} },
  { operation: 'list_recalls', input: { ...ada, empty: false, asked: true, lines: true } },
  { operation: 'list_recalls', input: { gap: true, weak: false, kind: 'search', words: 'TEA', grouped: true } },
  { operation: 'list_recalls', input: { recallId: '#1', lines: true } },
  { operation: 'list_recalls', input: { kind: 'dream' }, fails: 'ValidationError' },
  { operation: 'list_recalls', input: { cursor: 'none' }, fails: 'InvalidInput' },
  { operation: 'rate_recall', input: { recallId: '#1', rating: 'useful' } },
  { operation: 'rate_recall', input: { recallId: 'none', rating: 'wrong' }, fails: 'NotFound' },
  { operation: 'dismiss_question', input: { recallId: '#1' } },
  { operation: 'dismiss_question', input: { recallId: '#1', dismissed: false } },
  { operation: 'dismiss_question', input: { recallId: 'none' }, fails: 'NotFound' },
  { operation: 'list_hook_receipts', input: { limit: 5 } },
  { operation: 'list_hook_receipts', input: { limit: 5, session: 'none' } },
  { operation: 'review_capture', input: { clauseId: '9.0', verdict: 'kept' }, fails: 'NotFound' },
  { operation: 'keep_kind', input: { ...ada, kind: 'rule' } },
  { operation: 'keep_kind', input: { ...ada, kind: 'none' }, fails: 'ValidationError' },
  { operation: 'list_hook_receipts', input: { limit: 0 }, fails: 'ValidationError' },
  { operation: 'revert_memory', input: { ...first, revision: 1 } },
  { operation: 'revert_memory', input: { ...first, revision: 99 }, fails: 'InvalidInput' },
  { operation: 'add_memories', input: { ...ada, memories: [{ content: 'Ada grows figs', category: 'facts' }] } },
  { operation: 'add_memories', input: { ...ada, memories: [] }, fails: 'ValidationError' },
  { operation: 'change_memories', input: { ...ada, ids: ['none'], change: { salience: 1 } } },
  { operation: 'change_memories', input: { ...ada, ids: ['none'], change: {} }, fails: 'InvalidInput' },
  { operation: 'change_memories', input: { ...ada, change: { salience: 1 } }, fails: 'InvalidInput' },
  {
    operation: 'change_memories',
    input: { ...ada, ids: ['x'], filter: {}, change: { salience: 1 } },
    fails: 'InvalidInput',
  },
  { operation: 'change_memories', input: { ...ada, filter: { category: 'facts' }, change: { state: 'DELETED' } } },
  {
    operation: 'change_memories',
    input: { ...ada, filter: { state: 'DELETED', category: 'facts' }, change: { state: 'ACTIVE' } },
  },
  {
    operation: 'change_memories',
    input: { ...ada, filter: { fileId: 'none' }, change: { salience: 1 } },
    fails: 'FileNotFound',
  },
  { operation: 'export_memories', input: { ...ada, filter: { category: 'facts', client: 'none' } } },
  { operation: 'export_memories', input: { ...ada, ids: ['none'] } },
  { operation: 'export_memories', input: ada, fails: 'InvalidInput' },
  { operation: 'export_memories', input: { ...ada, filter: { fileId: 'none' } }, fails: 'FileNotFound' },
  { operation: 'list_batches', input: { ...ada, limit: 5 } },
  { operation: 'undo_batch', input: { ...ada, batchId: 'none' }, fails: 'NotFound' },
  { operation: 'list_duplicates', input: { ...ada, limit: 5 } },
  { operation: 'list_duplicates', input: { ...ada, cursor: 'x' }, fails: 'InvalidInput' },
  { operation: 'merge_memories', input: { ...ada, keepId: 'none', deleteId: 'other' }, fails: 'MemoryNotFound' },
  { operation: 'merge_memories', input: { ...ada, keepId: 'none', deleteId: 'none' }, fails: 'InvalidInput' },
  { operation: 'list_duplicates', input: { kept: true } },
  { operation: 'list_names', input: {} },
  { operation: 'describe_name', input: { ...ada, name: 'Nobody' } },
  { operation: 'join_names', input: { name: 'Nobody', alias: 'No' }, fails: 'NotFound' },
  { operation: 'add_memory_direct', input: { ...talk, content: 'Tea is for five.', category: 'facts' } },
  { operation: 'keep_both', input: { ...first, otherId: '#3' } },
  { operation: 'keep_both', input: { ...first, otherId: '#3', kept: false } },
  { operation: 'keep_both', input: { ...first, otherId: 'none' }, fails: 'MemoryNotFound' },
  { operation: 'keep_both', input: { ...ada, memoryId: 'none', otherId: 'none' }, fails: 'InvalidInput' },
  { operation: 'list_own_statements', input: {} },
  { operation: 'mute_memory', input: { ...ada, memoryId: 'none' }, fails: 'MemoryNotFound' },
  { operation: 'mute_memory', input: first },
  { operation: 'mute_memory', input: { ...first, muted: false } },
  { operation: 'get_page', input: { ...ada, maxTokens: 200 } },
  { operation: 'get_page', input: { characterId: 'nobody' }, fails: 'CharacterNotFound' },
  { operation: 'list_forget_requests', input: ada },
  { operation: 'list_forget_requests', input: {} },
  {
    operation: 'review_forget_request',
    input: { ...ada, memoryIds: ['#1'], decision: 'keep' },
    fails: 'MemoryNotFound',
  },
  {
    operation: 'review_forget_request',
    input: { ...ada, memoryIds: ['none'], decision: 'no' },
    fails: 'ValidationError',
  },
  { operation: 'list_erasures', input: ada },
  { operation: 'list_erasures', input: {} },
  { operation: 'erase_memories', input: { ...ada, naming: ['five'] } },
  { operation: 'erase_memories', input: { ...ada, naming: ['?'] }, fails: 'ValidationError' },
  { operation: 'erase_memories', input: ada, fails: 'InvalidInput' },
  { operation: 'preview_retention', input: { ...ada, days: 30 } },
  { operation: 'preview_retention', input: { ...ada, days: 3000 }, fails: 'InvalidInput' },
  { operation: 'apply_retention', input: { ...ada, days: 30 } },
  { operation: 'apply_retention', input: { ...ada, days: 0 }, fails: 'ValidationError' },
  { operation: 'add_category', input: { ...ada, name: 'drinks & more', hints: ['tea'] } },
  { operation: 'update_category', input: { ...ada, name: 'Drinks & More', importance: 'LOW' } },
  { operation: 'update_category', input: { ...ada, name: 'none', importance: 'LOW' }, fails: 'CategoryNotConfigured' },
  { operation: 'rename_category', input: { ...ada, name: 'drinks & more', newName: 'cups' } },
  { operation: 'rename_category', input: { ...ada, name: 'cups', newName: 'Facts' }, fails: 'NameTaken' },
  { operation: 'rename_category', input: { ...ada, name: 'cups', newName: 'drinks & more' } },
  { operation: 'update_memory', input: { ...first, category: 'drinks & more' } },
  { operation: 'list_categories', input: ada },
  { operation: 'delete_category', input: { ...ada, name: 'drinks & more' }, fails: 'InvalidInput' },
  { operation: 'delete_category', input: { ...ada, name: 'drinks & more', reassignTo: 'goals' } },
  { operation: 'export_character', input: ada },
  { operation: 'clone_character', input: { ...ada, name: 'Ada 2', copyTags: true } },
  { operation: 'clone_character', input: { ...ada, name: 'Ada 3', memories: 'copy' } },
  { operation: 'sync_file', input: { ...ada, ...notes, label: 'notes' } },
  { operation: 'sync_file', input: { ...ada, ...notes } },
  { operation: 'sync_file', input: { ...ada, ...notes, fileContent: 'x', baseVersion: 7 }, fails: 'SnapshotConflict' },
  { operation: 'sync_file', input: ada, fails: 'InvalidInput' },
  {
    operation: 'sync_file',
    input: {
      ...ada,
      files: [
        { ...notes, filePath: 'b.md' },
        { ...notes, checksum: 'ab' },
      ],
    },
    fails: 'ValidationError',
  },
  {
    operation: 'sync_file',
    input: { ...ada, files: [{ filePath: 'b.bin', fileContent: 'AP8B', encoding: 'base64' }] },
  },
  { operation: 'get_sync_status', input: ada },
  { operation: 'list_files', input: { ...ada, limit: 1 } },
  { operation: 'list_files', input: {}, fails: 'InvalidInput' },
  { operation: 'get_file', input: { fileId: '#1', version: 1 } },
  { operation: 'get_file', input: { fileId: unknown }, fails: 'FileNotFound' },
  {
    operation: 'import_document',
    input: { ...ada, fileName: 'c.md', fileContent: '- Cy likes mate.\n', dryRun: true },
  },
  { operation: 'import_document', input: { ...ada, fileName: 'c.md', fileContent: '- Cy likes mate.\n' } },
  {
    operation: 'import_document',
    input: { ...ada, fileName: 'c.md', fileContent: 'x', category: 'no' },
    fails: 'CategoryNotConfigured',
  },
  { operation: 'get_tier', input: {} },
  { operation: 'whoami', input: {} },
  { operation: 'add_member', input: { name: ' ann ', role: 'MEMBER', externalId: 'idp|1' } },
  { operation: 'add_member', input: { name: 'ann', role: 'VIEWER' }, fails: 'NameTaken' },
  { operation: 'add_member', input: { name: 'bob' }, fails: 'InvalidInput' },
  { operation: 'update_member', input: { memberId: 'ann', role: 'ADMIN', status: 'SUSPENDED', externalId: null } },
  { operation: 'update_member', input: { memberId: 'none', role: 'ADMIN' }, fails: 'NotFound' },
  { operation: 'list_members', input: {} },
  { operation: 'create_sign_in_link', input: { memberId: 'ann' }, fails: 'AccessDenied' },
  { operation: 'update_member', input: { memberId: 'ann', status: 'ACTIVE' } },
  { operation: 'create_sign_in_link', input: { memberId: 'ann', minutes: 10 } },
  { operation: 'create_sign_in_link', input: { memberId: 'ann', minutes: 1 }, fails: 'ValidationError' },
  { operation: 'create_sign_in_link', input: { memberId: 'none' }, fails: 'NotFound' },
  { operation: 'create_key', input: { member: 'ann', name: 'laptop' } },
  { operation: 'create_key', input: { member: 'none' }, fails: 'NotFound' },
  { operation: 'create_key', input: { member: 'ann', expiresAt: '2001-01-01T00:00:00Z' }, fails: 'InvalidInput' },
  { operation: 'create_key', input: { member: 'ann', characterIds: ['none'] }, fails: 'CharacterNotFound' },
  { operation: 'list_keys', input: {} },
  { operation: 'rotate_key', input: { keyId: '#1', overlapMinutes: 5, expiresAt: '2090-01-01T00:00:00Z' } },
  { operation: 'rotate_key', input: { keyId: 'none' }, fails: 'NotFound' },
  { operation: 'revoke_key', input: { keyId: '#1' } },
  { operation: 'revoke_key', input: { keyId: 'none' }, fails: 'NotFound' },
  { operation: 'list_grants', input: {} },
  { operation: 'revoke_grant', input: { grantId: 'none' }, fails: 'NotFound' },
  { operation: 'list_passkeys', input: {} },
  { operation: 'remove_passkey', input: { passkeyId: 'none' }, fails: 'NotFound' },
  { operation: 'list_sessions', input: {} },
  { operation: 'end_session', input: { sessionId: 'none' }, fails: 'NotFound' },
  { operation: 'create_webhook', input: { url: 'https://example.com/hook', events: ['*'] } },
  { operation: 'create_webhook', input: { url: 'http://example.com/hook', events: ['*'] }, fails: 'InvalidInput' },
  { operation: 'list_webhooks', input: {} },
  { operation: 'get_webhook', input: { webhookId: '#1' } },
  { operation: 'get_webhook', input: { webhookId: 'none' }, fails: 'NotFound' },
  { operation: 'update_webhook', input: { webhookId: '#1', description: 'ours' } },
  { operation: 'rotate_webhook_secret', input: { webhookId: '#1' } },
  { operation: 'test_webhook', input: { webhookId: '#1' } },
  { operation: 'set_tags', input: { ...ada, tags: ['d'] } },
  { operation: 'list_webhook_deliveries', input: { webhookId: '#1' } },
  { operation: 'redeliver_webhook', input: { webhookId: '#1', deliveryId: '#1' } },
  { operation: 'redeliver_webhook', input: { webhookId: '#1', deliveryId: 'none' }, fails: 'NotFound' },
  { operation: 'delete_webhook', input: { webhookId: '#1' } },
  { operation: 'exchange_changes', input: { ...ada, message: 'none' }, fails: 'InvalidInput' },
  {
    operation: 'exchange_changes',
    input: { characterId: 'nobody', message: '{"form":2}' },
    fails: 'CharacterNotFound',
  },
  { operation: 'list_audit_events', input: { action: 'set_tags', limit: 1 } },
  { operation: 'list_audit_events', input: { cursor: 'none' }, fails: 'InvalidInput' },
  { operation: 'remove_member', input: { memberId: 'ann' } },
  { operation: 'remove_member', input: { memberId: 'ann' }, fails: 'NotFound' },
  { operation: 'rename_character', input: { ...ada, name: 'Ada of Lisbon' } },
  { operation: 'rename_character', input: { characterId: 'Ada of Lisbon', name: 'Ada' } },
  { operation: 'rename_character', input: { ...ada, name: '' }, fails: 'ValidationError' },
  { operation: 'delete_character', input: { characterId: 'Ada 3' } },
  { operation: 'get_character', input: { characterId: 'Ada 3' }, fails: 'CharacterNotFound' },
  { operation: 'create_character', input: { name: 'Ada 3' }, fails: 'DuplicateCharacterName' },
  { operation: 'list_characters', input: { status: 'DELETED' } },
  { operation: 'restore_character', input: { characterId: 'Ada 3' } },
  { operation: 'restore_character', input: { characterId: 'Nobody' }, fails: 'CharacterNotFound' },
  { operation: 'archive_character', input: ada },
  { operation: 'unarchive_character', input: ada },
  { operation: 'archive_character', input: ada },
  { operation: 'rename_character', input: { ...ada, name: 'Bea' }, fails: 'CharacterArchived' },
  { operation: 'set_sharing', input: { ...ada, visibility: 'PUBLIC' }, fails: 'VisibilityChangeNotAllowed' },
  { operation: 'update_profile', input: { ...ada, personality: 'x' }, fails: 'CharacterArchived' },
];

/** Sends nothing anywhere. */
const eventSender: EventSender = {
  check: (url) => {
    if (!url.startsWith('https:')) throw new ServiceError('InvalidInput', 'url must begin with https://.');
  },
  send: async () => ({ httpStatus: 204, text: '' }),
};

/** The input of a step as a REST request, by the operation's declaration. */
async function overRest(http: Http, name: string, input: Body): Promise<{ status: number; body: Body }> {
  const binding = bound.find(({ operation }) => operation.name === name);
  if (!binding) throw new Error(`${name} has no route`);
  const left = new Map(Object.entries(input));
  let path = binding.rest.path;
  for (const parameter of binding.pathParameters) {
    path = path.replace(`{${parameter.name}}`, encodeURIComponent(String(left.get(parameter.field))));
    left.delete(parameter.field);
  }
  const shown = (answer: { status: number; body: Body; text: string }) =>
    name.startsWith('export_') && answer.status === 200 ? { ...answer, body: { markdown: answer.text } } : answer;
  if (binding.hasBody) return shown(await http.ask(binding.rest.method, path, { body: Object.fromEntries(left) }));
  const query = new URLSearchParams();
  for (const parameter of binding.query.values()) {
    if (left.has(parameter.field)) query.set(parameter.name, String(left.get(parameter.field)));
  }
  const answer = await http.ask(binding.rest.method, `${path}${query.size > 0 ? `?${query}` : ''}`);
  return shown(answer);
}

async function overMcp(http: Http, name: string, input: Body): Promise<{ status: number | undefined; body: Body }> {
  const { body, isError } = await http.session.answer(name, input);
  return { body, status: isError ? (body.error as { status: number }).status : undefined };
}

/** Ids that count up, the same in every store. */
function countingIds(): () => string {
  let count = 0;
  return () => `00000000-0000-4000-8000-${String(count++).padStart(12, '0')}`;
}

async function walk(ask: typeof overRest | typeof overMcp): Promise<{ status: number | undefined; body: Body }[]> {
  const http = await openHttp({
    services: { newId: countingIds(), eventSender },
    toolsets: [...groups],
    recallLogDays: 30,
  });
  const made: Made = { webhookId: [], deliveryId: [], memoryId: [], fileId: [], keyId: [], changeId: [], recallId: [] };
  const answers: { status: number | undefined; body: Body }[] = [];
  for (const { operation, input } of steps) {
    const answer = await ask(http, operation, withMade(input, made));
    if (operation.startsWith('add_memory') && 'id' in answer.body) made.memoryId.push(String(answer.body.id));
    if (operation === 'sync_file' && 'fileId' in answer.body) made.fileId.push(String(answer.body.fileId));
    if (operation === 'create_key' && 'id' in answer.body) made.keyId.push(String(answer.body.id));
    if (operation === 'create_webhook' && 'id' in answer.body) made.webhookId.push(String(answer.body.id));
    const { deliveries = [] } = answer.body as { deliveries?: { id: string }[] };
    made.deliveryId.push(...deliveries.map(({ id }) => id));
    if (Array.isArray(answer.body.recalls)) made.recallId.push(...answer.body.recalls.map(({ id }) => String(id)));
    if (Array.isArray(answer.body.changes)) made.changeId.push(...answer.body.changes.map(({ id }) => String(id)));
    answers.push({ status: answer.status, body: answer.body });
    http.session.clock.now += 1_000;
  }
  return answers;
}

type Made = Record<'memoryId' | 'fileId' | 'keyId' | 'changeId' | 'recallId' | 'webhookId' | 'deliveryId', string[]>;

function withMade(input: Body, made: Made): Body {
  const place = (field: string, list = field as keyof Made) => {
    const number = /^#(\d+)$/.exec(String(input[field]))?.[1];
    return number === undefined ? {} : { [field]: made[list][Number(number) - 1] };
  };
  return {
    ...input,
    ...place('memoryId'),
    ...place('otherId', 'memoryId'),
    ...place('fileId'),
    ...place('keyId'),
    ...place('changeId'),
    ...place('recallId'),
    ...place('webhookId'),
    ...place('deliveryId'),
  };
}

/** Fields that only one door answers, where a tool returns parts of a REST answer. */
const ofOneDoor: Record<string, string[]> = {
  get_file: ['offset', 'length'],
  export_character: ['page', 'pages', 'nextCursor'],
  export_memories: ['page', 'pages', 'nextCursor'],
  search_memories: ['characterId', 'state', 'sessionId', 'createdAt', 'updatedAt'],
};

/** Removes the caller and random values, which differ between the doors. */
const ofTheCall: Record<string, string[]> = {
  whoami: ['member', 'via'],
  create_key: ['key'],
  rotate_key: ['key'],
  create_sign_in_link: ['url'],
  list_keys: ['lastUsedAt'],
  // Who made a change, and whether it was a model.
  list_changes: ['by'],
  list_batches: ['by'],
  count_reviews: ['edits', 'characters'],
  get_memory_health: ['edits'],
  get_memory_history: ['client'],
  get_page: ['sessionId'],
  get_statistics: ['byClient'],
  list_recalls: ['by', 'via', 'client', 'line'],
  rate_recall: ['by', 'via', 'client'],
  dismiss_question: ['by', 'via', 'client'],
  create_webhook: ['secret'],
  rotate_webhook_secret: ['secret'],
  test_webhook: ['ms', 'id', 'eventId'],
  list_webhook_deliveries: ['eventId'],
  redeliver_webhook: ['eventId'],
  list_audit_events: ['actor', 'requestId', 'address'],
  // A list over REST alone, beside the number of the same name.
  import_document: ['conversations'],
};

function comparable(operation: string, body: Body): unknown {
  // Over MCP an agent writes, over REST the user's own program.
  const left = new Set([
    'changedBy',
    'origin',
    'tokens',
    'owner',
    ...(ofOneDoor[operation] ?? []),
    ...(ofTheCall[operation] ?? []),
  ]);
  const alike = (text: string) =>
    text.replace("[agent: a model's]", "[you: the user's own words]").replaceAll('- [agent,', '- [you,');
  return JSON.parse(
    JSON.stringify(body, (key, value) => {
      if (left.has(key)) return undefined;
      return typeof value === 'string' ? alike(value) : value;
    }),
  );
}

test.each(Object.entries(ofOneDoor))('%s declares the fields that only one interface returns', (name, fields) => {
  const declared = operations.find((one) => one.name === name);
  const told = (output: unknown) => fields.filter((field) => JSON.stringify(output).includes(`"${field}"`));
  const schemas = [declared?.output, declared?.rest?.whole?.output].map((output) => output && z.toJSONSchema(output));
  expect(schemas.map(told).toSorted((a, b) => a.length - b.length)).toStrictEqual([[], fields]);
});

test('the steps include every operation with a route', () => {
  const walked = new Set(steps.map(({ operation }) => operation));
  const routed = bound.map(({ operation }) => operation.name);
  expect(routed.filter((name) => !walked.has(name))).toStrictEqual([]);
});

test('REST and MCP answer every step alike, with declared errors only', async () => {
  const [mcp, rest] = [await walk(overMcp), await walk(overRest)];
  for (const [i, step] of steps.entries()) {
    const where = `${i} ${step.operation} ${JSON.stringify(step.input)}`;
    const overHttp = rest[i];
    expect(comparable(step.operation, overHttp?.body ?? {}), where).toStrictEqual(
      comparable(step.operation, mcp[i]?.body ?? {}),
    );
    const { type } = (overHttp?.body.error ?? {}) as { type?: ErrorType };
    expect(type, where).toBe(step.fails);
    if (type === undefined) expect([200, 201], where).toContain(overHttp?.status);
    else expect(overHttp?.status, where).toBe(errorStatus[type]);
    const binding = bound.find(({ operation }) => operation.name === step.operation);
    if (binding && type) expect(errorsOf(binding).get(errorStatus[type]), where).toContain(type);
  }
});
