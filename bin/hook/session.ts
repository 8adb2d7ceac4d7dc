import type { Dialect, HookInput } from '../../src/hooks/dialect.ts';
import { firstIn } from '../../src/hooks/sessions/head.ts';
import type { MemoryOwner } from '../../src/service/hooks/project.ts';
import type { HookRun } from '../../src/service/hooks/recall.ts';
import type { BaseConfig } from '../../src/settings/base.ts';
import { memoryOwnerAt } from '../memory-owner.ts';

/** The input of one run of a hook. */
export interface HookCall {
  dialect: Dialect;
  event: string;
  sessionId: string;
  input: HookInput;
}

/** Work that hooks find. */
export interface WaitingWork {
  /** Extracts turns that an earlier hook left in the queue, or leaves a process behind that does it. */
  extract(): Promise<void>;
  /** Reads the folder of the session's team. */
  readTeam(): Promise<void>;
  /** Leaves an exchange with servers behind. */
  exchange(): Promise<void>;
}

/** Instead of an event: the argument of the process in which the models of hosts read finished sessions. */
export const extractEndedCommand = 'extract-ended';

/** In place of an event: the process that exchanges changes with servers. */
export const exchangeCommand = 'exchange';

/** In place of an event: the process that extracts the turns that hooks left in the queue. */
export const catchUpCommand = 'catch-up';

/** How long hooks wait (ms). A user waits for what a session's start, a prompt or a tool is given; nobody for a capture. */
export interface Waits {
  /** For a server's answer: it takes some milliseconds, with the encoder 60 at most, unless the server is busy. */
  answer: number;
  /** For a locked store. */
  lock: number;
  captureLock: number;
  /** For what the project no longer has, where no server answers: no git outlives the hook. */
  history: number;
  /** For turns that earlier hooks left in the queue, at the start of a session and at a prompt. */
  startCatchUp: number;
  catchUp: number;
  /** For the extraction of captured turns; the rest is left to the next hook, a server or a process that outlives the hook. */
  work: number;
}

export const usualWaits: Waits = {
  answer: 100,
  lock: 500,
  captureLock: 20_000,
  history: 100,
  startCatchUp: 2_000,
  catchUp: 300,
  work: 20_000,
};

/** The memory that a session uses. */
export function memoryOwnerOf(config: BaseConfig, { input: { cwd } }: HookCall): MemoryOwner {
  return memoryOwnerAt(config, cwd ?? process.cwd());
}

export function runOf(call: HookCall): HookRun {
  const { dialect, event, sessionId, input } = call;
  const ranBy = input.ranBy ?? dialect.host;
  return {
    host: input.ranBy ?? dialect.sessionsOf ?? dialect.host,
    session: cut(sessionId),
    ranBy,
    event,
    moment: dialect.events[event],
    source: input.source,
    forkedFrom: forkedFrom(call),
  };
}

/** How many lines are searched for it: it is among the first ones. */
const maxLines = 50;

/** The session that this one continues. Not looked up where a user waits at each step. */
function forkedFrom({ dialect, event, sessionId, input: { transcriptPath } }: HookCall): string | undefined {
  const moment = dialect.events[event];
  const isLooked = moment === 'start' || moment === 'capture' || moment === 'end';
  if (!dialect.forkedFrom || transcriptPath === undefined || !isLooked) return undefined;
  const other = firstIn(transcriptPath, dialect.forkedFrom, maxLines);
  return other === undefined || other === sessionId ? undefined : cut(other);
}

const cut = (sessionId: string) => sessionId.slice(0, 200);
