import { expect, test } from 'vitest';
import { type Extractor, extractionFailed, noUsage } from '../../src/domain/ai.ts';
import { CaptureWorker } from '../../src/service/extraction/capture.ts';
import { openWithAda, type SessionOptions } from '../support/harness.ts';

/** Extracts facts by adding an exclamation mark; fails while `down` says so. */
function shouting(state: { down: boolean }): Extractor {
  return {
    kind: 'ai',
    deadlineMs: 1_000,
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

test('new pieces wait for extraction and then lead to memories of the file', async () => {
  const session = await capturing();
  expect(await session.push('# T\n\n- one\n- two\n- nothing here\n')).toMatchObject({ memoriesAdded: 0 });
  expect(await session.status()).toStrictEqual({ pending: 3, failed: [] });
  await session.work();
  expect(await session.contents()).toStrictEqual(['T: one!', 'T: two!']);
  expect(await session.status()).toStrictEqual({ pending: 0, failed: [] });
  const { memories } = await session.call<{ memories: object[] }>('list_memories', { characterId: 'Ada' });
  expect(memories[0]).toMatchObject({ source: { kind: 'extraction', fileId: expect.any(String) } });
});

test('an unchanged piece is not extracted again, a vanished one takes its memories along', async () => {
  const session = await capturing();
  await session.push('- one\n- two\n');
  await session.work();
  expect(await session.push('- two\n- three\n')).toMatchObject({ memoriesRemoved: 1 });
  expect(await session.status()).toMatchObject({ pending: 1 });
  await session.work();
  expect(await session.contents()).toStrictEqual(['three!', 'two!']);
});

test('a failure is visible, tried again later and later, and never lost', async () => {
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

test('a piece that vanishes while it waits is forgotten; a job in work is nobody else’s', async () => {
  const session = await capturing();
  await session.push('- one\n');
  const now = session.clock.now;
  const [job] = await session.store.captures.claim(['BUSINESS'], now, now + 1_000, 10);
  expect(await session.store.captures.claim(['BUSINESS'], now, now + 1_000, 10)).toStrictEqual([]);
  await session.push('- two\n');
  expect(await session.store.captures.finish('local', job?.jobId ?? '', [], { changedBy: 'x', now })).toBeUndefined();
  await session.work();
  expect(await session.contents()).toStrictEqual(['two!']);
});

test('on FREE pieces become memories as they stand', async () => {
  const session = await capturing({ tier: 'FREE' });
  expect(await session.push('- one\n')).toMatchObject({ memoriesAdded: 1 });
  expect(await session.contents()).toStrictEqual(['one']);
});
