import { json, list, names, type Protocol, stream } from './protocol.ts';

const usageMetadata = { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 };

/** https://ai.google.dev/api/generate-content */
export const gemini: Protocol = {
  read(path, { contents, tools }) {
    if (!/:(?:generate|streamGenerate)Content/u.test(path)) return undefined;
    const parts = list(contents).flatMap((one) => list(one.parts));
    return {
      tools: list(tools).flatMap((one) => names(one.functionDeclarations).map((name) => ({ name }))),
      called: names(parts.map((part) => part.functionCall)),
    };
  },

  answer(response, said) {
    const part = 'text' in said ? said : { functionCall: { name: said.tool.name, args: said.args } };
    const candidate = { content: { role: 'model', parts: [part] }, finishReason: 'STOP', index: 0 };
    const answer = { candidates: [candidate], usageMetadata, modelVersion: 'scripted' };
    if (!response.req.url?.includes(':streamGenerateContent')) return json(response, answer);
    stream(response)(answer);
    response.end();
  },
};
