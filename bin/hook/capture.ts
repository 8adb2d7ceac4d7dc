import { existsSync } from 'node:fs';
import { EncoderEmbedder } from '../../src/ai/encoder/encoder-embedder.ts';
import { OwnEncoder, ownModel } from '../../src/ai/encoder/own-encoder.ts';
import type { Log } from '../../src/base/log.ts';
import { ServiceError } from '../../src/domain/errors.ts';
import { localOwner, servicePrincipal } from '../../src/domain/principal.ts';
import { byFolder } from '../../src/domain/project-rules.ts';
import type { TranscriptCursor } from '../../src/domain/stores/hooks.ts';
import type { MachineStore } from '../../src/domain/stores/store.ts';
import type { Turn } from '../../src/domain/turn.ts';
import { readConfig } from '../../src/features/config.ts';
import { readTeamFolder } from '../../src/features/watching/service/team-folder.ts';
import { dialects } from '../../src/hooks/dialects.ts';
import type { Json } from '../../src/hooks/json.ts';
import { linesOf } from '../../src/hooks/own-lines.ts';
import { readRuleLines } from '../../src/hooks/rule-files.ts';
import { readTranscript, readTurns } from '../../src/hooks/transcript.ts';
import { JudgingWorker } from '../../src/service/background/judging-worker.ts';
import type { OnMachine, Services } from '../../src/service/context.ts';
import { CaptureWorker } from '../../src/service/extraction/capture.ts';
import { captureTurns, forgetGiven, type SessionReading } from '../../src/service/hooks/capture.ts';
import { Embeddings } from '../../src/service/retrieval/embeddings.ts';
import type { Environment } from '../../src/settings/setting.ts';
import { projectFiles } from '../memory-owner.ts';
import { giveWay, leaveBehind } from './leave-behind.ts';
import { forgetNote, leftCaptures, type Note, type NotedPrompt, noteCapture, noteDone } from './notes.ts';
import { withServices } from './services.ts';
import {
  catchUpCommand,
  exchangeCommand,
  type HookCall,
  memoryOwnerOf,
  runOf,
  usualWaits,
  type Waits,
} from './session.ts';

/** How long a model may extract. */
const modelWorkMs = 5_000;
/** How long the process works that a hook leaves behind; an agent's session says some hundred turns. */
const catchUpMs = 10 * 60_000;
/** While a hook's exchange is young, hooks that only read start none. */
const restMs = 10_000;
const exchangeHolder = 'hooks';

/**
 * Captures the turns since the last time. Also extracts them, if that needs no model (so that the next prompt finds
 * them) or if no server does it.
 */
export async function capture(environment: Environment, call: HookCall, log: Log, waits: Waits): Promise<void> {
  const { databasePath, character } = readConfig(environment);
  const note = await noteCapture(databasePath, call, character);
  try {
    await captureNoted(environment, call, note, log, waits);
  } catch (error) {
    if (!note || !existsSync(note.path)) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    const { event, dialect } = call;
    log('warn', 'the capture is left to the start of another session', { event, host: dialect.host, reason });
  }
}

