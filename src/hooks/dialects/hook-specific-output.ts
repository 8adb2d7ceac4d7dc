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

/** `tool_input` of the tools that edit files and run commands; a patch names its files in its text. */
export function toolIn(input: Json): ToolCall | undefined {
  return touchedBy(objectAt(input, 'tool_input'));
}

/** What the arguments of such a tool name. */
export function touchedBy(given: Json): ToolCall | undefined {
  const path = textAt(given, 'file_path', 'notebook_path', 'path');
  const text = textAt(given, 'command', 'input', 'patch');
  const isPatch = text?.trimStart().startsWith('*** Begin Patch') === true;
  const patched = isPatch ? text.split('\n').flatMap(patchedFile) : [];
  const paths = [...(path === undefined ? [] : [path]), ...patched];
  const command = isPatch ? undefined : text;
  return paths.length === 0 && command === undefined ? undefined : { paths, command };
}

/** The file that a line of a patch names. */
function patchedFile(line: string): string[] {
  const [head] = /^\*{3} (?:Add|Update|Delete) File: /u.exec(line) ?? [];
  return head === undefined ? [] : [line.slice(head.length).trim()];
}

/** Only events that take context may answer it: elsewhere the host takes the answer for a failure. */
export function answerContext(event: string, context: string | undefined, notice?: string): object {
  return {
    ...(notice !== undefined && { systemMessage: notice }),
    ...(context !== undefined && { hookSpecificOutput: { hookEventName: event, additionalContext: context } }),
  };
}
