import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Log } from '../../../src/base/log.ts';
import { sentenceEncoder } from '../../../src/search/encoder/encoder.ts';
import { type Judge, loadJudge, type Statement, type Verdict } from '../../../src/search/judge/judge.ts';
import weightsPath from '../../../src/search/judge/weights.bin';
import pairs from '../../fixtures/judge/pairs.json' with { type: 'json' };
import { temporaryFolder } from '../../support/temporary.ts';

const silent: Log = () => {};
const read = (text: string): Statement => ({ text, reading: sentenceEncoder().read(text) });

function judge(): Judge {
  const loaded = loadJudge(silent);
  if (!loaded) throw new Error('no weights');
  return loaded;
}

function verdict(older: string, newer: string): Verdict {
  const [one] = judge().judge(read(newer), [read(older)]);
  if (!one) throw new Error('no verdict');
  return one;
}

test('a verdict is the one of training, in fourteen languages', () => {
  const loaded = judge();
  for (const [older, newer, ends] of pairs as [string, string, number][]) {
    const [said] = loaded.judge(read(newer), [read(older)]);
    expect(Math.abs((said?.ends ?? 1) - ends), `${older} ${newer}`).toBeLessThan(0.002);
  }
});
