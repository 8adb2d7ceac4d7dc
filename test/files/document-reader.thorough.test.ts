import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { FairQueue } from '../../src/base/fair-queue.ts';
import type { ReadingLimits } from '../../src/files/limits.ts';
import { DocumentReader } from '../../src/files/reading/document-reader.ts';
import { workerFile } from '../support/harness.ts';
import { unrulyWorker } from '../support/unruly.ts';

/** Too large for the main thread. */
const bytes = Buffer.alloc(20_000, 'word ');

function open(file: string, limits?: Partial<ReadingLimits>) {
  const reader = new DocumentReader(file, limits);
  onTestFinished(() => reader.close());
  const read = (
    name: string,
    { tenantId = 'a', signal = undefined as AbortSignal | undefined, content = bytes } = {},
  ) =>
    reader
      .read({ as: 'document', name, bytes: content, format: 'text' }, { tenantId, signal })
      .then(({ pieces }) => pieces.map(({ body }) => body).join());
  return { reader, read };
}

describe('the limits of a document’s reading', () => {
  test.each([
    ['spins', { ms: 1_000 }, 'more than 1 seconds'],
    ['backtracks', { ms: 1_000 }, 'more than 1 seconds'],
    ['fillsBuffers', { memoryMiB: 64 }, 'more than 64 MiB of memory'],
    ['fillsHeap', { memoryMiB: 64 }, 'more than 64 MiB of memory'],
    ['fillsHeap', { heapMiB: 32 }, 'more than 32 MiB of memory'],
  ] as const)(
    'a reader that %s is stopped at its limit, and the next document is read (%o)',
    async (way, limits, bound) => {
      const { reader, read } = open(unrulyWorker(way), limits);
      await expect(read('unruly.txt')).rejects.toMatchObject({
        type: 'InvalidContent',
        message: expect.stringContaining(`Reading "unruly.txt" takes ${bound}`),
      });
      expect(await read('b.txt')).toBe('b.txt');
      expect(reader.threads).toBe(1);
    },
  );

  test.each(['throws', 'exits'] as const)('a reader that %s is reported as an internal error', async (way) => {
    const { read } = open(unrulyWorker(way));
    await expect(read('unruly.txt')).rejects.not.toHaveProperty('type');
    expect(await read('b.txt')).toBe('b.txt');
  });
});

test('the output of a parser stays in its thread, and it sees no settings', async () => {
  const written = [vi.spyOn(process.stdout, 'write'), vi.spyOn(process.stderr, 'write')];
  const { reader, read } = open(unrulyWorker('prints'));
  expect(await read('unruly.txt')).toBe('');
  await reader.close();
  for (const one of written) expect(one).not.toHaveBeenCalled();
});

test('the one of two concurrent documents that takes too much memory is refused', async () => {
  const { read } = open(unrulyWorker('fillsBuffers'), { memoryMiB: 64 });
  // The second one runs, or waits after the first: it never pays for it.
  const [hostile, other] = await Promise.allSettled([
    read('unruly.txt', { tenantId: 'a' }),
    read('b.txt', { tenantId: 'b' }),
  ]);
  expect(hostile).toMatchObject({ reason: { type: 'InvalidContent' } });
  expect(other).toMatchObject({ value: 'b.txt' });
  const both = await Promise.allSettled(['a', 'b'].map((tenantId) => read(`unruly ${tenantId}`, { tenantId })));
  const refused = { reason: { type: 'InvalidContent', message: expect.stringContaining('64 MiB of memory') } };
  expect(both).toMatchObject([refused, refused]);
});

test('a tenant with hostile documents delays no other', async () => {
  const { reader, read } = open(unrulyWorker('spins'));
  const refused = ['unruly 1', 'unruly 2', 'unruly 3'].map((name) => read(name).catch((error) => error.type));
  expect(await read('b.txt', { tenantId: 'b' })).toBe('b.txt');
  await reader.close();
  expect(await Promise.all(refused)).toStrictEqual(['ServiceUnavailable', 'ServiceUnavailable', 'ServiceUnavailable']);
});

