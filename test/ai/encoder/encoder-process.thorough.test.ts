import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { plainReading } from '../../../src/ai/encoder/encoder.ts';
import { EncoderProcess, type EncoderProcessOptions } from '../../../src/ai/encoder/encoder-process.ts';
import { tinyEncoder } from '../../support/encoder/tiny-encoder.ts';
import { tinyDimensions } from '../../support/encoder/tiny-model.ts';

const file = join(import.meta.dirname, '../../../.cache/encoder.cjs');

const reading = { ...plainReading, maxTokens: 16 };

function start(options: Partial<EncoderProcessOptions> = {}): EncoderProcess {
  const encoder = new EncoderProcess({ folder: tinyEncoder(), reading, file, env: {}, ...options });
  onTestFinished(() => encoder.close());
  return encoder;
}

const cosine = (a: Float32Array, b: Float32Array) => a.reduce((sum, part, i) => sum + part * b[i]!, 0);

test('texts with the same meaning have similar vectors of length 1', async () => {
  const encoder = start();
  const [dog, puppy, car] = [
    await encoder.encode('the dog', false),
    await encoder.encode('a puppy', false),
    await encoder.encode('the car', true),
  ];
  expect(dog).toHaveLength(tinyDimensions);
  expect(cosine(dog, dog)).toBeCloseTo(1, 5);
  expect(cosine(dog, puppy)).toBeGreaterThan(cosine(dog, car) + 0.5);
});

test('a long text is read to its end, window by window', async () => {
  const encoder = start();
  const long = `${'dog '.repeat(40)}${'car '.repeat(40)}`;
  const [dogs, cars, both] = [
    await encoder.encode('dog', false),
    await encoder.encode('car', false),
    await encoder.encode(long, false),
  ];
  expect(cosine(both, dogs)).toBeGreaterThan(0.5);
  expect(cosine(both, cars)).toBeGreaterThan(0.5);
});

test('the prefix of queries or texts is encoded in front of every window', async () => {
  const plain = start();
  const prefixed = start({ reading: { ...reading, prefixes: { query: 'car: ', text: 'city: ' } } });
  const [car, city] = [await plain.encode('car', false), await plain.encode('city', false)];
  const shares = async (text: string, isQuery: boolean) => {
    const vector = await prefixed.encode(text, isQuery);
    return [cosine(vector, car) > 0.4, cosine(vector, city) > 0.4];
  };
  expect(await shares('dog', true)).toStrictEqual([true, false]);
  expect(await shares('dog', false)).toStrictEqual([false, true]);
  const [short, long] = [
    await prefixed.encode('dog '.repeat(9), false),
    await prefixed.encode('dog '.repeat(90), false),
  ];
  expect(cosine(short, long)).toBeGreaterThan(0.99);
});

test('a model that pools the first token returns that token’s state', async () => {
  const first = start({ reading: { ...reading, pooling: 'first' } });
  const [dog, car] = [await first.encode('dog', false), await first.encode('car', false)];
  // The table of the tiny model gives the mark at the beginning the same state in every text.
  expect(cosine(dog, car)).toBeCloseTo(1, 5);
});

test('a query is encoded before long texts and texts that wait', async () => {
  const encoder = start();
  const order: string[] = [];
  const ask = (name: string, text: string, isQuery: boolean) =>
    encoder.encode(text, isQuery).then(() => order.push(name));
  const long = 'dog '.repeat(500);
  await Promise.all([ask('long', long, false), ask('text', 'car', false), ask('query', 'puppy', true)]);
  expect(order).toStrictEqual(['query', 'long', 'text']);
});

test('an aborted text is not encoded; the others are', async () => {
  const encoder = start();
  const given = new AbortController();
  const dropped = encoder.encode('dog', false, given.signal);
  const kept = encoder.encode('car', false);
  given.abort();
  await expect(dropped).rejects.toThrow(/abort/);
  expect(await kept).toHaveLength(tinyDimensions);
});

test('the process stops when idle and starts again for the next text', async () => {
  const encoder = start({ idleMs: 1 });
  expect(encoder.isLoaded).toBe(false);
  await encoder.encode('dog', false);
  await expect.poll(() => encoder.isLoaded).toBe(false);
  expect(await encoder.encode('dog', false)).toHaveLength(tinyDimensions);
});

test('an invalid model file fails as unsupported', async () => {
  const folder = tinyEncoder();
  writeFileSync(join(folder, 'model.onnx'), 'no model');
  const encoder = start({ folder });
  await expect(encoder.encode('dog', false)).rejects.toMatchObject({ name: 'EmbeddingFailed', kind: 'unsupported' });
});

test('a crash of the process fails its texts, and the next text starts another', async () => {
  const folder = tinyEncoder();
  const broken = join(folder, 'dies.cjs');
  writeFileSync(broken, 'process.exit(3)');
  const encoder = start({ folder, file: broken });
  await expect(encoder.encode('dog', false)).rejects.toMatchObject({ kind: 'failed', message: /has ended \(3\)/ });
  await expect(encoder.encode('dog', false)).rejects.toMatchObject({ kind: 'failed' });
});

test('a closed encoder fails waiting texts and accepts no more', async () => {
  const encoder = start();
  const failing = expect(encoder.encode('dog', false)).rejects.toMatchObject({ kind: 'failed' });
  await encoder.close();
  await failing;
  await expect(encoder.encode('dog', false)).rejects.toMatchObject({ kind: 'failed' });
});
