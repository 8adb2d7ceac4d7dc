import { Lru } from '../base/lru.ts';
import { questionKey } from '../domain/stores/recalls.ts';
import type { DateHint } from '../domain/stores/search.ts';
import { analyzeQuery } from './query.ts';

/** One question may add to another so much: this share of its terms is in both. */
const leastShared = 2 / 3;

/**
 * Whether a question asks for the same as another, in nearly its words: "Which port does staging use?" and "What port is
 * staging on?". A word that each has and the other lacks asks for something else,
 * as another time does.
 */
export function isSameQuestion(one: string, other: string, now: number): boolean {
  const [a, b] = [one, other].map(questionKey);
  if (a === b) return true;
  const [asked, known] = [termsOf(one, now), termsOf(other, now)].toSorted((x, y) => x.size - y.size);
  if (!asked || !known || asked.size === 0) return false;
  return [...asked].every((term) => known.has(term)) && asked.size / known.size >= leastShared;
}

const timeOf = (date: DateHint) => JSON.stringify(date);

function termsOf(question: string, now: number): ReadonlySet<string> {
  const before = analysed.get(question);
  if (before) return before;
  const { terms, dates } = analyzeQuery(question, now);
  const all = new Set([...terms.flatMap(({ term, alternate }) => (alternate ? [] : [term])), ...dates.map(timeOf)]);
  // "Last week" is another one tomorrow.
  if (dates.length === 0) analysed.set(question, all);
  return all;
}

/** The terms of questions: hooks compare each prompt with every question that a person has settled. */
const analysed = new Lru<string, ReadonlySet<string>>(2_000);