test('owners take turns, each with its own documents in order', () => {
  const queue = new FairQueue<{ owner: string; weight: number }>();
  const items = ['a', 'a', 'a', 'b', 'b', 'c'].map((owner, weight) => ({ owner, weight }));
  for (const item of items) queue.add(item);
  expect(queue.weight('b')).toBe(3 + 4);
  expect(queue.remove(items[1] as (typeof items)[number])).toBe(true);
  expect(queue.remove(items[1] as (typeof items)[number])).toBe(false);
  expect(queue.take((owner) => owner !== 'a')?.weight).toBe(3);
  const order = Array.from({ length: 5 }, () => queue.take(() => true)?.weight);
  expect(order).toStrictEqual([0, 5, 4, 2, undefined]);
});

test('an aborted caller ends its reading at once, running or queued', async () => {
  const { reader, read } = open(unrulyWorker('spins'));
  const running = new AbortController();
  const waiting = new AbortController();
  const first = read('unruly 1', { signal: running.signal });
  const second = read('unruly 2', { signal: waiting.signal });
  waiting.abort();
  await expect(second).rejects.toMatchObject({ type: 'Cancelled' });
  running.abort();
  await expect(first).rejects.toMatchObject({ type: 'Cancelled' });
  await expect.poll(() => reader.threads).toBe(0);
  await expect(read('c.txt', { signal: running.signal })).rejects.toMatchObject({ type: 'Cancelled' });
});

test('the queue is limited in size, and one tenant leaves room for another', async () => {
  const { reader, read } = open(unrulyWorker('spins'));
  const content = Buffer.alloc(5 * 1024 * 1024, 'word ');
  const settled = (tenantId: string) => read('unruly.txt', { tenantId, content }).catch((error) => error.message);
  const all = ['a', 'b', 'c'].flatMap((tenantId) => Array.from({ length: 8 }, () => settled(tenantId)));
  const refusals = (all: string[]) => all.filter((message) => message.includes('Too many documents wait')).length;
  const answered = Promise.all(all);
  await reader.close();
  // Two are read; of 32 MiB each tenant uses 30, of 64 MiB all of them 60.
  expect(refusals(await answered)).toBe(24 - 2 - 12);
});

test('a thread stops when idle, and a simple text needs none', async () => {
  const { reader, read } = open(workerFile, { idleMs: 1 });
  expect(await read('a.txt', { content: Buffer.from('Ada likes tea.') })).toBe('Ada likes tea.');
  expect(reader.threads).toBe(0);
  const reading = read('b.txt');
  expect(reader.threads).toBe(1);
  await reading;
  await expect.poll(() => reader.threads).toBe(0);
});

test.each([
  ['control characters', Buffer.from('PK\x03\x04')],
  ['one long line', Buffer.alloc(2_500, 'a')],
  ['markup', Buffer.alloc(2_500, '<a')],
  ['blanks', Buffer.alloc(2_500, '\n\n\na')],
  ['a PDF', Buffer.from('%PDF-1.4')],
])('%s are not read on the main thread', async (_, content) => {
  const { reader, read } = open(workerFile);
  const reading = read('a.txt', { content });
  expect(reader.threads).toBe(1);
  await reading.catch(() => undefined);
});

test('errors of a document keep their type, and headings that inflate a document are refused', async () => {
  const { reader } = open(workerFile, { units: 50_000 });
  const read = (name: string, text: string) =>
    reader.read({ as: 'document', name, bytes: Buffer.from(text), format: 'auto' }, { tenantId: 'a' });
  await expect(read('a.json', `[${'1,'.repeat(10_000)}`)).rejects.toMatchObject({ type: 'InvalidInput', status: 400 });
  const swelling = `# ${'a'.repeat(2_500)}\n\n${Array.from({ length: 200 }, (_, i) => `- item ${i}`).join('\n')}`;
  await expect(read('a.md', swelling)).rejects.toMatchObject({
    type: 'InvalidContent',
    message: expect.stringContaining('with the headings above each'),
  });
});
