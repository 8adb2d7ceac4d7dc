import { existsSync } from 'node:fs';
import type { Log } from '../../src/base/log.ts';
import type { BaseConfig } from '../../src/settings/base.ts';
import type { HookAnswer } from './answer.ts';
import { askServers } from './ask-servers.ts';
import { type Question, questionOf } from './question.ts';
import type { HookCall, WaitingWork } from './session.ts';

/**
 * The context that a session begins with, or that its prompt needs; undefined when nothing is known. A server that has
 * the store open is asked first: it has everything at hand that this process would have to load, read and compile.
 * @param waiting what this process does where no server does it
 */
export async function recall(
  config: BaseConfig,
  call: HookCall,
  log: Log,
  waiting: WaitingWork,
): Promise<HookAnswer | undefined> {
  const question = questionOf(config, call);
  return question && ask(config, question, log, waiting);
}

/** What a server or this process answers. */
export async function ask(
  config: BaseConfig,
  question: Question,
  log: Log,
  waiting: WaitingWork,
): Promise<HookAnswer | undefined> {
  // Looking makes no store.
  if (!existsSync(config.databasePath)) return undefined;
  const answer = await askServers(config.databasePath, question);
  if (answer !== undefined) return answer;
  return (await import('./own-recall.ts')).recallAlone(config, question, log, waiting);
}
