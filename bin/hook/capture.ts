import { existsSync } from 'node:fs';
import { setTimeout as elapse } from 'node:timers/promises';
import type { Log } from '../../src/base/log.ts';
import { localOwner, servicePrincipal } from '../../src/domain/principal.ts';
import type { TranscriptCursor } from '../../src/domain/stores/hooks.ts';
import type { MachineStore } from '../../src/domain/stores/store.ts';
import { readRuleLines } from '../../src/hooks/rule-files.ts';
import { readTranscript, readTurns } from '../../src/hooks/transcript.ts';
import type { Services } from '../../src/service/context.ts';
import { CaptureWorker } from '../../src/service/extraction/capture.ts';
import { captureTurns, forgetGiven } from '../../src/service/hooks/capture.ts';
import { readConfig } from '../../src/settings/config.ts';
import type { Environment } from '../../src/settings/setting.ts';
import { projectFiles } from '../memory-owner.ts';
import { leaveBehind } from './leave-behind.ts';
import { withServices } from './services.ts';
import { exchangeCommand, type HookCall, memoryOwnerOf, runOf } from './session.ts';

/** How long a hook extracts waiting turns; the rest is left to the next hook or to a server. */
const workMs = 5_000;
/** How long a prompt waits for turns of an earlier hook. */
const catchUpMs = 300;
/** While a hook's exchange is young, hooks that only read start none. */
const restMs = 10_000;
const exchangeHolder = 'hooks';

/**
 * Captures the turns since the last time. Also extracts them, if that needs no model (so that the next prompt finds
 * them) or if no server does it.
 */
export async function capture(environment: Environment, call: HookCall, log: Log): Promise<void> {
  const config = readConfig(environment);
  const isShared = isOpenElsewhere(config.databasePath);
  await withServices(config, log, async (services) => {
    const { hostExtractions: most } = config;
    // Loaded lazily: it imports all hosts.
    const later = most === undefined ? undefined : await import('./host-extraction.ts');
    const run = runOf(call);
    // A host that runs another host's hooks does not have the other's model.
    const isRead = later?.hasModel(run.ranBy ?? run.host) === true;
    const context = {
      ...services,
      ...(isRead && { hostExtractions: most }),
      principal: servicePrincipal(config.tier, 'hook'),
    };
    const owner = memoryOwnerOf(config, call);
    const ruleLines = () => readRuleLines(call.input.cwd ?? process.cwd());
    await captureTurns(context, run, owner, projectFiles, readerOf(call, log), ruleLines);
    const isEnd = call.dialect.events[call.event] === 'end';
    if (isEnd) await services.store.hostExtractions.sessionEnded(context.principal, run, services.now());
    if (call.event === call.dialect.compaction) await forgetGiven(context, run, owner, projectFiles);
    if (!isShared || services.extractor.kind === 'rules') await workOff(services);
    if (most !== undefined) await later?.extractLater(context, most, environment);
    await exchangeLater(services.store, environment);
  });
}

/** The process that a capture starts. */
export async function extractInBackground(environment: Environment, log: Log): Promise<void> {
  return (await import('./host-extraction.ts')).extractInBackground(environment, log);
}

/**
 * Starts an exchange with servers in the background, if there are any and no other process does it. A hook's recent
 * exchange does not count: it may have ended before this capture.
 */
async function exchangeLater({ replicas }: MachineStore, environment: Environment): Promise<void> {
  if (await replicas.isLeft(Date.now(), exchangeHolder)) leaveBehind(exchangeCommand, environment);
}

/** The process that exchanges with servers. Never rejects. */
export async function exchangeInBackground(environment: Environment, log: Log): Promise<void> {
  try {
    const config = readConfig(environment);
    const { Replicator } = await import('../../src/service/replication/replicator.ts');
    await withServices(config, log, async (services) => {
      const { store, now } = services;
      if (!(await store.replicas.claim(exchangeHolder, now() + restMs, now()))) return;
      await new Replicator({ ...services, principal: localOwner(config.tier) }).all();
    });
  } catch (error) {
    log('warn', 'nothing was exchanged', { reason: error instanceof Error ? error.message : String(error) });
  }
}

/** Extracts waiting turns of earlier hooks or a server, where that needs no model. */
export async function extractWaiting(environment: Environment, log: Log): Promise<void> {
  await withServices(readConfig(environment), log, (services) =>
    new CaptureWorker(services, { pieces: false }).catchUp(AbortSignal.timeout(catchUpMs)),
  );
}

function readerOf({ dialect, event, input: { transcriptPath: transcript, turns } }: HookCall, log: Log) {
  return (from: TranscriptCursor | undefined) => {
    if (turns) return readTurns(turns, from);
    // Sessions without turns have none, and say so.
    if (transcript === undefined) return undefined;
    const reading = readTranscript(transcript, from, dialect.turn);
    if (!reading) log('warn', 'the transcript is not there', { event, host: dialect.host, transcript });
    return reading;
  };
}

/** SQLite removes this file when the last connection to a store is closed: a server that works on captures has one. */
function isOpenElsewhere(databasePath: string): boolean {
  return existsSync(`${databasePath}-shm`);
}

async function workOff(services: Services): Promise<void> {
  const worker = new CaptureWorker(services, { pieces: false });
  const work = async () => {
    while ((await worker.round()) > 0);
  };
  const over = new AbortController();
  const pause = elapse(workMs, undefined, { signal: over.signal }).catch(() => undefined);
  const working = work().finally(() => over.abort());
  await Promise.race([working, pause]);
  await worker.stop();
  await working;
}
