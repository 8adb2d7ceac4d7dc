import type { Dialect } from '../dialect.ts';
import { objectAt, textAt, textsIn } from '../json.ts';
import { turnOf } from '../typed.ts';
import { answerContext, readCommon, toolIn } from './hook-specific-output.ts';

/** Codex: https://developers.openai.com/codex/hooks; seen with codex 0.169.0, which refuses context at Stop. */
export const codex: Dialect = {
  host: 'codex',
  events: {
    SessionStart: 'start',
    UserPromptSubmit: 'prompt',
    PreToolUse: 'tool',
    Stop: 'capture',
    SessionEnd: 'end',
  },
  read: (input) => ({ ...readCommon(input), tool: toolIn(input) }),
  answer: answerContext,
  /** `{type: response_item, payload: {type: message, role, content}}`; role `developer` is not the user. */
  turn(line) {
    const payload = objectAt(line, 'payload');
    if (line.type !== 'response_item' || payload.type !== 'message') return undefined;
    const { role } = payload;
    if (role !== 'user' && role !== 'assistant') return undefined;
    return turnOf(role, textsIn(payload.content, 'input_text', 'output_text'), textAt(line, 'timestamp'));
  },
  forkedFrom: (line) =>
    line.type === 'session_meta' ? textAt(objectAt(line, 'payload'), 'forked_from_id') : undefined,
};
