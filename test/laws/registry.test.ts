import { describe, expect, test } from 'vitest';
import { errorStatus, errorTypes } from '../../src/domain/errors.ts';
import { operations } from '../../src/features/operations.ts';
import { groups } from '../../src/gate/operation.ts';

const specification = operations.filter(({ rest }) => rest !== undefined);

test('names and routes are unique, and names are snake_case', () => {
  const names = operations.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  for (const name of names) expect(name).toMatch(/^[a-z]+(_[a-z]+)*$/);
  const routes = specification.map(({ rest }) => `${rest?.method} ${rest?.path}`);
  expect(new Set(routes).size).toBe(routes.length);
});

/** Operations that only the machine itself offers, or that are a form of another one. */
const withoutRoute: string[] = [];

test('every operation has a route, or its reason to have none', () => {
  const missing = operations.filter(({ rest, toolOnly, localRest }) => !rest && !toolOnly && !localRest);
  expect(missing.map(({ name }) => name)).toStrictEqual(withoutRoute);
});

test.each(operations.map((one) => [one.name, one] as const))('%s has a group, a title and a description', (_, one) => {
  expect(groups).toContain(one.group);
  expect(one.title.length).toBeGreaterThan(3);
  expect(one.description.length).toBeGreaterThan(20);
  expect(one.hints.readOnly && one.hints.destructive).toBe(false);
  if (one.rest?.method === 'GET') expect(one.hints.readOnly).toBe(true);
  if (one.computes) expect(one.hints.readOnly).toBe(true);
  // The keys themselves decide which a member may create and see, and the list of members is restricted.
  if (one.group === 'admin') return;
  if (one.hints.readOnly) expect(one.role).toBe('VIEWER');
  else expect(one.role).not.toBe('VIEWER');
});

test.each(specification.map((one) => [one.name, one] as const))(
  'the route’s parameters of %s are fields of its input',
  (_, one) => {
    const fieldOf: Record<string, string> = { id: 'characterId', memId: 'memoryId' };
    const parameters = [...(one.rest?.path ?? '').matchAll(/\{(\w+)\}/g)].map(([, name = '']) => fieldOf[name] ?? name);
    for (const parameter of parameters) expect(Object.keys(one.input.shape)).toContain(parameter);
    expect(one.rest?.path).toMatch(/^\/v1\//);
  },
);

test.each(operations.map((one) => [one.name, one] as const))(
  'the fields that %s declares exist in its input and output',
  (_, one) => {
    const { etag, ifMatch, answers, query = {} } = one.rest ?? {};
    const output = Object.keys(one.output.shape);
    const input = Object.keys(one.input.shape);
    if (etag) expect(output).toContain('revision');
    if (answers === 'markdown') expect(output).toContain('markdown');
    if (answers === 'file') expect(output).toStrictEqual(expect.arrayContaining(['path', 'content', 'encoding']));
    expect(input).toStrictEqual(
      expect.arrayContaining([...(ifMatch ? [ifMatch] : []), ...Object.values(query), ...(one.documents ?? [])]),
    );
  },
);

/** The possible values of a field, in every operation that takes one. */
const errorsOfFields = [
  ['characterId', 'CharacterNotFound'],
  ['memoryId', 'MemoryNotFound'],
  ['fileId', 'FileNotFound'],
  ['content', 'InvalidContent'],
  ['category', 'CategoryNotConfigured'],
] as const;

test.each(errorsOfFields)('every operation that takes %s declares %s', (field, error) => {
  const takers = operations.filter(({ input }) => field in input.shape);
  expect(takers.length).toBeGreaterThan(0);
  expect(takers.filter(({ errors = [] }) => !errors.includes(error)).map(({ name }) => name)).toStrictEqual([]);
});

/** The specification's mapping of requests to buckets, in its order, and the rows that design adds. */
function bucketOf(method: string, path: string): string {
  if (path.includes('/sync') || path.startsWith('/v1/files') || path.endsWith('/import')) return 'SYNC';
  if (
    method === 'DELETE' ||
    /^\/v1\/(?:tier|whoami|members|keys|passkeys|grants|sessions|ai-settings|webhooks|audit)\b/.test(path)
  ) {
    return 'MANAGEMENT';
  }
  if (path.endsWith('/profile') || path.endsWith('/aliases') || path.endsWith('/agent-config')) return 'MANAGEMENT';
  if (method === 'GET' || /\/(?:memories\/(?:search|export)|explain|context)$/.test(path)) return 'SEARCH';
  return 'WRITE';
}

test.each(specification.map((one) => [one.name, one] as const))(
  '%s counts against the bucket of its path',
  (_, one) => {
    expect(one.bucket).toBe(bucketOf(one.rest?.method ?? '', one.rest?.path ?? ''));
  },
);

describe('the endpoints of the specification', () => {
  const endpoints = `
    POST /v1/characters
    GET /v1/characters
    GET /v1/characters/{id}
    PATCH /v1/characters/{id}/profile
    PATCH /v1/characters/{id}/agent-config
    POST /v1/characters/{id}/clone
    PUT /v1/characters/{id}/aliases
    POST /v1/characters/{id}/archive
    GET /v1/characters/resolve/{alias}
    GET /v1/characters/{id}/export
    POST /v1/characters/{id}/memories
    POST /v1/characters/{id}/memories/direct
    GET /v1/characters/{id}/memories
    GET /v1/characters/{id}/memories/{memId}
    PUT /v1/characters/{id}/memories/{memId}
    DELETE /v1/characters/{id}/memories/{memId}
    POST /v1/characters/{id}/memories/search
    GET /v1/characters/{id}/memories/{memId}/history
    POST /v1/characters/{id}/categories
    PUT /v1/characters/{id}/categories/{name}
    DELETE /v1/characters/{id}/categories/{name}
    GET /v1/tier`;
  const rows = endpoints.trim().split(/\s*\n\s*/);
  test.each(rows)('the specification’s endpoint %s is an operation', (row) => {
    expect(specification.map(({ rest }) => `${rest?.method} ${rest?.path}`)).toContain(row);
  });
});

test('the error table matches the specification', () => {
  expect(errorStatus).toMatchObject({
    CharacterNotFound: 404,
    MemoryNotFound: 404,
    FileNotFound: 404,
    InvalidContent: 400,
    InvalidInput: 400,
    DuplicateCharacterName: 400,
    CategoryNotConfigured: 400,
    InvalidPreset: 400,
    VisibilityChangeNotAllowed: 400,
    ValidationError: 400,
    Unauthorized: 401,
    AccessDenied: 403,
    FeatureNotAvailable: 403,
    InsufficientRole: 403,
    TierLimitExceeded: 429,
    CharacterLimitExceeded: 429,
    ConflictUnresolved: 409,
    SnapshotConflict: 409,
    ExtractionFailed: 502,
    SyncFailed: 502,
    InternalError: 500,
  });
  expect(new Set(errorTypes).size).toBe(errorTypes.length);
});
