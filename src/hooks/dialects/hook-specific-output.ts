import type { ToolCall } from '../../text/tool-names.ts';
import type { HookInput } from '../dialect.ts';
import { type Json, objectAt, textAt } from '../json.ts';

/** What the hosts that took over Claude Code's form of hooks have in common. */
export function readCommon(input: Json): HookInput {
  return {
    sessionId: textAt(input, 'session_id'),
    cwd: textAt(input, 'cwd'),
    source: textAt(input, 'source'),
    prompt: textAt(input, 'prompt'),
    transcriptPath: textAt(input, 'transcript_path'),
  };
}

/** `tool_input` of the tools that edit files and run commands. */
export function toolIn(input: Json): ToolCall | undefined {
  const given = objectAt(input, 'tool_input');
  const path = textAt(given, 'file_path', 'notebook_path', 'path', 'absolute_path');
  const command = textAt(given, 'command');
  return path === undefined && command === undefined ? undefined : { paths: path === undefined ? [] : [path], command };
}

/** Only events that take context may answer it: elsewhere the host takes the answer for a failure. */
export function answerContext(event: string, context: string | undefined, notice?: string): object {
  return {
    ...(notice !== undefined && { systemMessage: notice }),
    ...(context !== undefined && { hookSpecificOutput: { hookEventName: event, additionalContext: context } }),
  };
}
