import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import path from '../../../src/search/encoder/encoder.bin';
import { SentenceEncoder, type TextReading } from '../../../src/search/encoder/encoder.ts';
import texts from '../../fixtures/encoder/texts.json' with { type: 'json' };

const file = readFileSync(path);
let encoder: SentenceEncoder;

beforeAll(() => {
  encoder = new SentenceEncoder(file);
});

const cosine = (one: TextReading, two: TextReading) =>
  one.vector.reduce((sum, value, i) => sum + value * two.vector[i]!, 0);

/** At length 1, with as many numbers for pieces as there are pieces. */
function expectSound({ vector, pieces, rows, states }: TextReading): void {
  expect(Math.hypot(...vector)).toBeCloseTo(1, 5);
  expect(pieces.length).toBeGreaterThan(0);
  expect(pieces.length).toBeLessThanOrEqual(126);
  expect(rows).toHaveLength(pieces.length * 128);
  expect(states).toHaveLength(pieces.length * 256);
  expect(states.every(Number.isFinite)).toBe(true);
}

/** Texts as the model's reference implementation reads them. */
describe('results of the reference implementation', () => {
  test.each(texts)('the encoder gives the reference’s result for $name', (given) => {
    const reading = encoder.read(given.text);
    expectSound(reading);
    expect(reading.pieces).toHaveLength(given.count);
    expect(reading.pieces.slice(0, 24).join(' ')).toBe(given.pieces);
    const { vector, states, rows } = reading;
    const middle = given.count >> 1;
    given.vector.forEach((value, i) => {
      expect(vector[40 * i]).toBeCloseTo(value, 4);
    });
    const sum = vector.reduce((before, value, i) => before + value * Math.sin(i + 1), 0);
    expect(sum).toBeCloseTo(given.sum, 3);
    given.state.forEach((value, i) => {
      expect(states[256 * middle + i]).toBeCloseTo(value, 3);
    });
    given.row.forEach((value, i) => {
      expect(rows[128 * middle + i]).toBeCloseTo(value, 3);
    });
  });
});

test('the same sentence in fifteen languages is nearer than another one in the same language', () => {
  const other = encoder.read('The build fails when the cache is cold.');
  const english = encoder.read(texts.find(({ name }) => name === 'en')!.text);
  for (const { text } of texts.slice(0, 15)) {
    expect(cosine(english, encoder.read(text))).toBeGreaterThan(cosine(english, other) + 0.3);
  }
});

test('a vector does not depend on earlier texts, nor on the encoder’s instance', () => {
  const fresh = new SentenceEncoder(file);
  for (const { text } of [...texts].reverse()) expect(fresh.read(text).vector).toStrictEqual(encoder.read(text).vector);
});

describe('hostile texts', () => {
  test.each([
    ['a lone high surrogate', '\ud800'],
    ['a lone low surrogate within a word', 'wo\udc00rd'],
    ['a megabyte of one letter', 'a'.repeat(1_000_000)],
    ['a megabyte without spaces', 'ß\u0301漢'.repeat(330_000)],
    ['characters that NFKC makes longer', '\ufdfa'.repeat(10_000)],
    ['a megabyte of white space', ' \n\t'.repeat(330_000)],
    ['control characters', Array.from({ length: 32 }, (_, i) => String.fromCharCode(i)).join('')],
    ['emoji', '👩‍👩‍👧‍👦'.repeat(500)],
    ['directions', '\u202eתלעב\u202c \u2067abc\u2069'],
    ['private use', '\ue000\uf8ff\u{10ffff}'],
    ['combining marks', `e${'\u0301'.repeat(5_000)}`],
  ])('%s is encoded', (_, text) => {
    expectSound(encoder.read(text));
  });

  test('a lone surrogate is read as the replacement character', () => {
    expect(encoder.read('\ud800').vector).toStrictEqual(encoder.read('\ufffd').vector);
  });

  test('only the beginning of a long text is encoded', () => {
    const beginning = 'The harbour was deep and calm. '.repeat(200);
    expect(encoder.read(`${beginning}One`).vector).toStrictEqual(encoder.read(`${beginning}Two`).vector);
  });
});

describe('invalid encoder files', () => {
  const whole = new Uint8Array(file);
  const changed = (at: number, byte: number) => whole.slice().fill(byte, at, at + 1);

  test.each([
    ['without a byte', new Uint8Array(), 'the file is no encoder'],
    ['of something else', new TextEncoder().encode('PNG or a page of a proxy'), 'the file is no encoder'],
    ['that ends within its head', whole.subarray(0, 300), 'the file of the encoder ends too early'],
    ['that ends within its numbers', whole.subarray(0, 5_000_000), 'the file of the encoder ends too early'],
    ['that lacks its last byte', whole.subarray(0, whole.length - 8), 'the file of the encoder ends too early'],
    ['with another first letter', changed(0, 66), 'the file is no encoder'],
  ])('an encoder file %s is refused', (_, bytes, message) => {
    expect(() => new SentenceEncoder(bytes)).toThrow(message);
  });

  test('an encoder file of a later version is refused', () => {
    const text = Buffer.from(whole.slice());
    text.write('"version":9', text.indexOf('"version":2'));
    expect(() => new SentenceEncoder(text)).toThrow('the encoder has version 9, not 2');
  });
});

test('an encoder file is read at any offset of a buffer', () => {
  const moved = Buffer.alloc(file.length + 3);
  file.copy(moved, 3);
  const reading = new SentenceEncoder(moved.subarray(3)).read('Ada plays the oboe');
  expect(reading).toStrictEqual(encoder.read('Ada plays the oboe'));
});

test('recently encoded texts are cached', () => {
  const first = encoder.read('read lately');
  expect(encoder.read('read lately')).toBe(first);
  for (let i = 0; i < 32; i++) encoder.read(`text ${i}`);
  expect(encoder.read('read lately')).not.toBe(first);
  expect(encoder.read('read lately')).toStrictEqual(first);
});
