import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import { operations } from '../../src/features/operations.ts';
import { bindings } from '../../src/http/bindings.ts';
import { describeInterface, type OpenApiOperation } from '../../src/http/openapi.ts';
import type { Body } from '../support/harness.ts';
import { type Http, openHttp } from '../support/http-harness.ts';

type Schema = { [key: string]: unknown };

const bound = bindings(operations);
const { paths, components } = describeInterface(bound, '0.0.0');
const described = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, one]): [name: string, one: OpenApiOperation] => [`${method} ${path}`, one]),
);

function bodyOf({ requestBody }: OpenApiOperation): Schema | undefined {
  const content = requestBody?.content as Record<string, { schema: Schema }> | undefined;
  const schema = content?.['application/json']?.schema;
  return typeof schema?.$ref === 'string' ? components.schemas[schema.$ref.split('/').at(-1)!] : schema;
}

test('every request field has a meaning and an example, and every response a name', () => {
  const bare = described.flatMap(([name, one]) =>
    [
      ...(one.parameters as (Schema & { in: string })[]).filter((field) => field.in !== 'header').filter(isBare),
      ...fieldsIn(bodyOf(one)).filter(isBare),
    ].map((field) => [name, field]),
  );
  expect(bare).toStrictEqual([]);
  const unnamed = described.filter(([, { responses }]) => {
    const content = (responses[200] ?? responses[201])?.content as Record<string, { schema: Schema }> | undefined;
    const schema = content?.['application/json']?.schema;
    return schema !== undefined && schema.$ref === undefined;
  });
  expect(unnamed.map(([name]) => name)).toStrictEqual([]);
});

/** The fields of a body at any depth. */
function fieldsIn(schema: unknown): Schema[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { properties = {} } = schema as { properties?: Record<string, Schema> };
  return [...Object.values(properties), ...Object.values(schema).flatMap(fieldsIn)];
}

function isBare({ description, example }: Schema): boolean {
  return description === undefined || example === undefined;
}

test('a memory in a list has a named type', () => {
  const itemsOf = (answer: string) => {
    const { properties } = (components.schemas as Record<string, { properties: Record<string, { items: Schema }> }>)[
      answer
    ]!;
    return properties.memories?.items.$ref;
  };
  expect(itemsOf('SearchMemoriesAnswer')).toBe('#/components/schemas/FoundMemory');
  expect(itemsOf('SearchSeveralAnswer')).toBe('#/components/schemas/FoundMemoryAmong');
  expect(itemsOf('ListMemoriesAnswer')).toBe('#/components/schemas/ListedMemory');
});

function takes(schema: Schema, value: unknown): boolean {
  const ajv = new Ajv({ strict: false });
  for (const [name, one] of Object.entries(components.schemas)) ajv.addSchema(one, `#/components/schemas/${name}`);
  addFormats.default(ajv);
  return ajv.compile(schema)(value);
}

/** Every text that can be sent, by its path. */
function texts(schema: Schema, path: string): [path: string, schema: Schema][] {
  const inner = Object.entries({
    ...(schema.properties as Schema),
    '*': schema.additionalProperties,
    '[]': schema.items,
  });
  const choices = [schema.anyOf, schema.oneOf].flat().filter((one) => one !== undefined);
  return [
    ...(schema.type === 'string' ? [[path, schema] as [string, Schema]] : []),
    ...inner.flatMap(([name, part]) =>
      typeof part === 'object' && part ? texts(part as Schema, `${path}.${name}`) : [],
    ),
    ...choices.flatMap((one, i) => texts(one as Schema, `${path}|${i}`)),
  ];
}

test('every text in a request has a pattern, a format or an enumeration, except documents', () => {
  const free = described.flatMap(([name, one]) => {
    const sent = [
      ...(one.parameters as { name: string; schema: Schema }[]),
      { name: 'body', schema: bodyOf(one) ?? {} },
    ];
    return sent
      .flatMap((part) => texts(part.schema, `${name} ${part.name}`))
      .filter(([, schema]) => !['pattern', 'format', 'enum'].some((key) => key in schema))
      .map(([path]) => path);
  });
  expect(free).toStrictEqual([
    'post /v1/characters/{id}/sync body.fileContent',
    'post /v1/characters/{id}/sync body.files.[].fileContent',
    'post /v1/characters/{id}/import body.fileContent',
    'post /v1/characters/{id}/exchange body.message',
    'get /v1/characters/{id}/memories/{memId} If-None-Match',
  ]);
});

const operationOf = (name: string) => described.find(([one]) => one === name)![1];

function parameterOf(name: string, parameter: string): Schema {
  const parameters = operationOf(name).parameters as { name: string; schema: Schema }[];
  return parameters.find((one) => one.name === parameter)!.schema;
}

