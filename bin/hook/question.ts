import type { Tier } from '../../src/domain/tier.ts';
import { asSaid } from '../../src/hooks/marks.ts';
import { lastPrompt } from '../../src/hooks/transcript.ts';
import type { Whose } from '../../src/service/hooks/project.ts';
import type { HookRun } from '../../src/service/hooks/recall.ts';
import type { BaseConfig } from '../../src/settings/base.ts';
import { type HookCall, runOf, whoseOf } from './session.ts';

/** What a hook asks the memory for. */
export interface Question extends HookRun {
  tier: Tier;
  whose: Whose;
  /** What the user typed; absent: the session begins. */
  prompt?: string | undefined;
}

/** Undefined for a prompt in which nothing was typed. */
export function questionOf(config: BaseConfig, call: HookCall): Question | undefined {
  const prompt = call.dialect.events[call.event] === 'start' ? undefined : promptOf(call);
  if (prompt === undefined && call.dialect.events[call.event] !== 'start') return undefined;
  const { tier, recallLogDays } = config;
  return { ...runOf(call), tier, whose: whoseOf(config, call), prompt, recallLogDays };
}

function promptOf({ dialect, input: { prompt, transcriptPath } }: HookCall): string | undefined {
  if (!dialect.promptInTranscript) return prompt && asSaid(prompt);
  return transcriptPath && lastPrompt(transcriptPath, dialect.turn);
}
