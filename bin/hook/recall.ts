import { existsSync } from 'node:fs';
import type { Log } from '../../src/base/log.ts';
import { teamFolderOf } from '../../src/files/local/team-folder.ts';
import type { BaseConfig } from '../../src/settings/base.ts';
import type { HookAnswer } from './answer.ts';
import { askServers } from './ask-servers.ts';
import { type Question, questionOf, startingProject } from './question.ts';
import { type HookCall, usualWaits, type WaitingWork, type Waits } from './session.ts';

/**
 * The context for a session's start or its prompt; undefined if there is none. Asks a server that has the store open
 * first, because it has already loaded everything.
 * @param waiting work for this process, if no server does it
 */
export async function recall(
  config: BaseConfig,
  call: HookCall,
  log: Log,
  waiting: WaitingWork,
  waits: Waits,
): Promise<HookAnswer | undefined> {
  const question = questionOf(config, call);
  return question && ask(config, question, log, waiting, waits);
}

/** The answer of a server or of this process. */
export async function ask(
  config: BaseConfig,
  question: Question,
  log: Log,
  waiting: WaitingWork,
  waits: Waits = usualWaits,
): Promise<HookAnswer | undefined> {
  const project = config.readsTeamFolder ? startingProject(question) : undefined;
  const isTeams = project !== undefined && teamFolderOf(project) !== undefined;
  // Looking makes no store; the files of a team do.
  if (isTeams && !existsSync(config.databasePath)) await waiting.readTeam();
  if (!existsSync(config.databasePath)) return undefined;
  const answer = await askServers(config.databasePath, question, waits);
  if (answer !== undefined) return answer;
  return (await import('./own-recall.ts')).recallAlone(
    config,
    question,
    log,
    waiting,
    waits,
    isTeams ? project : undefined,
  );
}
