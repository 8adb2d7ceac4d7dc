import type { CharacterIndex } from './character-index.ts';
import type { PostingsRow, WantedPostings } from './rows.ts';

/**
 * How the reading of an index goes: in steps that ask an engine for rows. The engine answers with whatever calls suit
 * it, all answers of one state of the store, so that what is found does not depend on it.
 */

interface Exchanges {
  /** The character's index, read or kept since it was read, and the postings that it wants for the terms. */
  index: {
    asked: { readonly terms: readonly string[] };
    answer: { readonly index: CharacterIndex; readonly postings: readonly PostingsRow[] };
  };
  /** The postings that are there of those wanted, in their order. */
  postings: { asked: { readonly wanted: WantedPostings }; answer: readonly PostingsRow[] };
  /** For each beginning the terms of the vocabulary that begin so. */
  beginning: { asked: { readonly beginnings: readonly string[] }; answer: readonly (readonly string[])[] };
  /** For each ending, of at least two letters, the terms of the vocabulary that end so. */
  ending: { asked: { readonly endings: readonly string[] }; answer: readonly (readonly string[])[] };
}

type Kind = keyof Exchanges;
type Question = { [K in Kind]: { readonly kind: K } & Exchanges[K]['asked'] }[Kind];

/** Rows for what is asked. */
export type IndexSource = { readonly [K in Kind]: (asked: Exchanges[K]['asked']) => Exchanges[K]['answer'] };

/** Steps that end in a result; they are to be taken with `takeSteps` or its like. */
export type Steps<Result> = Generator<Question, Result, unknown>;

/** Asks; the driver of the steps answers a question in its own kind. */
export function* ask<K extends Kind>(kind: K, asked: Exchanges[K]['asked']): Steps<Exchanges[K]['answer']> {
  return (yield { kind, ...asked } as Question) as Exchanges[K]['answer'];
}

/** Takes the steps with an engine that answers at once. */
export function takeSteps<Result>(steps: Steps<Result>, source: IndexSource): Result {
  let step = steps.next();
  while (!step.done) step = steps.next(answerOf(source, step.value));
  return step.value;
}

/** As IndexSource, of an engine that has to wait for its rows. */
export type DistantSource = { readonly [K in Kind]: (asked: Exchanges[K]['asked']) => Promise<Exchanges[K]['answer']> };

/** As takeSteps. */
export async function takeDistantSteps<Result>(steps: Steps<Result>, source: DistantSource): Promise<Result> {
  let step = steps.next();
  while (!step.done) step = steps.next(await answerOf(source, step.value));
  return step.value;
}

function answerOf(source: IndexSource | DistantSource, question: Question): unknown {
  switch (question.kind) {
    case 'index':
      return source.index(question);
    case 'postings':
      return source.postings(question);
    case 'beginning':
      return source.beginning(question);
    case 'ending':
      return source.ending(question);
  }
}
