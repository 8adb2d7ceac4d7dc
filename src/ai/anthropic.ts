import type { Anthropic } from '@anthropic-ai/sdk';
import { once } from '../base/once.ts';
import { type ExtractionAnswer, type ExtractionRequest, type Extractor, extractionFailed } from '../domain/ai.ts';
import { answerSchema, readJson } from './answer.ts';
import { Dialects } from './dialects.ts';
import { readFault, untilAborted } from './failure.ts';
import { limited } from './limited-fetch.ts';
import { maxAnswerTokens } from './models.ts';
import { describeSchema, estimateExtraction, instructions, question } from './prompt.ts';

interface AnthropicOptions {
  apiKey: string;
  model: string;
  deadlineMs: number;
}

type Request = Anthropic.MessageCreateParamsNonStreaming;

/**
 * How to request the tool, best first. A tool can be forced only while the model does not think: models that think by
 * default use the first way, older ones the second. A model that always thinks can only be asked.
 */
const ways = ['forced', 'forced-plain', 'offered'] as const;
type Way = (typeof ways)[number];

const toolName = 'remember';

/** Extraction by Anthropic's messages API; the answer is the input of a tool. */
export class AnthropicExtractor implements Extractor {
  readonly kind = 'ai';
  readonly estimate = estimateExtraction;
  readonly deadlineMs: number;
  readonly #apiKey: string;
  readonly #model: string;
  readonly #dialects = new Dialects<Way>(ways);
  readonly #client = once(() => this.#load());

  constructor({ apiKey, model, deadlineMs }: AnthropicOptions) {
    this.#apiKey = apiKey;
    this.#model = model;
    this.deadlineMs = deadlineMs;
  }

  async extract(request: ExtractionRequest, signal?: AbortSignal): Promise<ExtractionAnswer> {
    const endpoint = { provider: 'anthropic', model: this.#model, apiKey: this.#apiKey } as const;
    const ask = async (way: Way) => {
      const { messages } = await this.#client();
      return read(await untilAborted(messages.create(this.#body(request, way), { signal }), signal));
    };
    try {
      return await this.#dialects.ask(ask, (error) => readFault(error, endpoint).status === 400);
    } catch (error) {
      signal?.throwIfAborted();
      throw extractionFailed(readFault(error, endpoint).message);
    }
  }

  async #load(): Promise<Anthropic> {
    const { Anthropic } = await import('@anthropic-ai/sdk');
    // No authToken: it would come from a variable for other programs. The client must not print.
    return new Anthropic({
      apiKey: this.#apiKey,
      authToken: null,
      fetch: limited(fetch),
      maxRetries: 2,
      logLevel: 'off',
    });
  }

  #body(request: ExtractionRequest, way: Way): Request {
    const schema = answerSchema(request) as Anthropic.Tool.InputSchema;
    const forced = way !== 'offered';
    return {
      model: this.#model,
      max_tokens: maxAnswerTokens,
      system: forced ? instructions : `${instructions}\n\nAnswer by calling ${toolName}. ${describeSchema(schema)}`,
      messages: [{ role: 'user', content: question(request) }],
      tools: [{ name: toolName, description: 'Give the memory operations for the text.', input_schema: schema }],
      tool_choice: forced
        ? { type: 'tool', name: toolName, disable_parallel_tool_use: true }
        : { type: 'auto', disable_parallel_tool_use: true },
      ...(way === 'forced' && { thinking: { type: 'disabled' } }),
    };
  }
}

function read(message: Anthropic.Message): ExtractionAnswer {
  const { input_tokens, cache_read_input_tokens, cache_creation_input_tokens, output_tokens } = message.usage;
  const inputTokens = input_tokens + (cache_read_input_tokens ?? 0) + (cache_creation_input_tokens ?? 0);
  const usage = { calls: 1, inputTokens, outputTokens: output_tokens };
  if (message.stop_reason === 'refusal') {
    return { declined: 'The AI provider (anthropic) declined to process this text.', usage };
  }
  if (message.stop_reason === 'max_tokens') {
    return {
      declined: 'The answer of the AI provider (anthropic) was cut off: send the text in smaller parts.',
      usage,
    };
  }
  const call = message.content.find((block) => block.type === 'tool_use');
  if (call) return { answer: call.input, usage };
  const text = message.content.map((block) => (block.type === 'text' ? block.text : '')).join('');
  return { answer: readJson(text), usage };
}
