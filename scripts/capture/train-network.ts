// Trains the network of clauses: node scripts/run-typescript.mjs scripts/capture/train-network.ts FOLDER [--vectors FILE] [--check] [--dry-run]
// FOLDER has the labelled texts (scripts/capture/README.md); --vectors keeps what the encoder reads in FILE, for the next training;
// --check measures by five-fold cross-validation by repository, --check 1 on the first fold alone; --dry-run writes no weights.
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { ClauseNetwork } from '../../src/ai/clauses/network.ts';
import { checkNetworks } from './check-network.ts';
import { fitted } from './fit-network.ts';
import { packed } from './pack-network.ts';
import { encoderWith, rowsOf } from './rows.ts';
import { textsOf } from './texts.ts';

const folds = 5;
const args = process.argv.slice(2);
const optionOf = (name: string) => (args.includes(name) ? args[args.indexOf(name) + 1] : undefined);
const [folder] = args.filter(
  (one, i) => !one.startsWith('--') && !['--vectors', '--check'].includes(args[i - 1] ?? ''),
);
if (folder === undefined) throw new Error('name the folder of labelled texts');

/** The number of networks that are averaged: in the file, and in each fold of the check. */
const fitsOfFile = 3;
const fitsOfFold = 1;

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
    const others = rows.filter(({ group }) => foldOf(group) !== fold);
    const network = new ClauseNetwork(packed(fitted(others, fitsOfFold)));
    console.log(`fold ${fold}: ${((performance.now() - started) / 1000).toFixed(0)} s`);
    return network;
  });
  const seen = texts.filter(({ group }) => foldOf(group) < checked);
  checkNetworks(seen, (group) => networks[foldOf(group)]!, encode);
}
if (!args.includes('--dry-run')) {
  const bytes = packed(fitted(rows, fitsOfFile));
  writeFileSync('src/ai/clauses/network.bin', bytes);
  console.log(`src/ai/clauses/network.bin: ${bytes.length} bytes`);
}

function foldOf(group: string): number {
  return createHash('sha1').update(`fold ${group}`).digest().readUInt32BE() % folds;
}
