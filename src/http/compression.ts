import { promisify } from 'node:util';
import { createGunzip, gzip } from 'node:zlib';
import { ServiceError } from '../domain/errors.ts';
import type { Bodies } from './bodies.ts';
import { acceptedEncodings, type HttpContext } from './exchange.ts';

/** Shorter answers are not compressed (bytes). */
const minCompressed = 256;

/**
 * Decompresses a body of a tenant. A bomb ends where the body is too long: it is never decompressed as a whole.
 * InvalidInput for invalid gzip; PayloadTooLarge, ServiceUnavailable as Bodies.
 */
export async function decompressed(bodies: Bodies, tenantId: string, bytes: Buffer, maxBytes: number): Promise<Buffer> {
  const gunzip = createGunzip();
  let isGzip = true;
  gunzip.once('error', () => {
    isGzip = false;
  });
  gunzip.end(bytes);
  try {
    return await bodies.read(tenantId, gunzip, maxBytes);
  } catch (error) {
    throw isGzip
      ? error
      : new ServiceError('InvalidInput', 'The body is sent as gzip, but is no valid gzip.', undefined, error);
  } finally {
    gunzip.destroy();
  }
}

/** The response compressed, where the client takes that and it is long enough. */
export async function compressed(c: HttpContext, response: Response): Promise<Response> {
  if (!acceptedEncodings(c).includes('gzip')) return response;
  const { status } = response;
  const headers = new Headers(response.headers);
  headers.set('vary', 'Accept-Encoding');
  const whole = new Uint8Array(await response.arrayBuffer());
  if (whole.byteLength < minCompressed) return new Response(whole, { status, headers });
  headers.set('content-encoding', 'gzip');
  return new Response(new Uint8Array(await promisify(gzip)(whole)), { status, headers });
}
