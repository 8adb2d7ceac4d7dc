import { randomUUID } from 'node:crypto';
import { EncoderEmbedder } from '../../src/ai/encoder/encoder-embedder.ts';
import { OwnEncoder, ownModel } from '../../src/ai/encoder/own-encoder.ts';
import type { Log } from '../../src/base/log.ts';
import { servicePrincipal } from '../../src/domain/principal.ts';
import type { Project } from '../../src/domain/project-rules.ts';
import type { MachineStore } from '../../src/domain/stores/store.ts';
import { createStore } from '../../src/features/sqlite.ts';
import { changedTeamFolder } from '../../src/features/watching/service/changed-team-folder.ts';
import type { HookContext } from '../../src/service/hooks/recall.ts';
import { Embeddings } from '../../src/service/retrieval/embeddings.ts';
import type { BaseConfig } from '../../src/settings/base.ts';
import { openConnection } from '../../src/storage/sqlite/open.ts';
import { projectFiles } from '../memory-owner.ts';
import { answerQuestion, type HookAnswer } from './answer.ts';
import type { Question } from './question.ts';
import type { WaitingWork, Waits } from './session.ts';

/**
 * Looks up a hook's question itself; first extracts waiting turns that need no model.
 * @param teams the project whose team folder is read first, where it has changed
 */
export async function recallAlone(
  config: BaseConfig,
  question: Question,
  log: Log,
  waiting: WaitingWork,
  { lock: timeoutMs, history }: Waits,
  teams?: Project,
): Promise<HookAnswer | undefined> {
  const { databasePath, tier, hasModel } = config;
  const connection = openConnection(databasePath, { log, timeoutMs });
  try {
    // The write is only a record of given memories; a power failure may lose it.
    connection.sqlite.pragma('synchronous = NORMAL');
    const store = createStore(connection);
    const isLeft = async () =>
      (await store.captures.backlog([tier], Date.now())).waiting > 0 ||
      (await store.judging.waiting(Date.now(), 1)).some(({ mayEnd }) => mayEnd);
    if (!hasModel && (await isLeft())) await waiting.extract();
    if (teams && (await isTeamFolderChanged(store, config, teams, log))) await waiting.readTeam();
    const encoding = question.prompt === undefined ? {} : await encodingFor(store, config, log);
    const context = { store, now: Date.now, newId: () => randomUUID(), log, ...encoding };
    const answered = await answerQuestion(context, question, { waitMs: history, limitMs: history });
    const noted = await answered?.note();
    if (await store.replicas.isLeft(Date.now())) await waiting.exchange();
    return noted ? answered?.answer : undefined;
  } finally {
    await connection.close();
  }
}

/** Whether the notes of a team are not those that are stored of them; a folder that cannot be read is none. */
async function isTeamFolderChanged(store: MachineStore, { tier }: BaseConfig, project: Project, log: Log) {
  const context = { store, principal: servicePrincipal(tier, 'hook'), now: Date.now, newId: () => randomUUID(), log };
  try {
    return (await changedTeamFolder(context, project, projectFiles)) !== undefined;
  } catch (error) {
    log('warn', 'the folder of the team is not read', {
      reason: error instanceof Error ? error.message : String(error),
    });
    return false;
  }
}

/** The encoder of the package, where the store's vectors are of it. An installed one would take too long to start. */
async function encodingFor(
  { embeddings }: MachineStore,
  { encodes }: BaseConfig,
  log: Log,
): Promise<Pick<HookContext, 'embeddings' | 'lacksEncoder'>> {
  const model = encodes ? await embeddings.currentModel() : undefined;
  if (model === undefined) return {};
  const embedder = new EncoderEmbedder(ownModel, new OwnEncoder());
  return model.name === embedder.generation.name
    ? { embeddings: new Embeddings(embedder, log) }
    : { lacksEncoder: true };
}
