import type { Dialect } from '../dialect.ts';
import { objectAt, textAt } from '../json.ts';

/**
 * Windsurf: https://docs.windsurf.com/windsurf/cascade/hooks. No hook of it can give the model context (standard output
 * is shown to the user at most), so it only captures. Its input names no folder that the agent works in.
 */
export const windsurf: Dialect = {
  host: 'windsurf',
  events: { post_cascade_response_with_transcript: 'capture' },
  read: (input) => ({
    sessionId: textAt(input, 'trajectory_id'),
    cwd: textAt(objectAt(input, 'tool_info'), 'cwd'),
    transcriptPath: textAt(objectAt(input, 'tool_info'), 'transcript_path'),
  }),
  answer: () => ({}),
  /** `{type: user_input, user_input: {user_response}}`, `{type: planner_response, planner_response: {response}}`. */
  turn(line) {
    const user = textAt(objectAt(line, 'user_input'), 'user_response');
    if (user !== undefined) return { role: 'user', text: user };
    const assistant = textAt(objectAt(line, 'planner_response'), 'response');
    return assistant === undefined ? undefined : { role: 'assistant', text: assistant };
  },
};
