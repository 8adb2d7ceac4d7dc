import type { Project } from '../../src/domain/project-rules.ts';
import type { Tier } from '../../src/domain/tier.ts';
import { lastPrompt } from '../../src/hooks/transcript.ts';
import { typedPrompt } from '../../src/hooks/typed.ts';
import type { MemoryOwner } from '../../src/service/hooks/project.ts';
import type { HookRun } from '../../src/service/hooks/recall.ts';
import type { BaseConfig } from '../../src/settings/base.ts';
import { namesOf, type ToolNames } from '../../src/text/tool-names.ts';
import { type HookCall, memoryOwnerOf, runOf } from './session.ts';

/** A hook's question to the memory. */
export interface Question extends HookRun {
  tier: Tier;
  owner: MemoryOwner;
  /** The user's prompt. Absent, like all that follows, at the beginning of a session. */
  prompt?: string | undefined;
  /** Files and commands that a tool is about to use. */
  names?: ToolNames | undefined;
  /** Asks for the state of the session. */
  status?: true | undefined;
}

/** The project of a session that begins, if it has one. */
export function startingProject({ owner, prompt, names, status }: Question): Project | undefined {
  const isStart = prompt === undefined && names === undefined && status === undefined;
  return isStart && 'project' in owner ? owner.project : undefined;
}

/** Undefined for an empty prompt, and for a tool without files and commands. */
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

function promptOf({ dialect, input }: HookCall): string | undefined {
  if (!dialect.promptInTranscript) return typedPrompt(input) || undefined;
  return input.transcriptPath && lastPrompt(input.transcriptPath, dialect.turn);
}
