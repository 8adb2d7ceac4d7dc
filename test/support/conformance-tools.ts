import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { ElicitRequestFormParams } from '@modelcontextprotocol/sdk/types.js';
import { type CallToolResult, CreateMessageResultSchema } from '@modelcontextprotocol/sdk/types.js';
import { AnswerNeeded, ServiceError } from '../../src/domain/errors.ts';
import { elicit } from '../../src/mcp/asking.ts';
import { toToolResult } from '../../src/mcp/results.ts';
import type { ToolCall } from '../../src/mcp/tool-calls.ts';
import { getTier } from '../../src/operations/get-tier.ts';

/** A red pixel as PNG, and a moment of silence as WAV. */
export const image = {
  type: 'image' as const,
  mimeType: 'image/png',
  data: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==',
};
const audio = {
  type: 'audio' as const,
  mimeType: 'audio/wav',
  data: 'UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAAAAA==',
};

const text = (one: string) => ({ type: 'text' as const, text: one });
export const resource = (uri: string, mimeType: string, body: string) => ({
  type: 'resource' as const,
  resource: { uri, mimeType, text: body },
});

interface TestTool {
  description: string;
  inputSchema: { type: 'object'; [keyword: string]: unknown };
  /** The content of its answer, or the whole answer. */
  run(call: ToolCall, server: Server): Promise<CallToolResult['content'] | CallToolResult>;
}

const noInput = { type: 'object' as const };
const textField = (name: string) => ({
  type: 'object' as const,
  properties: { [name]: { type: 'string' } },
  required: [name],
});

/** A tool that answers always the same. */
const fixed = (description: string, ...content: CallToolResult['content']): TestTool => ({
  description,
  inputSchema: noInput,
  run: async () => content,
});

/** A tool that shows a form and answers what was entered. */
function form(description: string, properties: object): TestTool {
  const requestedSchema = { type: 'object', properties } as ElicitRequestFormParams['requestedSchema'];
  return {
    description,
    inputSchema: noInput,
    async run({ request }, server) {
      const { action, content } = await elicit(server, { message: description, requestedSchema }, request);
      return [text(`Elicitation completed: action=${action}, content=${JSON.stringify(content)}`)];
    },
  };
}

const options = ['option1', 'option2', 'option3'];
const titled = (noun: string) =>
  ['First', 'Second', 'Third'].map((order, i) => ({ const: `value${i + 1}`, title: `${order} ${noun}` }));

/** A tool that asks these one after the other, and answers once all are answered. */
function asking(description: string, ...ids: string[]): TestTool {
  return {
    description,
    inputSchema: noInput,
    async run({ ask }) {
      if (!ask) return [text('Nobody can be asked.')];
      for (const id of ids) {
        const answer = await ask({ id, message: id }).catch(ignoreOpenQuestion);
        if (answer === undefined) return [text('No agreement.')];
      }
      return [text('state-ok')];
    },
  };
}

/** The call ends here; the questions are its answer, and it comes again with theirs. */
function ignoreOpenQuestion(error: unknown): undefined {
  if (!(error instanceof AnswerNeeded)) throw error;
}

