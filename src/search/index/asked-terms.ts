import type { AnalyzedQuery, QueryTerm } from '../../domain/stores/search.ts';
import { relatedTermsIn } from '../lexicon/related.ts';
import { TEXT } from '../parameters.ts';
import { languageOf } from '../text/languages/languages.ts';
import { spelledStemsIn } from '../text/languages/stems.ts';
import { partsOf } from './compounds.ts';

/** A query's term as the memories of a character may have it. */
export interface AskedTerm {
  /** Its stems: first English, then the query's own language, then the other languages of the memories. */
  readonly forms: readonly string[];
  /** The relations of its forms. */
  readonly related: readonly string[];
  /** Of these the same word in other languages. */
  readonly translated: readonly string[];
  /** What it may be put together from. */
  readonly parts: readonly string[];
}

/**
 * The languages to search in: those that the query may be in, then those of more than a few memories. A language that a
 * few odd texts were mistaken for would only slow a search for more than a name.
 */
export function likeliestFirst(shares: ReadonlyMap<number, number>, query: AnalyzedQuery): number[] {
  const isAsked = (language: number) => query.languages.includes(language);
  const least = query.terms.length <= TEXT.nameWords ? 0 : TEXT.languageShare;
  const worth = [...shares].filter(([language, share]) => isAsked(language) || share >= least);
  const place = (language: number) => (isAsked(language) ? 0 : 1);
  return worth.map(([language]) => language).sort((a, b) => place(a) - place(b) || a - b);
}

export function askedTerm(
  { term, written, related, translated = [] }: QueryTerm,
  languages: readonly number[],
): AskedTerm {
  const forms = new Set([term]);
  const relations = new Set(related);
  const parts = new Set<string>();
  for (const language of languages) {
    for (const word of written) {
      const stems = spelledStemsIn(language)(word);
      for (const form of stems) forms.add(form);
      for (const other of relatedTermsIn(language)(stems)) relations.add(other);
      const { compounds, agglutinates } = languageOf(language);
      if (compounds === true || agglutinates === true) for (const part of partsOf(word, language)) parts.add(part);
    }
  }
  return { forms: [...forms], related: [...relations], translated, parts: [...parts] };
}
