// Trains the classifier of clauses: node scripts/run-typescript.mjs scripts/capture/train.ts DATA... [--check SETS] [--dry-run]
// DATA are files of labelled text (scripts/capture/README.md); --check measures by five-fold cross-validation, by repository, on the
// labelled sets of the folder SETS; --dry-run writes no weights.
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { ClauseClassifier } from '../../src/ai/clauses/classifier.ts';
import { byWords } from '../../src/ai/clauses/grades.ts';
import { judge } from '../../src/ai/clauses/keep.ts';
import { captureModes } from '../../src/domain/captured-clause.ts';
import { rememberable } from '../../src/text/said.ts';
import { type Example, examplesOf, readLabelled } from './examples.ts';
import { pack, train } from './fit.ts';
import { measure, readSets } from './measure.ts';

const folds = 5;
const args = process.argv.slice(2);
const check = args.includes('--check') ? args[args.indexOf('--check') + 1] : undefined;
const files = args.filter((arg, i) => !arg.startsWith('--') && args[i - 1] !== '--check');
const examples = examplesOf(readLabelled(files));
console.log(`${examples.length} clauses, ${examples.filter(({ label }) => label === 1).length} of them durable`);
if (check !== undefined) crossValidate(examples, check);
if (!args.includes('--dry-run')) {
  const bytes = pack(train(examples));
  writeFileSync('src/ai/clauses/weights.bin', bytes);
  console.log(
    `src/ai/clauses/weights.bin: ${bytes.filter((one) => one !== 0).length} of ${bytes.length} bytes are not 0`,
  );
}

function crossValidate(all: readonly Example[], folder: string): void {
  const models = Array.from(
    { length: folds },
    (_, fold) => new ClauseClassifier(pack(train(all.filter(({ group }) => foldOf(group) !== fold)))),
  );
  const sets = readSets(folder, 'dev');
  for (const mode of captureModes) {
    for (const outcome of ['kept', 'proposed']) {
      const capture = (text: string, group: string) =>
        judge(rememberable(text).text, mode, byWords(models[foldOf(group)]!)).flatMap((one) =>
          one.outcome === outcome ? one.text : [],
        );
      console.log(`${mode}, ${outcome}: ${measure(sets, capture)}`);
    }
  }
}

function foldOf(group: string): number {
  return createHash('sha1').update(`fold ${group}`).digest().readUInt32BE() % folds;
}
