import { isQuestion } from '../../text/questions.ts';

/**
 * The relevance from which a memory is given at a prompt. A question asks for what may be known; anything else is mostly
 * an order to the agent, in words that occur in any notes, so only what fits better helps there. docs/hooks.md has what
 * both were chosen by: `npm run bench -- recall`.
 */
export const leastRelevance = { question: 0.38, order: 0.5 } as const;

export function leastRelevanceFor(prompt: string): number {
  return isQuestion(prompt) ? leastRelevance.question : leastRelevance.order;
}
