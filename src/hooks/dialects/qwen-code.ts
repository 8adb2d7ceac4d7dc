import type { Dialect } from '../dialect.ts';
import { isObject, objectAt, textAt, textsIn } from '../json.ts';
import { turnOf } from '../typed.ts';
import { answerContext, readCommon } from './hook-specific-output.ts';

/**
 * Qwen Code: https://qwenlm.github.io/qwen-code-docs/en/users/features/hooks/; seen with qwen-code 0.15.10. Its
 * headless runs have neither SessionStart nor SessionEnd.
 */
export const qwenCode: Dialect = {
  host: 'qwen-code',
  events: {
    SessionStart: 'start',
    UserPromptSubmit: 'prompt',
    PreCompact: 'capture',
    Stop: 'capture',
    SessionEnd: 'end',
  },
  compaction: 'PreCompact',
  read: readCommon,
  answer: answerContext,
  /** `{type: user or assistant, message: {role, parts: [{text}]}}`; a part with `thought` is not part of the answer. */
  turn(line) {
    const { type } = line;
    if (type !== 'user' && type !== 'assistant') return undefined;
    const { parts } = objectAt(line, 'message');
    const said = Array.isArray(parts) ? parts.filter((part) => isObject(part) && part.thought !== true) : parts;
    return turnOf(type, textsIn(said, undefined), textAt(line, 'timestamp'));
  },
};
