import type { Dialect } from '../dialect.ts';
import { textAt, textsIn } from '../json.ts';
import { turnOf } from '../typed.ts';
import { answerContext, readCommon } from './hook-specific-output.ts';

/**
 * Gemini CLI: https://geminicli.com/docs/hooks/reference; seen with gemini-cli 0.61.0. A prompt includes the answer of
 * the session's start hook, which `typedIn` removes.
 */
export const geminiCli: Dialect = {
  host: 'gemini-cli',
  events: {
    SessionStart: 'start',
    BeforeAgent: 'prompt',
    PreCompress: 'capture',
    AfterAgent: 'capture',
    SessionEnd: 'end',
  },
  compaction: 'PreCompress',
  read: readCommon,
  answer: answerContext,
  /** `{id, timestamp, type: user or gemini, content, displayContent}`: the latter is what was typed, where it differs. */
  turn(line) {
    const { type } = line;
    if (type !== 'user' && type !== 'gemini') return undefined;
    const shown = type === 'user' ? textsIn(line.displayContent, undefined) : [];
    const parts = shown.length > 0 ? shown : textsIn(line.content, undefined);
    return turnOf(type === 'user' ? 'user' : 'assistant', parts, textAt(line, 'timestamp'));
  },
};
