import { isSameModel } from '../../../domain/embedding-rules.ts';
import type { EmbeddingModel, KnownModel } from '../../../domain/stores/embeddings.ts';
import type { Connection } from '../connection.ts';

/** The model of all vectors that are stored; none before the first. */
export function currentModel(db: Connection): KnownModel | undefined {
  return db.get<KnownModel>('SELECT name, dimensions FROM embedding_model');
}

/** Whether a model is the current one. */
export function isCurrent(db: Connection, model: KnownModel): boolean {
  const current = currentModel(db);
  return current !== undefined && isSameModel(current, model);
}

/** Whether the stored vectors are of another model, as far as it is known. */
export function isOther(db: Connection, model: EmbeddingModel): boolean {
  const current = currentModel(db);
  return current !== undefined && !isSameModel(current, model);
}

/** Where memories that wait are looked up, and what is true of them. */
export interface Waiting {
  memories: string;
  wait: string;
}

/** Memories that wait for a model: those without an embedding; all, where the embeddings are of another model. */
export function waitingIn(db: Connection, model: EmbeddingModel): Waiting {
  return isOther(db, model) ? active : notEmbedded;
}

const notEmbedded: Waiting = {
  // SQLite would look through all active memories of a character for those that wait.
  memories: 'memories INDEXED BY memories_to_embed',
  wait: "embedded IS NULL AND state = 'ACTIVE'",
};
const active: Waiting = { memories: 'memories', wait: "state = 'ACTIVE'" };
