// begin
import { Agent } from '@mastra/core/agent';
import { openMemory } from 'agent-memory-service/client';
import { agentMemory } from 'agent-memory-service/mastra';
import { model, prompts } from './scripted-model.mjs';

const client = await openMemory({ file: 'memory.db' });
const { id } = await client.createCharacter({ name: 'Ada' });
await client.addMemory({ characterId: id, content: 'Ada prefers tea to coffee.' });
const agent = new Agent({ id, name: 'Ada', instructions: 'Help.', model, ...agentMemory({ client, characterId: id }) });
const { text } = await agent.generate('I moved to Porto in May. What do I drink, as somebody who prefers tea?');
// end

const { memories } = await client.listMemories({ characterId: id });
const notes = prompts[0].filter(({ role }) => role === 'system').map(({ content }) => content);
console.log(JSON.stringify({ text, notes, memories: memories.map(({ content }) => content) }));
await client.close();
process.exit(0);
