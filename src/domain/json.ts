import { ServiceError } from './errors.ts';

/** Ten times the limit of a call. A parser takes a second for 8 MB of values of a byte or two each. */
const maxValues = 100_000;
const [quote, backslash, comma, bracket, brace] = Buffer.from('"\\,[{');

/**
 * Parses JSON in UTF-8. InvalidInput, with `name` as its subject: "The body is not valid JSON (at position 3)."
 * PayloadTooLarge for more values than any message has.
 */
export function parseJson(bytes: ArrayBuffer | Uint8Array, name: string): unknown {
  requireFewValues(bytes instanceof Uint8Array ? bytes : new Uint8Array(bytes), name);
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new ServiceError('InvalidInput', `${name} is not valid UTF-8.`);
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    // V8 quotes the text around the fault, which may be secret. The position is enough.
    const position = error instanceof Error ? /position \d+/.exec(error.message)?.[0] : undefined;
    throw new ServiceError('InvalidInput', `${name} is not valid JSON${position ? ` (at ${position})` : ''}.`);
  }
}

/** Counts commas and opening brackets outside of texts, before anything is parsed. */
function requireFewValues(bytes: Uint8Array, name: string): void {
  if (bytes.length <= maxValues) return;
  let values = 0;
  let isText = false;
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i];
    if (byte === quote) isText = !isText;
    else if (isText) i += Number(byte === backslash);
    else if (byte === comma || byte === bracket || byte === brace) values++;
  }
  if (values > maxValues) {
    throw new ServiceError('PayloadTooLarge', `${name} must have at most ${maxValues.toLocaleString('en')} values.`);
  }
}
