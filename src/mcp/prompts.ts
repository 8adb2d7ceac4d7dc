import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import {
  ErrorCode,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  McpError,
} from '@modelcontextprotocol/sdk/types.js';
import { clipped } from '../domain/errors.ts';
import { fence, memoryNote } from '../domain/fence.ts';
import type { Memory } from '../domain/memory.ts';
import type { CallOperation } from './backend.ts';
import { outputOrThrow } from './results.ts';

const recallPrompt = 'recall';

/** The `recall` prompt: what is known about a question, as marked notes. */
export function servePrompts(server: Server, call: CallOperation, hasDefaultCharacter: boolean): void {
  server.setRequestHandler(ListPromptsRequestSchema, () => ({
    prompts: [
      {
        name: recallPrompt,
        title: 'Recall',
        description: 'Put what is remembered about a question into the conversation.',
        arguments: [
          { name: 'character', description: 'UUID, alias or name', required: !hasDefaultCharacter },
          { name: 'question', description: 'What to look for, in plain words', required: true },
          { name: 'category', description: 'Look in this category only', required: false },
        ],
      },
    ],
  }));

  server.setRequestHandler(GetPromptRequestSchema, async ({ params }, { signal }) => {
    if (params.name !== recallPrompt)
      throw new McpError(ErrorCode.InvalidParams, `Unknown prompt: ${clipped(params.name)}`);
    const { character, question, category } = params.arguments ?? {};
    const input = { characterId: character, query: question, ...(category && { category }) };
    const found = outputOrThrow<{ memories: Memory[] }>(await call('search_memories', input, signal));
    return {
      description: `Memories about: ${question}`,
      messages: [{ role: 'user', content: { type: 'text', text: notes(String(question), found.memories) } }],
    };
  });
}

/** What is known about a question, or that nothing is. */
function notes(question: string, memories: Memory[]): string {
  return fence(question, memories.map(memoryNote)) || `Nothing is stored in memory about: ${question}`;
}
