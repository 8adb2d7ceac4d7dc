import { createRequire } from 'node:module';
import { onTestFinished } from 'vitest';
import { type Client, connect, MemoryServiceError } from '../../clients/typescript/browser.ts';
import { renamed, routes } from '../../clients/typescript/operations.ts';
import type { Body } from './harness.ts';
import type { Asked, HttpAnswer } from './http-harness.ts';

type Fetch = (url: string, init: RequestInit) => Promise<Response>;
type Call = (input: Body) => Promise<unknown>;

const fieldOf = new Map(Object.entries(renamed).map(([field, name]) => [name, field]));

/** Each route as a pattern; those with fewer fields in their path first, since they are meant where several fit. */
const patterns = Object.entries(routes)
  .map(([name, route]) => {
    const [method = '', template = ''] = route.replace('!', '').split(' ');
    const fields = [...template.matchAll(/\{(\w+)\}/g)].map(([, field = '']) => field);
    const pattern = new RegExp(`^${template.replaceAll(/\{\w+\}/g, '([^/]+)')}$`);
    return { name, method, fields, pattern };
  })
  .toSorted((a, b) => a.fields.length - b.fields.length);

/** The call of a client that sends the same request; undefined for what a client never sends. */
export function callFor(method: string, target: string, { body, headers }: Asked) {
  const [path = '', query = ''] = target.split('?');
  const route = patterns.find((one) => one.method === method && one.pattern.test(path));
  if (!route || headers || route.name === 'listChanges') return undefined;
  const given = [...new URLSearchParams(query)].map(([name, value]) => [fieldOf.get(name) ?? name, value] as const);
  const isBody = method !== 'GET' && method !== 'DELETE';
  const isUsual = isBody ? query === '' && isRecord(body ?? {}) : body === undefined && !query.includes('%f');
  const values = route.pattern.exec(path)?.slice(1) ?? [];
  if (!isUsual || new Set(given.map(([name]) => name)).size < given.length || values.some(isMalformed))
    return undefined;
  const inPath = route.fields.map((field, i) => [field, decodeURIComponent(values[i] ?? '')] as const);
  const own = { ...(body as Body), ...Object.fromEntries(given) };
  if (inPath.some(([field]) => field in own)) return undefined;
  return { name: route.name, input: { ...own, ...Object.fromEntries(inPath) } };
}

function isMalformed(part: string): boolean {
  try {
    return decodeURIComponent(part) === '';
  } catch {
    return true;
  }
}

const isRecord = (value: unknown) =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/** Makes calls of requests: what the client returns or throws takes the place of the body. */
export function clientDoor(open: (fetch: Fetch, key: string) => Client, send: Fetch) {
  return async (name: string, input: Body, key: string): Promise<HttpAnswer> => {
    let last: { response: Response; text: string } | undefined;
    const noting: Fetch = async (url, init) => {
      const response = await send(url, init);
      last = { response, text: await response.clone().text() };
      return response;
    };
    const client = open(noting, key);
    const said = await (client[name as 'whoami'] as Call)(input).catch(thrown);
    if (!last) throw new Error(`${name} sent nothing`);
    const { response, text } = last;
    const body = isRecord(said) ? (said as Body) : {};
    return { status: response.status, headers: response.headers, body, text: typeof said === 'string' ? said : text };
  };
}

/** The envelope that an error was made of. */
function thrown(error: unknown): Body {
  if (!(error instanceof MemoryServiceError)) throw error;
  const { type, status, message, details } = error;
  return { error: { type, status, message, ...(details && { details }) } };
}

/** Through a client over HTTP. Nothing is repeated, since tests look at each answer. */
export const overSocket = (url: string) => clientDoor((fetch, key) => connect({ url, key, fetch, retries: 0 }), fetch);

/** Through a client of the same store in this process, as `openMemory` opens it; needs the build. */
export async function inProcess(file: string, tier: string) {
  const program = createRequire(import.meta.url)('../../dist/embedded.cjs') as { default: Open } | Open;
  const open = 'default' in program ? program.default : program;
  const { fetch, key, close } = await open({ SERVICE_DB: file, SERVICE_TIER: tier });
  onTestFinished(close);
  return clientDoor((noting) => connect({ url: 'http://localhost', key, fetch: noting, retries: 0 }), fetch);
}

type Open = (settings: Record<string, string>) => Promise<{ fetch: Fetch; key: string; close(): Promise<void> }>;
