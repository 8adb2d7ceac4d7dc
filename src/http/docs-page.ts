import { createHash } from 'node:crypto';
import type { OpenApi, OpenApiOperation } from './openapi.ts';

const style = `
:root { color-scheme: light dark; --line: color-mix(in srgb, currentColor 20%, transparent); }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
code, pre { font: 14px/1.4 ui-monospace, monospace; }
pre { overflow-x: auto; padding: .75rem; border: 1px solid var(--line); border-radius: .4rem; }
h2 { margin-top: 2.5rem; text-transform: capitalize; }
details { border-top: 1px solid var(--line); padding: .6rem 0; }
summary { cursor: pointer; }
b { display: inline-block; width: 4.5rem; }
table { border-collapse: collapse; width: 100%; }
td, th { text-align: left; vertical-align: top; padding: .2rem .8rem .2rem 0; }
`;

/** A page that a person reads, made from the description: no script and nothing from elsewhere. `style` is its CSP hash. */
export function docsPage({ info, tags, paths, components }: OpenApi): { html: string; style: string } {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  );
  const sections = tags.map(({ name }) => {
    const ofTag = operations.filter(({ operation }) => operation.tags.includes(name));
    return `<h2 id="${escaped(name)}">${escaped(name)}</h2>${ofTag.map(section).join('')}`;
  });
  const records = Object.entries(components.schemas).map(
    ([name, schema]) => `<details><summary>${escaped(name)}</summary>${json(schema)}</details>`,
  );
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escaped(info.title)}</title><style>${style}</style></head><body>
<h1>${escaped(info.title)} ${escaped(info.version)}</h1>
${info.description
  .split('\n\n')
  .map((paragraph) => `<p>${escaped(paragraph)}</p>`)
  .join('')}
<p>The same as <a href="/v1/openapi.json">OpenAPI 3.0</a>.</p>
${sections.join('')}<h2>Records</h2>${records.join('')}
</body></html>`;
  return { html, style: `sha256-${createHash('sha256').update(style).digest('base64')}` };
}

function section({ method, path, operation }: { method: string; path: string; operation: OpenApiOperation }): string {
  const { operationId, summary, description, parameters, requestBody, responses } = operation;
  const rows = parameters.map(
    ({ name, in: place, required, description: about = '', schema }) =>
      `<tr><td><code>${escaped(String(name))}</code></td><td>${escaped(String(place))}${required ? ', required' : ''}</td><td>${escaped(String(about))} <code>${escaped(JSON.stringify(schema))}</code></td></tr>`,
  );
  const answers = Object.entries(responses).map(
    ([status, { description: about, $ref }]) =>
      `<tr><td>${status}</td><td>${escaped(String(about ?? typesIn(String($ref))))}</td></tr>`,
  );
  return `<details id="${escaped(operationId)}"><summary><b>${method.toUpperCase()}</b> <code>${escaped(path)}</code> ${escaped(summary)}</summary>
<p>${escaped(description)}</p>
${rows.length > 0 ? `<table>${rows.join('')}</table>` : ''}
${requestBody ? `<p>Body</p>${json(schemaOf(requestBody))}` : ''}
<table>${answers.join('')}</table></details>`;
}

/** The error types in a reference to a failure, which is named after them. */
function typesIn(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1).replaceAll(/Or(?=[A-Z])/g, ', ');
}

function schemaOf(body: NonNullable<OpenApiOperation['requestBody']>): unknown {
  const content = body.content as Record<string, { schema: unknown }>;
  return content['application/json']?.schema;
}

function json(value: unknown): string {
  return `<pre>${escaped(JSON.stringify(value, undefined, 2))}</pre>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
