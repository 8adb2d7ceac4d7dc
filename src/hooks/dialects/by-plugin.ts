import type { Turn } from '../../domain/turn.ts';
import type { Dialect, Moment } from '../dialect.ts';
import { isObject, type Json, textAt, textsIn } from '../json.ts';
import { turnOf } from '../typed.ts';

/** The `messages` that a plugin sends. */
export function turnsIn({ messages }: Json, turn: Dialect['turn']): Turn[] | undefined {
  if (!Array.isArray(messages)) return undefined;
  return messages.flatMap((one: unknown) => (isObject(one) ? (turn(one) ?? []) : []));
}

export function answerPlugin(_event: string, context: string | undefined, notice?: string): object {
  return { ...(context !== undefined && { context }), ...(notice !== undefined && { notice }) };
}

/** The role and text of a message as most interfaces of models have it: `{role, content}`, a text or parts of type text. */
function messageTurn(message: Json): Turn | undefined {
  const { role } = message;
  if (role !== 'user' && role !== 'assistant') return undefined;
  return turnOf(role, textsIn(message.content, 'text'), textAt(message, 'at'));
}

/**
 * A host without hooks of commands: our plugin runs the command with `{session, cwd, prompt, messages}` on standard
 * input, and puts the answer's `context` before the model.
 */
function byPlugin(host: string, events: Record<string, Moment>, compaction?: string): Dialect {
  return {
    host,
    events,
    ...(compaction !== undefined && { compaction }),
    read: (input) => ({
      sessionId: textAt(input, 'session'),
      cwd: textAt(input, 'cwd'),
      source: textAt(input, 'source'),
      prompt: textAt(input, 'prompt'),
      turns: turnsIn(input, messageTurn),
    }),
    answer: answerPlugin,
    turn: messageTurn,
  };
}

/** Hermes Agent: the memory provider of `src/hosts/hermes-plugin.ts`; seen with hermes-agent 0.19.0. */
export const hermes = byPlugin(
  'hermes',
  { initialize: 'start', prefetch: 'prompt', on_pre_compress: 'capture', sync_turn: 'capture', on_session_end: 'end' },
  'on_pre_compress',
);

/** OpenClaw: the plugin of `src/hosts/openclaw-plugin.ts`; seen with openclaw 2026.9.6. */
export const openclaw = byPlugin(
  'openclaw',
  {
    session_start: 'start',
    before_prompt_build: 'prompt',
    before_compaction: 'capture',
    agent_end: 'capture',
  },
  'before_compaction',
);

/** Cline: the plugin of `src/hosts/cline-plugin.ts`; seen with cline 3.0.65. */
export const cline = byPlugin('cline', { session_start: 'start', beforeRun: 'prompt', afterRun: 'capture' });
