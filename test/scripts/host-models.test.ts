import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import OpenAI from 'openai';
import { expect, onTestFinished, test } from 'vitest';
import { chatCompletions } from '../../scripts/hosts/models/chat-completions.ts';
import { gemini } from '../../scripts/hosts/models/gemini.ts';
import type { Protocol } from '../../scripts/hosts/models/protocol.ts';
import { responses } from '../../scripts/hosts/models/responses.ts';
import { ScriptedModel } from '../../scripts/hosts/models/server.ts';
import { withChecked } from '../../scripts/hosts/report.ts';
import { meanwhile, remembering, wordsOnly } from '../../scripts/hosts/scripts.ts';

const content = 'The release is planned for 12 March 2027.';
const parameters = { type: 'object', properties: { content: { type: 'string' } } };

async function start(protocol: Protocol) {
  const folder = mkdtempSync(join(tmpdir(), 'host-models-'));
  const model = await ScriptedModel.start(protocol, join(folder, 'requests.jsonl'));
  onTestFinished(() => {
    model.stop();
    rmSync(folder, { recursive: true });
  });
  return model;
}

function client(model: ScriptedModel): OpenAI {
  return new OpenAI({ baseURL: `${model.url}/v1`, apiKey: 'unused', maxRetries: 0 });
}

const chatTool = (name: string) => ({ type: 'function' as const, function: { name, parameters } });

test.each([true, false])(
  'chat completions: the official client reads a call, then words (stream: %s)',
  async (stream) => {
    const model = await start(chatCompletions);
    const requests = model.follow(remembering(content, {}));
    const { chat } = client(model);
    const asked = { model: 'scripted', tools: [chatTool('memory-search'), chatTool('memory-add_memory')] };
    const user = { role: 'user' as const, content: 'Remember it.' };
    const say = async (messages: OpenAI.ChatCompletionMessageParam[]) => {
      const given = { ...asked, messages };
      const answer = stream
        ? await chat.completions.stream(given).finalChatCompletion()
        : await chat.completions.create(given);
      return answer.choices[0]?.message;
    };
    const call = await say([user]);
    const [made] = call?.tool_calls ?? [];
    expect(made).toMatchObject({ function: { name: 'memory-add_memory', arguments: JSON.stringify({ content }) } });
    const result = { role: 'tool' as const, tool_call_id: made?.id as string, content: 'Stored.' };
    expect((await say([user, call as OpenAI.ChatCompletionMessage, result]))?.content).toBe('Understood.');
    expect(requests.map(({ called }) => called)).toStrictEqual([[], ['memory-add_memory']]);
    expect(requests[0]?.body).toContain('Remember it.');
  },
);

test('responses: the official client reads a call of a tool in a namespace, then words', async () => {
  const model = await start(responses);
  const requests = model.follow(remembering(content, {}));
  const tools = [
    { type: 'namespace', name: 'mcp__memory', tools: [{ type: 'function', name: 'add_memory', parameters }] },
  ];
  const say = (input: unknown) => {
    const asked = { model: 'scripted', input, tools } as Parameters<OpenAI['responses']['stream']>[0];
    return client(model).responses.stream(asked).finalResponse();
  };
  const user = { role: 'user', content: 'Remember it.' };
  const { output } = await say([user]);
  expect(output).toMatchObject([
    { type: 'function_call', name: 'add_memory', namespace: 'mcp__memory', arguments: JSON.stringify({ content }) },
  ]);
  const result = { type: 'function_call_output', call_id: 'call_add_memory', output: 'Stored.' };
  const last = await say([user, ...output, result]);
  expect(last.output).toMatchObject([{ type: 'message', content: [{ type: 'output_text', text: 'Understood.' }] }]);
  expect(requests.map(({ called }) => called)).toStrictEqual([[], ['add_memory']]);
});

test.each(['generateContent', 'streamGenerateContent?alt=sse'])('gemini: a call, then words (%s)', async (method) => {
  const model = await start(gemini);
  model.follow(remembering(content, {}));
  const tools = [{ functionDeclarations: [{ name: 'mcp_memory_add_memory', parameters }] }];
  const say = async (contents: object[]) => {
    const body = JSON.stringify({ contents, tools });
    const answer = await fetch(`${model.url}/v1beta/models/m:${method}`, { method: 'POST', body });
    const { candidates } = JSON.parse((await answer.text()).replace(/^data: /u, ''));
    return candidates[0].content;
  };
  const user = { role: 'user', parts: [{ text: 'Remember it.' }] };
  const call = await say([user]);
  expect(call.parts).toStrictEqual([{ functionCall: { name: 'mcp_memory_add_memory', args: { content } } }]);
  const result = { role: 'user', parts: [{ functionResponse: { name: 'mcp_memory_add_memory', response: {} } }] };
  expect((await say([user, call, result])).parts).toStrictEqual([{ text: 'Understood.' }]);
});

test('text outside of the conversation is ignored', async () => {
  const model = await start(gemini);
  const requests = model.follow(wordsOnly);
  const { status } = await fetch(`${model.url}/v1beta/models/m:countTokens`, { method: 'POST', body: '{}' });
  expect(status).toBe(404);
  expect(requests).toStrictEqual([]);
});

test('the model searches for our tools once where the host hides them, then gives up', () => {
  const script = remembering(content, { finder: { tool: 'tool_search', args: { query: 'remember' } } });
  const finder = { name: 'tool_search' };
  const ours = { name: 'mcp__memory__add_memory' };
  expect(script({ tools: [finder], called: [] })).toStrictEqual({ tool: finder, args: { query: 'remember' } });
  expect(script({ tools: [finder, ours], called: ['tool_search'] })).toStrictEqual({ tool: ours, args: { content } });
  expect(script({ tools: [finder], called: ['tool_search'] })).toStrictEqual({ text: 'Understood.' });
  expect(script({ tools: [{ name: 'add_memory_direct' }], called: [] })).toStrictEqual({ text: 'Understood.' });
});

test('a side effect runs once, before the first answer to a request with its mark', async () => {
  let times = 0;
  const script = meanwhile('mark', async () => {
    times++;
  });
  const asked = { tools: [], called: [] };
  await script({ ...asked, body: 'nothing' });
  expect(times).toBe(0);
  await Promise.all([script({ ...asked, body: 'a mark' }), script({ ...asked, body: 'the mark' })]);
  expect(times).toBe(1);
});

test('the table replaces the marked part of a document, which must have one', () => {
  expect(withChecked('a\n<!-- checked -->\nold\n<!-- end -->\nb', '| new |')).toBe(
    'a\n<!-- checked -->\n\n| new |\n\n<!-- end -->\nb',
  );
  expect(() => withChecked('a', '| new |')).toThrow('no place');
});
