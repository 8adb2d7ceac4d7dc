import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as elapse } from 'node:timers/promises';
import { createAi } from '../../src/ai/providers.ts';
import type { Log } from '../../src/base/log.ts';
import { servicePrincipal } from '../../src/domain/principal.ts';
import type { TranscriptCursor } from '../../src/domain/stores/hooks.ts';
import { DocumentReader } from '../../src/files/reading/document-reader.ts';
import { readRuleLines } from '../../src/hooks/rule-files.ts';
import { readTranscript, readTurns } from '../../src/hooks/transcript.ts';
import type { OnMachine, Services } from '../../src/service/context.ts';
import { CaptureWorker } from '../../src/service/extraction/capture.ts';
import { captureTurns, forgetGiven } from '../../src/service/hooks/capture.ts';
import { ensureLocalTenant } from '../../src/service/tenancy/local.ts';
import { type Config, readConfig } from '../../src/settings/config.ts';
import type { Environment } from '../../src/settings/setting.ts';
import { openConnection } from '../../src/storage/sqlite/open.ts';
import { createStore } from '../../src/storage/sqlite/store.ts';
import { projectFiles } from '../whose.ts';
import { type HookCall, runOf, timeoutMs, whoseOf } from './session.ts';

/** How long a hook works on what waits for extraction; the rest is left to the next one, or to a server. */
const workMs = 5_000;
/** A prompt waits no longer for what an earlier hook left behind. */
const catchUpMs = 300;

/**
 * Hands over what was said since the last time, and extracts it here: without a model always, so that the next prompt
 * finds it, else only where no server does.
 */
export async function capture(environment: Environment, call: HookCall, log: Log): Promise<void> {
  const config = readConfig(environment);
  const isShared = isOpenElsewhere(config.databasePath);
  await withServices(config, log, async (services) => {
    const context = { ...services, principal: servicePrincipal(config.tier, 'hook') };
    const whose = whoseOf(config, call);
    const ruleLines = () => readRuleLines(call.input.cwd ?? process.cwd());
    await captureTurns(context, runOf(call), whose, projectFiles, readerOf(call, log), ruleLines);
    if (call.event === call.dialect.compaction) await forgetGiven(context, runOf(call), whose, projectFiles);
    if (!isShared || services.extractor.kind === 'rules') await workOff(services);
  });
}

/** Extracts turns that earlier hooks or a server left behind, where that needs no model. */
export async function extractWaiting(environment: Environment, log: Log): Promise<void> {
  await withServices(readConfig(environment), log, (services) =>
    new CaptureWorker(services, { pieces: false }).catchUp(AbortSignal.timeout(catchUpMs)),
  );
}

async function withServices(config: Config, log: Log, run: (services: OnMachine<Services>) => Promise<void>) {
  const connection = openConnection(config.databasePath, { log, timeoutMs });
  try {
    const store = createStore(connection);
    await ensureLocalTenant(store.tenants, config, Date.now());
    const { extractor, settings } = createAi(config.ai);
    await run({
      store,
      extractor,
      ai: settings,
      documents: new DocumentReader(join(__dirname, 'document-worker.cjs')),
      dailyTokens: config.ai.dailyTokens,
      captureMode: config.captureMode,
      now: Date.now,
      newId: randomUUID,
      log,
    });
  } finally {
    await connection.close();
  }
}

function readerOf({ dialect, event, input: { transcriptPath: transcript, turns } }: HookCall, log: Log) {
  return (from: TranscriptCursor | undefined) => {
    if (turns) return readTurns(turns, from);
    // Sessions in which nobody spoke have none, and say so.
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
