import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { type Extractor, extractionFailed, noUsage } from '../../src/domain/ai.ts';
import { eventBody } from '../../src/domain/event.ts';
import { serviceScope } from '../../src/domain/principal.ts';
import { CaptureWorker } from '../../src/service/extraction/capture.ts';
import { openSession, openWithAda, type Session, type SessionOptions } from '../support/harness.ts';

/** Extracts facts by adding an exclamation mark; fails while `down` says so. */
function shouting(state: { down: boolean }): Extractor {
  return {
    kind: 'ai',
    deadlineMs: 60_000,
    async extract({ text }) {
      if (state.down) throw extractionFailed('the provider is down');
      const operations = text.includes('nothing')
        ? [{ operation: 'NONE' }]
        : [{ operation: 'ADD', content: `${text}!`, category: 'facts' }];
      return { answer: { operations }, usage: noUsage };
    },
  };
}

async function capturing(options: SessionOptions = {}) {
  const state = { down: false };
  const services = { extractor: shouting(state), autoCapture: true };
  const session = await openWithAda({ ...options, services });
  const worker = new CaptureWorker(session.services);
  const work = async () => {
    while ((await worker.round()) > 0);
  };
  const push = (fileContent: string) =>
    session.call('sync_file', { characterId: 'Ada', filePath: 'a.md', fileContent });
  const contents = async () => {
    const { memories } = await session.call<{ memories: { content: string }[] }>('list_memories', {
      characterId: 'Ada',
    });
    return memories.map(({ content }) => content).sort();
  };
  const status = async () =>
    (await session.call<{ capture: { pending: number; failed: object[] } }>('get_sync_status', { characterId: 'Ada' }))
      .capture;
  return { ...session, state, work, push, contents, status };
}

test('new pieces wait for extraction and become memories of the file', async () => {
  const session = await capturing();
  expect(await session.push('# T\n\n- one\n- two\n- nothing here\n')).toMatchObject({ memoriesAdded: 0 });
  expect(await session.status()).toStrictEqual({ pending: 3, failed: [] });
  await session.work();
  expect(await session.contents()).toStrictEqual(['T: one!', 'T: two!']);
  expect(await session.status()).toStrictEqual({ pending: 0, failed: [] });
  const { memories } = await session.call<{ memories: object[] }>('list_memories', { characterId: 'Ada' });
  expect(memories[0]).toMatchObject({ source: { kind: 'extraction', fileId: expect.any(String) } });
});

test('an unchanged piece is not extracted again, and a removed one removes its memories', async () => {
  const session = await capturing();
  await session.push('- one\n- two\n');
  await session.work();
  expect(await session.push('- two\n- three\n')).toMatchObject({ memoriesRemoved: 1 });
  expect(await session.status()).toMatchObject({ pending: 1 });
  await session.work();
  expect(await session.contents()).toStrictEqual(['three!', 'two!']);
});

test('a failure is shown, retried with backoff, and never lost', async () => {
  const session = await capturing();
  session.state.down = true;
  await session.push('- one\n- two\n');
  await session.work();
  const failure = { path: 'a.md', error: 'the provider is down' };
  expect(await session.status()).toStrictEqual({
    pending: 2,
    failed: [{ ...failure, attempts: 1, nextAttemptAt: '2026-01-15T10:01:00.000Z' }],
  });
  session.clock.now += 30_000;
  await session.work();
  expect(await session.status()).toMatchObject({
    failed: [{ attempts: 2, nextAttemptAt: '2026-01-15T10:02:00.000Z' }],
  });
  await session.work();
  session.state.down = false;
  expect(await session.contents()).toStrictEqual([]);
  session.clock.now += 60_000;
  await session.work();
  expect(await session.contents()).toStrictEqual(['one!', 'two!']);
  expect(await session.status()).toStrictEqual({ pending: 0, failed: [] });
});

