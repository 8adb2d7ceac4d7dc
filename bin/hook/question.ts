import type { Tier } from '../../src/domain/tier.ts';
import { asSaid } from '../../src/hooks/marks.ts';
import { lastPrompt } from '../../src/hooks/transcript.ts';
import type { MemoryOwner } from '../../src/service/hooks/project.ts';
import type { HookRun } from '../../src/service/hooks/recall.ts';
import type { BaseConfig } from '../../src/settings/base.ts';
import { namesOf, type ToolNames } from '../../src/text/tool-names.ts';
import { type HookCall, memoryOwnerOf, runOf } from './session.ts';

/** What a hook asks the memory for. */
export interface Question extends HookRun {
  tier: Tier;
  owner: MemoryOwner;
  /** What the user typed; absent with all that follows: the session begins. */
  prompt?: string | undefined;
  /** What a tool is about to touch. */
  names?: ToolNames | undefined;
  /** Asks for the state of the session. */
  status?: true | undefined;
}

/** Undefined for a prompt in which nothing was typed, and for a tool that touches nothing with a name. */
export function questionOf(config: BaseConfig, call: HookCall): Question | undefined {
  const { tier, recallLogDays } = config;
  const asked = askedBy(call);
  return asked && { ...runOf(call), tier, owner: memoryOwnerOf(config, call), ...asked, recallLogDays };
}

function askedBy(call: HookCall): Pick<Question, 'prompt' | 'names'> | undefined {
  const { dialect, event, input } = call;
  if (dialect.events[event] === 'start') return {};
  if (dialect.events[event] === 'tool') {
    const names = input.tool && namesOf(input.tool, input.cwd ?? process.cwd());
    return names && { names };
  }
  const prompt = promptOf(call);
  return prompt === undefined ? undefined : { prompt };
}

function promptOf({ dialect, input: { prompt, transcriptPath } }: HookCall): string | undefined {
  if (!dialect.promptInTranscript) return prompt && asSaid(prompt);
  return transcriptPath && lastPrompt(transcriptPath, dialect.turn);
}
