import type { ServiceError } from '../domain/errors.ts';
import type { Outcome } from '../gate/call.ts';
import type { Group, Operation } from '../gate/operation.ts';
import { answerSize, fitted } from '../service/answer-size.ts';
import { resourceNotFound } from './revision.ts';
import { type CallToolResult, ErrorCode, McpError } from './sdk.ts';

/** The largest result in bytes of its wire form: hosts end the connection at a message above 10 MiB. */
const maxResultBytes = 4_000_000;

/**
 * A tool's answer. Hosts show their model either the structured content or the text, so each says everything; errors
 * are results too, so that the model sees them. Long texts are cut, unless a person or a program reads them.
 */
export function toToolResult(
  { output, error, rateLimit, isReplay }: Outcome,
  operation: Operation,
  forPerson?: true,
): CallToolResult {
  const meta = { ...(rateLimit && { rateLimit }), ...(isReplay && { replayed: true }) };
  const more = { ...(error && { isError: true }), ...((rateLimit || isReplay) && { _meta: meta }) };
  if (error) return { ...rendered({ ...error.toEnvelope() }).answer, ...more };
  const render = (body: Record<string, unknown>) => rendered(body, operation.text?.(body));
  if (!forPerson && !operation.forPrograms) return { ...fitted(output, render, sourceOf(operation)), ...more };
  const result = { ...render(output).answer, ...more };
  return Buffer.byteLength(JSON.stringify(result)) <= maxResultBytes ? result : withoutText(result);
}

function rendered(body: Record<string, unknown>, texts = [JSON.stringify(body)]) {
  const content = texts.map((text) => ({ type: 'text' as const, text }));
  const size = answerSize({ structured: body, texts });
  return { answer: { content, structuredContent: body } satisfies CallToolResult, size };
}

/** The tool that reads a cut text whole. */
const readers: Partial<Record<Group, string>> = {
  memories: 'get_memory',
  review: 'get_memory',
  characters: 'get_character',
};

/** Where a text is whole that an operation's answer cuts: another tool, else REST. */
function sourceOf({ name, group, rest }: Operation): string {
  const reader = readers[group];
  if (reader !== undefined && reader !== name) return reader;
  return rest ? `${rest.method} ${rest.path}` : 'REST';
}

/** An output as JSON in one copy, its long texts cut as in a tool's answer; `source` has them whole. */
export function toText(output: object, source: string): string {
  const render = (body: object) => {
    const answer = JSON.stringify(body);
    return { answer, size: answerSize({ structured: {}, texts: [answer] }) };
  };
  return fitted(output, render, source);
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
