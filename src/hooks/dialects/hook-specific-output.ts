import type { HookInput } from '../dialect.ts';
import { type Json, textAt } from '../json.ts';

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

/** Only events that take context may answer it: elsewhere the host takes the answer for a failure. */
export function answerContext(event: string, context: string | undefined, notice?: string): object {
  return {
    ...(notice !== undefined && { systemMessage: notice }),
    ...(context !== undefined && { hookSpecificOutput: { hookEventName: event, additionalContext: context } }),
  };
}
