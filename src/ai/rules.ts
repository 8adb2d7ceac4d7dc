import { type AnsweredOperation, type ExtractionRequest, type Extractor, noUsage } from '../domain/ai.ts';
import { contentIdentity } from '../domain/text.ts';
import { rulesDeadlineMs } from './models.ts';
import { Classifier } from './rules/classify.ts';
import { isFiller, withoutLeadIn } from './rules/filler.ts';
import { salienceOf } from './rules/salience.ts';
import { splitStatements } from './rules/statements.ts';

/**
 * Extraction without a provider: no network, the same answer for the same text, in any script.
 * It adds and drops only: what becomes of stored memories is not for rules to guess.
 */
export function rulesExtractor(): Extractor {
  return {
    kind: 'rules',
    deadlineMs: rulesDeadlineMs,
    extract: async (request) => ({ answer: { operations: propose(request) }, usage: noUsage }),
  };
}

function propose({ text, categories }: ExtractionRequest): AnsweredOperation[] {
  const classifier = new Classifier(categories);
  const seen = new Set<string>();
  return splitStatements(text).flatMap((statement): AnsweredOperation[] => {
    if (isFiller(statement.text)) return [{ operation: 'NONE', reason: 'small talk' }];
    const { rest, stressed } = withoutLeadIn(statement.text);
    const content = statement.context ? `${statement.context}: ${rest}` : rest;
    const identity = contentIdentity(content);
    if (seen.has(identity)) return [];
    seen.add(identity);
    const { category, certainty } = classifier.classify(content, statement.heading);
    const { name, importance } = category;
    const salience = salienceOf(content, { stressed, certainty, importance });
    return [{ operation: 'ADD', content, category: name, importance, salience }];
  });
}
