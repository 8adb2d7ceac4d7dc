import type { Turn } from '../../domain/turn.ts';
import type { Dialect } from '../dialect.ts';
import { type Json, objectAt, textAt, textsIn } from '../json.ts';
import { turnOf } from '../typed.ts';
import { copilotCli } from './copilot-cli.ts';
import { answerContext, readCommon, toolIn } from './hook-specific-output.ts';

/**
 * Claude Code: https://code.claude.com/docs/en/hooks (events, standard input, `additionalContext`). SessionStart comes
 * again after a compaction (`source: compact`), a resume and a fork. Transcript: `~/.claude/projects/<project>/<session>.jsonl`.
 */
export const claudeCode: Dialect = {
  host: 'claude-code',
  events: {
    SessionStart: 'start',
    UserPromptSubmit: 'prompt',
    PreToolUse: 'tool',
    PreCompact: 'capture',
    PostCompact: 'capture',
    Stop: 'capture',
    SessionEnd: 'end',
  },
  read: (input) => ({ ...readCommon(input), isTyped: isTyped(input), tool: toolIn(input) }),
  answer: answerContext,
  // VS Code runs these hooks on a transcript of its own form.
  turn: (line) => messageTurn(line) ?? queuedTurn(line) ?? copilotCli.turn(line),
  /** Copied messages name the session that they come from. */
  forkedFrom: (line) => textAt(objectAt(line, 'forkedFrom'), 'sessionId'),
};

/** Sources of prompts that a person wrote: `origin.kind` and `promptSource`. */
const typedSources = new Set(['typed', 'queued', 'sdk', 'suggestion_accepted']);

/** Whether a person wrote a message; undefined where neither mark says it. */
export function isTyped(message: Json): boolean | undefined {
  const kind = textAt(objectAt(message, 'origin'), 'kind');
  const source = textAt(message, 'promptSource', 'prompt_source');
  if ((kind !== undefined && kind !== 'human') || source === 'system') return false;
  return kind === 'human' || (source !== undefined && typedSources.has(source)) ? true : undefined;
}

/** `{type, message: {role, content}, timestamp}`; marked lines are the program's, a subagent's or a summary. */
function messageTurn(line: Json): Turn | undefined {
  const { type } = line;
  if (type !== 'user' && type !== 'assistant') return undefined;
  if (line.isMeta || line.isSidechain || line.isCompactSummary || line.isVisibleInTranscriptOnly) return undefined;
  const typed = type === 'user' ? isTyped(line) : undefined;
  if (typed === false) return undefined;
  return turnOf(type, textsIn(objectAt(line, 'message').content, 'text'), textAt(line, 'timestamp'), typed);
}

/**
 * What the user types while the agent works: `{type: attachment, attachment: {type: queued_command, commandMode: prompt,
 * prompt, origin: {kind}}, timestamp}`. Notices of the program are queued as well, in another mode or of another origin.
 */
function queuedTurn(line: Json): Turn | undefined {
  const queued = objectAt(line, 'attachment');
  if (line.type !== 'attachment' || queued.type !== 'queued_command' || queued.commandMode !== 'prompt')
    return undefined;
  const typed = isTyped(queued);
  if (typed === false || line.isMeta || queued.isMeta || line.isSidechain) return undefined;
  return turnOf('user', textsIn(queued.prompt, 'text'), textAt(line, 'timestamp'), typed);
}
