import type { OpenAI } from 'openai';
import { type ExtractionAnswer, type ExtractionRequest, type Extractor, extractionFailed } from '../domain/ai.ts';
import { estimateTokens } from '../text/tokens.ts';
import { answerSchema, readJson } from './answer.ts';
import { Dialects } from './dialects.ts';
import { readFault, untilAborted } from './failure.ts';
import { defaultModels } from './models.ts';
import type { OpenAiClient } from './openai-client.ts';
import { describeSchema, estimateExtraction, instructions, question } from './prompt.ts';

type Request = OpenAI.Chat.ChatCompletionCreateParamsNonStreaming;
type Completion = OpenAI.Chat.ChatCompletion;

/** From a JSON schema to a mere request in words, because compatible endpoints often support only the latter. */
const ways = ['schema', 'json', 'text'] as const;
type Way = (typeof ways)[number];

/** Extraction by chat completions of OpenAI or an endpoint compatible with it. */
export class OpenAiExtractor implements Extractor {
  readonly kind = 'ai';
  readonly estimate = estimateExtraction;
  readonly deadlineMs: number;
  readonly #client: OpenAiClient;
  readonly #model: string;
  readonly #dialects = new Dialects<Way>(ways);

  constructor(client: OpenAiClient, model: string, deadlineMs: number) {
    this.#client = client;
    this.#model = model;
    this.deadlineMs = deadlineMs;
  }

  async extract(request: ExtractionRequest, signal?: AbortSignal): Promise<ExtractionAnswer> {
    const { apiKey } = this.#client;
    const endpoint = { provider: 'openai', model: this.#model, apiKey } as const;
    const ask = async (way: Way) => {
      const client = await this.#client.get();
      const body = this.#body(request, way);
      const completion = await untilAborted(client.chat.completions.create(body, { signal }), signal);
      return read(completion, body);
    };
    try {
      return await this.#dialects.ask(ask, (error) => refusesFormat(readFault(error, endpoint).status));
    } catch (error) {
      signal?.throwIfAborted();
      throw extractionFailed(readFault(error, endpoint).message);
    }
  }

  #body(request: ExtractionRequest, way: Way): Request {
    const schema = answerSchema(request);
    const system = way === 'schema' ? instructions : `${instructions}\n\n${describeSchema(schema)}`;
    return {
      model: this.#model,
      messages: [
        { role: 'system', content: system },
        { role: 'user', content: question(request) },
      ],
      // Reasoning would cost seconds and tokens. Only the default model is known to accept this field.
      ...(this.#model === defaultModels.openai && { reasoning_effort: 'none' }),
      ...(way === 'schema' && {
        response_format: { type: 'json_schema', json_schema: { name: 'memory_operations', strict: true, schema } },
      }),
      ...(way === 'json' && { response_format: { type: 'json_object' } }),
    };
  }
}

/** The statuses of a refused response format; endpoints that do not support one differ. */
function refusesFormat(status: number | undefined): boolean {
  return status === 400 || status === 415 || status === 422 || status === 501;
}

function read(completion: Completion, body: Request): ExtractionAnswer {
  const [choice] = completion.choices ?? [];
  const { content, refusal } = choice?.message ?? {};
  const { prompt_tokens: input, completion_tokens: output } = completion.usage ?? {};
  const usage = {
    calls: 1,
    inputTokens: input ?? estimateTokens(JSON.stringify(body.messages)),
    outputTokens: output ?? estimateTokens(content ?? ''),
  };
  if (refusal) return { declined: 'The AI provider (openai) declined to process this text.', usage };
  if (choice?.finish_reason === 'content_filter') {
    return { declined: "The AI provider (openai) stopped at this text: its content filter doesn't allow it.", usage };
  }
  if (choice?.finish_reason === 'length') {
    return { declined: 'The answer of the AI provider (openai) was cut off: send the text in smaller parts.', usage };
  }
  return { answer: readJson(content ?? ''), usage };
}
