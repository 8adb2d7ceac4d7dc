import { memoryMiddleware, memoryTools } from 'agent-memory-service/ai-sdk';
import { openMemory } from 'agent-memory-service/client';
// begin
import { generateText, stepCountIs, wrapLanguageModel } from 'ai';
import { model, prompts } from './scripted-model.mjs';

const client = await openMemory({ file: 'memory.db' });
const { id: characterId } = await client.createCharacter({ name: 'Ada' });
const options = { client, characterId, sessionId: 'monday' };

await client.addMemory({ characterId, content: 'Ada prefers tea to coffee.' });
const remembering = wrapLanguageModel({ model, middleware: memoryMiddleware(options) });
const { text } = await generateText({
  model: remembering,
  tools: memoryTools(options),
  stopWhen: stepCountIs(3),
  prompt: 'I moved to Porto in May. What should I drink there, as somebody who prefers tea?',
});
// end

const { streamText } = await import('ai');
const prompt = 'I decided to learn Portuguese. What do I drink?';
const streamed = streamText({ model: remembering, tools: memoryTools(options), stopWhen: stepCountIs(3), prompt });
const stream = await streamed.text;
const { memories } = await client.listMemories({ characterId });
const notes = prompts[0].find(({ role }) => role === 'system')?.content;
console.log(JSON.stringify({ text, stream, notes, memories: memories.map(({ content }) => content) }));
await client.close();
