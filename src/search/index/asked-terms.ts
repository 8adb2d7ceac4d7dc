import type { AnalyzedQuery, QueryTerm } from '../../domain/search-store.ts';
import { relatedTermsIn } from '../lexicon/related.ts';
import { languageOf } from '../text/languages/languages.ts';
import { spelledStemsIn } from '../text/languages/stems.ts';
import { partsOf } from './compounds.ts';

/** A query's term as the memories of a character may have it. */
export interface AskedTerm {
  /** Its stems in English and in the languages of the memories: the query's own language first behind English. */
  readonly forms: readonly string[];
  /** The relations of its forms. */
  readonly related: readonly string[];
  /** What it may be put together from. */
  readonly parts: readonly string[];
}

/** The languages of a character's memories, those of the query first. */
export function likeliestFirst(languages: readonly number[], query: AnalyzedQuery): number[] {
  const place = (language: number) => (query.languages.includes(language) ? 0 : 1);
  return [...languages].sort((a, b) => place(a) - place(b) || a - b);
}

export function askedTerm({ term, written, related }: QueryTerm, languages: readonly number[]): AskedTerm {
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
  return { forms: [...forms], related: [...relations], parts: [...parts] };
}
