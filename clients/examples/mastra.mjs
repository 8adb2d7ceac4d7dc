// begin
import { Agent } from '@mastra/core/agent';
import { openMemory } from 'agent-memory-service/client';
import { memoryProcessor, memoryTools } from 'agent-memory-service/mastra';
import { model, prompts } from './scripted-model.mjs';

const client = await openMemory({ file: 'memory.db' });
const { id: characterId } = await client.createCharacter({ name: 'Ada' });
const options = { client, characterId, sessionId: 'monday' };
await client.addMemory({ characterId, content: 'Ada prefers tea to coffee.' });

const memory = memoryProcessor(options);
const agent = new Agent({
  id: 'assistant',
  name: 'assistant',
  instructions: 'You help.',
  model,
  tools: memoryTools(options),
  inputProcessors: [memory],
  outputProcessors: [memory],
});
const { text } = await agent.generate(
  'I moved to Porto in May. What should I drink there, as somebody who prefers tea?',
);
// end

const { memories } = await client.listMemories({ characterId });
const notes = prompts[0].filter(({ role }) => role === 'system').map(({ content }) => content);
console.log(JSON.stringify({ text, notes, memories: memories.map(({ content }) => content) }));
await client.close();
process.exit(0);
