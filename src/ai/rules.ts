import { type AnsweredOperation, type ExtractionRequest, type Extractor, noUsage } from '../domain/ai.ts';
import { contentIdentity } from '../domain/text.ts';
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
  const add = (statement: Statement, content: string, stressed: boolean): AnsweredOperation[] => {
    const identity = contentIdentity(content);
    if (seen.has(identity)) return [];
    seen.add(identity);
    const { category, certainty } = classifier.classify(content, statement.heading);
    const { name, importance } = category;
    const isReported = statement.speaker?.role === 'assistant';
    const salience = salienceOf(content, { stressed, certainty, importance, isReported });
    return [{ operation: 'ADD', content, category: name, importance, salience }];
  };
  const { path, rest: said } = withoutPath(text);
  const statements = splitStatements(said);
  const proposed = statements.flatMap((statement): AnsweredOperation[] => {
    if (statement.isCode) return [{ operation: 'NONE', reason: 'code or output: the words around it are remembered' }];
    if (isFiller(statement.text, statement.speaker)) return [{ operation: 'NONE', reason: 'small talk' }];
    const { rest, stressed } = withoutLeadIn(statement.text);
    return add(statement, path + attributed(statement, rest), stressed);
  });
  if (proposed.some(({ operation }) => operation === 'ADD') || !statements.some(({ isCode }) => isCode))
    return proposed;
  return fitting(text.trim()).flatMap((part) => add({ text: part }, part, false));
}

/** A turn of an imported conversation comes with the path to it: "Lisbon trip › User: I'd like to …". */
function withoutPath(text: string): { path: string; rest: string } {
  const path = /^[^\n]{0,1000}? › (?=(?:User|Assistant): )/u.exec(text)?.[0] ?? '';
  return { path, rest: text.slice(path.length) };
}

const fewWords = 3;

/** A statement with what it was listed under and, unless the user said it, who said it. */
function attributed({ context, speaker }: Statement, rest: string): string {
  const content = context ? `${context}: ${rest}` : rest;
  if (!speaker) return content;
  // "User: admin" is no sentence of the user's.
  const speaks = speaker.role === 'user' && (unspaced.test(content) || words(content).length >= fewWords);
  return speaks ? content : `${speaker.name}: ${content}`;
}
