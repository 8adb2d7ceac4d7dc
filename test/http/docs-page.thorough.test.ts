import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { DomUtils, parseDocument } from 'htmlparser2';
import { expect, test } from 'vitest';
import { operations } from '../../src/features/operations.ts';
import { bindings } from '../../src/http/bindings.ts';
import { requestOf, shellCommand } from '../../web/docs/request.ts';
import { openHttp } from '../support/http-harness.ts';

const web = join(import.meta.dirname, '../../.cache/web');
const bound = bindings(operations);

type Nodes = ReturnType<typeof parseDocument>['children'];
const elements = (nodes: Nodes, name: string) => DomUtils.getElementsByTagName(name, nodes);
const textIn = (nodes: Nodes) => DomUtils.textContent(nodes);

/** The values of a form as a browser would send them. */
function fieldsOf(form: ReturnType<typeof elements>[number]): FormData {
  const fields = new FormData();
  for (const { attribs } of elements(form.children, 'input')) fields.set(attribs.name ?? '', attribs.value ?? '');
  for (const { attribs, children } of elements(form.children, 'textarea'))
    fields.set(attribs.name ?? '', textIn(children));
  for (const { attribs } of elements(form.children, 'select')) fields.set(attribs.name ?? '', '');
  return fields;
}

async function open() {
  const http = await openHttp({ http: { web } });
  const { text, headers } = await http.ask('GET', '/docs', { key: undefined });
  const document = parseDocument(text).children;
  return { ...http, text, headers, document, forms: elements(document, 'form') };
}

test('the page runs only its own script, loads nothing and calls only its own server', async () => {
  const { text, headers, document } = await open();
  const [script = '', ...others] = elements(document, 'script').map(({ children }) => textIn(children));
  expect(others).toStrictEqual([]);
  const hash = createHash('sha256').update(script).digest('base64');
  const policy = headers.get('content-security-policy');
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain(`script-src 'sha256-${hash}'`);
  expect(policy).toContain("connect-src 'self'");
  expect(policy).not.toMatch(/unsafe|https?:|\*/);
  expect(text).not.toMatch(/ src=|<link|@import|url\(/);
  for (const { attribs } of elements(document, 'a')) expect(attribs.href).toMatch(/^(?:#|\/v1\/openapi\.json$)/);
});

test('the page is compressed where accepted, to at most 58 kB', async () => {
  const { app, text } = await open();
  for (const [path, whole] of [
    ['/docs', text],
    ['/v1/openapi.json', undefined],
  ] as const) {
    const response = await app.fetch(
      new Request(`http://localhost${path}`, { headers: { 'accept-encoding': 'br, gzip' } }),
      {},
    );
    expect(response.headers.get('content-encoding')).toBe('gzip');
    expect(response.headers.get('vary')).toBe('Accept-Encoding');
    const bytes = new Uint8Array(await response.arrayBuffer());
    expect(bytes.length).toBeLessThan(58 * 1024);
    if (whole !== undefined) expect(gunzipSync(bytes).toString()).toBe(whole);
  }
});

test('links of the page lead to its parts, ids are unique, and every field has a label', async () => {
  const { text, document, forms } = await open();
  const ids = [...text.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const [, target = ''] of text.matchAll(/href="#([^"]+)"/g)) expect(ids).toContain(target);
  const labelled = elements(document, 'label').map(({ attribs }) => attribs.for);
  for (const form of forms) {
    for (const kind of ['input', 'select', 'textarea']) {
      for (const { attribs } of elements(form.children, kind)) expect(labelled).toContain(attribs.id);
    }
  }
});

test('the form of each operation starts with a valid request', async () => {
  const { ask, forms } = await open();
  const found = forms.map(({ attribs }) => `${attribs['data-method']} ${attribs['data-path']}`);
  expect(found.toSorted()).toStrictEqual(bound.map(({ rest }) => `${rest.method} ${rest.path}`).toSorted());
  const misunderstood: unknown[] = [];
  for (const form of forms) {
    const request = requestOf(form.attribs['data-method'] ?? '', form.attribs['data-path'] ?? '', fieldsOf(form));
    if ('fault' in request) throw new Error(request.fault);
    const { method, url, headers, body } = request;
    const answer = await ask(method, url, { headers, body });
    const { error } = answer.body as { error?: { type: string } };
    if (answer.status >= 500 || ['InvalidInput', 'ValidationError'].includes(error?.type ?? ''))
      misunderstood.push([method, url, error]);
  }
  expect(misunderstood).toStrictEqual([]);
});

test('fields become path, query, headers and body; a body that is not JSON is an error', () => {
  const fields = new FormData();
  const given = {
    'path id': 'Zoë/1 &',
    'query limit': '2',
    'query tag': '',
    'header If-Match': '"3"',
    body: '{"a": 1}',
  };
  for (const [name, value] of Object.entries(given)) fields.set(name, value);
  const request = requestOf('PUT', '/v1/characters/{id}/x', fields);
  expect(request).toStrictEqual({
    method: 'PUT',
    url: '/v1/characters/Zo%C3%AB%2F1%20%26/x?limit=2',
    headers: { 'If-Match': '"3"', 'Content-Type': 'application/json' },
    body: '{"a": 1}',
  });
  fields.set('body', '{"a": ');
  expect(requestOf('PUT', '/', fields)).toStrictEqual({ fault: expect.stringContaining('not JSON') });
});

test('the shown command sends the same request, with any body', () => {
  const request = {
    method: 'POST',
    url: '/v1/x',
    headers: { 'Content-Type': 'application/json' },
    body: `{"a": "it's $HOME"}`,
  };
  expect(shellCommand(request, 'http://localhost')).toBe(
    `curl -sS -X POST -H "Authorization: Bearer $KEY" -H 'Content-Type: application/json' --data-raw '{"a": "it'\\''s $HOME"}' 'http://localhost/v1/x'`,
  );
});
