import { MockLanguageModelV4 } from 'ai/test';

/** What the model was sent. */
export const prompts = [];

const answer = (content, reason) => {
  const usage = { inputTokens: { total: 1 }, outputTokens: { total: 1 } };
  return { content, finishReason: { unified: reason, raw: reason }, usage, warnings: [] };
};

const doGenerate = async ({ prompt }) => {
  prompts.push(prompt);
  const { role, content } = prompt.at(-1);
  if (role === 'tool') {
    const { value } = content[0].output;
    return answer([{ type: 'text', text: value.text ?? value }], 'stop');
  }
  const input = JSON.stringify({ query: 'What does Ada drink?' });
  return answer([{ type: 'tool-call', toolCallId: '1', toolName: 'recall', input }], 'tool-calls');
};

const doStream = async (options) => {
  const { content, finishReason, usage } = await doGenerate(options);
  const parts = content.flatMap((part) => {
    if (part.type !== 'text') return [part];
    const id = '1';
    return [
      { type: 'text-start', id },
      { type: 'text-delta', id, delta: part.text },
      { type: 'text-end', id },
    ];
  });
  const all = [{ type: 'stream-start', warnings: [] }, ...parts, { type: 'finish', finishReason, usage }];
  return { stream: ReadableStream.from(all) };
};

/** Asks its memory, then repeats what the tool says. */
export const model = new MockLanguageModelV4({ doGenerate, doStream });
