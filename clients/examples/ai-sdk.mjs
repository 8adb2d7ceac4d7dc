// begin
import { memoryMiddleware, memoryTools } from 'agent-memory-service/ai-sdk';
import { openMemory } from 'agent-memory-service/client';
import { gateway, generateText, stepCountIs, wrapLanguageModel } from 'ai';

const model = gateway('openai/gpt-5.4-mini');
const client = await openMemory({ file: 'memory.db' });
const options = { client, user: 'ada', sessionId: 'monday' };

await client.add({ user: 'ada', text: 'Ada prefers tea to coffee.' });
const remembering = wrapLanguageModel({ model, middleware: memoryMiddleware(options) });
const { text } = await generateText({
  model: remembering,
  tools: memoryTools(options),
  stopWhen: stepCountIs(3),
  prompt: 'I moved to Porto in May. What should I drink there, as somebody who prefers tea?',
});
await client.add.flush();
// end

const { prompts } = await import('./scripted-model.mjs');
const { streamText } = await import('ai');
const prompt = 'I decided to learn Portuguese. What do I drink?';
const streamed = streamText({ model: remembering, tools: memoryTools(options), stopWhen: stepCountIs(3), prompt });
const stream = await streamed.text;
await client.add.flush();
const { memories } = await client.listMemories({ user: 'ada' });
const notes = prompts[0].find(({ role }) => role === 'system')?.content;
console.log(JSON.stringify({ text, stream, notes, memories: memories.map(({ content }) => content) }));
await client.close();
