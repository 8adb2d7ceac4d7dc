import { type Body, json, list, names, type Protocol, type Said, stream } from './protocol.ts';

const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };

/** https://platform.openai.com/docs/api-reference/chat */
export const chatCompletions: Protocol = {
  read(path, { messages, tools }) {
    if (!path.endsWith('/chat/completions')) return undefined;
    const calls = list(messages).flatMap((one) => list(one.tool_calls));
    return {
      tools: names(list(tools).map((one) => one.function)).map((name) => ({ name })),
      called: names(calls.map((one) => one.function)),
    };
  },

  answer(response, said, body) {
    const { message, finish_reason } = spoken(said);
    const common = { id: 'chatcmpl-1', created: 1, model: body.model };
    if (body.stream !== true) {
      const choices = [{ index: 0, message, finish_reason }];
      return json(response, { ...common, object: 'chat.completion', choices, usage });
    }
    const send = stream(response);
    const chunk = (choices: object[], more: Body = {}) =>
      send({ ...common, object: 'chat.completion.chunk', choices, ...more });
    chunk([{ index: 0, delta: message, finish_reason: null }]);
    chunk([{ index: 0, delta: {}, finish_reason }]);
    chunk([], { usage });
    send('[DONE]');
    response.end();
  },
};

function spoken(said: Said) {
  if ('text' in said) return { message: { role: 'assistant', content: said.text }, finish_reason: 'stop' };
  const call = { name: said.tool.name, arguments: JSON.stringify(said.args) };
  const toolCall = { index: 0, id: `call_${said.tool.name}`, type: 'function', function: call };
  return { message: { role: 'assistant', content: null, tool_calls: [toolCall] }, finish_reason: 'tool_calls' };
}