test('webhooks get every failed attempt', async () => {
  const { store, clock, state, push, work } = await capturing();
  const scope = serviceScope('local');
  const webhook = { id: 'w', url: 'https://example.com/', events: ['*' as const], includeContent: false, secret: 's' };
  await store.webhooks.create(scope, webhook, clock.now);
  state.down = true;
  await push('- one\n');
  await work();
  clock.now += 60_000;
  await work();
  const lease = { holder: 'test', until: clock.now + 1 };
  const due = await store.outbox.exchange([], lease, { parallel: 99, total: 99 }, clock.now);
  const failures = due.filter(({ type }) => type === 'extraction.failed').map(({ body }) => JSON.parse(body));
  for (const body of failures) expect(eventBody('extraction.failed').strict().safeParse(body).error).toBeUndefined();
  expect(failures.map(({ data }) => [data.character.name, data.attempts, typeof data.fileId])).toStrictEqual([
    ['Ada', 1, 'string'],
    ['Ada', 2, 'string'],
  ]);
});

test('a piece removed while it waits is dropped, and a leased job belongs to one process', async () => {
  const session = await capturing();
  await session.push('- one\n');
  const now = session.clock.now;
  const lease = { holder: 'one', until: now + 1_000 };
  const [job] = await session.store.captures.claim(['BUSINESS'], now, lease, 10);
  expect(await session.store.captures.claim(['BUSINESS'], now, { ...lease, holder: 'other' }, 10)).toStrictEqual([]);
  await session.push('- two\n');
  expect(await session.store.captures.finish('one', job?.jobId ?? '', [], { changedBy: 'x', now })).toBeUndefined();
  await session.work();
  expect(await session.contents()).toStrictEqual(['two!']);
});

test('pieces become memories verbatim on FREE', async () => {
  const session = await capturing({ tier: 'FREE' });
  expect(await session.push('- one\n')).toMatchObject({ memoriesAdded: 1 });
  expect(await session.contents()).toStrictEqual(['one']);
});

test('jobs wait after a downgrade until a tier with auto-capture', async () => {
  const session = await capturing({ tenantId: 'acme' });
  await session.push('- one\n');
  const { store, clock } = session;
  const periodEnd = clock.now + 60_000;
  await store.tenants.setTier('acme', 'FREE', periodEnd, clock.now);
  const claim = (holder: string) =>
    store.captures.claim(['STARTER', 'BUSINESS'], clock.now, { holder, until: clock.now }, 10);
  expect(await claim('a')).toMatchObject([{ tier: 'BUSINESS' }]);
  clock.now = periodEnd;
  expect(await claim('b')).toStrictEqual([]);
  await store.tenants.setTier('acme', 'STARTER', clock.now, clock.now);
  expect(await claim('c')).toMatchObject([{ tier: 'STARTER' }]);
});

/** An extractor that answers when the test says so. */
function slow(): { extractor: Extractor; begun: () => Promise<unknown>; go: () => void; calls: () => number } {
  const begun = deferred();
  const gate = deferred();
  let calls = 0;
  return {
    calls: () => calls,
    begun: () => begun.promise,
    go: () => gate.resolve(undefined),
    extractor: {
      kind: 'ai',
      deadlineMs: 60_000,
      async extract({ text }, signal) {
        calls++;
        begun.resolve(undefined);
        signal?.addEventListener('abort', gate.resolve);
        await gate.promise;
        signal?.throwIfAborted();
        return {
          answer: { operations: [{ operation: 'ADD', content: `${text}!`, category: 'facts' }] },
          usage: noUsage,
        };
      },
    },
  };
}

