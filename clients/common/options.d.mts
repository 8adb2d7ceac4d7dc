import type { Client, Who } from 'agent-memory-service/client';

/** Whose memory it is: `characterId` is an id, alias or name, `user` your own id of a user. */
export type ShelfOptions = Who & {
  /** Of `connect` or `openMemory`. */
  client: Client;
};

/** What every other adapter is made with. */
export type MemoryOptions = ShelfOptions & {
  /** The categories of the character that a user's first memory makes. */
  categoryPreset?: 'developer' | 'standard' | undefined;
  /** The conversation that new memories belong to. */
  sessionId?: string | undefined;
  /** Memories that are recalled at most; default 5. */
  limit?: number | undefined;
  /** The least relevance, from 0 to 1, of memories that are put into a prompt; default 0.3. */
  minRelevance?: number | undefined;
  /** Tokens of the notes of what matters most, whatever the message says; default 500, 0: none. */
  startTokens?: number | undefined;
  /** Gets what failed in recall or capture, which break no conversation. */
  onError?: ((error: unknown) => void) | undefined;
};
