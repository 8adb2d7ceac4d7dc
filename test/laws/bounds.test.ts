import { afterEach, describe, expect, test, vi } from 'vitest';
import * as z from 'zod';
import { storable } from '../../src/domain/storable.ts';
import { validated } from '../../src/domain/validation.ts';
import { operations, operationsByName } from '../../src/features/operations.ts';
import { groups, inputBounds } from '../../src/gate/operation.ts';
import { textFields } from '../support/fields.ts';
import { openSession } from '../support/harness.ts';
import { openHttp } from '../support/http-harness.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

type JsonSchema = { [key: string]: unknown };

/** The most bytes of JSON for one character: two escaped halves. */
const escaped = 12;
/** A reference without a bound in its schema is at most a name of 200 characters, or a path. */
const unbounded = { path: 4_096, filePath: 1_024 } as Record<string, number>;

/** Those of objects whose JSON has a bound. In a batch, contents and labels together have one: an open object there is small. */
const sized: Record<string, number | undefined> = { meta: 6 * 16_384, metadata: 6 * 4_096 };

/** The most bytes of JSON for a value of this schema. */
function weight(schema: JsonSchema, name = ''): number {
  const { anyOf, type, items, properties, additionalProperties, maxLength, maxItems, enum: values } = schema;
  if (anyOf) return Math.max(...(anyOf as JsonSchema[]).map((one) => weight(one, name)));
  if (type === 'string')
    return values
      ? 40
      : escaped * ((maxLength as number) ?? (Object.hasOwn(unbounded, name) ? unbounded[name] : 200) ?? 0) + 3;
  if (type === 'array') return ((maxItems as number) ?? 1) * weight(items as JsonSchema) + 2;
  if (type !== 'object') return 25;
  const isOpen = typeof additionalProperties === 'object' && Object.keys(additionalProperties as object).length === 0;
  const known = sized[name];
  if (known !== undefined) return isOpen ? escaped * 100 : known;
  const fields = Object.entries((properties ?? {}) as Record<string, JsonSchema>);
  const named = fields.reduce((sum, [key, part]) => sum + key.length + 4 + weight(part, key), 2);
  const isFree = typeof additionalProperties === 'object' && additionalProperties !== null;
  return named + (isFree ? 100 * (escaped * 100 + 4 + weight(additionalProperties as JsonSchema)) : 0);
}

test.each(operations.map((one) => [one.name, one] as const))(
  'the largest valid input of %s fits its bound',
  (_, one) => {
    if (one.documents) return expect(one.maxInput).toBe(inputBounds.document);
    const most = weight(z.toJSONSchema(one.input, { io: 'input', unrepresentable: 'any' }));
    expect(one.maxInput).toBeGreaterThanOrEqual(most);
    const smaller = Object.values(inputBounds).filter((bound) => bound < one.maxInput);
    for (const bound of smaller) expect(bound).toBeLessThan(most);
  },
);

test('the largest memory passes REST, escaped as JSON allows', async () => {
  const http = await openHttp();
  await http.ask('POST', '/v1/characters', { body: { name: 'Ada' } });
  const body = `{"category":"facts","content":"${'\\ud83e\\udde0'.repeat(10_000)}"}`;
  expect(await http.ask('POST', '/v1/characters/Ada/memories/direct', { body })).toMatchObject({ status: 201 });
});

test('a body above its operation’s bound is PayloadTooLarge, announced or not; a document may be larger', async () => {
  const http = await openHttp();
  await http.ask('POST', '/v1/characters', { body: { name: 'Ada' } });
  const unknown = [1, 2, 3].map(() => 'x'.repeat(50_000));
  for (const headers of [{}, { 'transfer-encoding': 'chunked' }]) {
    const answer = await http.ask('PUT', '/v1/characters/Ada/tags', { body: { tags: [], unknown }, headers });
    expect(answer).toMatchObject({ status: 413, body: { error: { type: 'PayloadTooLarge' } } });
  }
  const document = { fileName: 'a.txt', fileContent: 'Ada likes tea. '.repeat(10_000), dryRun: true };
  expect((await http.ask('POST', '/v1/characters/Ada/import', { body: document })).status).toBe(200);
});

