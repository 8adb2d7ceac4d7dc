// Measures on labelled data of one's own: npm run eval -- capture FOLDER [PART] (scripts/capture/README.md describes the files).
import { judge } from '../src/ai/clauses/keep.ts';
import { captureModes } from '../src/domain/captured-clause.ts';
import { rememberable } from '../src/text/said.ts';
import { measure, readSets } from './capture/measure.ts';

const [what, folder, part] = process.argv.slice(2);
if (what !== 'capture' || folder === undefined) {
  console.error('usage: npm run eval -- capture FOLDER [PART]');
  process.exit(2);
}
const sets = readSets(folder, part);
for (const mode of captureModes) {
  for (const outcome of ['kept', 'proposed']) {
    const capture = (text: string) =>
      judge(rememberable(text).text, mode).flatMap((one) => (one.outcome === outcome ? one.text : []));
    console.log(`${mode}, ${outcome}: ${measure(sets, capture)}`);
  }
}
const started = performance.now();
for (const { text } of sets.turns) judge(rememberable(text).text, 'balanced');
const turns = Math.max(1, sets.turns.length);
console.log(`${(((performance.now() - started) / turns) * 1000).toFixed(0)} microseconds a turn`);
