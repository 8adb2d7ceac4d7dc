/** The stand-in's answer to an extraction, in either protocol. */
export interface Spoken {
  /** A well-formed answer with these operations. */
  operations?: object[];
  /** Any other JSON as the structured answer. */
  json?: unknown;
  /** The dimensions of embeddings. */
  dimensions?: number;
  /** Plain text instead of a structured answer. */
  text?: string;
  refuse?: boolean;
  /** The answer stops in the middle, for its length. */
  cutOff?: boolean;
  /** Leave out the counts of tokens, as some endpoints do. */
  uncounted?: boolean;
  /** The counts of tokens; default: those of words. */
  cost?: { input: number; output: number };
}

type Body = Record<string, unknown>;

/** Tokens are counted as words, so that tests can predict them. */
export function countTokens(text: string): number {
  return text.split(/\s+/u).filter(Boolean).length;
}

function spokenJson({ operations, json, text }: Spoken): string {
  return text ?? JSON.stringify(json ?? { operations: operations ?? [] });
}

export function chatAnswer(body: Body, spoken: Spoken): object {
  const content = spoken.cutOff ? '{"operations": [{"oper' : spokenJson(spoken);
  const message = spoken.refuse
    ? { role: 'assistant', content: null, refusal: 'I will not.' }
    : { role: 'assistant', content, refusal: null };
  const prompt = spoken.cost?.input ?? countTokens(JSON.stringify(body.messages));
  const completion = spoken.cost?.output ?? countTokens(content);
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1,
    model: body.model,
    choices: [{ index: 0, finish_reason: spoken.cutOff ? 'length' : 'stop', logprobs: null, message }],
    ...(!spoken.uncounted && {
      usage: { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt },
    }),
  };
}

export function messageAnswer(body: Body, spoken: Spoken): object {
  const said = spokenJson(spoken);
  const [tool] = body.tools as { name: string }[];
  const block =
    spoken.text === undefined
      ? { type: 'tool_use', id: 'toolu_1', name: tool?.name, input: JSON.parse(said) }
      : { type: 'text', text: said };
  return {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: body.model,
    content: spoken.refuse ? [] : [block],
    stop_reason: spoken.refuse ? 'refusal' : spoken.cutOff ? 'max_tokens' : 'tool_use',
    stop_sequence: null,
    usage: { input_tokens: countTokens(JSON.stringify(body.messages)), output_tokens: countTokens(said) },
  };
}

export const standInDimensions = 1536;

/** Of how many dimensions a word's direction is made: few, so that vectors are quick to make and pack well. */
const dimensionsOfWord = 24;

/** Each word has its own direction, so texts with common words are similar, and equal texts equal. */
export function embed(text: string, dimensions = standInDimensions): number[] {
  const vector = new Array<number>(dimensions).fill(0);
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? ['']) {
    let seed = 2_166_136_261;
    for (const char of word) seed = Math.imul(seed ^ (char.codePointAt(0) ?? 0), 16_777_619);
    for (let i = 0; i < dimensionsOfWord; i++) {
      seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) | 0;
      const at = (seed >>> 8) % dimensions;
      vector[at] = (vector[at] ?? 0) + (seed < 0 ? -1 : 1);
    }
  }
  const length = Math.hypot(...vector);
  return vector.map((part) => part / length);
}

/** `json` instead of the vectors that the texts have, or these in so many `dimensions`. */
export function embeddingAnswer(body: Body, { json, dimensions }: Spoken): object {
  const input = body.input as string[];
  const data = input.map((text, index) => {
    const vector = embed(text, dimensions);
    const bytes = Buffer.from(Float32Array.from(vector).buffer).toString('base64');
    return { object: 'embedding', index, embedding: json ?? (body.encoding_format === 'base64' ? bytes : vector) };
  });
  const tokens = input.reduce((sum, text) => sum + countTokens(text), 0);
  return { object: 'list', data, model: body.model, usage: { prompt_tokens: tokens, total_tokens: tokens } };
}
