import { existsSync } from 'node:fs';
import type { Dialect, HookInput } from '../../src/hooks/dialect.ts';
import { projectAt } from '../../src/hooks/project.ts';
import type { ProjectFiles, Whose } from '../../src/service/hooks/project.ts';
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
export const timeoutMs = 500;

/** Whose memory a session is about: the one of the settings, else the project's. */
export function whoseOf({ character }: BaseConfig, { input: { cwd } }: HookCall): Whose {
  if (character !== undefined) return { character };
  const project = projectAt(cwd ?? process.cwd());
  if (!project) throw new Error('the folder has no name: set SERVICE_CHARACTER');
  return { project };
}

export const projectFiles: ProjectFiles = {
  rootCommit: async (project) => (await import('../../src/hooks/git/root-commit.ts')).rootCommit(project, process.env),
  isGone: (folder) => !existsSync(folder),
};

export function runOf({ dialect, event, sessionId, input: { source } }: HookCall): HookRun {
  return { host: dialect.host, session: sessionId.slice(0, 200), event, source };
}
