// Trains the network of clauses: node scripts/run-typescript.mjs scripts/capture/train-network.ts FOLDER [--vectors FILE] [--check] [--dry-run]
// FOLDER has the labelled texts (docs/capture.md); --vectors keeps what the encoder reads in FILE, for the next training;
// --check measures by five-fold cross-validation by repository, --check 1 on the first fold alone; --dry-run writes no weights.
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { bound, ClauseNetwork } from '../../src/ai/clauses/network.ts';
import { checkNetworks } from './check-network.ts';
import { train as trainWords } from './fit.ts';
import { packed } from './pack-network.ts';
import { type Fit, type Sample, trainOne } from './perceptron.ts';
import { encoderWith, type Row, rowsOf } from './rows.ts';
import { type Source, textsOf } from './texts.ts';

const folds = 5;
const args = process.argv.slice(2);
const optionOf = (name: string) => (args.includes(name) ? args[args.indexOf(name) + 1] : undefined);
const [folder] = args.filter(
  (one, i) => !one.startsWith('--') && !['--vectors', '--check'].includes(args[i - 1] ?? ''),
);
if (folder === undefined) throw new Error('name the folder of labelled texts');

/** How much a clause of each source counts. Turns alone know tasks best; with the rest, rules and chats are found too. */
const settings: readonly Record<Source, number>[] = [
  { turns: 1, dev: 0.7, active: 0.7, rules: 0.1, files: 0.05, commits: 0.05, chats: 0.04, personal: 0.4, own: 0.3 },
  { turns: 1, dev: 0.7, active: 0.7, rules: 0, files: 0, commits: 0, chats: 0, personal: 0, own: 0.3 },
];
/** The number of networks of each setting: in the file, and in each fold of the check. */
const fitsOfFile = 2;
const fitsOfFold = 1;
/** Sentences beyond doubt of these count more. */
const real = new Set<Source>(['turns', 'dev', 'active']);
const factorOfSure = 2;
/** Where the classifier's scores are in a form: it has seen all texts but these. */
const scores = [33, 34, 35, 36];
const unseen = new Set<Source>(['turns', 'rules']);
/** Brings the numbers of a vector of length 1 to a spread of about 1. */
const scale = Math.sqrt(320);

const { encode, save } = encoderWith(optionOf('--vectors'));
const texts = textsOf(folder);
const rows = rowsOf(texts, encode);
save();
for (const source of new Set(rows.map((row) => row.source))) {
  const of = rows.filter((row) => row.source === source);
  console.log(`${source}: ${of.length} clauses, ${of.filter(({ label }) => label > 0).length} of them lasting`);
}
if (args.includes('--check')) {
  const checked = Math.min(folds, Number.parseInt(optionOf('--check') ?? '', 10) || folds);
  const networks = Array.from({ length: checked }, (_, fold) => {
    const started = performance.now();
    const network = new ClauseNetwork(
      trained(
        rows.filter(({ group }) => foldOf(group) !== fold),
        fitsOfFold,
      ),
    );
    console.log(`fold ${fold}: ${((performance.now() - started) / 1000).toFixed(0)} s`);
    return network;
  });
  const seen = texts.filter(({ group }) => foldOf(group) < checked);
  checkNetworks(seen, (group) => networks[foldOf(group)]!, encode);
}
if (!args.includes('--dry-run')) {
  const bytes = trained(rows, fitsOfFile);
  writeFileSync('src/ai/clauses/network.bin', bytes);
  console.log(`src/ai/clauses/network.bin: ${bytes.length} bytes`);
}

function trained(from: readonly Row[], count: number): Uint8Array {
  const { mean, spread } = spreadOf(from.filter(({ source }) => source === 'turns'));
  const samples = from.map((row) => sampleOf(row, mean, spread));
  const fits: Fit[] = [];
  for (const [k, setting] of settings.entries()) {
    const weighed = samples.flatMap((sample, i) => {
      const weight = weightOf(from[i]!, setting);
      return weight > 0 ? [{ ...sample, weight }] : [];
    });
    for (let n = 0; n < count; n++) fits.push(trainOne(weighed, 1_000 + 10 * k + n));
  }
  const words = trainWords(
    from.map((row) => ({
      ...{ group: row.group, text: row.text, features: row.words, isTurn: true },
      label: row.label > 0 ? 1 : 0,
      weight: weightOf(row, settings[0]!),
    })),
  );
  return packed(fits, { mean, spread, scale }, words);
}

function weightOf({ source, label }: Row, setting: Record<Source, number>): number {
  return setting[source] * (label === 1 && real.has(source) ? factorOfSure : 1);
}

function sampleOf(
  { source, vector, form, label }: Row,
  mean: Float32Array,
  spread: Float32Array,
): Omit<Sample, 'weight'> {
  const standard = form.map((one, i) => Math.max(-bound, Math.min(bound, (one - mean[i]!) / spread[i]!)));
  if (!unseen.has(source)) for (const i of scores) standard[i] = 0;
  return { vector: vector.map((one) => one * scale), form: standard, goals: [label > 0 ? 1 : 0, label === 1 ? 1 : 0] };
}

/** A number that is nearly always the same must not become large. */
const leastSpread = 0.05;

function spreadOf(from: readonly Row[]): { mean: Float32Array; spread: Float32Array } {
  const size = from[0]!.form.length;
  const mean = Float32Array.from(
    { length: size },
    (_, i) => from.reduce((sum, { form }) => sum + form[i]!, 0) / from.length,
  );
  const spread = mean.map(
    (one, i) => leastSpread + Math.sqrt(from.reduce((sum, { form }) => sum + (form[i]! - one) ** 2, 0) / from.length),
  );
  return { mean, spread };
}

function foldOf(group: string): number {
  return createHash('sha1').update(`fold ${group}`).digest().readUInt32BE() % folds;
}
