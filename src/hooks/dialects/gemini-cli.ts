import type { Dialect } from '../dialect.ts';
import { spoken, textAt } from '../json.ts';
import { beginsWith } from '../marks.ts';
import { answerContext, readCommon } from './hook-specific-output.ts';

/**
 * Gemini CLI: https://geminicli.com/docs/hooks/reference; seen with gemini-cli 0.61.0. A prompt includes the answer of
 * the session's start hook, which `asSaid` removes.
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
  /** `{id, timestamp, type: user or gemini, content}`; `{$set: …}` and a message `<session_context>` are the program's. */
  turn(line) {
    const { type } = line;
    if (type !== 'user' && type !== 'gemini') return undefined;
    const text = spoken(line.content, undefined);
    if (text === '' || beginsWith(text, ['<session_context>'])) return undefined;
    return { role: type === 'user' ? 'user' : 'assistant', text, at: textAt(line, 'timestamp') };
  },
};
