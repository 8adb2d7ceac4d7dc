import type { AiStore } from './ai.ts';
import type { AlikeStore } from './alike.ts';
import type { AuditStore } from './audit.ts';
import type { BackupStore } from './backups.ts';
import type { ChangeStore } from './changes.ts';
import type { CategoryStore, CharacterStore } from './characters.ts';
import type { EmbeddingStore } from './embeddings.ts';
import type { ErasingStore } from './erasing.ts';
import type { CaptureStore, FileStore } from './files.ts';
import type { ForgettingStore } from './forgetting.ts';
import type { HookStore } from './hooks.ts';
import type { HostExtractionStore } from './host-extractions.ts';
import type { JoinedNameStore } from './joined-names.ts';
import type { JudgingStore } from './judging.ts';
import type { MemoryStore } from './memories.ts';
import type { PairStore } from './pairs.ts';
import type { ProjectStore } from './projects.ts';
import type { RecallStore } from './recalls.ts';
import type { SearchStore } from './search.ts';
import type { SessionStore } from './sessions.ts';
import type { IdempotencyStore, KeyStore, MemberStore, RateStore, TenantStore } from './tenancy.ts';

/**
 * The interface of all engines. One method is one atomic unit, also beside other processes on the same store.
 * Every method is scoped to a tenant. Data of other tenants does not exist for it, nor do private characters that are
 * not shared with the member. A write to a character shared for reading is AccessDenied.
 * Times are milliseconds since the epoch in parameters and ISO-8601 UTC in records. Every unit that changes something
 * writes its audit line and the events for webhooks; the actor is in its scope (see AuditContext).
 * Methods throw the ServiceErrors named in their comments. Any other error is a fault of the engine.
 */
export interface Store {
  tenants: TenantStore;
  members: MemberStore;
  keys: KeyStore;
  sessions: SessionStore;
  characters: CharacterStore;
  categories: CategoryStore;
  memories: MemoryStore;
  alike: AlikeStore;
  joinedNames: JoinedNameStore;
  pairs: PairStore;
  judging: JudgingStore;
  forgetting: ForgettingStore;
  erasing: ErasingStore;
  changes: ChangeStore;
  search: SearchStore;
  ai: AiStore;
  embeddings: EmbeddingStore;
  files: FileStore;
  captures: CaptureStore;
  recalls: RecallStore;
  audit: AuditStore;
  rates: RateStore;
  idempotency: IdempotencyStore;
  /** Finishes running calls and releases the file. */
  close(): Promise<void>;
}

/**
 * A store in a file of this machine. Only it stores the machine's data: hooks, projects, and what features add.
 */
export interface MachineStore extends Store {
  hooks: HookStore;
  hostExtractions: HostExtractionStore;
  backups: BackupStore;
  projects: ProjectStore;
}

/** The header of /readyz with the id of the server's store. */
export const storeHeader = 'x-store-id';

export function isMachineStore(store: Store): store is MachineStore {
  return 'hooks' in store;
}
