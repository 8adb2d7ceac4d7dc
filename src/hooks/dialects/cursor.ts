import type { Dialect } from '../dialect.ts';
import { firstOf, objectAt, textAt, textsIn } from '../json.ts';
import { turnOf } from '../typed.ts';

/**
 * Cursor: https://cursor.com/docs/hooks. A hook gives context as `additional_context`: at `sessionStart`, and since
 * July 2026 at `beforeSubmitPrompt` in its terminal agent (other programs' hooks rely on it). The editor ignores the
 * latter.
 */
export const cursor: Dialect = {
  host: 'cursor',
  events: {
    sessionStart: 'start',
    beforeSubmitPrompt: 'prompt',
    preCompact: 'capture',
    stop: 'capture',
    sessionEnd: 'end',
  },
  compaction: 'preCompact',
  read: (input) => ({
    sessionId: textAt(input, 'conversation_id', 'session_id'),
    cwd: firstOf(input, 'workspace_roots') ?? textAt(input, 'cwd'),
    prompt: textAt(input, 'prompt'),
    transcriptPath: textAt(input, 'transcript_path'),
  }),
  answer(event, context) {
    const passes = event === 'beforeSubmitPrompt' ? { continue: true } : {};
    return context === undefined ? passes : { ...passes, additional_context: context };
  },
  /** `{role, message: {content: [{type: text, text}]}}`; the user's words are in `<user_query>`. */
  turn(line) {
    const { role } = line;
    if (role !== 'user' && role !== 'assistant') return undefined;
    return turnOf(role, textsIn(objectAt(line, 'message').content, 'text'), textAt(line, 'timestamp'));
  },
};
