import { ServiceError } from './errors.ts';

/** The JSON value in UTF-8 bytes. InvalidInput, which calls them by `name`: "The body is not valid JSON (at position 3)." */
export function parseJson(bytes: ArrayBuffer | Uint8Array, name: string): unknown {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new ServiceError('InvalidInput', `${name} is not valid UTF-8.`);
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    // V8 quotes the text around the fault; the position alone is enough and never holds a secret.
    const position = error instanceof Error ? /position \d+/.exec(error.message)?.[0] : undefined;
    throw new ServiceError('InvalidInput', `${name} is not valid JSON${position ? ` (at ${position})` : ''}.`);
  }
}
