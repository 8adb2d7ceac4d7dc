import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { storing } from './searchable.ts';

/** Memories in one language and people's questions about them: in other forms, partly with other words. */
export interface LanguageSet {
  readonly language: string;
  readonly memories: readonly string[];
  /** Each with the index of the memory that answers it. */
  readonly questions: readonly (readonly [question: string, answer: number])[];
}

const FOLDER = 'test/search/languages';

export function languageSets(): LanguageSet[] {
  return readdirSync(FOLDER).map((file) => ({
    language: basename(file, '.json'),
    ...JSON.parse(readFileSync(join(FOLDER, file), 'utf8')),
  }));
}

/** For each question the rank of its answer, Infinity when it is not found. */
export function rankOfAnswers({ memories, questions }: LanguageSet): number[] {
  const store = storing(...memories);
  return questions.map(([question, answer]) => {
    const place = store.find(question).indexOf(memories[answer]!);
    return place < 0 ? Number.POSITIVE_INFINITY : place + 1;
  });
}