/** The tools that the official conformance suite calls; what each does is prescribed by its scenario. */
export const testTools = new Map<string, TestTool>([
  ['test_simple_text', fixed('Answers text', text('This is a simple text response for testing.'))],
  ['test_image_content', fixed('Answers an image', image)],
  ['test_audio_content', fixed('Answers a sound', audio)],
  [
    'test_embedded_resource',
    fixed(
      'Answers a resource',
      resource('test://embedded-resource', 'text/plain', 'This is an embedded resource content.'),
    ),
  ],
  [
    'test_multiple_content_types',
    fixed(
      'Answers several kinds of content',
      text('Multiple content types test:'),
      image,
      resource('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
    ),
  ],
  [
    'test_tool_with_logging',
    {
      description: 'Logs three times',
      inputSchema: noInput,
      async run({ request }) {
        for (const data of ['Tool execution started', 'Tool processing data', 'Tool execution completed']) {
          await request.sendNotification({ method: 'notifications/message', params: { level: 'info', data } });
        }
        return [text('Logged three times.')];
      },
    },
  ],
  [
    'test_tool_with_progress',
    {
      description: 'Reports its progress',
      inputSchema: noInput,
      async run({ progress }) {
        for (const done of [0, 50, 100]) progress?.(done, 100);
        return [text('Reported progress three times.')];
      },
    },
  ],
  [
    'test_error_handling',
    {
      description: 'Fails',
      inputSchema: noInput,
      run: async () =>
        toToolResult(
          { error: new ServiceError('InternalError', 'This tool intentionally returns an error for testing') },
          getTier,
        ),
    },
  ],
  [
    'test_sampling',
    {
      description: "Asks the client's model",
      inputSchema: textField('prompt'),
      async run({ input, request }) {
        const messages = [{ role: 'user' as const, content: text(String(input.prompt)) }];
        const asked = { method: 'sampling/createMessage' as const, params: { messages, maxTokens: 100 } };
        const { content } = await request.sendRequest(asked, CreateMessageResultSchema);
        return [text(`LLM response: ${'text' in content ? content.text : JSON.stringify(content)}`)];
      },
    },
  ],
  [
    'test_elicitation',
    {
      description: 'Asks the person',
      inputSchema: textField('message'),
      async run({ input, request }, server) {
        const field = (description: string) => ({ type: 'string' as const, description });
        const properties = { username: field("User's response"), email: field("User's email address") };
        const requestedSchema = { type: 'object' as const, properties, required: Object.keys(properties) };
        const { action, content } = await elicit(server, { message: String(input.message), requestedSchema }, request);
        return [text(`User response: action=${action}, content=${JSON.stringify(content)}`)];
      },
    },
  ],
  [
    'test_elicitation_sep1034_defaults',
    form('Shows a form with defaults', {
      name: { type: 'string', default: 'John Doe' },
      age: { type: 'integer', default: 30 },
      score: { type: 'number', default: 95.5 },
      status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
      verified: { type: 'boolean', default: true },
    }),
  ],
  [
    'test_elicitation_sep1330_enums',
    form('Shows a form with choices', {
      untitledSingle: { type: 'string', enum: options },
      titledSingle: { type: 'string', oneOf: titled('Option') },
      legacyEnum: {
        type: 'string',
        enum: ['opt1', 'opt2', 'opt3'],
        enumNames: ['Option One', 'Option Two', 'Option Three'],
      },
      untitledMulti: { type: 'array', items: { type: 'string', enum: options } },
      titledMulti: { type: 'array', items: { anyOf: titled('Choice') } },
    }),
  ],
  [
    'json_schema_2020_12_tool',
    {
      description: 'Tool with JSON Schema 2020-12 features',
      inputSchema: {
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        type: 'object',
        $defs: {
          address: {
            $anchor: 'addressDef',
            type: 'object',
            properties: { street: { type: 'string' }, city: { type: 'string' } },
          },
        },
        allOf: [{ anyOf: [{ required: ['name'] }, { required: ['address'] }] }],
        if: { required: ['address'] },
        // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
        then: { required: ['name'] },
        else: {},
        properties: { name: { type: 'string' }, address: { $ref: '#/$defs/address' } },
        additionalProperties: false,
      },
      run: async ({ input }) => [text(JSON.stringify(input))],
    },
  ],
  ['test_streaming_elicitation', asking('Asks once', 'confirm')],
  ['test_input_required_result_elicitation', asking('Asks once', 'user_name')],
  ['test_input_required_result_request_state', asking('Asks once', 'confirm')],
  ['test_input_required_result_tampered_state', asking('Asks once', 'confirm')],
  ['test_input_required_result_multi_round', asking('Asks twice', 'step1', 'step2')],
]);
