import type { Dialect } from '../dialect.ts';
import { isObject, type Json, objectAt, parsed, textAt } from '../json.ts';
import { turnOf } from '../typed.ts';
import { ranBy, toolIn, touchedBy } from './hook-specific-output.ts';

/** Tools that edit files or run commands. Copilot runs its hooks before every tool, even one that reads a file. */
const changing = new Set(['bash', 'powershell', 'edit', 'create', 'str_replace', 'apply_patch']);

/** The documentation has them as JSON in a text, the program as an object. */
function argumentsOf({ toolArgs }: Json): Json {
  const given = typeof toolArgs === 'string' ? parsed(toolArgs) : toolArgs;
  return isObject(given) ? given : {};
}

/** VS Code's names of the events, by which it takes an answer. */
const namesInVsCode = new Map([
  ['sessionStart', 'SessionStart'],
  ['userPromptSubmitted', 'UserPromptSubmit'],
  ['preToolUse', 'PreToolUse'],
]);

/**
 * Copilot CLI (https://docs.github.com/en/copilot/reference/hooks-configuration, seen with 1.0.102) does not name the
 * event in its input, so the command does. VS Code reads the same files, but of `agentStop` only its own name, `Stop`
 * (https://code.visualstudio.com/docs/agent-customization/hooks).
 */
export const copilotCli: Dialect = {
  host: 'copilot-cli',
  events: {
    sessionStart: 'start',
    userPromptSubmitted: 'prompt',
    preToolUse: 'tool',
    agentStop: 'capture',
    PreCompact: 'capture',
    Stop: 'capture',
    sessionEnd: 'end',
  },
  read: (input) => ({
    sessionId: textAt(input, 'sessionId', 'session_id'),
    ranBy: ranBy(input),
    cwd: textAt(input, 'cwd'),
    prompt: textAt(input, 'prompt'),
    tool: changing.has(textAt(input, 'toolName') ?? '') ? touchedBy(argumentsOf(input)) : toolIn(input),
    transcriptPath: textAt(input, 'transcriptPath', 'transcript_path'),
  }),
  answer(event, context) {
    if (context === undefined) return {};
    const hookEventName = namesInVsCode.get(event) ?? event;
    return { additionalContext: context, hookSpecificOutput: { hookEventName, additionalContext: context } };
  },
  /** `{type, data: {content, source}}`: the user's own words, without the text of hooks; a source is a program. */
  turn(line) {
    if (line.type !== 'user.message' && line.type !== 'assistant.message') return undefined;
    const data = objectAt(line, 'data');
    const text = textAt(data, 'content');
    const isUsers = line.type === 'user.message';
    if (text === undefined || (isUsers && (textAt(data, 'source') ?? 'user') !== 'user')) return undefined;
    return turnOf(isUsers ? 'user' : 'assistant', [text], textAt(line, 'timestamp'));
  },
  transcriptOf: (sessionId) => `.copilot/session-state/${sessionId}/events.jsonl`,
};
