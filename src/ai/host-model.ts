import { type ExtractionRequest, type Extractor, extractionFailed, noUsage } from '../domain/ai.ts';
import { answerSchema, readJson } from './answer.ts';
import { describeSchema, instructions, question } from './prompt.ts';

/** UTF-16 units of a prompt, without the texts that it is about. */
const maxPromptLength = 60_000;
/** The most operations of one session. */
const maxOperations = 20;
/** Hosts start slowly, and some think before they answer. */
const deadlineMs = 180_000;

/**
 * Extraction by the model of a host, through the host's own command: called once, without a schema.
 * @param ask the host's output for a prompt; rejects with a sentence for people
 * @param lookUps queries for similar stored memories
 */
export function hostModel(
  name: string,
  ask: (prompt: string, signal: AbortSignal) => Promise<string>,
  lookUps: readonly string[],
): Extractor {
  return {
    kind: 'ai',
    deadlineMs,
    isAskedOnce: true,
    lookUps: () => [...lookUps],
    async extract(request, signal = AbortSignal.timeout(deadlineMs)) {
      const said = await ask(promptFor(request), signal).catch((error: Error) => {
        signal.throwIfAborted();
        throw extractionFailed(`The model of ${name} was not reached. ${error.message}`);
      });
      return { answer: bounded(readJson(said)), usage: noUsage };
    },
  };
}

/** With as many of the stored memories as fit; the first ones are the most similar. */
function promptFor(request: ExtractionRequest): string {
  const parts = (similar: ExtractionRequest['similar']) =>
    [
      instructions,
      describeSchema(answerSchema(request)),
      `At most ${maxOperations} operations: those that matter most.`,
      question({ ...request, similar }),
    ].join('\n\n');
  let { similar } = request;
  for (;;) {
    const prompt = parts(similar);
    if (similar.length === 0 || prompt.length <= maxPromptLength) return prompt;
    similar = similar.slice(0, Math.floor(similar.length / 2));
  }
}

function bounded(answer: unknown): unknown {
  const { operations } = (answer ?? {}) as { operations?: unknown };
  return Array.isArray(operations) ? { operations: operations.slice(0, maxOperations) } : answer;
}
