import type { Dialect, HookInput } from '../../src/hooks/dialect.ts';
import type { Whose } from '../../src/service/hooks/project.ts';
import type { HookRun } from '../../src/service/hooks/recall.ts';
import type { BaseConfig } from '../../src/settings/base.ts';
import { whoseAt } from '../whose.ts';

/** What a run of a hook needs to know. */
export interface HookCall {
  dialect: Dialect;
  event: string;
  sessionId: string;
  input: HookInput;
}

/** How long a hook waits for processes that hold the store. */
export const timeoutMs = 500;

/** Whose memory a session is about. */
export function whoseOf(config: BaseConfig, { input: { cwd } }: HookCall): Whose {
  return whoseAt(config, cwd ?? process.cwd());
}

export function runOf({ dialect, event, sessionId, input: { source } }: HookCall): HookRun {
  return { host: dialect.host, session: sessionId.slice(0, 200), event, source };
}