/** Sends an operation by its name: `get /v1/characters/{id}`, with the parameters of its path. */
function send(ask: Http['ask'], name: string, given: Record<string, string>, body?: Body) {
  const [method = '', path = ''] = name.split(' ');
  const target = path.replaceAll(/\{(\w+)\}/g, (_, parameter: string) => encodeURIComponent(given[parameter] ?? ''));
  return ask(method.toUpperCase(), target, body ? { body } : {});
}

/** A server with Ada, who has a memory. */
async function withMemory() {
  const { ask } = await openHttp();
  await ask('POST', '/v1/characters', { body: { name: 'Ada' } });
  const content = { content: 'Ada likes tea.', category: 'facts' };
  const { body } = await ask('POST', '/v1/characters/Ada/memories/direct', { body: content });
  return { ask, inPath: { id: 'Ada', memId: String(body.id), name: 'facts', memberId: 'carl' } };
}

describe('agreement of document and server', () => {
  const control = '\u0001';

  test('the server accepts exactly the documented paths and queries', async () => {
    const { ask } = await openHttp();
    for (const [name, parameter, value, status] of [
      ['get /v1/characters/{id}', 'id', control, 400],
      ['get /v1/characters/{id}', 'id', 'a\tb', 404],
      ['get /v1/characters/resolve/{alias}', 'alias', control, 400],
    ] as const) {
      expect(takes(parameterOf(name, parameter), value)).toBe(status !== 400);
      expect((await send(ask, name, { [parameter]: value })).status).toBe(status);
    }
    for (const [parameter, value, status] of [
      ['tag', control, 400],
      ['tag', 'two\nlines', 400],
      ['tag', ' ', 400],
      ['tag', ' a ', 200],
      ['page', '9007199254740991', 200],
      ['page', '9007199254740992', 400],
    ] as const) {
      const given = parameter === 'page' ? Number(value) : value;
      expect(takes(parameterOf('get /v1/characters', parameter), given)).toBe(status === 200);
      expect((await ask('GET', `/v1/characters?${parameter}=${encodeURIComponent(value)}`)).status).toBe(status);
    }
  });

  const memory = '/v1/characters/{id}/memories/{memId}';
  const bodies: [name: string, body: Body, isTaken: boolean][] = [
    ['patch /v1/characters/{id}/profile', {}, false],
    ['patch /v1/characters/{id}/profile', { personality: null }, true],
    ['patch /v1/characters/{id}/agent-config', {}, false],
    ['patch /v1/characters/{id}/agent-config', { status: 'BUSY' }, true],
    ['put /v1/characters/{id}/sharing', {}, false],
    ['put /v1/characters/{id}/sharing', { visibility: 'PRIVATE' }, true],
    ['put /v1/characters/{id}/categories/{name}', {}, false],
    ['put /v1/characters/{id}/categories/{name}', { description: 'x' }, true],
    [`put ${memory}`, {}, false],
    [`put ${memory}`, { allowSecret: true, expectedRevision: 1 }, false],
    [`put ${memory}`, { allowSecret: true, salience: 0.25 }, true],
    ['post /v1/characters/{id}/memories/batch', { ids: ['MEMORY'], change: {} }, false],
    ['post /v1/characters/{id}/memories/batch', { ids: ['MEMORY'], change: { salience: 1 } }, true],
    ['post /v1/characters/{id}/sync', {}, false],
    ['post /v1/characters/{id}/sync', { filePath: 'a.md' }, false],
    ['post /v1/characters/{id}/sync', { filePath: 'a.md', fileContent: '- Tea.\u0001' }, true],
    ['post /v1/characters/{id}/sync', { filePath: 'a\tb.md', fileContent: '' }, false],
    ['post /v1/characters/{id}/sync', { files: [{ filePath: 'a.md', fileContent: '- Tea.' }] }, true],
    ['post /v1/characters/{id}/sync', { files: [{ filePath: 'a.md', fileContent: '' }], label: 'x' }, false],
    [
      'post /v1/characters/{id}/sync',
      { files: [{ filePath: 'a.md', fileContent: '' }], filePath: 'b.md', fileContent: '' },
      false,
    ],
    ['post /v1/characters/{id}/clone', { name: 'Copy', copyMemories: 'yes' }, false],
    ['post /v1/characters/{id}/clone', { name: 'Copy', memories: 'copy' }, true],
    ['put /v1/characters/{id}/aliases', { aliases: [{ alias: 'x', other: 1 }] }, false],
    ['put /v1/characters/{id}/aliases', { aliases: ['x', { alias: 'y' }] }, true],
  ];

  test('the server accepts exactly the documented bodies', async () => {
    const { ask, inPath } = await withMemory();
    for (const [name, given, isTaken] of bodies) {
      const body = JSON.parse(JSON.stringify(given).replace('MEMORY', inPath.memId)) as Body;
      const { requestBody } = operationOf(name);
      const what = `${name} ${JSON.stringify(given)}`;
      expect(requestBody?.required, what).toBe(true);
      expect(takes(bodyOf(operationOf(name))!, body), what).toBe(isTaken);
      const { status } = await send(ask, name, inPath, body);
      expect([200, 201].includes(status), `${what}: ${status}`).toBe(isTaken);
    }
  });

  test('the server accepts exactly the documented values of If-Match', async () => {
    const { ask, inPath } = await withMemory();
    const body = { salience: 1 };
    for (const value of ['"1"', 'W/"2"', '*', '3', '"3", "4"']) {
      const isTaken = takes(parameterOf(`put ${memory}`, 'If-Match'), value);
      expect(isTaken, value).toBe(!/^3|,/.test(value));
      const answer = await ask('PUT', `/v1/characters/Ada/memories/${inPath.memId}`, {
        body,
        headers: { 'if-match': value },
      });
      expect(answer.status === 400, value).toBe(!isTaken);
    }
  });
});

