import type { Dialect } from '../dialect.ts';
import { firstOf, textAt } from '../json.ts';
import { turnOf } from '../typed.ts';

/**
 * Antigravity: https://antigravity.google/docs/hooks. PreInvocation comes before every call of the model, without a
 * prompt. So the transcript's last message is the query, and no memory is given twice within a prompt.
 */
export const antigravity: Dialect = {
  host: 'antigravity',
  events: { PreInvocation: 'prompt', Stop: 'capture' },
  promptInTranscript: true,
  read: (input) => ({
    sessionId: textAt(input, 'conversationId'),
    cwd: firstOf(input, 'workspacePaths'),
    transcriptPath: textAt(input, 'transcriptPath'),
  }),
  /** An `ephemeralMessage` is a system message of this call only. */
  answer: (_event, context) => (context === undefined ? {} : { injectSteps: [{ ephemeralMessage: context }] }),
  /** `{type: USER_INPUT or PLANNER_RESPONSE, source, content, created_at}`; the user's words are in `<USER_REQUEST>`. */
  turn(line) {
    const role = line.type === 'USER_INPUT' ? 'user' : line.type === 'PLANNER_RESPONSE' ? 'assistant' : undefined;
    const content = textAt(line, 'content');
    if (role === undefined || content === undefined || line.source === 'USER_IMPLICIT') return undefined;
    return turnOf(role, [content], textAt(line, 'created_at'));
  },
};
