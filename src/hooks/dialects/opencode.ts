import type { Dialect } from '../dialect.ts';
import { isObject, objectAt, textAt, textsIn } from '../json.ts';
import { turnOf } from '../typed.ts';
import { answerPlugin, turnsIn } from './by-plugin.ts';

/**
 * OpenCode: https://opencode.ai/docs/plugins; seen with opencode 1.18.33. It has no hooks of commands: the plugin of
 * `src/hosts/opencode-plugin.ts` runs this command and puts the answer before the model.
 */
export const opencode: Dialect = {
  host: 'opencode',
  events: {
    'session.created': 'start',
    'chat.message': 'prompt',
    'session.compacted': 'capture',
    'session.idle': 'capture',
  },
  compaction: 'session.compacted',
  read: (input) => ({
    sessionId: textAt(input, 'sessionID'),
    cwd: textAt(input, 'directory'),
    prompt: textAt(input, 'prompt'),
    turns: turnsIn(input, opencode.turn),
  }),
  answer: answerPlugin,
  /** `{info: {role, time: {created}}, parts: [{type: text, text}]}`; synthetic and ignored parts are the program's. */
  turn(line) {
    const info = objectAt(line, 'info');
    if (info.role !== 'user' && info.role !== 'assistant') return undefined;
    const parts = Array.isArray(line.parts)
      ? line.parts.filter((part) => isObject(part) && part.synthetic !== true && part.ignored !== true)
      : [];
    const { created } = objectAt(info, 'time');
    const at = typeof created === 'number' && Math.abs(created) < 8.64e15 ? new Date(created).toISOString() : undefined;
    return turnOf(info.role, textsIn(parts, 'text'), at);
  },
};
