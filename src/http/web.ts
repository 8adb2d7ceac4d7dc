import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Hono } from 'hono';
import { acceptedEncodings, type Env, type HttpContext, reply } from './exchange.ts';

const types = new Map([
  ['html', 'text/html; charset=utf-8'],
  ['js', 'text/javascript; charset=utf-8'],
  ['css', 'text/css; charset=utf-8'],
  ['svg', 'image/svg+xml'],
  ['woff2', 'font/woff2'],
]);

/** Encodings that the build has made, the best first, with the ending of their files. */
const encodings = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;

const pageHeaders = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
  ].join('; '),
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
};

/** The dashboard as the build has made it: its page and the files that the page names. */
export interface Web {
  /** Serves `/` and the files; `page` serves the page's other addresses. */
  serve(app: Hono<Env>): void;
  /** The page, whatever its address. */
  shown(c: HttpContext): Response;
  /** The page, for a browser that opens any address outside of the API; undefined for other clients. */
  page(c: HttpContext): Response | undefined;
}

/**
 * @param folder with `index.html` and `assets/`, whose names change with their content; each file may also exist
 * compressed
 */
export function openWeb(folder: string): Web {
  const pages = readdirSync(folder).filter((name) => name.startsWith('index.html'));
  const names = new Set([...pages, ...readdirSync(join(folder, 'assets')).map((name) => `assets/${name}`)]);
  // Read at the start: an update under a running server replaces the files.
  const contents = new Map([...names].map((name) => [name, new Uint8Array(readFileSync(join(folder, name)))]));

  const file = (c: HttpContext, name: string, headers: Record<string, string>): Response | undefined => {
    const type = types.get(name.slice(name.lastIndexOf('.') + 1));
    if (type === undefined || !names.has(name)) return undefined;
    const accepted = acceptedEncodings(c);
    const encoding = encodings.find(([one, ending]) => accepted.includes(one) && names.has(name + ending));
    const body = contents.get(name + (encoding?.[1] ?? '')) ?? null;
    return reply(c, 200, body, {
      'content-type': type,
      vary: 'Accept-Encoding',
      ...(encoding && { 'content-encoding': encoding[0] }),
      ...headers,
    });
  };
  const page = (c: HttpContext) => {
    c.get('exchange').route = '/';
    return file(c, 'index.html', pageHeaders) as Response;
  };
  return {
    serve(app) {
      app.get('/', page);
      app.get('/assets/:name', async (c, next) => {
        c.get('exchange').route = '/assets/{name}';
        const headers = { 'cache-control': 'public, max-age=31536000, immutable' };
        return file(c, `assets/${c.req.param('name')}`, headers) ?? next();
      });
    },
    shown: page,
    page: (c) => (c.req.method === 'GET' && c.req.header('accept')?.includes('text/html') ? page(c) : undefined),
  };
}
