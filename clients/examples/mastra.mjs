// begin
import { Agent } from '@mastra/core/agent';
import { openMemory } from 'agent-memory-service/client';
import { agentMemory } from 'agent-memory-service/mastra';

const client = await openMemory({ file: 'memory.db' });
const model = 'openai/gpt-5.4-mini';
await client.add({ user: 'ada', text: 'Ada prefers tea to coffee.' });
const memory = agentMemory({ client, user: 'ada' });
const agent = new Agent({ id: 'helper', name: 'Helper', instructions: 'Help.', model, ...memory });
const { text } = await agent.generate('I moved to Porto in May. What do I drink, as somebody who prefers tea?');
await client.add.flush();
// end

const { prompts } = await import('./scripted-model.mjs');
const { memories } = await client.listMemories({ user: 'ada' });
const notes = prompts[0].filter(({ role }) => role === 'system').map(({ content }) => content);
console.log(JSON.stringify({ text, notes, memories: memories.map(({ content }) => content) }));
await client.close();
process.exit(0);
