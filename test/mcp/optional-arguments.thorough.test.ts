import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { expect, onTestFinished, test } from 'vitest';
import * as z from 'zod';
import { operations } from '../../src/features/operations.ts';
import { surface } from '../../src/features/published.ts';
import { call } from '../../src/gate/call.ts';
import { groups, type Operation } from '../../src/gate/operation.ts';
import { createMcpServer } from '../../src/mcp/server.ts';
import { selectTools } from '../../src/mcp/tools.ts';
import { type Body, openSession } from '../support/harness.ts';
import { openHttp } from '../support/http-harness.ts';

interface Schema {
  type?: string;
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  enum?: unknown[];
  format?: string;
  pattern?: string;
  minimum?: number;
  minProperties?: number;
  default?: unknown;
}

/** A value that a schema accepts, with no optional field except one other than `except` where it must have one. */
function sample(schema: Schema, except?: string): unknown {
  const { type, anyOf, properties = {}, required = [], items = {}, format, pattern, minimum } = schema;
  if (anyOf) return sample(anyOf.findLast((one) => one.type !== 'null') as Schema);
  if (schema.enum) return schema.enum[0];
  if (type === 'object') {
    const more = schema.minProperties ? Object.keys(properties).filter((name) => name !== except) : [];
    const names = [...required, ...more.slice(0, 1)];
    return Object.fromEntries(names.map((name) => [name, sample(properties[name] as Schema)]));
  }
  if (type === 'array') return [sample(items)];
  if (type === 'integer' || type === 'number') return minimum ?? 0;
  if (type === 'boolean') return true;
  return format === 'date-time' ? '2026-01-31T09:00:00Z' : pattern?.includes('{64}') ? 'a'.repeat(64) : 'sample';
}

/** An optional field at any depth; `holding` is an input with it, or without it (undefined). */
interface Place {
  path: string;
  schema: Schema;
  holding(value: unknown): unknown;
}

function optionalPlaces(schema: Schema): Place[] {
  const { anyOf, properties = {}, required = [], items } = schema;
  const record = anyOf?.find(({ type }) => type === 'object');
  if (record) return optionalPlaces(record);
  if (items) {
    return optionalPlaces(items).map((place) => ({
      ...place,
      path: `[0]${place.path}`,
      holding: (v) => [place.holding(v)],
    }));
  }
  return Object.entries(properties).flatMap(([name, field]) => {
    const others = sample(schema, name) as Body;
    const inner = optionalPlaces(field).map(({ path, holding, ...place }) => {
      const within = (value: unknown) => ({ ...others, [name]: holding(value) });
      return { ...place, path: `.${name}${path}`, holding: within };
    });
    const holding = (value: unknown) => (value === undefined ? others : { ...others, [name]: value });
    return required.includes(name) ? inner : [{ path: `.${name}`, schema: field, holding }, ...inner];
  });
}

const inputSchema = ({ input }: Pick<Operation, 'input'>) =>
  z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as Schema;

/** The values that clients send for an omitted argument. */
function fillers({ type, anyOf }: Schema): unknown[] {
  const types = [type, ...(anyOf ?? []).map((one) => one.type)];
  return [null, ...(types.includes('string') ? [''] : []), ...(types.includes('array') ? [[]] : [])];
}

/** A real client of a server whose operations answer their validated input. */
async function openEcho() {
  const { services } = await openSession();
  const echoing = operations.map(({ confirm: _, text: __, loggedRecall: ___, ...one }) => {
    return { ...one, run: async (_context: unknown, input: Body) => ({ input }) } as Operation;
  });
  const byName = new Map(echoing.map((one) => [one.name, one]));
  const { server } = createMcpServer(async () => ({ services, operations: byName, call }), {
    surface,
    tools: selectTools(surface, groups),
    principal: { tenantId: 'local', memberId: 'm', tier: 'BUSINESS', role: 'OWNER', name: 'o', via: 'stdio' },
    version: '0.0.0',
  });
  const client = new Client({ name: 'test', version: '1.0.0' });
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(theirs), client.connect(ours)]);
  onTestFinished(() => client.close());
  return async (name: string, input: unknown) => {
    const { structuredContent } = await client.callTool({ name, arguments: input as Body });
    return (structuredContent as Body).input;
  };
}

