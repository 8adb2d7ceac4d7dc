import { clipped, ServiceError } from '../domain/errors.ts';
import type { Operation } from '../gate/operation.ts';
import type { Binding } from './bindings.ts';
import type { Bodies } from './bodies.ts';
import type { HttpContext } from './exchange.ts';
import { maxBodyBytes, readBytes } from './read-body.ts';
import { coerced } from './read-input.ts';

type Upload = NonNullable<NonNullable<Operation['rest']>['upload']>;

/** A form has its file and a few fields; each part costs the parser far more than its bytes. */
const maxParts = 13;
/** The headers of one part: its name and a file's name. */
const maxHeaderBytes = 16 * 1024;
/** RFC 2046, section 5.1.1. */
const isBoundary = /^[\w'()+,./:=? -]{1,70}$/;

const typeOf = (c: HttpContext) => c.req.header('content-type') ?? '';

/** Whether a request's body is a form that may have files. */
export function isForm(c: HttpContext): boolean {
  return typeOf(c).split(';')[0]?.trim().toLowerCase() === 'multipart/form-data';
}

/**
 * The input in a form (RFC 7578): the file `file`, and fields by their names. A field `fileName` names the file instead
 * of its part. InvalidInput, and as readBytes.
 */
export async function readForm(
  c: HttpContext,
  bodies: Bodies,
  { query }: Binding,
  upload: Upload,
): Promise<Record<string, unknown>> {
  const form = await parse(await readBytes(c, bodies, maxBodyBytes), typeOf(c));
  const given = new Map<string, unknown>();
  for (const [name, value] of form) {
    if (given.has(name)) throw new ServiceError('InvalidInput', `The form has ${clipped(name, 100)} twice.`);
    given.set(name, value);
  }
  const file = given.get('file');
  if (!(file instanceof File)) throw new ServiceError('InvalidInput', 'The form must have a file in its part `file`.');
  const fields = [...given].flatMap(([name, value]) => {
    const parameter = query.get(name);
    return parameter && typeof value === 'string' ? [[parameter.field, coerced(parameter, value)]] : [];
  });
  const bytes = Buffer.from(await file.arrayBuffer());
  return {
    [upload.name]: file.name,
    ...Object.fromEntries(fields),
    [upload.content]: bytes.toString('base64'),
    [upload.encoding]: 'base64',
  };
}

async function parse(bytes: Buffer | undefined, type: string): Promise<FormData> {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]*)"|([^\s;]+))/i.exec(type) ?? [];
  const boundary = quoted ?? plain;
  if (!bytes || boundary === undefined || !isBoundary.test(boundary)) throw notForm();
  requireFewParts(bytes, boundary);
  // The parser gets the boundary that was counted: it might read another one from the caller's header.
  const headers = { 'content-type': `multipart/form-data; boundary="${boundary}"` };
  try {
    return await new Response(new Uint8Array(bytes), { headers }).formData();
  } catch {
    throw notForm();
  }
}

function notForm(): ServiceError {
  return new ServiceError('InvalidInput', 'The body is no form: it must be multipart/form-data with its boundary.');
}

/** Counts the delimiters, and measures the headers of each part, before anything is parsed. */
function requireFewParts(bytes: Buffer, boundary: string): void {
  const delimiter = `--${boundary}`;
  // The last delimiter ends the form.
  let count = -1;
  for (let at = bytes.indexOf(delimiter); at >= 0; at = bytes.indexOf(delimiter, at + delimiter.length)) {
    count++;
    if (count > maxParts) throw new ServiceError('InvalidInput', `The form has more than ${maxParts} parts.`);
    const end = bytes.indexOf('\r\n\r\n', at);
    if ((end < 0 ? bytes.length : end) - at > maxHeaderBytes)
      throw new ServiceError('InvalidInput', 'A part of the form has headers of more than 16 KiB.');
  }
}
