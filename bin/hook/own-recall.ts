import { randomUUID } from 'node:crypto';
import type { Log } from '../../src/base/log.ts';
import { createStore } from '../../src/features/sqlite.ts';
import type { BaseConfig } from '../../src/settings/base.ts';
import { openConnection } from '../../src/storage/sqlite/open.ts';
import { answerQuestion, type HookAnswer } from './answer.ts';
import type { Question } from './question.ts';
import type { WaitingWork, Waits } from './session.ts';

/** Looks up a hook's question itself; first extracts waiting turns that need no model. */
export async function recallAlone(
  { databasePath, tier, hasModel }: BaseConfig,
  question: Question,
  log: Log,
  waiting: WaitingWork,
  { lock: timeoutMs }: Waits,
): Promise<HookAnswer | undefined> {
  const connection = openConnection(databasePath, { log, timeoutMs });
  try {
    // The write is only a record of given memories; a power failure may lose it.
    connection.sqlite.pragma('synchronous = NORMAL');
    const store = createStore(connection);
    if (!hasModel && (await store.captures.backlog([tier], Date.now())).waiting > 0) await waiting.extract();
    const context = { store, now: Date.now, newId: () => randomUUID(), log };
    const answered = await answerQuestion(context, question);
    const noted = await answered?.note();
    if (await store.replicas.isLeft(Date.now())) await waiting.exchange();
    return noted ? answered?.answer : undefined;
  } finally {
    await connection.close();
  }
}
