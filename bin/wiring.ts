import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { EncoderProcess } from '../src/ai/encoder/encoder-process.ts';
import { OwnEncoder } from '../src/ai/encoder/own-encoder.ts';
import { shareEncoder } from '../src/ai/encoder/sharing.ts';
import { lazyJudge } from '../src/ai/lazy-judge.ts';
import { type Ai, createAi, type ProviderOptions } from '../src/ai/providers.ts';
import { Bell } from '../src/base/bell.ts';
import type { Log } from '../src/base/log.ts';
import { once } from '../src/base/once.ts';
import { Traffic } from '../src/base/traffic.ts';
import { answerRetentionMs } from '../src/domain/idempotency-rules.ts';
import { localOwner, servicePrincipal } from '../src/domain/principal.ts';
import type { Project } from '../src/domain/project-rules.ts';
import { isMachineStore } from '../src/domain/stores/store.ts';
import { dayMs } from '../src/domain/text.ts';
import type { Config } from '../src/features/config.ts';
import { features, type Instrumentation } from '../src/features/index.ts';
import { operationsByName } from '../src/features/operations.ts';
import { createStore } from '../src/features/sqlite.ts';
import { readTeamFolder } from '../src/features/watching/service/team-folder.ts';
import { DocumentReader } from '../src/files/reading/document-reader.ts';
import { call } from '../src/gate/call.ts';
import { RateLimiter, SharedRateLimiter } from '../src/gate/rate-limiter.ts';
import type { Backend } from '../src/mcp/backend.ts';
import { Answers } from '../src/service/answers.ts';
import { Background } from '../src/service/background/background.ts';
import { ComparingWorker } from '../src/service/background/comparing-worker.ts';
import { ErasingWorker } from '../src/service/background/erasing-worker.ts';
import { IndexRefresher } from '../src/service/background/index-refresher.ts';
import { JudgingWorker } from '../src/service/background/judging-worker.ts';
import { RecallLog } from '../src/service/background/recall-log.ts';
import { StagingCleaner } from '../src/service/background/staging-cleaner.ts';
import { Weighing } from '../src/service/background/weighing.ts';
import type { Anchoring, Layers, ReadingContext, Services } from '../src/service/context.ts';
import { CaptureWorker } from '../src/service/extraction/capture.ts';
import { anchoringOf, defaultMemory, layersOf, type MemoryOwner } from '../src/service/hooks/project.ts';
import { NoticedEnds } from '../src/service/noticed-ends.ts';
import { Retention } from '../src/service/team/retention.ts';
import { ensureLocalTenant } from '../src/service/tenancy/local.ts';
import { whyInternal } from '../src/service/tenancy/tier.ts';
import type { Connection } from '../src/storage/sqlite/connection.ts';
import { Encoding, type StartEncoder } from './encoding.ts';
import { HookAnswering } from './hook/answering.ts';
import { type Question, startingProject } from './hook/question.ts';
import { folderOwnerAt, projectFiles } from './memory-owner.ts';
import type { OpenedStore } from './store/open-store.ts';

/** How often a server without auto-capture looks for turns that hooks have left to it. */
const turnsPollMs = 5_000;
/** How long a hook's answer waits for the extraction of earlier turns. */
const catchUpMs = 25;

/** What a server may do on its machine: read and watch files, and answer the hooks of hosts. */
type Touching = 'nothing' | 'files' | 'files and hooks';

/**
 * Wires engine, providers and settings together, alike for every way of serving.
 * @param watch absent: nothing is measured
 * @param isServer for `serve` and its threads, whose callers are of many tenants
 * @param owner memory calls mean that name none; absent: that of SERVICE_CHARACTER
 * @param startEncoder default: one for this process
 */