function deferred() {
  let resolve: (value: unknown) => void = () => undefined;
  const promise = new Promise<unknown>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

describe('several processes', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
  });

  test('a process works on a job while it renews its lease; another continues ten seconds after its death', async () => {
    const { extractor, begun, go, calls } = slow();
    const session = await capturing();
    await session.push('- one\n');
    const first = new CaptureWorker({ ...session.services, extractor });
    const second = new CaptureWorker(session.services);
    const working = first.round();
    await begun();
    for (let seconds = 0; seconds < 60; seconds += 3) {
      session.clock.now += 3_000;
      vi.advanceTimersByTime(3_000);
      // A unit that is requested now comes after the renewal.
      await session.store.captures.renew({ holder: 'nobody', until: 0 }, []);
      expect(await second.round()).toBe(0);
    }
    // From here on it is silent, as if it had died.
    session.clock.now += 9_999;
    expect(await second.round()).toBe(0);
    session.clock.now += 1;
    expect(await second.round()).toBe(1);
    go();
    await working;
    expect(calls()).toBe(1);
    expect(await session.contents()).toStrictEqual(['one!']);
    expect(await session.status()).toStrictEqual({ pending: 0, failed: [] });
  });

  test('a process drops a job whose lease it lost, and releases its jobs when it stops', async () => {
    const { extractor, begun } = slow();
    const session = await capturing();
    await session.push('- one\n');
    const first = new CaptureWorker({ ...session.services, extractor });
    const second = new CaptureWorker(session.services);
    const working = first.round();
    await begun();
    session.clock.now += 10_000;
    const { captures } = session.store;
    const lease = { holder: 'other', until: session.clock.now + 10_000 };
    expect(await captures.claim(['BUSINESS'], session.clock.now, lease, 10)).toHaveLength(1);
    vi.advanceTimersByTime(3_000);
    // It ends although its extractor never answers, and nothing counts as failed.
    expect(await working).toBe(1);
    expect(await session.status()).toStrictEqual({ pending: 1, failed: [] });
    await captures.release('other', session.clock.now);
    expect(await second.round()).toBe(1);
    expect(await session.contents()).toStrictEqual(['one!']);
  });
});

test('pieces wait while auto-capture is off, the sync status says so, and are extracted when it is on', async () => {
  const session = await capturing();
  await session.push('- one\n');
  const path = session.path;
  const off = await openSession({ path, services: { autoCapture: false } });
  const status = async (asked: Session) =>
    (await asked.call<{ capture: object }>('get_sync_status', { characterId: 'Ada' })).capture;
  expect(await status(off)).toMatchObject({ pending: 1, paused: expect.stringContaining('SERVICE_AUTO_CAPTURE') });
  // Meanwhile new pieces are stored word for word.
  await off.call('sync_file', { characterId: 'Ada', filePath: 'b.md', fileContent: '- two\n' });
  expect(await session.contents()).toStrictEqual(['two']);
  expect(await status(session)).toStrictEqual({ pending: 1, failed: [] });
  await session.work();
  expect(await session.contents()).toStrictEqual(['one!', 'two']);
  expect(await status(off)).toStrictEqual({ pending: 0, failed: [] });
});

test('unfinished work of a catch-up is released to the next at once', async () => {
  const ended = new AbortController();
  const slow: Extractor = {
    kind: 'rules',
    deadlineMs: 60_000,
    extract: (_, signal) =>
      new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(signal?.reason));
        ended.abort();
      }),
  };
  const session = await openWithAda({ services: { extractor: slow } });
  const { id } = await session.call<{ id: string }>('get_character', { characterId: 'Ada' });
  const memory = {
    content: 'I live in Lisbon.',
    id,
    salience: 0.5,
    importance: 'NORMAL',
    source: { kind: 'extraction' },
  };
  const job = {
    jobId: 'one',
    tenantId: 'local',
    tier: 'BUSINESS',
    characterId: id,
    speaker: 'user',
    memory,
    attempts: 0,
  };
  const holders: string[] = [];
  const released: string[] = [];
  const captures = {
    claim: async (_tiers: unknown, _now: number, { holder }: { holder: string }) => {
      holders.push(holder);
      return [job];
    },
    release: async (holder: string) => void released.push(holder),
  };
  const worker = new CaptureWorker({ ...session.services, store: { ...session.store, captures } as never });
  await worker.catchUp(ended.signal);
  expect(holders).toHaveLength(1);
  expect(released).toStrictEqual(holders);
});
