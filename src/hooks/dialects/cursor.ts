import type { Dialect } from '../dialect.ts';
import { firstOf, objectAt, spoken, textAt } from '../json.ts';
import { between } from '../marks.ts';

/**
 * Cursor: https://cursor.com/docs/hooks. A hook can give context at `sessionStart` only (`additional_context`);
 * `beforeSubmitPrompt` can let a prompt pass or stop it, so nothing is recalled there.
 */
export const cursor: Dialect = {
  host: 'cursor',
  events: { sessionStart: 'start', preCompact: 'capture', stop: 'capture', sessionEnd: 'end' },
  compaction: 'preCompact',
  read: (input) => ({
    sessionId: textAt(input, 'conversation_id', 'session_id'),
    cwd: firstOf(input, 'workspace_roots') ?? textAt(input, 'cwd'),
    transcriptPath: textAt(input, 'transcript_path'),
  }),
  answer(event, context) {
    if (context !== undefined) return { additional_context: context };
    return event === 'beforeSubmitPrompt' ? { continue: true } : {};
  },
  /** `{role, message: {content: [{type: text, text}]}}`; the user's words are in `<user_query>`. */
  turn(line) {
    const { role } = line;
    if (role !== 'user' && role !== 'assistant') return undefined;
    const text = spoken(objectAt(line, 'message').content, 'text');
    const query = between(text, '<user_query>', '</user_query>') ?? text;
    return query.trim() === '' ? undefined : { role, text: query.trim(), at: textAt(line, 'timestamp') };
  },
};