export async function wire(
  config: Config,
  { store: opened, withoutVectors }: Pick<OpenedStore, 'store' | 'withoutVectors'>,
  log: Log,
  touching: Touching,
  watch?: Instrumentation,
  isServer = false,
  owner?: MemoryOwner,
  startEncoder: StartEncoder = encoderHere,
): Promise<Backend & { background: Background; encoding: Encoding }> {
  const store = watch?.store(opened) ?? opened;
  await ensureLocalTenant(store.tenants, config, Date.now());
  const create = (options: ProviderOptions) => watched(createAi(options), watch);
  const provided = create(config.ai);
  const { settings, extractor } = provided;
  const recalls = new RecallLog({ store, now: Date.now, log }, config.recallLogDays);
  const services: Services = {
    defaultCharacter: config.character,
    publicUrl: config.publicUrl,
    store,
    extractor,
    ai: settings,
    documents: new DocumentReader(workerFile()),
    withoutVectors,
    dailyTokens: config.ai.dailyTokens,
    now: Date.now,
    newId: randomUUID,
    log,
    metrics: watch?.metrics,
    recalls: config.recallLogDays > 0 ? recalls : undefined,
    rateLimiter: config.rateLimits ? (isServer ? new SharedRateLimiter(store.rates) : new RateLimiter()) : undefined,
    syncIntervals: config.rateLimits,
    autoCapture: config.autoCapture,
    captureMode: config.captureMode,
    hostExtractions: config.hostExtractions,
    bell: new Bell(),
    traffic: new Traffic(),
    answers: new Answers(),
    noticed: isServer ? undefined : new NoticedEnds(store),
    judge: config.encoder === undefined ? undefined : lazyJudge(log),
  };
  if (owner && isMachineStore(store)) {
    const local = { ...services, store, principal: localOwner(config.tier) };
    Object.assign(services, await defaultMemory(local, owner, projectFiles));
  }
  const encoding = await Encoding.open(services, {
    folder: config.encoder,
    start: startEncoder,
    provided: provided.embedder,
    watched: (embedder) => watch?.embedder(embedder) ?? embedder,
    embeds: startEncoder === encoderHere,
    hasTenants: isServer,
  });
  const machine = touching !== 'nothing' && isMachineStore(store) ? store : undefined;
  if (machine)
    services.storePlace = async () => {
      const lastBackup = await machine.backups.last();
      return { file: config.databasePath, ...(lastBackup && { lastBackup }) };
    };
  const wiring = { config, services, isServer, machine, createAi: create, storeModel: encoding.storeModel };
  for (const feature of features) feature.wire?.(wiring);
  const reason = whyInternal(config.tier, settings, withoutVectors, encoding.embedder);
  if (reason !== undefined) log('info', 'search uses the internal similarity model', { reason });
  // Captures of hooks wait there too; installing the hooks was the consent.
  const captures = new CaptureWorker(services, services.autoCapture ? {} : { pieces: false, pollMs: turnsPollMs });
  const judging = services.judge && new JudgingWorker(services);
  services.settle = judging && ((tenantId) => judging.settle(tenantId));
  const readTeam = async (project: Project | undefined) => {
    if (!machine || !project || !config.readsTeamFolder) return;
    const context = { ...services, store: machine, principal: servicePrincipal(config.tier, 'file watcher') };
    await readTeamFolder(context, project, projectFiles).catch((error: unknown) =>
      log('warn', 'the folder of the team is not read', { error }),
    );
  };
  const ownProject = owner && 'project' in owner ? owner.project : undefined;
  let reading = Promise.resolve();
  const catchUp = async (question: Question) => {
    await readTeam(startingProject(question));
    const signal = AbortSignal.timeout(catchUpMs);
    await captures.catchUp(signal);
    await judging?.catchUp(signal);
  };
  const background = new Background(
    [
      new IndexRefresher(services),
      new StagingCleaner(services),
      new ErasingWorker(services),
      new Retention(services, [
        (now, most) => store.audit.prune(now - config.auditDays * dayMs, most),
        (now, most) => store.idempotency.prune(now - answerRetentionMs, most),
      ]),
      encoding,
      captures,
      ...(judging ? [judging] : []),
      new ComparingWorker(services),
      {
        start() {
          reading = readTeam(ownProject);
        },
        stop: () => reading,
      },
      ...features.flatMap((feature) => feature.jobs?.(wiring) ?? []),
      ...(machine ? [new Weighing({ store: machine, principal: servicePrincipal(config.tier, 'recalls'), log })] : []),
      ...(machine && touching === 'files and hooks'
        ? [new HookAnswering(config.databasePath, machine, services, catchUp)]
        : []),
    ],
    recalls,
  );
  const operations = watch
    ? new Map([...operationsByName].map(([name, one]) => [name, watch.operation(one)]))
    : operationsByName;
  return { services, operations, call, background, encoding };
}

/** A process for an installed encoder; that of the package runs in this one. The threads of this process may use it too. */
const encoderHere: StartEncoder = (installed) => {
  const file = join(__dirname, 'encoder.cjs');
  const encoder = installed
    ? new EncoderProcess({ ...installed, reading: installed.manifest, file, env: process.env })
    : new OwnEncoder();
  const stopSharing = shareEncoder(encoder);
  return {
    encode: (...asked) => encoder.encode(...asked),
    async close() {
      stopSharing();
      await encoder.close();
    },
  };
};

function watched({ settings, extractor, embedder }: Ai, watch: Instrumentation | undefined): Ai {
  if (!watch) return { settings, extractor, ...(embedder && { embedder }) };
  return { settings, extractor: watch.extractor(extractor), ...(embedder && { embedder: watch.embedder(embedder) }) };
}

/** The build puts the code of the document threads next to the program. */
export function workerFile(): string {
  return join(__dirname, 'document-worker.cjs');
}

/** As `wire`, on a file that is open. */
export function wireFile(config: Config, connection: Connection, log: Log, touching: Touching, owner?: MemoryOwner) {
  return wire(config, { store: createStore(connection) }, log, touching, undefined, false, owner);
}

/** How long a call waits for what the project of its folder no longer has (ms). */
const anchorsMs = 1_000;

/** What the project of a folder no longer has; its repository is read when a memory is first shown. */
export function anchoringAt(folder: string, context: ReadingContext): Anchoring | undefined {
  const { store } = context;
  if (!isMachineStore(store)) return undefined;
  const wait = { waitMs: anchorsMs, limitMs: anchorsMs };
  const meant = once(() => anchoringOf({ ...context, store }, folderOwnerAt(folder), projectFiles, wait));
  return { lostBy: async (memories) => (await meant()?.lostBy(memories)) ?? new Map() };
}

/** What `me` and `project` mean in a folder, where calls name their character or one is the memory of all. */
export function referencesAt(folder: string, context: ReadingContext): Layers | undefined {
  const { store } = context;
  if (!isMachineStore(store)) return undefined;
  // The folder's repository is read when a call first means it.
  const meant = once(() => layersOf({ ...context, store }, folderOwnerAt(folder), projectFiles));
  return {
    present: async () => undefined,
    mine: () => meant().mine(),
    me: () => meant().me(),
    project: () => meant().project(),
  };
}
