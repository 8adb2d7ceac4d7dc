import { clipped } from '../domain/errors.ts';
import type { CallOperation } from './backend.ts';
import { outputOrThrow } from './results.ts';
import { ErrorCode, GetPromptRequestSchema, ListPromptsRequestSchema, McpError, type Server } from './sdk.ts';

const recallPrompt = 'recall';

/** The `recall` prompt: relevant memories for a question, as marked notes. */
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

  server.setRequestHandler(GetPromptRequestSchema, async ({ params }, request) => {
    if (params.name !== recallPrompt)
      throw new McpError(ErrorCode.InvalidParams, `Unknown prompt: ${clipped(params.name)}`);
    const { character, question, category } = params.arguments ?? {};
    if (!question) throw new McpError(ErrorCode.InvalidParams, 'question is required.');
    const input = {
      characterId: character,
      query: question,
      include: ['memories'],
      ...(category && { category }),
    };
    const { text: notes } = outputOrThrow<{ text: string }>(await call('assemble_context', input, request));
    const text = notes || `Nothing is stored in memory about: ${question}`;
    return {
      description: `Memories about: ${question}`,
      messages: [{ role: 'user', content: { type: 'text', text } }],
    };
  });
}