describe('steps of validation', () => {
  /** Values looked at and characters composed, for a call that must fail or pass. */
  async function steps(name: string, input: Record<string, unknown>): Promise<number> {
    const session = await openSession();
    await session.call('create_character', { name: 'Ada' });
    let count = 0;
    const watched = (value: unknown): unknown => {
      if (typeof value !== 'object' || value === null) return value;
      return new Proxy(value, {
        get: (target, key, receiver) => {
          count++;
          return watched(Reflect.get(target, key, receiver));
        },
        ownKeys: (target) => {
          const keys = Reflect.ownKeys(target);
          count += keys.length;
          return keys;
        },
      });
    };
    const { normalize } = String.prototype;
    vi.spyOn(String.prototype, 'normalize').mockImplementation(function (this: string, form) {
      count += this.length;
      // Composing takes quadratic time on a run of marks: nothing longer than a path may get there.
      expect(this.length).toBeLessThanOrEqual(4_096);
      return normalize.call(this, form);
    });
    const operation = operationsByName.get(name);
    if (!operation) throw new Error(`no operation ${name}`);
    const { call } = await import('../../src/gate/call.ts');
    const principal = {
      tenantId: 'local',
      memberId: 'local',
      role: 'OWNER',
      tier: 'BUSINESS',
      name: 'x',
      via: 'key',
    } as const;
    const outcome = await call(session.services, { principal }, operation, watched(input));
    vi.restoreAllMocks();
    expect(outcome.error?.type ?? 'none').not.toBe('InternalError');
    return count;
  }

  const marks = (n: number) => `a${'\u0301\u0327'.repeat(n / 2)}`;
  const nested = (n: number) => Array.from({ length: n }).reduce<unknown>((inner) => [inner], 1);
  const families: [string, string, (n: number) => Record<string, unknown>][] = [
    ['marks in a name', 'create_character', (n) => ({ name: marks(n) })],
    ['marks in a reference', 'get_character', (n) => ({ characterId: marks(n) })],
    ['marks in a category', 'list_memories', (n) => ({ characterId: 'Ada', category: marks(n) })],
    ['marks in a tag', 'set_tags', (n) => ({ characterId: 'Ada', tags: [marks(n)] })],
    ['marks in an alias', 'set_aliases', (n) => ({ characterId: 'Ada', aliases: [marks(n)] })],
    ['marks in a path', 'sync_file', (n) => ({ characterId: 'Ada', filePath: marks(n), fileContent: 'x' })],
    ['marks in a free field', 'update_profile', (n) => ({ characterId: 'Ada', customFields: { [marks(n)]: 'x' } })],
    ['a long list', 'set_tags', (n) => ({ characterId: 'Ada', tags: Array(n).fill(1) })],
    ['a long list of files', 'sync_file', (n) => ({ characterId: 'Ada', files: Array(n).fill({}) })],
    ['a list where a text should be', 'get_character', (n) => ({ characterId: Array(n).fill('x') })],
    [
      'many free fields',
      'update_agent_config',
      (n) => ({ characterId: 'Ada', meta: Object.fromEntries(Array.from({ length: n }, (_, i) => [`k${i}`, i])) }),
    ],
    ['deep', 'update_agent_config', (n) => ({ characterId: 'Ada', meta: { deep: nested(Math.min(n, 5_000)) } })],
    [
      'a field within a field that is not known',
      'sync_file',
      (n) => ({ characterId: 'Ada', files: [{ filePath: 'a', fileContent: 'b', junk: Array(n).fill(0) }] }),
    ],
  ];

  test.each(families)('validation takes linear steps: %s', async (_, name, make) => {
    const [small, large] = [await steps(name, make(15_000)), await steps(name, make(60_000))];
    expect(large).toBeLessThanOrEqual(6 * small);
    // Input beyond every limit is not read at all.
    expect(large).toBeLessThan(130_000);
  });

  test('validation does not look into unknown fields', async () => {
    const junk = (n: number) => ({ characterId: 'Ada', tags: [], junk: Array(n).fill({ a: 1 }) });
    expect(await steps('set_tags', junk(80_000))).toBe(await steps('set_tags', junk(1)));
  });
});

