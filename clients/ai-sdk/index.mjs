// Memory for the Vercel AI SDK (package `ai`, version 5 and later): tools, and a middleware that recalls and captures.
import { memoryTools as describeTools, keep, notesFor, tried } from '../common/notes.mjs';

const schemaSymbol = Symbol.for('vercel.ai.schema');

/** Tools for `generateText({ tools })`: `recall` and `remember`. */
export function memoryTools(options) {
  const tools = describeTools(options).map(({ name, description, inputSchema, run }) => [
    name,
    { description, inputSchema: schemaOf(inputSchema), execute: run },
  ]);
  return Object.fromEntries(tools);
}

/**
 * A middleware for `wrapLanguageModel`: before a call, what is known about the user's message stands in the prompt; after
 * it, what will hold of message and answer is kept. What fails in it goes to `onError` and breaks nothing.
 */
export function memoryMiddleware(options) {
  const { onError } = options;
  return {
    specificationVersion: 'v4',
    async transformParams({ params }) {
      const notes = await tried(onError, () => notesFor(options, lastUserText(params.prompt)));
      if (notes === undefined) return params;
      const first = params.prompt.findIndex(({ role }) => role !== 'system');
      const prompt = params.prompt.toSpliced(first, 0, { role: 'system', content: notes });
      return { ...params, prompt };
    },
    async wrapGenerate({ doGenerate, params }) {
      const result = await doGenerate();
      const isDone = !result.content.some(({ type }) => type === 'tool-call');
      if (isDone) keep(options, exchange(params.prompt, textOf(result.content)));
      return result;
    },
    async wrapStream({ doStream, params }) {
      const { stream, ...rest } = await doStream();
      let text = '';
      let isDone = true;
      const listen = new TransformStream({
        transform(part, controller) {
          if (part.type === 'text-delta') text += part.delta;
          if (part.type === 'tool-call') isDone = false;
          controller.enqueue(part);
        },
        flush() {
          if (isDone) keep(options, exchange(params.prompt, text));
        },
      });
      return { stream: stream.pipeThrough(listen), ...rest };
    },
  };
}

/** A schema as the SDK's own `jsonSchema` makes one. */
function schemaOf(jsonSchema) {
  const validate = (value) => ({ success: true, value });
  return { [schemaSymbol]: true, _type: undefined, jsonSchema, validate };
}

function exchange(prompt, answer) {
  return [
    { role: 'user', content: lastUserText(prompt) },
    { role: 'assistant', content: answer },
  ];
}

function lastUserText(prompt) {
  return textOf(prompt.findLast(({ role }) => role === 'user')?.content ?? []);
}

function textOf(content) {
  return content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
}
