import { ServiceError } from '../domain/errors.ts';
import { parseJson } from '../domain/json.ts';
import { fieldName } from '../domain/storable.ts';
import { unknownField } from '../domain/unknown-field.ts';
import type { Binding, Parameter } from './bindings.ts';

/** The parts of a request that contain input. */
export interface InputSource {
  headers: Headers;
  /** Path and query of the raw request line. */
  target: string;
  pathParameters: Record<string, string>;
  /** Reads the body, an object of at most this many bytes. */
  readBody(maxBytes: number): Promise<Record<string, unknown>>;
}

/** The longest path with its query; every name there is fits, percent-encoded. */
const maxTargetLength = 8_192;

/**
 * The input of an operation: path, then body or query, then If-Match.
 * InvalidInput, and the errors of reading the body.
 */
export async function readInput(binding: Binding, source: InputSource): Promise<Record<string, unknown>> {
  const { headers, target, pathParameters } = source;
  const search = readTarget(target);
  const given = binding.hasBody ? await readBody(binding, source, search) : readQuery(binding, search);
  const input = given;
  for (const { name, field } of binding.pathParameters) {
    const named = pathParameters[name];
    if (input[field] !== undefined && input[field] !== named) {
      throw new ServiceError('InvalidInput', `${field} is given by the path.`);
    }
    input[field] = named;
  }
  const { ifMatch } = binding.rest;
  return ifMatch === undefined ? input : withPrecondition(input, ifMatch, headers.get('if-match'));
}

const noSearch = new URLSearchParams();

/** Refuses a target that is too long or not percent-encoded UTF-8, or that names a parameter twice. */
export function readTarget(target: string): URLSearchParams {
  if (target.length > maxTargetLength) {
    throw new ServiceError('InvalidInput', `The path and query must be at most ${maxTargetLength} characters long.`);
  }
  try {
    decodeURIComponent(target);
  } catch {
    throw new ServiceError('InvalidInput', 'The path or query is not valid percent-encoded UTF-8.');
  }
  const start = target.indexOf('?');
  if (start < 0) return noSearch;
  const search = new URLSearchParams(target.slice(start));
  const names = new Set<string>();
  for (const [name] of search) {
    if (names.has(name)) throw new ServiceError('InvalidInput', `The query parameter ${name} is given twice.`);
    names.add(name);
  }
  return search;
}

async function readBody({ query, operation }: Binding, source: InputSource, search: URLSearchParams) {
  for (const [name] of search) {
    if (query.has(name)) throw new ServiceError('InvalidInput', `${name} belongs in the body, not in the query.`);
    throw new ServiceError('InvalidInput', `${fieldName([name])} is not a parameter of this route.`);
  }
  return source.readBody(operation.maxInput);
}

function readQuery({ query }: Binding, search: URLSearchParams): Record<string, unknown> {
  const known: Record<string, unknown> = {};
  for (const [name, text] of search) {
    const parameter = query.get(name);
    if (!parameter) throw unknownField(name, [...query.keys()]);
    known[parameter.field] = coerced(parameter, text);
  }
  return known;
}

/** Text that is no number, boolean or JSON stays text: validation then names the expected type. */
export function coerced({ kind, name }: Parameter, text: string): unknown {
  if (kind === 'number' && /^-?\d+(\.\d+)?$/.test(text)) return Number(text);
  if (kind === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  return kind === 'json' && /^[[{]/.test(text) ? parseJson(Buffer.from(text), name) : text;
}

/** The possible values of If-Match. */
export const etagPattern = '^(?:\\*|(?:W/)?"[0-9]{1,15}")$';

/** If-Match with a memory's ETag, also one that a proxy has made weak, is the expected revision; `*` asks for nothing. */
function withPrecondition(
  input: Record<string, unknown>,
  field: string,
  header: string | null,
): Record<string, unknown> {
  if (header === null || header.trim() === '*') return input;
  const revision = /^(?:W\/)?"(\d{1,15})"$/.exec(header.trim())?.[1];
  if (revision === undefined) {
    throw new ServiceError('InvalidInput', 'If-Match must be one ETag of the memory, such as "3".');
  }
  const expected = input[field] ?? Number(revision);
  if (expected !== Number(revision)) throw new ServiceError('InvalidInput', `If-Match and ${field} differ.`);
  return { ...input, [field]: expected };
}
