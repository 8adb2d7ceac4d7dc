import type { Client } from '@modelcontextprotocol/sdk/client/index.js';

/**
 * Stores one memory through the server, finds it again and takes it away.
 * @throws when one of the three fails; the message says which.
 */
export async function storeAndFind(client: Client): Promise<{ found: boolean }> {
  const content = 'The setup of agent-memory-service stored this sentence to see whether it is found again.';
  const { categories } = await call(client, 'list_categories', {});
  const [category] = categories as { name: string }[];
  const stored = await call(client, 'add_memory_direct', { content, category: category?.name });
  const { id } = stored;
  if (typeof id !== 'string') throw new Error('add_memory_direct answered no memory');
  try {
    const { memories } = await call(client, 'search_memories', {
      query: 'did the setup store a sentence that is found again?',
    });
    const found = (memories as { id: string }[]).some((memory) => memory.id === id);
    if (!found) throw new Error('what was stored was not found again');
    return { found };
  } finally {
    await call(client, 'delete_memory', { memoryId: id });
  }
}

async function call(client: Client, name: string, input: Record<string, unknown>): Promise<Record<string, unknown>> {
  const { isError, structuredContent, content } = await client.callTool({ name, arguments: input });
  if (!isError) return structuredContent as Record<string, unknown>;
  const [first] = content as { text?: string }[];
  throw new Error(`${name}: ${first?.text ?? 'failed'}`);
}
