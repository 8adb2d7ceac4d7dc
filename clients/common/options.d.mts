import type { Client } from 'agent-memory-service/client';

/** What every adapter is made with. */
export interface MemoryOptions {
  /** Of `connect` or `openMemory`. */
  client: Client;
  /** Whose memory it is: an id, alias or name. */
  characterId: string;
  /** The conversation that new memories belong to. */
  sessionId?: string | undefined;
  /** Memories that are recalled at most; default 5. */
  limit?: number | undefined;
  /** The least relevance, from 0 to 1, of memories that are put into a prompt; default 0.3. */
  minRelevance?: number | undefined;
  /** Gets what failed in recall or capture, which break no conversation. */
  onError?: ((error: unknown) => void) | undefined;
}
