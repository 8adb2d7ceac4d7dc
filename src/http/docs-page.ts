import { createHash } from 'node:crypto';
import { escaped } from './docs-fields.ts';
import { operationSection, recordSection } from './docs-form.ts';
import type { OpenApi } from './openapi.ts';

/** The page's script and style, as the build made them. */
export interface DocsParts {
  script: string;
  style: string;
}

/**
 * The reference as a page, made from the description, with a form to call each operation. It loads nothing, runs only
 * its one script and contacts only this server. `policy` is its Content-Security-Policy.
 */
export function docsPage(description: OpenApi, { script, style }: DocsParts): { html: string; policy: string } {
  const { info, tags, paths, components } = description;
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  );
  const sections = tags.map(({ name, description: about }) => {
    const ofTag = operations.filter(({ operation }) => operation.tags.includes(name));
    const parts = ofTag.map((one) => operationSection(one, components)).join('');
    return `<h2 id="${escaped(name)}">${escaped(name)}</h2><p>${escaped(about)}</p>${parts}`;
  });
  const records = Object.entries(components.schemas).map(([name, schema]) => recordSection(name, schema));
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(info.title)}</title><style>${style}</style></head><body>
<header><label for="key">API key</label><input id="key" type="password" autocomplete="off" spellcheck="false" aria-describedby="key-about">
<small id="key-about">Sent with the calls below, which act on this server's store. Forgotten when you leave the page.</small></header>
<main><h1>${escaped(info.title)} ${escaped(info.version)}</h1>
${info.description
  .split('\n\n')
  .map((paragraph) => `<p>${escaped(paragraph)}</p>`)
  .join('')}
<p>The same as <a href="/v1/openapi.json">OpenAPI 3.0</a>.</p>
<noscript><p>Calls need JavaScript; the reference does not.</p></noscript>
${sections.join('')}<h2 id="records">Records</h2>${records.join('')}</main>
<script>${script}</script></body></html>`;
  const policy = [
    "default-src 'none'",
    `script-src '${hashOf(script)}'`,
    `style-src '${hashOf(style)}'`,
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ');
  return { html, policy };
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
