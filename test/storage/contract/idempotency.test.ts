import { expect, test } from 'vitest';
import { answerRetentionMs, claimMs } from '../../../src/domain/idempotency-rules.ts';
import { type Scope, serviceScope } from '../../../src/domain/principal.ts';
import type { Store } from '../../../src/domain/stores/store.ts';
import { newCharacter, rejection } from '../../support/builders.ts';
import { contract } from '../../support/engines.ts';

const ann = { tenantId: 't', memberId: 'ann' };
const bytes = (n: number) => new Uint8Array(32).fill(n);
const claim = (key: number, holder = 'one') => ({ key: bytes(key), holder });
const body = bytes(100);

async function withTenants(store: Store): Promise<void> {
  for (const tenant of ['t', 'u']) await store.tenants.ensure(tenant, 'BUSINESS', 0);
}

/** A change on behalf of a claimed call. */
function change(store: Store, key: number, holder = 'one'): Promise<unknown> {
  const auditContext = { action: 'create_character', name: 'ann', via: 'key' as const, claim: claim(key, holder) };
  const scope: Scope = { ...serviceScope('t'), memberId: 'ann', auditContext };
  return store.characters.create(scope, newCharacter(key, 'Ada'), 'BUSINESS', 0);
}

contract('idempotency', (open) => {
  test('one process runs a call, and every process has its answer for a day', async () => {
    const { store, reopen } = await open();
    await withTenants(store);
    const other = await reopen();
    expect(await store.idempotency.claim(ann, claim(1), body, 0)).toStrictEqual({ kind: 'mine' });
    expect(await other.idempotency.claim(ann, claim(1, 'two'), body, 5)).toStrictEqual({ kind: 'running' });
    await change(store, 1);
    await store.idempotency.settle(ann, claim(1), bytes(7));
    const answered = await other.idempotency.claim(ann, claim(1, 'two'), body, answerRetentionMs - 1);
    expect(answered).toStrictEqual({ kind: 'answered', answer: expect.anything() });
    expect('answer' in answered && [...answered.answer]).toStrictEqual([...bytes(7)]);
    expect(await other.idempotency.claim(ann, claim(1, 'two'), bytes(101), 5)).toStrictEqual({ kind: 'reused' });
    for (const member of [
      { ...ann, memberId: 'ben' },
      { ...ann, tenantId: 'u' },
    ]) {
      expect(await other.idempotency.claim(member, claim(1, 'two'), bytes(101), 5)).toStrictEqual({ kind: 'mine' });
    }
    expect(await other.idempotency.claim(ann, claim(1, 'two'), bytes(101), answerRetentionMs)).toStrictEqual({
      kind: 'mine',
    });
  });

  test('a running call is renewed, and taken over when its process died before a change', async () => {
    const { store } = await open();
    await withTenants(store);
    await store.idempotency.claim(ann, claim(1), body, 0);
    await store.idempotency.renew(ann, claim(1), claimMs - 1);
    expect(await store.idempotency.claim(ann, claim(1, 'two'), body, claimMs)).toStrictEqual({ kind: 'running' });
    const over = 2 * claimMs;
    expect(await store.idempotency.claim(ann, claim(1, 'two'), body, over)).toStrictEqual({ kind: 'mine' });
    // The first was only slow: nothing that it does now is stored, and it takes nothing from the second.
    expect(await rejection(change(store, 1))).toBe('RequestInProgress');
    await store.idempotency.renew(ann, claim(1), over);
    await store.idempotency.settle(ann, claim(1), bytes(8));
    await store.idempotency.release(ann, claim(1), bytes(8));
    expect(await store.characters.identify(serviceScope('t'), 'Ada')).toBeUndefined();
    await change(store, 1, 'two');
    expect(await store.characters.identify(serviceScope('t'), 'Ada')).toMatchObject({ name: 'Ada' });
    expect(await store.idempotency.claim(ann, claim(1, 'three'), body, over)).toStrictEqual({ kind: 'running' });
    // It dies now, and nobody knows its answer.
    const later = over + claimMs;
    expect(await store.idempotency.claim(ann, claim(1, 'three'), body, later)).toStrictEqual({ kind: 'lost' });
  });

  test('a failure without a change is forgotten, any other is kept, even if its answer is too large', async () => {
    const { store } = await open();
    await withTenants(store);
    await store.idempotency.claim(ann, claim(1), body, 0);
    await store.idempotency.release(ann, claim(1), bytes(9));
    expect(await store.idempotency.claim(ann, claim(1), body, 1)).toStrictEqual({ kind: 'mine' });
    await change(store, 1);
    await store.idempotency.release(ann, claim(1), bytes(9));
    expect(await store.idempotency.claim(ann, claim(1), body, 1)).toMatchObject({ kind: 'answered' });
    await store.idempotency.claim(ann, claim(2), body, 0);
    await store.idempotency.settle(ann, claim(2), undefined);
    expect(await store.idempotency.claim(ann, claim(2), body, 1)).toStrictEqual({ kind: 'lost' });
  });

  test('old calls are removed', async () => {
    const { store } = await open();
    await withTenants(store);
    for (const n of [1, 2, 3]) await store.idempotency.claim(ann, claim(n), body, n);
    expect(await store.idempotency.prune(2, 1)).toBe(1);
    expect(await store.idempotency.prune(2, 10)).toBe(1);
    expect(await store.idempotency.prune(2, 10)).toBe(0);
    expect(await store.idempotency.claim(ann, claim(3, 'two'), body, 4)).toStrictEqual({ kind: 'running' });
  });
});