/** Fields that a call needs besides an optional field, because it must give one of several. */
function companions({ input, changes = [], either = [] }: Operation, path: string): Body {
  const [, field = '', isInside] = /^\.(\w+)(.)?/.exec(path) ?? [];
  const isOf = ({ all, more = [] }: { all: readonly string[]; more?: readonly string[] }) =>
    [...all, ...more].includes(field);
  if (isInside && (either.length === 0 || either.some(isOf))) return {};
  const properties = inputSchema({ input }).properties ?? {};
  const change = isInside ? [] : changes.filter((one) => one !== field).slice(0, 1);
  const group = either.find((one) => !isOf(one))?.all ?? [];
  return Object.fromEntries([...change, ...group].map((one) => [one, sample(properties[one] as Schema)]));
}

/** Fields for which such a value has a meaning: it clears, or is a text or list like any other. */
const meant = [
  'add_memory_direct.tags = []',
  'update_memory.content = ""',
  'create_character.tags = []',
  'create_character.profile.systemPrompt = ""',
  'create_character.profile.personality = ""',
  'create_character.profile.background = ""',
  'create_character.profile.rules = []',
  'update_profile.systemPrompt = null',
  'update_profile.systemPrompt = ""',
  'update_profile.personality = null',
  'update_profile.personality = ""',
  'update_profile.background = null',
  'update_profile.background = ""',
  'update_profile.rules = null',
  'update_profile.rules = []',
  'update_profile.customFields = null',
  'update_agent_config.capabilities = null',
  'update_agent_config.capabilities = []',
  'update_agent_config.maxConcurrentTasks = null',
  'update_agent_config.preferredModel = null',
  'update_agent_config.ownerId = null',
  'update_agent_config.meta = null',
  'set_sharing.members = []',
  'update_category.description = ""',
  'update_category.hints = []',
  'sync_file.fileContent = ""',
  'update_member.externalId = null',
  'keep_both.remains = ""',
  'erase_memories.also = []',
  'erase_memories.except = []',
  'add_memories.memories[0].tags = []',
  'set_ai_settings.key = null',
  'create_webhook.description = ""',
  'update_webhook.characterIds = null',
  'update_webhook.description = null',
  'update_webhook.description = ""',
];

test('null, and "" or [] where not allowed, count as a missing optional argument', async () => {
  const inputOf = await openEcho();
  const kept: string[] = [];
  for (const operation of operations) {
    for (const { path, schema, holding } of optionalPlaces(inputSchema(operation))) {
      const others = companions(operation, path);
      const given = (value: unknown) => inputOf(operation.name, { ...others, ...(holding(value) as Body) });
      const without = await given(undefined);
      expect(without, `${operation.name} without ${path}`).toBeDefined();
      for (const filler of fillers(schema)) {
        const place = `${operation.name}${path} = ${JSON.stringify(filler)}`;
        if (JSON.stringify(await given(filler)) !== JSON.stringify(without)) kept.push(place);
      }
    }
  }
  expect(kept).toStrictEqual(meant);
});

test('the default character is used where a model leaves characterId empty', async () => {
  const { call } = await openSession({ character: 'Ada' });
  for (const filler of [null, ''])
    expect(await call('get_character', { characterId: filler })).toMatchObject({ name: 'Ada' });
  const several = { characterId: null, characterIds: [], query: 'tea', category: '', limit: null, explain: null };
  expect(await call('search_memories', several)).toMatchObject({ total: 0 });
});

