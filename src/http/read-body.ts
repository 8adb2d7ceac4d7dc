import { ServiceError } from '../domain/errors.ts';

/** The largest body of all; an operation may take less. A document of 5 MiB fits, as base64 inside JSON. */
const maxBodyBytes = 8 * 1024 * 1024;

/** The JSON object in a request's body; an absent body is an empty object. InvalidInput, PayloadTooLarge, UnsupportedMediaType. */
export async function readJsonObject(request: Request, maxBytes: number): Promise<Record<string, unknown>> {
  const value = await readJson(request, maxBytes);
  if (value === undefined) return {};
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw new ServiceError('InvalidInput', 'The body must be a JSON object.');
}

/** The JSON value in a request's body, undefined when there is none. Errors as readJsonObject. */
export async function readJson(request: Request, maxBytes = maxBodyBytes): Promise<unknown> {
  const { headers } = request;
  const declared = headers.get('content-length');
  if (declared === '0') return undefined;
  // Without either header there is nothing on a socket, but there may be something in a request made in this process.
  const isAnnounced = declared !== null || headers.get('transfer-encoding') !== null;
  if (isAnnounced) requireJson(headers);
  if (Number(declared) > maxBytes) throw tooLarge(maxBytes);
  // A declared length is kept by Node's parser, so only a body without one is counted while it arrives.
  const bytes = await (declared === null ? readLimited(request, maxBytes) : request.arrayBuffer()).catch(cutOff);
  if (bytes.byteLength > maxBytes) throw tooLarge(maxBytes);
  if (bytes.byteLength === 0) return undefined;
  if (!isAnnounced) requireJson(headers);
  return parse(bytes);
}

function requireJson(headers: Headers): void {
  const [type = '', ...parameters] = (headers.get('content-type') ?? '').toLowerCase().split(';');
  if (!/^application\/([\w.-]+\+)?json$/.test(type.trim())) {
    throw new ServiceError('UnsupportedMediaType', 'The body must be sent as Content-Type: application/json.');
  }
  const charset = parameters.map((one) => one.trim()).find((one) => one.startsWith('charset='));
  if (charset !== undefined && !/^charset="?utf-?8"?$/.test(charset)) {
    throw new ServiceError('UnsupportedMediaType', 'The body must be sent in UTF-8.');
  }
  const encoding = headers.get('content-encoding') ?? 'identity';
  if (encoding !== 'identity') {
    throw new ServiceError('UnsupportedMediaType', `The body must not be compressed; it is sent as ${encoding}.`);
  }
}

function parse(bytes: ArrayBuffer | Uint8Array): unknown {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new ServiceError('InvalidInput', 'The body is not valid UTF-8.');
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    // V8 quotes the text around the fault; the position alone is enough and never holds a secret.
    const position = error instanceof Error ? /position \d+/.exec(error.message)?.[0] : undefined;
    throw new ServiceError('InvalidInput', `The body is not valid JSON${position ? ` (at ${position})` : ''}.`);
  }
}

async function readLimited({ body }: Request, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    length += chunk.byteLength;
    if (length > maxBytes) throw tooLarge(maxBytes);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function tooLarge(maxBytes: number): ServiceError {
  const kB = maxBytes / 1024;
  const shown = kB < 1024 ? `${kB} kB` : `${kB / 1024} MiB`;
  return new ServiceError('PayloadTooLarge', `The body must be at most ${shown}.`);
}

function cutOff(error: unknown): never {
  throw error instanceof ServiceError ? error : new ServiceError('InvalidInput', 'The body did not arrive in full.');
}
