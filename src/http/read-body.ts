import { Readable } from 'node:stream';
import { ServiceError } from '../domain/errors.ts';
import { parseJson } from '../domain/json.ts';
import { type Bodies, tooLarge } from './bodies.ts';
import { decompressed } from './compression.ts';
import type { HttpContext } from './exchange.ts';

/** The largest body of all; an operation may take less. A document of 5 MiB fits, as base64 inside JSON. */
export const maxBodyBytes = 8 * 1024 * 1024;

/** The JSON object in a request's body; an absent body is an empty object. Errors as readJson. */
export async function readJsonObject(
  c: HttpContext,
  bodies: Bodies,
  maxBytes: number,
  takesGzip = false,
): Promise<Record<string, unknown>> {
  const value = await readJson(c, bodies, maxBytes, takesGzip);
  if (value === undefined) return {};
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw new ServiceError('InvalidInput', 'The body must be a JSON object.');
}

/**
 * Reads the JSON body of a request; undefined without a body. InvalidInput, PayloadTooLarge, UnsupportedMediaType,
 * ServiceUnavailable.
 */
export async function readJson(
  c: HttpContext,
  bodies: Bodies,
  maxBytes = maxBodyBytes,
  takesGzip = false,
): Promise<unknown> {
  const { headers } = c.req.raw;
  const declared = headers.get('content-length');
  if (declared === '0') return undefined;
  // Without either header there is nothing on a socket, but there may be something in a request made in this process.
  const isAnnounced = declared !== null || headers.get('transfer-encoding') !== null;
  if (isAnnounced) requireJson(headers, takesGzip);
  const bytes = await readBytes(c, bodies, maxBytes);
  if (!bytes || bytes.byteLength === 0) return undefined;
  if (!isAnnounced) requireJson(headers, takesGzip);
  if (encodingOf(headers) === 'identity') return parseJson(bytes, 'The body');
  return parseJson(await decompressed(bodies, tenantOf(c), bytes, maxBytes), 'The body');
}

/** Reads the body of a request; undefined without a body. PayloadTooLarge, ServiceUnavailable, InvalidInput. */
export async function readBytes(c: HttpContext, bodies: Bodies, maxBytes: number): Promise<Buffer | undefined> {
  if (Number(c.req.raw.headers.get('content-length')) > maxBytes) throw tooLarge(maxBytes);
  const body = bodyOf(c);
  return body && (await bodies.read(tenantOf(c), body, maxBytes));
}

/** Callers that have not identified themselves yet share one part. */
const tenantOf = (c: HttpContext) => c.get('exchange').tenantId ?? '';

const encodingOf = (headers: Headers) => headers.get('content-encoding')?.toLowerCase() ?? 'identity';

/** Node's own stream if there is one: the request's stream would copy every chunk. */
function bodyOf({ env, req }: HttpContext): Readable | undefined {
  if (env.incoming) return env.incoming;
  const { body } = req.raw;
  return body ? Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]) : undefined;
}

function requireJson(headers: Headers, takesGzip: boolean): void {
  const [type = '', ...parameters] = (headers.get('content-type') ?? '').toLowerCase().split(';');
  if (!/^application\/([\w.-]+\+)?json$/.test(type.trim())) {
    throw new ServiceError('UnsupportedMediaType', 'The body must be sent as Content-Type: application/json.');
  }
  const charset = parameters.map((one) => one.trim()).find((one) => one.startsWith('charset='));
  if (charset !== undefined && !/^charset="?utf-?8"?$/.test(charset)) {
    throw new ServiceError('UnsupportedMediaType', 'The body must be sent in UTF-8.');
  }
  const encoding = encodingOf(headers);
  if (encoding === 'identity' || (takesGzip && encoding === 'gzip')) return;
  const rule = takesGzip ? 'may be compressed by gzip alone' : 'must not be compressed';
  throw new ServiceError('UnsupportedMediaType', `The body ${rule}; it is sent as ${encoding}.`);
}
