import { expect, test } from 'vitest';
import { operations } from '../../src/features/operations.ts';
import { partsOf, sentenceOf, sentences, titleOf } from '../../web/parts/audit/sentences.ts';

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
  'keep_character',
  'redeem_code',
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
