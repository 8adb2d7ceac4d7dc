import { existsSync } from 'node:fs';
import { createLog } from '../../src/base/log.ts';
import { localOwner, type Principal } from '../../src/domain/principal.ts';
import { type Config, readConfig } from '../../src/features/config.ts';
import { ownDocuments } from '../../src/files/limits.ts';
import { DocumentReader } from '../../src/files/reading/document-reader.ts';
import { call } from '../../src/gate/call.ts';
import type { Operation } from '../../src/gate/operation.ts';
import type { Caller, Services } from '../../src/service/context.ts';
import { Embeddings } from '../../src/service/retrieval/embeddings.ts';
import { openConnection } from '../../src/storage/sqlite/open.ts';
import { memoryOwnerAt } from '../memory-owner.ts';
import { Refused } from '../terminal/command-line.ts';
import { anchoringAt, wireFile, workerFile } from '../wiring.ts';

/** Timeout of commands for the encoder (ms). */
const startMs = 5_000;

/** The configured store with everything around it, for its owner at a terminal. */
export interface OwnStore {
  config: Config;
  services: Services;
  principal: Principal;
  /** Calls an operation through the gate; throws its ServiceError. */
  run<Output>(operation: Operation, input: object, more?: OwnCall): Promise<Output>;
}

export interface OwnCall extends Pick<Caller, 'signal' | 'progress'> {
  /** Replaces parts of the wiring for this call. */
  services?: Partial<Services>;
}

/**
 * Opens the configured store, runs a function, closes the store. The owner's calls have no rate limit and larger
 * documents (`ownDocuments`); role, tier and rules apply. StoreUnusable.
 * @param character created on first use, in place of SERVICE_CHARACTER
 */
export async function inOwnStore<Result>(
  character: string | undefined,
  action: (own: OwnStore) => Promise<Result>,
): Promise<Result> {
  const given = readConfig(process.env);
  const config = { ...given, rateLimits: false, character: character ?? given.character };
  // For a person: only faults are logged.
  const level = config.logLevel === 'info' ? 'warn' : config.logLevel;
  const log = createLog(level, (line) => process.stderr.write(line), config.secrets);
  const connection = openConnection(config.databasePath, { log });
  const wired = await wireFile(config, connection, log, 'nothing', memoryOwnerAt(config, process.cwd()));
  const { embeddings } = wired.services;
  const principal = localOwner(config.tier);
  const services: Services = {
    ...wired.services,
    anchoring: anchoringAt(process.cwd(), { ...wired.services, principal }),
    // The user waits for the encoder to start.
    embeddings: embeddings?.embedder.onMachine
      ? new Embeddings(embeddings.embedder, log, { timeoutMs: startMs })
      : embeddings,
    documents: new DocumentReader(workerFile(), ownDocuments),
    documentBounds: ownDocuments,
  };
  const run: OwnStore['run'] = async (operation, input, { services: replaced, ...caller } = {}) => {
    const outcome = await call({ ...services, ...replaced }, { principal, ...caller }, operation, input);
    if (outcome.error) throw outcome.error;
    return outcome.output as never;
  };
  try {
    return await action({ config, services, principal, run });
  } finally {
    await services.documents.close();
    await services.recalls?.written();
    await services.store.close();
  }
}

/** Refuses to make a store where one is to be read. Refused. */
export function requireStore(): void {
  const { databasePath } = readConfig(process.env);
  if (!existsSync(databasePath)) throw new Refused(`there is no store at ${databasePath}`);
}

/** The character of a command: the named one, else that of the folder (see `memoryOwnerAt`). */
export async function characterMeant({
  services,
  principal,
}: OwnStore): Promise<{ character: string; created: boolean }> {
  const { store, defaultCharacter = '' } = services;
  const found = await store.characters.find(principal, defaultCharacter);
  return { character: found?.name ?? defaultCharacter, created: !found };
}
