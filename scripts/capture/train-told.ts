// Trains the network of what is told: node scripts/run-typescript.mjs scripts/capture/train-told.ts FOLDER SITUATIONS [--vectors FILE] [--check] [--dry-run]
// FOLDER and the options are those of train-network.ts; SITUATIONS has `pairs-LANGUAGE.jsonl`. --check trains on four fifths of the
// repositories and situations, and prints how many clauses of the others reach each threshold: told, lasting in turns, not lasting.
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { ClauseNetwork } from '../../src/ai/clauses/network.ts';
import { readClauses } from '../../src/ai/clauses/read.ts';
import { fitted } from './fit-network.ts';
import { packed } from './pack-network.ts';
import { encoderWith, type Row, rowsOf } from './rows.ts';
import { type Source, situationsOf, textsOf } from './texts.ts';

const args = process.argv.slice(2);
const vectors = args.includes('--vectors') ? args[args.indexOf('--vectors') + 1] : undefined;
const [folder, situations] = args.filter((one) => !one.startsWith('--') && one !== vectors);
if (folder === undefined || situations === undefined)
  throw new Error('name the folders of labelled texts and situations');

/** The number of networks that are averaged. */
const fits = 2;
/** Statements of turns are mostly rules, which another network knows; those that are certain count here too. */
const others = new Set<Source>(['turns', 'dev', 'active', 'own']);

const { encode, save } = encoderWith(vectors);
const rows = rowsOf(
  [...textsOf(folder).filter(({ source }) => others.has(source)), ...situationsOf(situations, folder)],
  encode,
);
save();
const isHeld = ({ group }: Row) => createHash('sha1').update(`fold ${group}`).digest()[0]! % 5 === 0;

if (args.includes('--check')) check();
if (!args.includes('--dry-run')) {
  const bytes = packed(fitted(rows, fits, weighing(rows)));
  writeFileSync('src/ai/clauses/told.bin', bytes);
  console.log(`src/ai/clauses/told.bin: ${bytes.length} bytes`);
}

/**
 * How much a row counts: in each language what is told as much as what is not, so that a language says nothing by itself. Few
 * rows of a language count at most `maxFactor` each.
 */
function weighing(all: readonly Row[]): (row: Row) => number {
  const [told, rest] = [new Map<string, number>(), new Map<string, number>()];
  for (const { label, language } of all) {
    const counts = label > 0 ? told : rest;
    counts.set(language, (counts.get(language) ?? 0) + 1);
  }
  const maxFactor = 8;
  return ({ label, language }) => {
    const [t, r] = [told.get(language) ?? 0, rest.get(language) ?? 0];
    if (label === 0) return Math.min(maxFactor, Math.max(1, t / r));
    return Math.min(maxFactor, Math.max(1, r / t), Math.max(1, (maxFactor * r) / t));
  };
}

function check(): void {
  const known = rows.filter((row) => !isHeld(row));
  const network = new ClauseNetwork(packed(fitted(known, 1, weighing(known))));
  const held = rows.filter(isHeld).flatMap((row) => {
    const [clause] = readClauses(row.text);
    return clause ? [{ ...row, score: network.score(clause, row.vector, [...row.form]) }] : [];
  });
  const parts: [string, (row: Row) => boolean][] = [
    ['told', ({ source, label }) => source === 'situations' && label > 0],
    ['lasting in turns', ({ source, label }) => source === 'turns' && label > 0],
    ['not lasting', ({ source, label }) => source === 'turns' && label === 0],
    ['tasks beside what is told', ({ source, label }) => source === 'situations' && label === 0],
    ['own, other', ({ source, label }) => source === 'own' && label === 0],
  ];
  for (const threshold of [-1, 0, 0.5, 1, 1.5, 2, 2.5, 3, 4, 5]) {
    const shares = parts.map(([name, isOf]) => {
      const some = held.filter(isOf);
      return `${name} ${some.filter(({ score }) => score >= threshold).length} of ${some.length}`;
    });
    console.log(`${threshold}: ${shares.join(', ')}`);
  }
}
