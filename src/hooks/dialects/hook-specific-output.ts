import type { ToolCall } from '../../text/tool-names.ts';
import type { HookInput } from '../dialect.ts';
import { firstOf, type Json, objectAt, textAt } from '../json.ts';

/** Shared by hosts with Claude Code's form of hooks. */
export function readCommon(input: Json): HookInput {
  return {
    sessionId: textAt(input, 'session_id', 'sessionId'),
    ranBy: ranBy(input),
    cwd: textAt(input, 'cwd'),
    source: textAt(input, 'source'),
    prompt: textAt(input, 'prompt'),
    lastAnswer: textAt(input, 'last_assistant_message'),
    transcriptPath: textAt(input, 'transcript_path'),
  };
}

/** VS Code also runs the hooks of Claude Code and of Copilot CLI, and only VS Code uses this name of the event. */
export function ranBy(input: Json): 'vscode' | undefined {
  return textAt(input, 'hookEventName') === undefined ? undefined : 'vscode';
}

/** Tools of VS Code that edit files or run commands. It runs a hook before every tool, whatever its matcher. */
const changing = /edit|create|insert|replace|patch|delete|terminal/i;

/** `tool_input` of the tools that edit files and run commands; a patch names its files in its text. */
export function toolIn(input: Json): ToolCall | undefined {
  const isAsked = ranBy(input) === undefined || changing.test(textAt(input, 'tool_name') ?? '');
  return isAsked ? touchedBy(objectAt(input, 'tool_input')) : undefined;
}

/** The files and the command in the arguments of a tool. */
export function touchedBy(given: Json): ToolCall | undefined {
  const path = textAt(given, 'file_path', 'filePath', 'notebook_path', 'path') ?? firstOf(given, 'files');
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

/** Only events that accept context may answer with it: for others the host treats the answer as a failure. */
export function answerContext(event: string, context: string | undefined, notice?: string): object {
  return {
    ...(notice !== undefined && { systemMessage: notice }),
    ...(context !== undefined && { hookSpecificOutput: { hookEventName: event, additionalContext: context } }),
  };
}
