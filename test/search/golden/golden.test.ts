import { expect, test } from 'vitest';
import { NOW, Searchable } from '../searchable.ts';
import { kept, questions } from './store.ts';

/** Places of an answer that count. */
const depth = 10;
const minuteMs = 60_000;

/** The quality of an order (nDCG: Järvelin and Kekäläinen, 2002): the best answer gains most, and each place less. */
function gainOf(found: readonly string[], answers: readonly string[]): number {
  const gain = (key: string) => Math.max(0, answers.length - answers.indexOf(key)) * Number(answers.includes(key));
  const sum = (keys: readonly string[]) =>
    keys.slice(0, depth).reduce((total, key, i) => total + gain(key) / Math.log2(i + 2), 0);
  return sum(found) / sum(answers);
}

/*
 * Ranking as it is: any change of it shows here, for better or worse. `npx vitest run test/search/golden -u` accepts
 * one. The texts are few, so the benches decide whether a change is good.
 */
test('forty questions on a fixed store get the recorded answers', () => {
  const store = new Searchable();
  const keys = kept.map(({ key, text, session, minute = 0 }) => {
    const said = session !== undefined;
    store.add(text, { sessionId: session, said, occurredAt: NOW - 86_400_000 + minute * minuteMs });
    return key;
  });
  const gains = questions.map(([question, ...answers]) => {
    const found = store.rank(question, { limit: depth }).memories.map(({ memoryNo }) => keys[memoryNo - 1]!);
    return [question, gainOf(found, answers)] as const;
  });
  expect(questions).toHaveLength(40);
  const mean = gains.reduce((sum, [, gain]) => sum + gain, 0) / gains.length;
  const lines = [['nDCG', mean] as const, ...gains].map(([name, gain]) => `${gain.toFixed(3)} ${name}`);
  expect(lines.join('\n')).toMatchSnapshot();
});
