import type { Dialect, HookInput } from '../../src/hooks/dialect.ts';
import { projectName } from '../../src/hooks/project.ts';
import type { HookRun } from '../../src/service/hooks/recall.ts';
import type { BaseConfig } from '../../src/settings/base.ts';

/** What a run of a hook needs to know. */
export interface HookCall {
  dialect: Dialect;
  event: string;
  sessionId: string;
  input: HookInput;
}

/** How long a hook waits for processes that hold the store. */
export const patienceMs = 500;

/** Whose memory a session is about: the one of the settings, else the project's. */
export function characterOf({ character }: BaseConfig, { input: { cwd } }: HookCall): string {
  const name =
    character ??
    projectName(cwd ?? process.cwd())
      .normalize('NFC')
      .trim();
  if (name === '') throw new Error('the folder has no name: set SERVICE_CHARACTER');
  return name;
}

export function runOf({ dialect, event, sessionId, input: { source } }: HookCall): HookRun {
  return { host: dialect.host, session: sessionId.slice(0, 200), event, source };
}
