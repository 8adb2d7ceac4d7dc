import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Hono } from 'hono';
import { once } from '../base/once.ts';
import type { Binding } from './bindings.ts';
import { docsPage } from './docs-page.ts';
import { acceptedEncodings, type Env, type HttpContext, reply } from './exchange.ts';
import { describeInterface } from './openapi.ts';

export const descriptionPath = '/v1/openapi.json';

/**
 * The description at /v1/openapi.json and the page at /docs, made on first request; neither needs a key.
 * @param web the built dashboard's folder, which has the page's script and style; without it the page has neither
 */
export function documentation(
  app: Hono<Env>,
  { bound, version, web }: { bound: readonly Binding[]; version: string; web: string | undefined },
): void {
  const described = once(() => describeInterface(bound, version));
  const json = once(() => compressible(JSON.stringify(described())));
  const page = once(() => {
    const part = (name: string) => (web === undefined ? '' : readFileSync(join(web, name), 'utf8'));
    const { html, policy } = docsPage(described(), { script: part('docs.js'), style: part('docs.css') });
    return { html: compressible(html), policy };
  });
  app.get(descriptionPath, (c) => {
    c.get('exchange').route = descriptionPath;
    return replyText(c, json(), { 'content-type': 'application/json' });
  });
  app.get('/docs', (c) => {
    c.get('exchange').route = '/docs';
    const { html, policy } = page();
    return replyText(c, html, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
      'cross-origin-opener-policy': 'same-origin',
    });
  });
}

interface Compressible {
  text: string;
  gzip: Uint8Array<ArrayBuffer>;
}

function compressible(text: string): Compressible {
  return { text, gzip: new Uint8Array(gzipSync(text)) };
}

function replyText(c: HttpContext, { text, gzip }: Compressible, headers: Record<string, string>): Response {
  const more = { ...headers, vary: 'Accept-Encoding' };
  return acceptedEncodings(c).includes('gzip')
    ? reply(c, 200, gzip, { ...more, 'content-encoding': 'gzip' })
    : reply(c, 200, text, more);
}
