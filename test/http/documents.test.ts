import { expect, test } from 'vitest';
import * as z from 'zod';
import { operation, reads } from '../../src/gate/operation.ts';
import { bindings } from '../../src/http/bindings.ts';
import { toDocument } from '../../src/http/documents.ts';
import { describeInterface } from '../../src/http/openapi.ts';
import { readInput } from '../../src/http/read-input.ts';

const download = operation({
  name: 'get_file',
  title: 'Get a file',
  description: 'A file as get_file answers it.',
  group: 'files',
  input: z.object({ fileId: z.string(), version: z.int().optional() }),
  output: z.object({ path: z.string(), content: z.string(), encoding: z.enum(['utf8', 'base64']) }),
  hints: reads,
  rest: { method: 'GET', path: '/v1/files/{fileId}', status: 200, answers: 'file' },
  bucket: 'SYNC',
  role: 'VIEWER',
  run: () => Promise.reject(new Error('not called')),
});

const [binding] = bindings([download]);
if (!binding) throw new Error('a routed operation has a binding');
const text = { path: "notes/a 'b'.md", content: 'Tea é', encoding: 'utf8' };
const bytes = { path: 'a.bin', content: Buffer.from([0, 255, 1]).toString('base64'), encoding: 'base64' };

test('the parameters of a download are derived from its input', () => {
  expect(binding.pathParameters).toStrictEqual([{ name: 'fileId', field: 'fileId', kind: 'text' }]);
  expect([...binding.query.values()]).toStrictEqual([{ name: 'version', field: 'version', kind: 'number' }]);
});

test.each([undefined, '', '*/*', 'application/json', 'text/plain, application/json', 'text/*, */*;q=0.1'])(
  'a request that accepts %j gets the record',
  (accept) => {
    expect(toDocument(binding, text, accept)).toBeUndefined();
  },
);

test.each(['text/plain', 'text/*', 'application/octet-stream', 'text/markdown;q=0.9, application/octet-stream'])(
  'a request that accepts only %j gets the bytes',
  (accept) => {
    const plain = toDocument(binding, text, accept);
    expect(plain?.body).toBe('Tea é');
    expect(plain?.headers).toStrictEqual({
      'content-type': 'text/plain; charset=utf-8',
      'content-disposition': "attachment; filename*=UTF-8''a%20%27b%27.md",
    });
    const raw = toDocument(binding, bytes, accept);
    expect(raw?.body).toStrictEqual(new Uint8Array([0, 255, 1]));
    expect(raw?.headers['content-type']).toBe('application/octet-stream');
  },
);

test('fields named like those of a document or revision have no effect unless declared', async () => {
  const plain = operation({
    name: 'get_parts',
    title: 'Get parts',
    description: 'An answer with the fields that documents and memories have.',
    group: 'files',
    input: z.object({ expectedRevision: z.int().optional() }),
    output: z.object({ markdown: z.string(), content: z.string(), encoding: z.string(), revision: z.int() }),
    hints: reads,
    rest: { method: 'GET', path: '/v1/parts', status: 200 },
    bucket: 'SEARCH',
    role: 'VIEWER',
    run: () => Promise.reject(new Error('not called')),
  });
  const [bound] = bindings([plain]);
  if (!bound) throw new Error('a routed operation has a binding');
  const output = { markdown: '# x', content: 'x', encoding: 'utf8', revision: 3 };
  expect(toDocument(bound, output, 'text/plain')).toBeUndefined();
  const { paths } = describeInterface([bound], '0.0.0');
  expect(JSON.stringify(paths)).not.toMatch(/ETag|If-Match|If-None-Match|text\/markdown|octet-stream/);
  const headers = new Headers({ 'if-match': '"3"' });
  const readBody = () => Promise.reject(new Error('there is none'));
  expect(await readInput(bound, { headers, target: '/v1/parts', pathParameters: {}, readBody })).toStrictEqual({});
});
