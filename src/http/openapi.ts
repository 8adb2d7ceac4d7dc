import type * as z from 'zod';
import { type ErrorType, errorStatus } from '../domain/errors.ts';
import { eventBody, eventNames, eventTypes } from '../domain/event.ts';
import { keyPattern } from '../domain/idempotency-rules.ts';
import type { Role } from '../domain/principal.ts';
import type { Bucket, Feature } from '../domain/tier.ts';
import type { Group, Operation } from '../gate/operation.ts';
import type { Binding, Parameter } from './bindings.ts';
import { errorsOf } from './openapi-errors.ts';
import { meaningOf, type Schema, type Schemas, schemas } from './openapi-schemas.ts';
import { etagPattern } from './read-input.ts';

export interface OpenApiOperation {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  /** The least role that may call it. */
  'x-role': Role;
  'x-bucket': Bucket;
  /** Of the tier. */
  'x-feature'?: Feature;
  parameters: Schema[];
  requestBody?: Schema;
  responses: Record<string, Schema>;
}

export interface OpenApi {
  openapi: '3.0.3';
  info: { title: string; version: string; description: string; license: { name: string; url: string } };
  servers: { url: string; description: string }[];
  security: Schema[];
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, OpenApiOperation>>;
  /** Webhook events, as `webhooks` of OpenAPI 3.1. */
  'x-webhooks': Record<string, Schema>;
  components: {
    schemas: Record<string, Schema>;
    responses: Record<string, Schema>;
    headers: Record<string, Schema>;
    securitySchemes: Schema;
  };
}

const about = `The memory that AI agents keep: characters, their memories, categories and files.

Every request needs \`Authorization: Bearer <API key>\`, or an access token where the server accepts those of an identity provider. A characterId in a path is a UUID, an alias or a name. Errors have one envelope; every answer to an authenticated request tells the state of its rate-limit bucket in the X-RateLimit headers. Unknown fields and query parameters are refused. A category that a character does not have is 400 (CategoryNotConfigured), also as a filter. Names of free fields (\`customFields\`, \`meta\`) hold no control characters either.`;

const headers: Record<string, Schema> = {
  'X-RateLimit-Limit': header('Requests that the bucket takes in the current minute.', 'integer'),
  'X-RateLimit-Remaining': header('Requests left before the limit.', 'integer'),
  'X-RateLimit-Reset': header('When the window ends: Unix timestamp in seconds.', 'integer'),
  'X-RateLimit-Bucket': header('The bucket this request was counted in.', 'string'),
  'X-Request-Id': header('Names this request in the server’s log; a short plain one that was sent is kept.', 'string'),
  'Retry-After': header('Seconds until the next window.', 'integer'),
  'Idempotency-Replayed': header('`true`: the answer is that of an earlier request with this key.', 'string'),
  ETag: header("The memory's revision in quotes; send it as If-Match to change nothing newer.", 'string'),
};

/** The OpenAPI 3.0 description of all bindings. */
export function describeInterface(bound: readonly Binding[], version: string): OpenApi {
  const known = schemas();
  const paths: OpenApi['paths'] = {};
  const failures: Record<string, Schema> = {};
  for (const binding of bound) {
    const { method, path } = binding.rest;
    paths[path] = { ...paths[path], [method.toLowerCase()]: describeOperation(binding, known, failures) };
  }
  return {
    openapi: '3.0.3',
    info: {
      title: 'Agent memory service',
      version,
      description: about,
      license: { name: 'MIT', url: 'https://opensource.org/license/mit' },
    },
    servers: [{ url: '/', description: 'The server that this document comes from; by default http://127.0.0.1:8787.' }],
    security: [{ bearer: [] }],
    tags: [...new Set(bound.map(({ operation }) => operation.group))].map((name) => ({
      name,
      description: groups[name],
    })),
    paths,
    'x-webhooks': describeEvents(known),
    components: {
      schemas: known.components,
      responses: failures,
      headers,
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', description: 'An API key `ams_…` or a JWT.' } },
    },
  };
}

/** The purpose of a group of operations. */
const groups: Record<Group, string> = {
  characters: 'Whose memories: each character has memories, categories and files of its own.',
  memories: 'Adding, finding, correcting and deleting single memories.',
  categories: 'What the memories of a character are sorted by.',
  files: 'Files whose text is kept as memories: pushed, imported or watched.',
  tier: 'What the tenant may do, and how much of it is used.',
  admin: 'The team: members, keys, sessions, AI settings, webhooks and the audit log.',
  review: 'Looking through many memories, changes and recalls, for people.',
  chatgpt: 'Searching and reading in the form of ChatGPT’s connectors.',
};

