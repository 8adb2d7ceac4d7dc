import { JSONRPCMessageSchema } from '@modelcontextprotocol/sdk/types.js';
import { test } from 'vitest';
import { receive } from '../../src/mcp/messages.ts';
import { fc, holds } from '../support/law.ts';

const id = fc.oneof(fc.string(), fc.integer(), fc.constantFrom(null, 1.5, 2 ** 53, [], {}, true));
const related = fc.constantFrom({ taskId: 'a' }, { taskId: 1 }, 'a', {}, null);
const meta = fc.oneof(
  fc.record(
    { progressToken: id, 'io.modelcontextprotocol/related-task': related, more: fc.json() },
    { requiredKeys: [] },
  ),
  fc.constantFrom(null, [], 'a', 5),
);
const bag = fc.oneof(
  fc.record({ _meta: meta, name: fc.string(), protocolVersion: fc.string() }, { requiredKeys: [] }),
  fc.constantFrom(null, [], 'a', 5),
);
const error = fc.oneof(
  fc.record({ code: id, message: fc.oneof(fc.string(), fc.constant(5)), data: fc.json() }, { requiredKeys: ['code'] }),
  fc.constantFrom(null, 'a', []),
);
const message = fc.record(
  {
    jsonrpc: fc.constantFrom('2.0', '2.0', '2.0', '1.0', 2),
    id,
    method: fc.oneof(fc.constantFrom('ping', 'tools/list'), fc.constantFrom(5, null)),
    params: bag,
    result: bag,
    error,
    extra: fc.constant(true),
  },
  { requiredKeys: [] },
);

test('the parser of messages agrees with the schemas of MCP', () =>
  holds(
    fc.property(fc.oneof({ weight: 20, arbitrary: message }, fc.jsonValue()), (value) => {
      return (receive(value).message !== undefined) === JSONRPCMessageSchema.safeParse(value).success;
    }),
    1_000,
  ));
