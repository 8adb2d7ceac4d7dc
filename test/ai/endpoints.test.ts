import { expect, test } from 'vitest';
import { z } from 'zod';
import { openAiSession, testKey } from '../support/ai.ts';

const list = z.object({
  items: z.object({
    required: z.array(z.string()),
    additionalProperties: z.boolean(),
    properties: z.record(z.string(), z.unknown()),
  }),
});

const kept = (content: string) => ({ operations: [{ operation: 'ADD', content, category: 'facts' }] });

test.each([
  { formats: ['json_schema', 'json_object', 'none'], first: 1, asked: 'json_schema' },
  { formats: ['json_object', 'none'], first: 2, asked: 'json_object' },
  { formats: ['none'], first: 3, asked: undefined },
])('an endpoint that supports $formats gets that format, which is remembered', async ({ formats, first, asked }) => {
  const session = await openAiSession('openai');
  session.provider.formats = formats;
  session.provider.usual = kept('One');
  await session.remember('Some text');
  expect(session.provider.extractions).toHaveLength(first);
  session.provider.usual = kept('Two');
  await session.remember('More text');
  expect(session.provider.extractions).toHaveLength(first + 1);
  const last = session.provider.extractions.at(-1)?.body;
  expect((last?.response_format as { type?: string } | undefined)?.type).toBe(asked);
  expect(await session.contents()).toStrictEqual(['One', 'Two']);
});

test('anthropic is called with a forced tool, or an optional one where forcing fails', async () => {
  const session = await openAiSession('anthropic');
  session.provider.toolChoices = ['auto'];
  session.provider.usual = kept('One');
  await session.remember('Some text');
  await session.remember('Some more text');
  expect(session.provider.extractions.map(({ body }) => body.tool_choice)).toMatchObject([
    { type: 'tool', name: 'remember' },
    { type: 'tool', name: 'remember' },
    { type: 'auto' },
    { type: 'auto' },
  ]);
  expect(session.provider.extractions.map(({ body }) => body.thinking)).toStrictEqual([
    { type: 'disabled' },
    undefined,
    undefined,
    undefined,
  ]);
});

test('the schema sent is strict and names the categories of the character', async () => {
  const session = await openAiSession('openai');
  await session.call('add_category', { name: 'Recipes', description: 'Dishes', hints: ['cook'] });
  await session.remember('Some text');
  const { response_format: format, messages } = session.provider.extractions[0]?.body ?? {};
  expect(format).toMatchObject({ json_schema: { strict: true } });
  const { items } = z
    .object({ json_schema: z.object({ schema: z.object({ properties: z.object({ operations: list }) }) }) })
    .parse(format).json_schema.schema.properties.operations;
  expect(items.required).toStrictEqual(Object.keys(items.properties));
  expect(items.additionalProperties).toBe(false);
  expect(JSON.stringify(items.properties.category)).toContain('Recipes');
  expect(JSON.stringify(messages)).toContain('cook');
});

test('each protocol sends the key in its own header and nowhere else', async () => {
  const openai = await openAiSession('openai');
  await openai.remember('Some text');
  expect(openai.provider.extractions[0]?.headers.authorization).toBe(`Bearer ${testKey}`);
  const anthropic = await openAiSession('anthropic');
  await anthropic.remember('Some text');
  const { authorization, 'x-api-key': plain } = anthropic.provider.extractions[0]?.headers ?? {};
  expect([authorization, plain]).toContainEqual(expect.stringContaining(testKey));
  expect(JSON.stringify([openai.provider.received[0]?.body, anthropic.provider.received[0]?.body])).not.toContain(
    testKey,
  );
});