test('the audit log names no omitted argument', async () => {
  const { call } = await openSession({ toolsets: ['characters', 'admin'] });
  await call('create_character', { name: 'Ada', externalId: '', tags: null, visibility: 'PRIVATE' });
  const { events } = await call<{ events: Body[] }>('list_audit_events');
  expect(events).toMatchObject([{ action: 'create_character', detail: ['name', 'visibility'] }]);
});

test('a missing required argument, or another type, is refused', async () => {
  const { fault, call } = await openSession();
  await call('create_character', { name: 'Ada' });
  expect(await fault('get_character', { characterId: null })).toMatchObject({ type: 'InvalidInput' });
  expect(await fault('get_character', { characterId: '' })).toMatchObject({ type: 'ValidationError' });
  expect(await fault('list_memories', { characterId: 'Ada', limit: '' })).toMatchObject({ type: 'InvalidInput' });
  expect(await fault('list_memories', { characterId: 'Ada', category: [] })).toMatchObject({ type: 'InvalidInput' });
  expect(await fault('list_memories', { characterId: 'Ada', other: null })).toMatchObject({ type: 'InvalidInput' });
});

test('a number, boolean, list, object or option in a string is coerced to the schema’s type', async () => {
  const inputOf = await openEcho();
  const search = (more: Body) => inputOf('search_memories', { query: '5', ...more });
  expect(
    await search({
      characterIds: '["Ada", "Bo"]',
      limit: '5',
      minRelevance: ' 0.3',
      explain: 'True',
      importance: 'high',
      holds: true,
    }),
  ).toMatchObject({
    query: '5',
    characterIds: ['Ada', 'Bo'],
    limit: 5,
    minRelevance: 0.3,
    explain: true,
    importance: 'HIGH',
    holds: 'true',
  });
  expect(await search({ characterIds: 'Ada' })).toMatchObject({ characterIds: ['Ada'] });
  expect(await search({ characterIds: '[Ada]' })).toMatchObject({ characterIds: ['[Ada]'] });
  expect(await search({ characterId: 'Ada', limit: 'null' })).toMatchObject({ limit: 10 });
  const message = { role: 'user', content: '["5"]' };
  for (const messages of [JSON.stringify([message]), JSON.stringify(message), message, [JSON.stringify(message)]]) {
    const given = { characterId: 'Ada', messages, category: '["facts"]' };
    expect(await inputOf('add_memory', given)).toMatchObject({ messages: [message], category: '["facts"]' });
  }
  const profile = { rules: '["Be short"]', customFields: '{"a": "1"}', background: '{"a": "1"}' };
  expect(await inputOf('update_profile', { characterId: 'Ada', ...profile })).toMatchObject({
    rules: ['Be short'],
    customFields: { a: '1' },
    background: '{"a": "1"}',
  });
});

test('a string that cannot be coerced is refused, and a coerced value is validated', async () => {
  const { fault, call } = await openSession();
  await call('create_character', { name: 'Ada' });
  const refused = async (name: string, input: Body) => (await fault(name, { characterId: 'Ada', ...input })).message;
  for (const limit of ['five', '[5]', '1000', '', '0x5']) {
    expect(await refused('list_memories', { limit })).toContain('limit');
  }
  expect(await refused('list_memories', { importance: 'very high' })).toContain('importance');
  expect(await refused('update_profile', { rules: '["a\\u0000"]' })).toBe(
    'rules[0] must not hold the control character U+0000.',
  );
  expect(await refused('update_profile', { customFields: '["a"]' })).toContain('customFields');
});

test('REST stays strict', async () => {
  const { ask } = await openHttp();
  await ask('POST', '/v1/characters', { body: { name: 'Ada' } });
  const search = (more: Body) => ask('POST', '/v1/characters/Ada/memories/search', { body: { query: 'tea', ...more } });
  expect((await search({ category: null })).status).toBe(400);
  expect((await search({ category: '' })).status).toBe(400);
  expect((await search({ limit: '5' })).status).toBe(400);
  expect((await search({ importance: 'high' })).status).toBe(400);
  expect((await search({})).status).toBe(200);
});
