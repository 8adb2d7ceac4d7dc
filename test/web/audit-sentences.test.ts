import { expect, test } from 'vitest';
import { operations } from '../../src/features/operations.ts';
import { type AuditEvent, addToRuns, type Run, timesOf } from '../../web/parts/audit/runs.ts';
import { actOf, partsOf, sentenceOf, sentences, titleOf } from '../../web/parts/audit/sentences.ts';

/** Reads that are in the log, as test/operations/audit.thorough.test.ts finds them. */
const recorded = ['test_webhook', 'test_ai_settings', 'get_file', 'export_character', 'export_memories'];
/** Actions of the service, at sign-in, or of `ui` alone. */
const others = [
  'add_passkey',
  'allow_client',
  'authenticate',
  'auto-capture',
  'create_tenant',
  'disable_webhook',
  'disconnect_characters',
  'exchange_now',
  'hook',
  'join_characters',
  'keep_character',
  'redeem_code',
  'service',
  'refresh_grant',
  'refuse_client',
  'set_tier',
  'change detection',
  'sign_in',
  'sign_in_by_link',
  'sign_in_by_passkey',
  'sign_out',
  'withdraw_changes',
];

test('every audited operation has a sentence, and no other', () => {
  const audited = operations.filter(({ name, hints }) => !hints.readOnly || recorded.includes(name));
  const wanted = [...audited.map(({ name }) => name), ...others, 'list_audit_events'];
  expect([...sentences.keys()].toSorted()).toStrictEqual(wanted.toSorted());
});

test('a sentence contains no identifier, and its slots can be filled', () => {
  for (const [action, [done, wanted]] of sentences) {
    for (const words of [done, wanted]) {
      const parts = partsOf(words);
      expect([action, parts.filter((part) => typeof part === 'string').join('')]).not.toStrictEqual([
        action,
        expect.stringMatching(/[_{}]|[A-Z]{3}/),
      ]);
      for (const part of parts) {
        if (typeof part === 'string') continue;
        expect(['member', 'key', 'webhook', 'file', 'memory', 'character']).toContain(part.slot);
      }
    }
  }
});

test('an unknown action is shown as words', () => {
  expect(sentenceOf('list_members')).toStrictEqual(['did this: list members', 'list members']);
  expect(titleOf('delete_memory')).toBe('Delete a memory of a character');
  expect(partsOf('changed {memory} of {character}')).toStrictEqual([
    'changed ',
    { slot: 'memory' },
    ' of ',
    { slot: 'character' },
  ]);
});

test('a look at an erasure is no erasure, and the steps of one request are one act', () => {
  const event = (id: string, action: string, detail: string[], requestId: string) =>
    ({ id, action, detail, requestId, at: '2026-01-01T10:00:00Z', outcome: 'OK', actor: {} }) as unknown as AuditEvent;
  const runs: Run[] = [];
  addToRuns(runs, event('1', 'erase_memories', ['naming', 'confirm'], 'a'));
  addToRuns(runs, event('2', 'erase_memories', ['naming'], 'b'));
  for (const id of ['3', '4']) addToRuns(runs, event(id, 'undo_batch', ['batchId'], 'c'));
  for (const id of ['5', '6']) addToRuns(runs, event(id, 'keep_both', ['otherId', 'answer'], id));
  addToRuns(runs, event('7', 'keep_both', ['otherId'], 'd'));
  expect(runs.map((run) => [actOf(run[0]) !== undefined, timesOf(run)])).toStrictEqual([
    [false, 1],
    [true, 1],
    [false, 1],
    [true, 2],
    [false, 1],
  ]);
});
