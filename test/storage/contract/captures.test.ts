import { expect, test } from 'vitest';
import type { CaptureJob, NewPiece } from '../../../src/domain/stores/files.ts';
import type { Store } from '../../../src/domain/stores/store.ts';
import { tiers } from '../../../src/domain/tier.ts';
import { reconcile } from '../../../src/files/reconcile.ts';
import {
  activeContents,
  addition,
  at,
  id,
  newPiece,
  newSnapshot,
  ours,
  rejection,
  withAda,
} from '../../support/builders.ts';
import { contract } from '../../support/engines.ts';

/** A process that works on jobs. */
const worker = 'worker';
const push = (store: Store, pieces: NewPiece[], now = 1_000) =>
  store.files.push(ours, id(1), newSnapshot(10, pieces, { capture: true }), reconcile, at(now));
const claim = (store: Store, now: number, holder = worker) =>
  store.captures.claim(tiers, now, { holder, until: now + 100 }, 10);

async function claimed(store: Store, now: number): Promise<CaptureJob> {
  const [job] = await claim(store, now);
  if (!job) throw new Error('nothing to claim');
  return job;
}

contract('captures', (open) => {
  test('a piece waits with the id of its future memory, and is leased to one process at a time', async () => {
    const { store, reopen } = await open();
    await withAda(store);
    const pieces = [newPiece(11, 'one'), newPiece(12, 'two')];
    expect(await push(store, pieces)).toMatchObject({ changed: true, memoriesAdded: 0 });
    expect(await activeContents(store)).toStrictEqual([]);
    expect(await claim(store, 999)).toStrictEqual([]);
    const other = await reopen();
    const jobs = (
      await Promise.all(
        [store, other].map((one, n) => one.captures.claim(tiers, 1_000, { holder: `${n}`, until: 1_100 }, 1)),
      )
    ).flat();
    expect(new Set(jobs.map(({ jobId }) => jobId)).size).toBe(2);
    expect(jobs).toContainEqual({
      jobId: expect.any(String),
      tenantId: ours.tenantId,
      tier: 'BUSINESS',
      characterId: id(1),
      fileId: id(10),
      path: 'a.md',
      memory: JSON.parse(JSON.stringify(pieces[0]?.memory)),
      attempts: 0,
    });
    expect(await claim(store, 1_099)).toStrictEqual([]);
    expect(await claim(store, 1_100)).toHaveLength(2);
  });

  test('the backlog counts every job, running ones too, and has the age of the oldest file', async () => {
    const { store } = await open();
    await withAda(store);
    const backlog = () => store.captures.backlog(tiers, 1_000);
    expect(await backlog()).toStrictEqual({ waiting: 0, since: undefined });
    const pieces = [newPiece(11, 'one'), newPiece(12, 'two')];
    await push(store, pieces, 800);
    await claim(store, 1_000);
    expect(await backlog()).toStrictEqual({ waiting: 2, since: 800 });
    expect(await store.captures.backlog(['FREE'], 1_000)).toStrictEqual({ waiting: 0, since: undefined });
    await store.characters.change(ours, id(1), () => ({ status: 'ARCHIVED' }), 900);
    expect((await backlog()).waiting).toBe(0);
  });

  test('jobs of other tiers and of archived characters are not leased', async () => {
    const { store } = await open();
    await withAda(store);
    await push(store, [newPiece(11, 'one')]);
    expect(await store.captures.claim(['FREE', 'STARTER'], 1_000, { holder: worker, until: 1_100 }, 10)).toStrictEqual(
      [],
    );
    await store.characters.change(ours, id(1), () => ({ status: 'ARCHIVED' }), 600);
    expect(await claim(store, 1_000)).toStrictEqual([]);
    await store.characters.change(ours, id(1), () => ({ status: 'ACTIVE' }), 700);
    expect(await claim(store, 1_000)).toHaveLength(1);
  });

  test('the current tier applies to a job', async () => {
    const { store } = await open();
    await withAda(store);
    await push(store, [newPiece(11, 'one')]);
    await store.tenants.setTier(ours.tenantId, 'FREE', 2_000, 1_000);
    const claimFor = (now: number) => store.captures.claim(['BUSINESS'], now, { holder: worker, until: now }, 10);
    expect(await claimFor(1_999)).toMatchObject([{ tier: 'BUSINESS' }]);
    expect(await claimFor(2_000)).toStrictEqual([]);
    expect(await claim(store, 2_000)).toMatchObject([{ tier: 'FREE' }]);
  });

  test('a job belongs to its holder while the lease is renewed, and to nobody after release', async () => {
    const { store } = await open();
    await withAda(store);
    await push(store, [newPiece(11, 'one'), newPiece(12, 'two')]);
    const ids = (await claim(store, 1_000)).map(({ jobId }) => jobId);
    const renew = (holder: string, until: number) => store.captures.renew({ holder, until }, ids);
    expect(await renew(worker, 1_500)).toStrictEqual(ids);
    expect(await renew('other', 9_000)).toStrictEqual([]);
    expect(await claim(store, 1_499, 'other')).toStrictEqual([]);
    await store.captures.release('other', 1_200);
    expect(await claim(store, 1_200, 'other')).toStrictEqual([]);
    await store.captures.release(worker, 1_200);
    expect(await renew(worker, 9_000)).toStrictEqual([]);
    expect(await claim(store, 1_200, 'other')).toHaveLength(2);
    // Its lease has expired and another has the job: reports of the first are ignored.
    expect(await claim(store, 1_300)).toHaveLength(2);
    expect(await renew('other', 9_000)).toStrictEqual([]);
    await store.captures.fail('other', ids[0] ?? '', 'too late', 1_300, 0);
    expect(await store.captures.finish('other', ids[0] ?? '', [addition(21, 'late')], at())).toBeUndefined();
    expect(await activeContents(store)).toStrictEqual([]);
    expect((await store.files.status(ours, id(1), 10)).capture).toStrictEqual({ pending: 2, failed: [] });
  });

  test('the memories of a piece are stored once, and removed with the piece', async () => {
    const { store } = await open();
    await withAda(store);
    await push(store, [newPiece(11, 'one')]);
    const { jobId, fileId } = await claimed(store, 1_000);
    const source = { kind: 'extraction', fileId } as const;
    const changes = [addition(21, 'a fact', { source }), addition(22, 'another', { source })];
    expect(await store.captures.finish('other', jobId, changes, at())).toBeUndefined();
    const wrong = [...changes, addition(23, 'x', { category: 'nope' })];
    expect(await rejection(store.captures.finish(worker, jobId, wrong, at()))).toBe('CategoryNotConfigured');
    expect(await store.captures.finish(worker, jobId, changes, at())).toBe(2);
    expect(await store.captures.finish(worker, jobId, changes, at())).toBeUndefined();
    expect(await activeContents(store)).toStrictEqual(['a fact', 'another']);
    expect(await claim(store, 9_000)).toStrictEqual([]);
    const edit = { kind: 'update', memoryId: id(22), fields: { content: 'another, edited' } } as const;
    await store.memories.write(ours, id(1), [edit], at());
    expect(await push(store, [])).toMatchObject({ memoriesRemoved: 1 });
    expect(await activeContents(store)).toStrictEqual(['another, edited']);
  });

  test('a memory that existed before stays when the piece is removed', async () => {
    const { store } = await open();
    await withAda(store);
    await store.memories.write(ours, id(1), [addition(20, 'a fact')], at());
    await push(store, [newPiece(11, 'one')]);
    const { jobId } = await claimed(store, 1_000);
    expect(await store.captures.finish(worker, jobId, [addition(21, 'a fact')], at())).toBe(0);
    expect(await push(store, [])).toMatchObject({ memoriesRemoved: 0 });
    expect(await activeContents(store)).toStrictEqual(['a fact']);
  });

  test('a failed job waits for its retry time, and the status shows it', async () => {
    const { store } = await open();
    await withAda(store);
    await push(store, [newPiece(11, 'one')]);
    const { jobId } = await claimed(store, 1_000);
    await store.captures.fail('other', jobId, 'not its own', 1_000, 0);
    await store.captures.fail(worker, jobId, 'no answer', 5_000, 0);
    expect((await store.files.status(ours, id(1), 10)).capture).toStrictEqual({
      pending: 1,
      failed: [{ path: 'a.md', error: 'no answer', attempts: 1, nextAttemptAt: '1970-01-01T00:00:05.000Z' }],
    });
    expect(await claim(store, 4_999)).toStrictEqual([]);
    expect(await claim(store, 5_000)).toMatchObject([{ jobId, attempts: 1 }]);
  });

  test('a removed piece waits no more, and a moved one waits in its new form', async () => {
    const { store } = await open();
    await withAda(store);
    await push(store, [newPiece(11, 'gone'), newPiece(12, 'moved')]);
    await push(store, [newPiece(13, 'moved', ['Heading'])], 2_000);
    expect((await claim(store, 3_000)).map(({ memory }) => memory.content)).toStrictEqual(['Heading: moved']);
  });
});