/** Makes up for captures of other sessions that were killed, never came or found no transcript. Never rejects. */
export async function captureLeft(environment: Environment, log: Log, waits: Waits): Promise<void> {
  try {
    const { databasePath } = readConfig(environment);
    for (const { host, event, sessionId, input, character = byFolder, ...note } of await leftCaptures(databasePath)) {
      const dialect = dialects.get(host);
      if (!dialect) continue;
      const settings = { ...environment, SERVICE_CHARACTER: character };
      await captureNoted(settings, { dialect, event, sessionId, input }, note, log, waits, true);
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    log('warn', 'captures of other sessions are left to a later hook', { reason });
  }
}

async function captureNoted(
  environment: Environment,
  call: HookCall,
  note: Note | undefined,
  log: Log,
  waits: Waits,
  isLeft = false,
): Promise<void> {
  const config = readConfig(environment);
  const isShared = isOpenElsewhere(config.databasePath);
  const reader = readerOf(call, note?.prompts ?? [], log);
  const run = async (services: OnMachine<Services>) => {
    const { hostExtractions: most } = config;
    // Loaded lazily: it imports all hosts.
    const later = most === undefined ? undefined : await import('./host-extraction.ts');
    const session = runOf(call);
    // A host that runs another host's hooks does not have the other's model.
    const isRead = later?.hasModel(session.ranBy ?? session.host) === true;
    const context = {
      ...services,
      ...(isRead && { hostExtractions: most }),
      principal: servicePrincipal(config.tier, 'hook'),
    };
    const owner = memoryOwnerOf(config, call);
    const ruleLines = () => readRuleLines(call.input.cwd ?? process.cwd());
    const isEnd = call.dialect.events[call.event] === 'end';
    do {
      await captureTurns(context, session, owner, projectFiles, reader.read, ruleLines);
    } while ((isEnd || isLeft) && !reader.isAtEnd);
    if (note) await noteDone(config.databasePath, note, call, config.character, reader.isMissing);
    if (isEnd) await services.store.hostExtractions.sessionEnded(context.principal, session, services.now());
    if (call.event === call.dialect.compaction) await forgetGiven(context, session, owner, projectFiles);
    const isByRules = services.extractor.kind === 'rules';
    const workMs = isLeft ? waits.startCatchUp : isByRules ? waits.work : modelWorkMs;
    const outcome = !isShared || isByRules ? await extractQueued(services, workMs) : 'done';
    // The session's next hook goes on; after its end nobody may come.
    if (outcome === 'ended' || (outcome === 'late' && (isEnd || isLeft))) leaveBehind(catchUpCommand, environment);
    if (most !== undefined) await later?.extractLater(context, most, environment);
    await exchangeLater(services.store, environment);
  };
  try {
    await withServices(config, log, isLeft ? waits.lock : waits.captureLock, run);
  } catch (error) {
    // Another attempt would fail too.
    if (note && error instanceof ServiceError && error.type !== 'ServiceUnavailable') forgetNote(note);
    throw error;
  }
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
    const { Replicator } = await import('../../src/features/replicas/service/replicator.ts');
    await withServices(config, log, usualWaits.captureLock, async (services) => {
      const { store, now } = services;
      if (!(await store.replicas.claim(exchangeHolder, now() + restMs, now()))) return;
      await new Replicator({ ...services, principal: localOwner(config.tier) }).all();
    });
  } catch (error) {
    log('warn', 'nothing was exchanged', { reason: error instanceof Error ? error.message : String(error) });
  }
}

/** Extracts waiting turns of earlier hooks or a server, where that needs no model. Returns false where time was short. */
export async function extractWaiting(
  environment: Environment,
  log: Log,
  ms: number,
  { lock }: Waits,
): Promise<boolean> {
  const config = readConfig(environment);
  const signal = ms > 0 ? AbortSignal.timeout(ms) : AbortSignal.abort();
  await withServices(config, log, lock, async (services) => {
    const able = await comparing(services);
    await new CaptureWorker(able, { pieces: false }).catchUp(signal);
    if (able.judge) await new JudgingWorker(able).catchUp(signal);
  });
  return !signal.aborted;
}

/** Reads the folder of a session's team. Never rejects. */
export async function readTeam(environment: Environment, call: HookCall, log: Log, waits: Waits): Promise<void> {
  try {
    const config = readConfig(environment);
    const owner = memoryOwnerOf(config, call);
    if (!('project' in owner)) return;
    const signal = AbortSignal.timeout(waits.startCatchUp);
    await withServices(config, log, waits.lock, async (services) => {
      const context = { ...services, principal: servicePrincipal(config.tier, 'file watcher') };
      const read = await readTeamFolder(context, owner.project, projectFiles, signal);
      for (const { path, error } of read?.failed ?? []) log('warn', 'a file of the team is not read', { path, error });
    });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    log('warn', 'the folder of the team is not read', { reason });
  }
}

