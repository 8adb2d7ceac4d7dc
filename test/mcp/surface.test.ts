import { describe, expect, test } from 'vitest';
import type * as z from 'zod';
import { operations, operationsByName } from '../../src/features/operations.ts';
import { surface } from '../../src/features/published.ts';
import { type Toolset, usualGroups } from '../../src/gate/operation.ts';
import { selectTools } from '../../src/mcp/tools.ts';
import { openSession } from '../support/harness.ts';

const selected = (sets: Toolset[] | undefined, hasDefault = false) => selectTools(surface, sets, hasDefault);

test('the published surface matches the committed one', async () => {
  await expect(`${JSON.stringify(selected(undefined), null, 2)}\n`).toMatchFileSnapshot('../__snapshots__/tools.json');
});

test('the tool set core has the specified tools', () => {
  expect(
    selected(['core'])
      .map(({ name }) => name)
      .sort(),
  ).toStrictEqual([
    'add_memory',
    'add_memory_direct',
    'assemble_context',
    'create_character',
    'delete_memory',
    'list_characters',
    'list_memories',
    'search_memories',
    'update_memory',
  ]);
});

interface SchemaNode {
  type?: unknown;
  properties?: Record<string, SchemaNode>;
  items?: SchemaNode;
  additionalProperties?: SchemaNode;
}

/** Every node of a published schema, by its path; an unknown part is a node too. */
function nodesOf(node: SchemaNode, path: string): [path: string, type: unknown][] {
  const { type, properties = {}, items, additionalProperties } = node;
  const unknown = Object.keys(node).filter((key) => /^(?:anyOf|oneOf|allOf|not|\$ref|patternProperties)$/.test(key));
  return [
    [path, unknown.length > 0 ? unknown : type],
    ...Object.entries(properties).flatMap(([name, one]) => nodesOf(one, `${path}/${name}`)),
    ...(items ? nodesOf(items, `${path}[]`) : []),
    ...(additionalProperties ? nodesOf(additionalProperties, `${path}/*`) : []),
  ];
}

test('every node of a published schema has one type', () => {
  const nodes = surface.flatMap(({ tool: { name, inputSchema, outputSchema } }) => [
    ...nodesOf(inputSchema, name),
    ...nodesOf(outputSchema, `${name}:`),
  ]);
  expect(nodes.length).toBeGreaterThan(1_000);
  expect(nodes.filter(([, type]) => typeof type !== 'string')).toStrictEqual([]);
});

test('a tool or field that null clears says so in its description', () => {
  const clearing = operations.filter(({ input }) =>
    Object.values(input.shape).some((field) => (field as z.ZodType).safeParse(null).success),
  );
  expect(clearing.map(({ name }) => name)).toStrictEqual([
    'update_profile',
    'update_agent_config',
    'update_member',
    'set_ai_settings',
    'update_webhook',
  ]);
  for (const { name } of clearing) {
    expect(JSON.stringify(surface.find(({ tool }) => tool.name === name)), name).toMatch(/[Nn]ull(?: clears|: )/);
  }
});

test.each(surface.map(({ tool }) => [tool.name, tool] as const))(
  'the output schema of %s allows an error',
  (_, { outputSchema }) => {
    expect(outputSchema.properties).toHaveProperty('error');
    expect(outputSchema).not.toHaveProperty('required');
  },
);

describe('a session', () => {
  test('a session lists tools with titles, hints and schemas', async () => {
    const { client } = await openSession();
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name).sort()).toStrictEqual(
      operations
        .filter(({ group }) => usualGroups.includes(group))
        .map(({ name }) => name)
        .sort(),
    );
    for (const tool of tools) {
      expect(tool.title).toBeTruthy();
      expect(tool.inputSchema).toMatchObject({ type: 'object', properties: expect.any(Object) });
      const { destructiveHint, ...others } = tool.annotations ?? {};
      const { readOnly, idempotent } = operationsByName.get(tool.name)!.hints;
      expect(typeof destructiveHint).toBe(readOnly ? 'undefined' : 'boolean');
      // Fields that are false by default are omitted.
      const said = {
        ...(readOnly && { readOnlyHint: true }),
        ...(!readOnly && idempotent && { idempotentHint: true }),
      };
      expect(others).toStrictEqual({ ...said, openWorldHint: false });
    }
  });

  test('a tool set limits the listed and the callable tools', async () => {
    const session = await openSession({ toolsets: ['tier', 'categories'] });
    const { tools } = await session.client.listTools();
    expect(tools.map(({ name }) => name)).toStrictEqual([
      'list_categories',
      'add_category',
      'update_category',
      'delete_category',
      'get_tier',
    ]);
    await expect(session.answer('create_character', { name: 'Ada' })).rejects.toMatchObject({ code: -32602 });
  });

  test('an unknown tool is the protocol’s error', async () => {
    const session = await openSession();
    await expect(session.answer('no_such_tool')).rejects.toMatchObject({ code: -32602 });
    await expect(session.answer('__proto__')).rejects.toMatchObject({ code: -32602 });
  });

  test('instructions are short and name the default character', async () => {
    const plain = await openSession();
    expect(plain.client.getInstructions()).toContain('list_characters');
    expect(plain.client.getInstructions()?.length).toBeLessThan(1200);
    expect(plain.client.getInstructions()).toContain('add_memory');
    const free = await openSession({ tier: 'FREE' });
    expect(free.client.getInstructions()).not.toContain('add_memory');
    expect(free.client.getInstructions()).toContain('sync_file');
    const withDefault = await openSession({ character: 'Ada' });
    expect(withDefault.client.getInstructions()).toContain('"Ada"');
  });
});

describe('a default character', () => {
  test('a default character makes characterId optional and is created on first use', async () => {
    const session = await openSession({ character: 'Ada' });
    const { tools } = await session.client.listTools();
    const required = tools.map(({ inputSchema }) => inputSchema.required ?? []);
    expect(required.flat()).not.toContain('characterId');
    expect(await session.call('list_characters')).toMatchObject({ total: 0 });
    const made = await session.call('add_memory_direct', { content: 'x', category: 'general' });
    expect(await session.call('list_memories')).toMatchObject({ total: 1 });
    expect(await session.call('get_character')).toMatchObject({ id: made.characterId, name: 'Ada' });
    await session.call('create_character', { name: 'Bob' });
    expect(await session.call('list_memories', { characterId: 'Bob' })).toMatchObject({ total: 0 });
  });

  test('a default character may be an alias or id, and an unknown id is not created', async () => {
    const first = await openSession();
    const { id } = await first.call<{ id: string }>('create_character', { name: 'Ada' });
    await first.call('set_aliases', { characterId: 'Ada', aliases: ['al'] });
    for (const character of [id, 'AL', 'Ada']) {
      const session = await openSession({ path: first.path, character });
      expect(await session.call('get_character')).toMatchObject({ id });
    }
    const unknown = '00000000-0000-4000-8000-00000000dead';
    const lost = await openSession({ path: first.path, character: unknown });
    expect((await lost.fault('get_character')).type).toBe('CharacterNotFound');
  });

  test('a default character counts towards the limit', async () => {
    const first = await openSession({ tier: 'FREE' });
    for (const name of ['a', 'b', 'c']) await first.call('create_character', { name });
    const session = await openSession({ tier: 'FREE', path: first.path, character: 'd' });
    expect((await session.fault('get_character')).type).toBe('CharacterLimitExceeded');
  });
});
