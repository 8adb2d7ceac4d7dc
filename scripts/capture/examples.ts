import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { featuresOf } from '../../src/ai/clauses/features.ts';
import { type Read, read, readClauses } from '../../src/ai/clauses/read.ts';
import { rememberable } from '../../src/text/said.ts';
import { liesIn } from './match.ts';

/** The format of a file of labelled text; scripts/capture/README.md describes it. */
interface Labelled {
  /** A repository or chat: cross-validation keeps its examples together. */
  group: string;
  text: string;
  /** The label of all clauses that `clauses` does not name; 1: durable, 0: not. */
  label: 0 | 1;
  weight: number;
  /**
   * Said to a coding agent, said in another chat, or a sentence without a turn, which gets the place of a random
   * clause.
   */
  kind: 'turn' | 'chat' | 'bare';
  /** Labels of single clauses; where several fit, the first counts. */
  clauses?: { text: string; label: 0 | 1; weight: number }[];
}

export interface Example {
  group: string;
  text: string;
  features: Int32Array;
  label: number;
  weight: number;
  isTurn: boolean;
}

/** Lists of labelled texts, as JSON, gzipped or not. */
export function readLabelled(files: readonly string[]): Labelled[] {
  return files.flatMap((file) => {
    const bytes = readFileSync(file);
    return JSON.parse((file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')) as Labelled[];
  });
}

/** The probability that a sentence without a turn keeps its own place. */
const ownPlaces = 0.35;

export function examplesOf(labelled: readonly Labelled[]): Example[] {
  const random = seeded(1);
  const turns = labelled.filter(({ kind }) => kind !== 'bare').map((one) => ({ ...one, cut: cutSaid(one.text) }));
  const places = turns.flatMap(({ cut }) => cut);
  const make = (clause: Read, one: Labelled): Example => {
    const named = one.clauses?.find(({ text }) => liesIn(clause.text, text));
    const { label, weight } = named ?? one;
    const features = Int32Array.from(featuresOf(clause));
    return { group: one.group, text: clause.text, features, label, weight, isTurn: one.kind === 'turn' };
  };
  const ofTurns = turns.flatMap((one) => one.cut.map((clause) => make(clause, one)));
  const bare = labelled.filter(({ kind }) => kind === 'bare');
  const ofBare = bare.flatMap((one) =>
    cutSaid(one.text).map((clause) => {
      const place = places[Math.floor(random() * places.length)];
      if (random() < ownPlaces || place === undefined) return make(clause, one);
      const { text, raw, part, parts, isQuestion, isLeadIn } = clause;
      return make(read({ ...place, text, raw, part, parts, isQuestion, isLeadIn }), one);
    }),
  );
  return [...ofTurns, ...ofBare].filter(({ weight }) => weight > 0);
}

/** As hooks pass it on: without code and secrets. */
function cutSaid(text: string): Read[] {
  return readClauses(rememberable(text).text);
}

/** A linear congruential generator, 0 to 1. */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return state / 0x7fffffff;
  };
}
