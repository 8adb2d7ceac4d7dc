import { Usage } from '@openai/agents';

// A scripted model: it remembers in its first turn, and says how many items it was given in its second.
const given = [];
const message = (text) => ({
  type: 'message',
  role: 'assistant',
  status: 'completed',
  content: [{ type: 'output_text', text }],
});
const usage = new Usage();
globalThis.scripted = {
  async getResponse({ input, systemInstructions }) {
    given.push({ items: input.length, systemInstructions });
    const last = input.at(-1);
    if (last.type === 'function_call_result') return { usage, output: [message(JSON.stringify(last.output))] };
    if (given.length > 1) return { usage, output: [message(`You sent ${input.length} items.`)] };
    const call = { type: 'function_call', callId: 'c1', name: 'remember', status: 'completed' };
    return { usage, output: [{ ...call, arguments: JSON.stringify({ content: 'Ada prefers tea to coffee.' }) }] };
  },
};

// begin
import { Agent, run } from '@openai/agents';
import { openMemory } from 'agent-memory-service/client';
import { MemorySession, memoryTools, withNotes } from 'agent-memory-service/openai-agents';

const client = await openMemory({ file: 'memory.db' });
const model = 'gpt-5.4-mini';
const options = { client, user: 'ada', sessionId: 'monday' };
const session = new MemorySession(options);

const first = new Agent({ name: 'assistant', model, tools: memoryTools(options) });
await run(first, 'Please remember that I prefer tea to coffee. I decided to move to Porto.', { session });
await client.add.flush();

const instructions = await withNotes(options, 'You help.', 'What does Ada drink, tea or coffee?');
const second = new Agent({ name: 'assistant', model, instructions, tools: memoryTools(options) });
const { finalOutput } = await run(second, 'What do I drink?', { session: new MemorySession(options) });
// end

await client.add.flush();
const { memories } = await client.listMemories({ user: 'ada' });
const popped = await session.popItem();
const left = (await session.getItems()).length;
const two = (await session.getItems(2)).length;
await session.clearSession();
const contents = memories.map(({ content }) => content);
const empty = await session.getItems();
console.log(
  JSON.stringify({
    finalOutput,
    notes: given.at(-1).systemInstructions,
    contents,
    popped: popped.role,
    left,
    two,
    empty,
  }),
);
await client.close();
