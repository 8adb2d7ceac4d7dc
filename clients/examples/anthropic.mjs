// A scripted model behind the SDK's own client: each call is the next command of the memory tool.
const commands = [
  { command: 'view', path: '/memories' },
  { command: 'create', path: '/memories/ada.md', file_text: '- Ada lives in Turin.\n- Ada prefers tea to coffee.\n' },
  { command: 'str_replace', path: '/memories/ada.md', old_str: 'Turin', new_str: 'Porto' },
  { command: 'insert', path: '/memories/ada.md', insert_line: 1, insert_text: '- Ada plays chess.' },
  { command: 'rename', old_path: '/memories/ada.md', new_path: '/memories/people/ada.md' },
  { command: 'view', path: '/memories/people/ada.md' },
  { command: 'str_replace', path: '/memories/people/ada.md', old_str: 'Ada', new_str: 'Eve' },
  { command: 'view', path: '/memories/../secrets' },
  { command: 'create', path: '/memories/draft.md', file_text: 'x' },
  { command: 'delete', path: '/memories/draft.md' },
  { command: 'view', path: '/memories' },
];
const results = [];
let turn = 0;
globalThis.fetch = async (_, { body }) => {
  const { messages } = JSON.parse(body);
  const last = messages.at(-1).content;
  if (Array.isArray(last)) results.push(...last.filter(({ type }) => type === 'tool_result'));
  const input = commands[turn++];
  const content = input
    ? [{ type: 'tool_use', id: `t${turn}`, name: 'memory', input }]
    : [{ type: 'text', text: 'Noted.' }];
  const usage = { input_tokens: 1, output_tokens: 1 };
  const message = { id: `m${turn}`, type: 'message', role: 'assistant', model: 'scripted', content, usage };
  return Response.json({ ...message, stop_reason: input ? 'tool_use' : 'end_turn', stop_sequence: null });
};

// begin
import Anthropic from '@anthropic-ai/sdk';
import { betaMemoryTool } from '@anthropic-ai/sdk/helpers/beta/memory';
import { memoryHandlers } from 'agent-memory-service/anthropic';
import { openMemory } from 'agent-memory-service/client';

const client = await openMemory({ file: 'memory.db' });
const anthropic = new Anthropic();
const { content } = await anthropic.beta.messages.toolRunner({
  model: 'claude-sonnet-5',
  max_tokens: 1_000,
  tools: [betaMemoryTool(memoryHandlers({ client, user: 'ada' }))],
  messages: [{ role: 'user', content: 'I moved to Porto.' }],
});
// end

const { memories } = await client.searchMemories({ user: 'ada', query: 'Where does Ada live?' });
const texts = results.map((one) => (typeof one.content === 'string' ? one.content : one.content[0].text));
console.log(JSON.stringify({ text: content[0].text, texts, found: memories[0].content }));
await client.close();
