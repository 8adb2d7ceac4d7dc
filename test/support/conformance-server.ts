import {
  CompleteRequestSchema,
  ErrorCode,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  McpError,
  ReadResourceRequestSchema,
  SubscribeRequestSchema,
  UnsubscribeRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { DualServer, unknownResource } from '../../src/mcp/revision.ts';
import type { createMcpServer } from '../../src/mcp/server.ts';
import { serveTools } from '../../src/mcp/tool-calls.ts';
import { image, resource, testTools } from './conformance-tools.ts';

const template = /^test:\/\/template\/([^/]+)\/data$/;

function read(uri: string) {
  if (uri === 'test://static-text' || uri === 'test://watched-resource') {
    return { uri, mimeType: 'text/plain', text: 'This is the content of the static text resource.' };
  }
  if (uri === 'test://static-binary') return { uri, mimeType: image.mimeType, blob: image.data };
  const id = template.exec(uri)?.[1];
  if (id === undefined) throw unknownResource(uri);
  const data = { id, templateTest: true, data: `Data for ID: ${id}` };
  return { uri, mimeType: 'application/json', text: JSON.stringify(data) };
}

const said = (content: object) => ({ role: 'user' as const, content: content as { type: 'text'; text: string } });
const text = (one: string) => said({ type: 'text', text: one });

const prompts = new Map([
  ['test_simple_prompt', { names: [], say: () => [text('This is a simple prompt for testing.')] }],
  [
    'test_prompt_with_arguments',
    {
      names: ['arg1', 'arg2'],
      say: ({ arg1, arg2 }: Record<string, string>) => [text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)],
    },
  ],
  [
    'test_prompt_with_embedded_resource',
    {
      names: ['resourceUri'],
      say: ({ resourceUri = '' }: Record<string, string>) => [
        said(resource(resourceUri, 'text/plain', 'Embedded resource content for testing.')),
        text('Please process the embedded resource above.'),
      ],
    },
  ],
  ['test_prompt_with_image', { names: [], say: () => [said(image), text('Please analyze the image above.')] }],
]);

/**
 * A server with the tools, resources and prompts of the official conformance suite. Its protocol code is the product's;
 * only the offered items are not.
 */
export const createConformanceServer: typeof createMcpServer = (_, { principal, version, sessionId }) => {
  // Subscriptions and logs are of the revisions with sessions.
  const more = sessionId === undefined ? {} : { resources: { subscribe: true }, logging: {} };
  const capabilities = { tools: {}, resources: {}, prompts: {}, completions: {}, ...more };
  const server = new DualServer({ name: 'conformance', version }, { capabilities });
  const tools = [...testTools].map(([name, { description, inputSchema }]) => ({ name, description, inputSchema }));
  const offered = { listed: tools, callable: new Set(testTools.keys()) };
  const call: Parameters<typeof serveTools>[1]['call'] = async (one) => {
    const answer = await testTools.get(one.name)!.run(one, server);
    return Array.isArray(answer) ? { content: answer } : answer;
  };
  serveTools(server, { offered: () => offered, call }, principal);

  const resources = ['test://static-text', 'test://static-binary', 'test://watched-resource'];
  server.setRequestHandler(ListResourcesRequestSchema, () => ({
    resources: resources.map((uri) => ({ uri, name: uri.slice('test://'.length), description: 'A test resource' })),
  }));
  server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({
    resourceTemplates: [{ uriTemplate: 'test://template/{id}/data', name: 'template' }],
  }));
  server.setRequestHandler(ReadResourceRequestSchema, ({ params: { uri } }) => ({ contents: [read(uri)] }));
  const known = ({ params: { uri } }: { params: { uri: string } }) => {
    read(uri);
    return {};
  };
  if (sessionId !== undefined) {
    server.setRequestHandler(SubscribeRequestSchema, known);
    server.setRequestHandler(UnsubscribeRequestSchema, known);
  }

  server.setRequestHandler(ListPromptsRequestSchema, () => ({
    prompts: [...prompts].map(([name, { names }]) => ({
      name,
      description: 'A test prompt',
      arguments: names.map((one) => ({ name: one, description: 'A test argument', required: true })),
    })),
  }));
  server.setRequestHandler(GetPromptRequestSchema, ({ params: { name, arguments: given = {} } }) => {
    const prompt = prompts.get(name);
    if (!prompt) throw new McpError(ErrorCode.InvalidParams, `Unknown prompt: ${name}`);
    return { messages: prompt.say(given) };
  });
  server.setRequestHandler(CompleteRequestSchema, () => ({ completion: { values: [] } }));
  return { server, idle: async () => undefined };
};