/** The process that extracts what hooks left in the queue. Never rejects. */
export async function catchUpInBackground(environment: Environment, log: Log): Promise<void> {
  giveWay();
  try {
    const config = readConfig(environment);
    if (!config.hooks) return;
    const isShared = isOpenElsewhere(config.databasePath);
    await withServices(config, log, usualWaits.captureLock, async (services) => {
      if (!isShared || services.extractor.kind === 'rules') await extractQueued(services, catchUpMs);
    });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    log('warn', 'captures are left to the next hook', { reason });
  }
}

/** Reads a session's transcript, and where it has none or no longer grows, the prompts that its hooks noted. */
function readerOf({ dialect, event, sessionId, input }: HookCall, prompts: readonly NotedPrompt[], log: Log) {
  const { transcriptPath: transcript, turns, cwd, lastAnswer } = input;
  const isOwn = linesOf(sessionId, cwd ?? process.cwd());
  const turnOf = (line: Json) => (isOwn(line) ? dialect.turn(line) : undefined);
  const noted: Turn[] = prompts.map(({ text, at }) => ({ role: 'user', text, at }));
  // It may repeat private parts of a prompt, which are not known here.
  const isRepeating = prompts.length === 0 || prompts.some(({ isPrivate }) => isPrivate);
  if (lastAnswer !== undefined && !isRepeating) noted.push({ role: 'assistant', text: lastAnswer });
  const reader = {
    isMissing: false,
    isAtEnd: true,
    read(from: TranscriptCursor | undefined): SessionReading | undefined {
      if (turns) return readTurns(turns, from);
      // Sessions without turns have none, and say so.
      if (transcript === undefined) return undefined;
      const reading = readTranscript(transcript, from, turnOf);
      if (!reading && !reader.isMissing) {
        log('warn', 'the transcript is not there', { event, host: dialect.host, transcript });
      }
      reader.isMissing = !reading;
      reader.isAtEnd = reading?.isAtEnd ?? true;
      if (noted.length === 0 || !reader.isAtEnd || (reading && reading.turns.length > 0)) return reading;
      const to = reading?.to ?? from ?? { path: transcript, position: 0, head: '' };
      return { turns: noted, to, tooLong: reading?.tooLong ?? 0, isAtEnd: true };
    },
  };
  return reader;
}

/** SQLite removes this file when the last connection to a store is closed: a server that works on captures has one. */
function isOpenElsewhere(databasePath: string): boolean {
  return existsSync(`${databasePath}-shm`);
}

/** With embeddings to find what may have changed, where the vectors of the store are of the encoder of the package. */
async function comparing(services: Services): Promise<Services> {
  if (!services.judge) return services;
  const { store, log } = services;
  const embedder = new EncoderEmbedder(ownModel, new OwnEncoder());
  const current = await store.embeddings.currentModel();
  const isOwn = current === undefined ? !services.ai.configured : current.name === embedder.generation.name;
  return isOwn ? { ...services, embeddings: new Embeddings(embedder, log) } : services;
}

/** Works on the queue: `late` where it did not end within `ms`, `ended` where the host ended the hook. */
async function extractQueued(services: Services, ms: number): Promise<'done' | 'late' | 'ended'> {
  const over = new AbortController();
  let outcome: 'done' | 'late' | 'ended' = 'done';
  const stopAs = (early: 'late' | 'ended') => () => {
    if (!over.signal.aborted) outcome = early;
    over.abort();
  };
  const end = stopAs('ended');
  for (const signal of endSignals) process.once(signal, end);
  const late = stopAs('late');
  const timer = setTimeout(late, ms);
  if (ms <= 0) late();
  try {
    const able = await comparing(services);
    await new CaptureWorker(able).extractTurns(over.signal);
    if (able.judge) await new JudgingWorker(able).catchUp(over.signal);
  } finally {
    clearTimeout(timer);
    for (const signal of endSignals) process.off(signal, end);
  }
  return outcome;
}

const endSignals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;
