import type { CharacterIndex, PostingsRow, WantedPostings } from './character-index.ts';

/**
 * How an index is read and updated: in steps that request rows from an engine. Engines only run statements, all on one
 * snapshot of the store. So both engines find and store the same.
 */
export type Steps<Source, Result> = Generator<(source: Source) => unknown, Result, unknown>;

/** A synchronous answer, or one after a round trip. */
export type Eventually<T> = T | Promise<T>;

/** A source without round trips. */
export type AtOnce<Source> = {
  readonly [K in keyof Source]: Source[K] extends (...asked: infer Asked) => infer Answer
    ? (...asked: Asked) => Awaited<Answer>
    : Source[K];
};

/** A request of the reading steps to the engine. */
export interface IndexSource {
  /** The character's index, read or cached, and the postings that are needed for the terms. */
  index(terms: readonly string[]): Eventually<{ index: CharacterIndex; postings: readonly PostingsRow[] }>;
  /** The postings that are there of those wanted, in their order. */
  postings(wanted: WantedPostings): Eventually<readonly PostingsRow[]>;
  /** For each beginning the terms of the vocabulary that begin so. */
  beginning(beginnings: readonly string[]): Eventually<readonly (readonly string[])[]>;
  /** For each ending, of at least two letters, the terms of the vocabulary that end so. */
  ending(endings: readonly string[]): Eventually<readonly (readonly string[])[]>;
}

export type Reading<Result> = Steps<IndexSource, Result>;

/** The function with which steps ask their source. */
export function asking<Source>() {
  return function* ask<Answer>(question: (source: Source) => Eventually<Answer>): Steps<Source, Answer> {
    return (yield question) as Answer;
  };
}

export const ask = asking<IndexSource>();

/** Takes the steps with an engine that answers synchronously. */
export function takeSteps<Source, Result>(steps: Steps<Source, Result>, source: AtOnce<Source>): Result {
  let step = steps.next();
  while (!step.done) step = steps.next(step.value(source as Source));
  return step.value;
}

/** Runs the steps with an engine that needs a round trip for rows. */
export async function takeDistantSteps<Source, Result>(steps: Steps<Source, Result>, source: Source): Promise<Result> {
  let step = steps.next();
  while (!step.done) step = steps.next(await step.value(source));
  return step.value;
}
