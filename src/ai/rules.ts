import {
  type AnsweredOperation,
  type ExtractionAnswer,
  type ExtractionRequest,
  type Extractor,
  noUsage,
} from '../domain/ai.ts';
import { contentIdentity } from '../domain/text.ts';
import { Classifier } from './rules/classify.ts';
import { isFiller, withoutLeadIn } from './rules/filler.ts';
import { salienceOf } from './rules/salience.ts';
import { splitStatements } from './rules/statements.ts';

/**
 * Extraction without a provider: no network, the same answer for the same text, in any script.
 * It adds and drops only: what becomes of stored memories is not for rules to guess.
 */
export class RuleExtractor implements Extractor {
  readonly kind = 'rules';
  readonly deadlineMs = 10_000;

  async extract({ text, categories }: ExtractionRequest): Promise<ExtractionAnswer> {
    const classifier = new Classifier(categories);
    const seen = new Set<string>();
    const operations = splitStatements(text).flatMap((statement): AnsweredOperation[] => {
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
    return { answer: { operations }, usage: noUsage };
  }
}
