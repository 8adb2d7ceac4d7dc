import { type CallToolResult, ErrorCode, McpError } from '@modelcontextprotocol/sdk/types.js';
import type { Outcome } from '../gate/call.ts';

/** A tool's answer: the same JSON as structured content and as text; errors are results too, so that the model sees them. */
export function toToolResult({ output, error, rateLimit }: Outcome): CallToolResult {
  const body = { ...(error ? error.toEnvelope() : output) };
  return {
    content: [{ type: 'text', text: JSON.stringify(body) }],
    structuredContent: body,
    ...(error && { isError: true }),
    ...(rateLimit && { _meta: { rateLimit } }),
  };
}

/** The protocol's code for a resource that does not exist. */
const resourceNotFound = -32002;

/** The output where the protocol knows no error results (resources, prompts); the envelope goes into the error's data. */
export function outputOrThrow<Output>({ output, error }: Outcome): Output {
  if (!error) return output as Output;
  const code =
    error.status === 404 ? resourceNotFound : error.status < 500 ? ErrorCode.InvalidParams : ErrorCode.InternalError;
  throw new McpError(code, error.message, error.toEnvelope());
}
