import type { ServiceError } from '../domain/errors.ts';
import type { Outcome } from '../gate/call.ts';
import type { Operation } from '../gate/operation.ts';
import { bytesOfCharacter } from '../service/answer-size.ts';
import { resourceNotFound } from './revision.ts';
import { type CallToolResult, ErrorCode, McpError } from './sdk.ts';

/** The largest result in bytes of its wire form: hosts end the connection at a message above 10 MiB. */
const maxResultBytes = 4_000_000;

/**
 * A tool's answer. Hosts show their model either the structured content or the text, so each says everything; errors
 * are results too, so that the model sees them.
 */
export function toToolResult(
  { output, error, rateLimit, isReplay }: Outcome,
  text?: Operation['text'],
): CallToolResult {
  const body = { ...(error ? error.toEnvelope() : output) };
  const json = JSON.stringify(body);
  const texts = output && text ? text(output) : [json];
  const result: CallToolResult = {
    content: texts.map((one) => ({ type: 'text', text: one })),
    structuredContent: body,
    ...(error && { isError: true }),
    ...((rateLimit || isReplay) && { _meta: { ...(rateLimit && { rateLimit }), ...(isReplay && { replayed: true }) } }),
  };
  const isSmall = json.length * bytesOfCharacter < maxResultBytes;
  return isSmall || Buffer.byteLength(JSON.stringify(result)) <= maxResultBytes ? result : withoutText(result);
}

/** For a single record that is too large to be sent twice. */
function withoutText(result: CallToolResult): CallToolResult {
  return { ...result, content: [{ type: 'text', text: 'Too large to be said as text: see the structured content.' }] };
}

/**
 * The output where the protocol has no error results (resources, prompts); the envelope is in the error's data.
 * @param asked further fields of the data
 */
export function outputOrThrow<Output>({ output, error }: Outcome, asked: object = {}): Output {
  if (!error) return output as Output;
  throw new McpError(codeOf(error), error.message, { ...error.toEnvelope(), ...asked });
}

function codeOf({ status }: ServiceError): number {
  if (status === 404) return resourceNotFound;
  return status < 500 ? ErrorCode.InvalidParams : ErrorCode.InternalError;
}
