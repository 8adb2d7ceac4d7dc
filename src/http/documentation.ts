import type { Hono } from 'hono';
import { once } from '../base/once.ts';
import type { Binding } from './bindings.ts';
import { docsPage } from './docs-page.ts';
import { type Env, reply } from './exchange.ts';
import { describeInterface } from './openapi.ts';

export const descriptionPath = '/v1/openapi.json';

/** The description at /v1/openapi.json and the page at /docs, made on first request; neither needs a key. */
export function documentation(app: Hono<Env>, bound: readonly Binding[], version: string): void {
  const rendered = once(() => {
    const description = describeInterface(bound, version);
    return { json: JSON.stringify(description), page: docsPage(description) };
  });
  app.get(descriptionPath, (c) => {
    c.get('exchange').route = descriptionPath;
    return reply(c, 200, rendered().json, { 'content-type': 'application/json' });
  });
  app.get('/docs', (c) => {
    c.get('exchange').route = '/docs';
    const { html, style } = rendered().page;
    return reply(c, 200, html, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `default-src 'none'; style-src '${style}'; frame-ancestors 'none'`,
    });
  });
}