function describeOperation(binding: Binding, known: Schemas, failures: Record<string, Schema>): OpenApiOperation {
  const { operation } = binding;
  const body = requestBody(binding, known);
  return {
    operationId: operationIdOf(binding),
    summary: operation.title,
    description: operation.description,
    tags: [operation.group],
    'x-role': operation.role,
    'x-bucket': operation.bucket,
    ...(operation.feature && { 'x-feature': operation.feature }),
    parameters: parameters(binding, known),
    ...(body && { requestBody: body }),
    responses: { ...success(binding, known), ...failuresOf(binding, failures) },
  };
}

function operationIdOf({ operation, rest }: Binding): string {
  return rest.id ?? operation.name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** `searchMemories` → `SearchMemories…`. */
function schemaName(binding: Binding, ending: 'Request' | 'Answer' | 'Item'): string {
  const id = operationIdOf(binding);
  return `${id[0]!.toUpperCase()}${id.slice(1)}${ending}`;
}

function parameters(binding: Binding, known: Schemas): Schema[] {
  const { operation, pathParameters, query, hasBody } = binding;
  const described = (place: 'path' | 'query', { name, field }: Parameter): Schema => {
    const type = operation.input.shape[field];
    if (!type) throw new Error(`${operation.name} has no field ${field}`);
    const typed = known.of(type, 'input');
    const { description, example, ...schema } = { ...meaningOf(name, typed), ...typed };
    const required = place === 'path' || isRequired(operation, field);
    const said = { ...(description !== undefined && { description }), ...(example !== undefined && { example }) };
    return { name, in: place, required, ...said, schema };
  };
  return [
    ...pathParameters.map((parameter) => described('path', parameter)),
    ...(hasBody ? [] : [...query.values()].map((parameter) => described('query', parameter))),
    ...conditions(binding).map(([name, description, pattern]) => {
      return { name, in: 'header', description, schema: { type: 'string', ...(pattern && { pattern }) } };
    }),
  ];
}

/** Headers that make a request depend on a revision, or happen once. */
function conditions(binding: Binding): [name: string, description: string, pattern?: string][] {
  const once =
    'A new UUID or the like. A request that is repeated with it within a day changes nothing and gets the first answer';
  const { hints } = binding.operation;
  return [
    ...ofRevision(binding),
    ...(hints.readOnly ? [] : [['Idempotency-Key', once, keyPattern] as [string, string, string]]),
  ];
}

function ofRevision({ rest }: Binding): [name: string, description: string, pattern?: string][] {
  if (rest.ifMatch !== undefined) return [['If-Match', 'ETag of the revision to change, or *', etagPattern]];
  return isCacheable(rest) ? [['If-None-Match', 'ETag of the revision that is known']] : [];
}

function isCacheable({ etag, method }: Binding['rest']): boolean {
  return etag === true && method === 'GET';
}

function isRequired({ input }: Operation, field: string): boolean {
  return input.shape[field]?.safeParse(undefined).success === false;
}

/** The input without the path's fields; undefined when nothing is left. */
function requestBody(binding: Binding, known: Schemas): Schema | undefined {
  const { operation, rest, pathParameters, hasBody } = binding;
  const { input, documents } = operation;
  const schema = known.of(input, 'input', documents) as Schema & { properties: Schema; required?: string[] };
  const inPath = new Set(pathParameters.map(({ field }) => field));
  const properties = Object.fromEntries(Object.entries(schema.properties).filter(([field]) => !inPath.has(field)));
  if (!hasBody || Object.keys(properties).length === 0) return undefined;
  const required = schema.required?.filter((field) => !inPath.has(field)) ?? [];
  const { required: _, ...optional } = { ...schema, properties, ...choiceOf(operation, Object.keys(properties)) };
  const body = required.length > 0 ? { ...optional, required } : optional;
  return {
    required: required.length > 0 || operation.changes !== undefined || operation.either !== undefined,
    content: {
      'application/json': { schema: known.named(schemaName(binding, 'Request'), body) },
      ...(rest.upload && { 'multipart/form-data': { schema: form(properties, rest.upload) } }),
    },
  };
}

/** Which of the optional fields of a body have to be given. */
function choiceOf({ changes, either }: Operation, fields: string[]): Schema {
  const holding = (names: readonly string[]) => names.map((name) => ({ required: [name] }));
  const alternatives = either?.map(({ all }, i) => {
    const others = either.flatMap((other, j) => (i === j ? [] : [...other.all, ...(other.more ?? [])]));
    return { required: [...all], not: { anyOf: holding(others) } };
  });
  // Said by a `not`: generators of clients take an `anyOf` for the whole type.
  const change = changes &&
    fields.some((name) => !changes.includes(name)) && { not: { not: { anyOf: holding(changes) } } };
  return { ...(changes && { minProperties: 1 }), ...change, ...(alternatives && { oneOf: alternatives }) };
}

/** The same as a form with the document as a file. */
function form(properties: Schema, { name, content, encoding }: NonNullable<Binding['rest']['upload']>): Schema {
  const { [content]: _, [encoding]: __, ...fields } = properties;
  return {
    type: 'object',
    properties: { file: { type: 'string', format: 'binary', description: `${name} is its name` }, ...fields },
    required: ['file'],
  };
}

/** References by status; adds their targets to `failures`, once for each set of error types. */
function failuresOf(binding: Binding, failures: Record<string, Schema>): Record<string, Schema> {
  const references = [...errorsOf(binding)].map(([status, types]): [number, Schema] => {
    const name = types.join('Or');
    failures[name] ??= failure(status, types);
    return [status, { $ref: `#/components/responses/${name}` }];
  });
  return Object.fromEntries(references);
}

function success(binding: Binding, known: Schemas): Record<string, Schema> {
  const { operation, rest } = binding;
  const named = (type: z.ZodType, ending: 'Answer' | 'Item') =>
    known.named(schemaName(binding, ending), known.of(type, 'output'));
  const json = rest.answers === 'markdown' ? {} : { 'application/json': { schema: named(operation.output, 'Answer') } };
  const text = { schema: { type: 'string' } };
  const content =
    rest.answers === 'markdown'
      ? { 'text/markdown': text }
      : rest.answers === 'file'
        ? {
            ...json,
            'text/plain': text,
            'application/octet-stream': { schema: { type: 'string', format: 'binary' } },
          }
        : {
            ...json,
            ...((rest.feed || rest.progress) && { 'text/event-stream': text }),
            ...(rest.stream && { [rest.stream.type]: { schema: named(rest.stream.item, 'Item') } }),
          };
  const replayed = operation.hints.readOnly ? [] : ['Idempotency-Replayed'];
  const response = (description: string) => {
    return { description, headers: headerReferences([...(rest.etag ? ['ETag'] : []), ...replayed]), content };
  };
  const unchanged = isCacheable(rest) && { 304: { description: 'The revision is the known one.' } };
  if (typeof rest.status === 'number') return { [rest.status]: response('Done.'), ...unchanged };
  return { 200: response('Nothing was created.'), 201: response('Created.') };
}

function failure(status: number, types: ErrorType[]): Schema {
  const isCounted = types.some((type) => type !== 'Unauthorized');
  const error = { type: 'object', properties: { type: { type: 'string', enum: types } } };
  const narrowed = { type: 'object', properties: { error } };
  return {
    description: `${types.join(', ')}.`,
    headers: isCounted ? headerReferences(status === errorStatus.TierLimitExceeded ? ['Retry-After'] : []) : {},
    content: { 'application/json': { schema: { allOf: [{ $ref: '#/components/schemas/Error' }, narrowed] } } },
  };
}

function headerReferences(more: string[]): Record<string, Schema> {
  const all = [...Object.keys(headers).filter((name) => name.startsWith('X-')), ...more];
  return Object.fromEntries(all.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

function header(description: string, type: string): Schema {
  return { description, schema: { type } };
}

const webhookHeaders = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => {
  return { name, in: 'header', required: true, schema: { type: 'string' } };
});

/** The requests that webhooks get, by event; signed as https://www.standardwebhooks.com says. */
function describeEvents(known: Schemas): Record<string, Schema> {
  const described = eventNames.map((name): [string, Schema] => {
    const words = name.split('.').map((word) => `${word[0]!.toUpperCase()}${word.slice(1)}`);
    const schema = known.named(`${words.join('')}Event`, known.of(eventBody(name), 'output'));
    const post = {
      operationId: `on${words.join('')}`,
      summary: name,
      description: eventTypes[name].sent,
      parameters: webhookHeaders,
      requestBody: { required: true, content: { 'application/json': { schema } } },
      responses: { '2XX': { description: 'Taken. Anything else is tried again; 410 disables the webhook.' } },
    };
    return [name, { post }];
  });
  return Object.fromEntries(described);
}
