import { type TaskState, taskStateOf } from '../../text/tasks.ts';
import { TEXT } from '../parameters.ts';
import { NO_LANGUAGE } from './languages/languages.ts';
import { type Passage, splitPassages } from './passages.ts';
import { subjectTermsOf } from './subjects.ts';

/** A passage of a memory with the terms it is found by. */
export interface AnalyzedPassage {
  /** Words. */
  readonly length: number;
  /** Term → ascending word positions. */
  readonly terms: ReadonlyMap<string, readonly number[]>;
}

/** The index entry of a memory's content in a language: at least one passage, for any content. */
export function analyzeMemory(content: string, language = NO_LANGUAGE): AnalyzedPassage[] {
  const passages = splitPassages(content, language).map((passage) => indexed(passage, language));
  const state = taskStateOf(content);
  if (state !== undefined) passages[0]?.terms.set(taskTerm(state), [0]);
  return passages.length > 0 ? passages : [{ length: 0, terms: new Map() }];
}

/** The term of all tasks of a state. No word of a text has a space. */
export function taskTerm(state: TaskState): string {
  return `${state} task`;
}

function indexed(passage: Passage, language: number): AnalyzedPassage & { terms: Map<string, readonly number[]> } {
  const telling = passage.words.reduce((count, word) => count + (word.role === 'word' ? 1 : 0), 0);
  const terms = new Map<string, number[]>();
  for (const { term, position, role } of passage.words) {
    if (role === 'stop' && telling > TEXT.stopWordsWithin) continue;
    const positions = terms.get(term);
    if (positions === undefined) terms.set(term, [position]);
    else if (positions.at(-1) !== position) positions.push(position);
  }
  for (const positions of terms.values()) if (positions.length > 1) positions.sort((a, b) => a - b);
  addSubjects(terms, language, passage.told);
  return { length: passage.length, terms };
}

/** Adds the terms of the subjects that a passage tells of, each where its word or value is. */
function addSubjects(terms: Map<string, number[]>, language: number, told: Passage['told']): void {
  const subjectsOf = subjectTermsOf(language);
  const found = [...told];
  for (const [term, positions] of terms) for (const subject of subjectsOf(term)) found.push([subject, positions[0]!]);
  for (const [subject, at] of found) if (!terms.has(subject)) terms.set(subject, [at]);
}
