import type { ExtractionRequest, TokenEstimate } from '../domain/ai.ts';
import { estimateTokens } from '../text/tokens.ts';
import { answerSchema } from './answer.ts';
import { maxAnswerTokens } from './models.ts';
import { describeSchema, instructions, question } from './prompt.ts';

/** An answer without anything in it. */
const emptyAnswer = 300;

/** What an extraction costs at most, roughly: an answer repeats the text's facts, each with a few words about it. */
export function estimateExtraction(request: ExtractionRequest): TokenEstimate {
  const asked = [instructions, describeSchema(answerSchema(request.categories)), question(request)];
  return {
    inputTokens: asked.reduce((sum, text) => sum + estimateTokens(text), 0),
    outputTokens: Math.min(maxAnswerTokens, emptyAnswer + 2 * estimateTokens(request.text)),
  };
}
