import { largest } from '../rank/largest.ts';
import { cosineOf, type Reading } from './pair-network.ts';
import { type Profile, profileOf } from './profile.ts';

/** The old state is among the nearest eight in 96 to 100 of 100 probes, and in 85 of 100 hard situations. */
const maxNearest = 8;
/** Of those that share words or names: so a changed value is found by the old one that the statement names. */
const maxSharing = 4;
/** A statement with this share of an older one's words is about the same subject. */
const leastShared = 0.5;

/** The memories to choose candidates from. */
export interface Stored {
  /** Of the whole store: what the encoder read, 320 numbers at length 1. */
  vectors: readonly { id: string; vector: Float32Array }[];
  /** What a search for the statement's words found. */
  found: readonly { id: string; text: string }[];
}

/**
 * The ids of the stored memories to judge for a new statement: the nearest by the encoder, then those found that share a
 * name, a number or most of their words with it. At most twelve, the likeliest first.
 */
export function candidatesOf(text: string, { vector }: Pick<Reading, 'vector'>, { vectors, found }: Stored): string[] {
  const nearest = best(vectors, (one) => cosineOf({ vector }, one), maxNearest);
  const said = profileOf(text);
  const share = (one: { text: string }) => {
    const shared = sharedOf(said, profileOf(one.text));
    return shared < leastShared ? 0 : shared;
  };
  const known = new Set(nearest.map(({ id }) => id));
  const sharing = best(
    found.filter(({ id }) => !known.has(id)),
    share,
    maxSharing,
  );
  return [...nearest, ...sharing].map(({ id }) => id);
}

/** Those with the largest values above 0, largest first. */
function best<One>(all: readonly One[], rate: (one: One) => number, most: number): One[] {
  const numbers = Int32Array.from(all, (_, at) => at);
  return largest({ values: Float64Array.from(all, rate), numbers }, most).map((at) => all[at]!);
}

/** 1 and more: the newer one names names or numbers of the older one; below: the share of the older one's words. */
function sharedOf(newer: Profile, older: Profile): number {
  const count = (one: ReadonlySet<string>, other: ReadonlySet<string>) =>
    [...one].filter((each) => other.has(each)).length;
  const words = older.words.size === 0 ? 0 : count(older.words, newer.words) / older.words.size;
  return words + count(older.names, newer.names) + count(older.numbers, newer.numbers);
}
