// Memory for Mastra (`@mastra/core`): tools, and a processor that recalls before a model is asked and captures its answer.
import { createTool } from '@mastra/core/tools';
import { memoryTools as describeTools, keep, notesFor, tried } from '../common/notes.mjs';

/** All of it for `new Agent({ …, ...agentMemory(options) })`: the tools, and the processor on both sides. */
export function agentMemory(options) {
  const processors = [memoryProcessor(options)];
  return { tools: memoryTools(options), inputProcessors: processors, outputProcessors: processors };
}

/** Tools for `new Agent({ tools })`: `recall` and `remember`. */
export function memoryTools(options) {
  const tools = describeTools(options).map(({ name, description, inputSchema, run }) => [
    name,
    createTool({ id: name, description, inputSchema, execute: async (input) => ({ text: await run(input) }) }),
  ]);
  return Object.fromEntries(tools);
}

/**
 * For `inputProcessors` and `outputProcessors` of an agent alike: what is known about the user's message stands in the
 * prompt; what will hold of message and answer is kept. What fails in it goes to `onError` and breaks nothing.
 */
export function memoryProcessor(options) {
  const { onError } = options;
  return {
    id: 'agent-memory-service',

    async processInput({ messages, systemMessages }) {
      const notes = await tried(onError, () => notesFor(options, lastUserText(messages)));
      if (notes === undefined) return { messages, systemMessages };
      return { messages, systemMessages: [...systemMessages, { role: 'system', content: notes }] };
    },

    async processOutputResult({ messages, messageList, result }) {
      const said = [
        { role: 'user', content: lastUserText(messageList.get.all.db()) },
        { role: 'assistant', content: result.text },
      ];
      keep(options, said);
      return messages;
    },
  };
}

function lastUserText(messages) {
  const parts = messages.findLast(({ role }) => role === 'user')?.content.parts ?? [];
  return parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
}
