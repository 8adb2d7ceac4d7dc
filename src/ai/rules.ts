import { type AnsweredOperation, type ExtractionRequest, type Extractor, noUsage } from '../domain/ai.ts';
import { contentIdentity } from '../domain/text.ts';
import type { Speaker } from '../text/speakers.ts';
import { unspaced, words } from '../text/words.ts';
import { Classifier } from './rules/classify.ts';
import { isFiller } from './rules/filler.ts';
import { withoutLeadIn } from './rules/lead-ins.ts';
import { salienceOf } from './rules/salience.ts';
import { fitting, type Statement, splitStatements } from './rules/statements.ts';

/**
 * Extraction without a provider: no network, the same answer for the same text, in any script.
 * It adds and drops only: what becomes of stored memories is not for rules to guess.
 */
export function rulesExtractor(): Extractor {
  return {
    kind: 'rules',
    deadlineMs: 10_000,
    extract: async (request) => ({ answer: { operations: propose(request) }, usage: noUsage }),
  };
}

function propose({ text, categories }: ExtractionRequest): AnsweredOperation[] {
  const classifier = new Classifier(categories);
  const seen = new Set<string>();
  const add = (content: string, said: string, { heading, speaker }: Statement, stressed = false) => {
    const identity = contentIdentity(content);
    if (seen.has(identity)) return [];
    seen.add(identity);
    const { category, certainty } = classifier.classify(said, heading);
    const { name, importance } = category;
    const isReported = speaker?.role === 'assistant';
    const salience = salienceOf(said, { stressed, certainty, importance, isReported });
    return [{ operation: 'ADD' as const, content, category: name, importance, salience }];
  };
  const { path, rest: unread } = withoutPath(text);
  const statements = splitStatements(unread);
  const proposed = statements.flatMap((statement): AnsweredOperation[] => {
    if (statement.isCode) return [{ operation: 'NONE', reason: 'code or output: the words around it are remembered' }];
    if (isFiller(statement.text, statement.speaker)) return [{ operation: 'NONE', reason: 'small talk' }];
    const { rest, stressed } = withoutLeadIn(statement.text);
    const said = statement.context ? `${statement.context}: ${rest}` : rest;
    return add(path + attributed(said, statement.speaker), said, statement, stressed);
  });
  if (proposed.some(({ operation }) => operation === 'ADD') || !statements.some(({ isCode }) => isCode))
    return proposed;
  return fitting(text.trim()).flatMap((part) => add(part, part, { text: part }));
}

/** A turn of an imported conversation comes with the path to it: "Lisbon trip › User: I'd like to …". */
function withoutPath(text: string): { path: string; rest: string } {
  const path = /^[^\n]{0,1000}? › (?=(?:User|Assistant): )/u.exec(text)?.[0] ?? '';
  return { path, rest: text.slice(path.length) };
}

const fewWords = 3;

/** What was said with, unless the user said it, who said it. */
function attributed(said: string, speaker: Speaker | undefined): string {
  if (!speaker) return said;
  // "User: admin" is no sentence of the user's.
  const speaks = speaker.role === 'user' && (unspaced.test(said) || words(said).length >= fewWords);
  return speaks ? said : `${speaker.name}: ${said}`;
}