test('MCP and REST refuse an unknown field with any value, and name the nearest', async () => {
  const http = await openHttp();
  const junk = ['\0', { deep: ['\ud800'] }];
  const refused = (message: string) => ({ type: 'InvalidInput', message: expect.stringContaining(message) });
  expect(await http.ask('POST', '/v1/characters', { body: { name: 'Ada', junk } })).toMatchObject({
    status: 400,
    body: { error: refused('junk') },
  });
  expect(await http.session.fault('create_character', { name: 'Bo', junk })).toMatchObject(refused('junk'));
  const misspelt = { characterId: 'Ada', query: 'x', filters: { user_id: 'u-1' } };
  expect(await http.session.fault('search_memories', misspelt)).toMatchObject(refused('It takes'));
  expect(await http.session.fault('search_memories', { query: 'x', min_relevence: 0.5 })).toMatchObject(
    refused('Did you mean minRelevance?'),
  );
});

test('JSON input is bounded in depth, number and size', () => {
  const deep = (n: number) => Array.from({ length: n }).reduce<unknown>((inner) => ({ a: inner }), 'x');
  const schema = z.object({ a: z.unknown() });
  expect(validated(schema, storable(deep(64), { size: 100 }))).toStrictEqual(deep(64));
  expect(() => storable(deep(65), { size: 100 })).toThrow(/too deeply/);
  expect(() => storable(Array(10_001).fill(0), { size: 100 })).toThrow(/10000 values/);
  expect(() => storable({ abc: 'x'.repeat(98) }, { size: 100 })).toThrow(/100 characters/);
});

/** Names that every plain object has, and ends of names that are looked up. */
const inherited = ['constructor', '__proto__', 'hasOwnProperty', 'a.constructor'];

describe('names of Object.prototype', () => {
  test('names of Object.prototype are ordinary text in every field', async () => {
    const session = await openSession({ toolsets: [...groups] });
    await session.call('create_character', { name: 'Ada' });
    for (const one of operations.flatMap(textFields)) {
      for (const name of inherited) {
        const given = one.holding(name);
        const rest =
          'characterId' in one.operation.input.shape && !('characterId' in given) ? { characterId: 'Ada' } : {};
        const more = {
          content: 'x',
          category: 'facts',
          name: 'x',
          query: 'x',
          fileName: 'a.md',
          filePath: 'a.md',
          fileContent: 'x',
        };
        const fitting = Object.fromEntries(
          Object.entries(more).filter(([field]) => field in one.operation.input.shape),
        );
        const files = 'files' in given ? {} : fitting;
        await session.answer(one.operation.name, { ...files, ...rest, ...given });
      }
    }
    expect(session.logged).toStrictEqual([]);
  });

  test('names of Object.prototype are ordinary as speaker, file extension, column, key, heading, category', async () => {
    const session = await openSession();
    await session.call('create_character', { name: 'Ada' });
    for (const name of inherited) {
      const documents: [string, unknown][] = [
        [`a.${name.replace(/^.*\./, '')}`, `${name}: Ada likes tea.`],
        ['a.csv', `${name},text\n${name},Ada likes tea\n`],
        ['a.md', `# ${name}\n\n## ${name}\n\n- ${name}: Ada likes tea\n`],
        ['a.txt', `${name}: Ada likes tea.\n${name}: so does Bo.\n`],
        ['a.html', `<${name}>x</${name}><p>Ada likes tea</p>`],
        ['a.json', [{ text: 'Ada likes tea', category: name, importance: name, [name]: name }]],
        [
          'a.json',
          {
            entities: [{ name, entityType: name, observations: [name] }],
            relations: [{ from: name, to: name, relationType: name }],
          },
        ],
        [
          'a.json',
          [
            {
              uuid: 'u',
              name,
              chat_messages: [
                { sender: name, text: 'Ada likes tea' },
                { sender: 'human', text: 'So does Bo' },
              ],
            },
          ],
        ],
        [
          'a.json',
          [
            {
              title: name,
              current_node: name,
              mapping: {
                [name]: {
                  parent: name,
                  message: { author: { role: name }, content: { content_type: 'text', parts: ['Ada likes tea'] } },
                },
              },
            },
          ],
        ],
        ['a.json', [{ title: name, current_node: name, mapping: {} }]],
      ];
      for (const [fileName, content] of documents) {
        const fileContent = typeof content === 'string' ? content : JSON.stringify(content);
        await session.answer('import_document', { characterId: 'Ada', fileName, fileContent });
        await session.answer('sync_file', { characterId: 'Ada', filePath: fileName, fileContent });
      }
    }
    expect(session.logged).toStrictEqual([]);
  });
});