describe('conflicts', () => {
  /** The operation is refused with this error, and its description lists it. */
  async function expectRefusal(
    ask: Http['ask'],
    name: string,
    inPath: Record<string, string>,
    type: string,
    body?: Body,
  ) {
    const answer = await send(ask, name, inPath, body);
    expect(answer, name).toMatchObject({ status: 409, body: { error: { type, status: 409 } } });
    expect(operationOf(name).responses['409']?.$ref, name).toContain(type);
  }

  test('a taken name is 409 NameTaken, except for characters, whose status the specification sets', async () => {
    const { ask, inPath } = await withMemory();
    await ask('POST', '/v1/characters', { body: { name: 'Bob' } });
    await ask('POST', '/v1/members', { body: { name: 'ann', role: 'MEMBER', externalId: 'ann@idp' } });
    await ask('POST', '/v1/members', { body: { name: 'carl', role: 'MEMBER' } });
    for (const [name, body] of [
      ['post /v1/characters/{id}/categories', { name: 'FACTS' }],
      ['put /v1/characters/{id}/aliases', { aliases: ['bob'] }],
      ['post /v1/members', { name: 'ann', role: 'MEMBER' }],
      ['post /v1/members', { name: 'other', role: 'MEMBER', externalId: 'ann@idp' }],
      ['patch /v1/members/{memberId}', { name: 'ann' }],
    ] as const) {
      await expectRefusal(ask, name, inPath, 'NameTaken', body);
    }
    const again = await ask('POST', '/v1/characters', { body: { name: 'Bob' } });
    expect(again).toMatchObject({ status: 400, body: { error: { type: 'DuplicateCharacterName' } } });
    const twice = await ask('PUT', '/v1/characters/Ada/aliases', { body: { aliases: ['a', 'A'] } });
    expect(twice).toMatchObject({ status: 400, body: { error: { type: 'InvalidInput' } } });
  });

  test('a write to an archived character is 409 CharacterArchived', async () => {
    const { ask, inPath } = await withMemory();
    expect((await ask('POST', '/v1/characters/Ada/archive')).status).toBe(200);
    for (const [name, body] of [
      ['post /v1/characters/{id}/memories', { content: 'x' }],
      ['post /v1/characters/{id}/memories/direct', { content: 'x', category: 'facts' }],
      ['put /v1/characters/{id}/memories/{memId}', { content: 'x' }],
      ['delete /v1/characters/{id}/memories/{memId}', undefined],
      ['post /v1/characters/{id}/memories/{memId}/restore', undefined],
      ['post /v1/characters/{id}/memories/{memId}/revert', { revision: 1 }],
      ['post /v1/characters/{id}/memories/batch', { ids: ['x'], change: { salience: 1 } }],
      ['patch /v1/characters/{id}/profile', { personality: 'x' }],
      ['patch /v1/characters/{id}/agent-config', { status: 'BUSY' }],
      ['put /v1/characters/{id}/aliases', { aliases: [] }],
      ['put /v1/characters/{id}/tags', { tags: [] }],
      ['post /v1/characters/{id}/categories', { name: 'x' }],
      ['put /v1/characters/{id}/categories/{name}', { description: 'x' }],
      ['delete /v1/characters/{id}/categories/{name}', undefined],
      ['post /v1/characters/{id}/sync', { filePath: 'a.md', fileContent: 'x' }],
      ['post /v1/characters/{id}/import', { fileName: 'a.md', fileContent: 'x' }],
    ] as const) {
      await expectRefusal(ask, name, inPath, 'CharacterArchived', body);
    }
  });
});

test('the id of a change is documented as it is, not as a UUID', async () => {
  const http = await openHttp();
  const ada = (await http.ask('POST', '/v1/characters', { body: { name: 'Ada' } })).body;
  const direct = { content: 'Ada prefers green tea.', category: 'preferences' };
  await http.ask('POST', `/v1/characters/${ada.id}/memories/direct`, { body: direct });
  const { body } = await http.ask('GET', '/v1/changes');
  expect(body.changes).toHaveLength(1);
  expect(takes(components.schemas.ListChangesAnswer!, body)).toBe(true);
});
