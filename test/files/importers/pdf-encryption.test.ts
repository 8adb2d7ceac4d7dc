import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { streamOpener } from '../../../src/files/importers/pdf-encryption.ts';

const source = (kind: string) =>
  readFileSync(join(import.meta.dirname, `../../fixtures/pdf/${kind}.pdf`)).toString('latin1');

/** The streams of a file, decrypted and decompressed. */
function streams(file: string): string[] {
  const open = streamOpener(file)!;
  const found = file.matchAll(/(\d+) (\d+) obj\s*<<((?:(?!endobj).)*?)>>\s*stream\n(.*?)\nendstream/gs);
  return [...found].flatMap(([, object, generation, dictionary = '', data = '']) => {
    if (dictionary.includes('/XRef')) return [];
    const plain = open(Number(object), Number(generation), Buffer.from(data, 'latin1'));
    return [inflateSync(plain).toString('latin1')];
  });
}

test.each(['rc4-128', 'aes-128', 'aes-256'])('%s: each stream is decrypted', (kind) => {
  const opened = streams(source(kind)).filter((text) => text.includes('of the statements of Ada'));
  expect(opened).toHaveLength(14);
});

test('a file that is plain, or encrypted with a real password, gives no decryption', () => {
  expect(streamOpener('%PDF-1.4\ntrailer<</Root 1 0 R>>')).toBeUndefined();
  const locked = source('aes-256').replace(/\/U <.{8}/, (start) => `${start.slice(0, 4)}00000000`);
  expect(streamOpener(locked)).toBeUndefined();
});
