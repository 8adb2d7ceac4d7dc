import { list, names, type Protocol, type Said, stream, type Tool } from './protocol.ts';

const usage = {
  input_tokens: 1,
  output_tokens: 1,
  total_tokens: 2,
  input_tokens_details: { cached_tokens: 0 },
  output_tokens_details: { reasoning_tokens: 0 },
};

/** https://platform.openai.com/docs/api-reference/responses; a host may group the tools of a server in a namespace. */
export const responses: Protocol = {
  read(path, { input, tools }) {
    if (!path.endsWith('/responses')) return undefined;
    return {
      tools: list(tools).flatMap((one): Tool[] => {
        if (one.type !== 'namespace') return names([one]).map((name) => ({ name }));
        return names(one.tools).map((name) => ({ name, group: String(one.name) }));
      }),
      called: names(list(input).filter((one) => one.type === 'function_call')),
    };
  },

  answer(response, said) {
    const send = stream(response);
    const event = (type: string, more: object) => send({ type, ...more }, type);
    const whole = { id: 'resp_1', object: 'response', usage };
    const item = spoken(said);
    event('response.created', { response: { ...whole, status: 'in_progress', output: [] } });
    event('response.output_item.added', { output_index: 0, item: { ...item, status: 'in_progress' } });
    event('response.output_item.done', { output_index: 0, item });
    event('response.completed', { response: { ...whole, status: 'completed', output: [item] } });
    response.end();
  },
};

function spoken(said: Said) {
  if ('text' in said) {
    const content = [{ type: 'output_text', text: said.text, annotations: [] }];
    return { type: 'message', id: 'msg_1', role: 'assistant', status: 'completed', content };
  }
  const { name, group } = said.tool;
  const call = { call_id: `call_${name}`, name, arguments: JSON.stringify(said.args) };
  return { type: 'function_call', id: 'fc_1', status: 'completed', ...call, ...(group && { namespace: group }) };
}
