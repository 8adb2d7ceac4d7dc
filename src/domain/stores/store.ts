import type { AiStore } from './ai.ts';
import type { AuditStore } from './audit.ts';
import type { ChangeStore } from './changes.ts';
import type { CategoryStore, CharacterStore } from './characters.ts';
import type { EmbeddingStore } from './embeddings.ts';
import type { CaptureStore, FileStore, WatchStore } from './files.ts';
import type { GrantStore } from './grants.ts';
import type { HookStore } from './hooks.ts';
import type { HostExtractionStore } from './host-extractions.ts';
import type { MemoryStore } from './memories.ts';
import type { PairStore } from './pairs.ts';
import type { ProjectStore } from './projects.ts';
import type { RecallStore } from './recalls.ts';
import type { ReplicaStore } from './replicas.ts';
import type { ReplicationStore } from './replication.ts';
import type { SearchStore } from './search.ts';
import type { SessionStore } from './sessions.ts';
import type { SignInLinkStore } from './sign-in-links.ts';
import type { IdempotencyStore, KeyStore, MemberStore, RateStore, TenantStore } from './tenancy.ts';
import type { OutboxStore, WebhookStore } from './webhooks.ts';

/**
 * Where everything is kept. One method is one atomic unit: it happens whole or not at all, also beside other
 * processes on the same store. Every method is scoped to a tenant; what belongs to another tenant does not exist
 * for it, nor does a private character (and all that is its) for members that it is not shared with; a write to one
 * that is shared for reading only is AccessDenied. Times are milliseconds since the epoch on the way in and ISO-8601 UTC
 * in records. Every unit that changes something writes its line of the audit log, and the events that webhooks wait
 * for; who acts is in its scope (see AuditContext).
 * Methods throw the ServiceErrors named in their comments; anything else they throw is a fault of the engine.
 */
export interface Store {
  tenants: TenantStore;
  members: MemberStore;
  keys: KeyStore;
  sessions: SessionStore;
  signInLinks: SignInLinkStore;
  grants: GrantStore;
  characters: CharacterStore;
  categories: CategoryStore;
  memories: MemoryStore;
  pairs: PairStore;
  changes: ChangeStore;
  replication: ReplicationStore;
  search: SearchStore;
  ai: AiStore;
  embeddings: EmbeddingStore;
  files: FileStore;
  captures: CaptureStore;
  recalls: RecallStore;
  audit: AuditStore;
  webhooks: WebhookStore;
  outbox: OutboxStore;
  rates: RateStore;
  idempotency: IdempotencyStore;
  /** Finishes what is under way and releases the file. */
  close(): Promise<void>;
}

/** A store in a file of this machine. It alone keeps what belongs to the machine: its hooks, its projects, its watched files and its connections to servers. */
export interface MachineStore extends Store {
  watches: WatchStore;
  hooks: HookStore;
  hostExtractions: HostExtractionStore;
  projects: ProjectStore;
  replicas: ReplicaStore;
}

export function isMachineStore(store: Store): store is MachineStore {
  return 'hooks' in store && 'watches' in store;
}
