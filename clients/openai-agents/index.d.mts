import type { AgentInputItem, Session, Tool } from '@openai/agents';
import type { MemoryOptions } from '../common/options.mjs';

/** Tools for `new Agent({ tools })`: `recall` and `remember`. */
export declare function memoryTools(options: MemoryOptions): Tool[];
/** Instructions with what is known about a message. */
export declare function withNotes(options: MemoryOptions, instructions: string, message: string): Promise<string>;

/** A session for `run(agent, input, { session })`: its items are a file of the character, its exchanges become memories. */
export declare class MemorySession implements Session {
  constructor(options: MemoryOptions & { sessionId: string });
  getSessionId(): Promise<string>;
  getItems(limit?: number): Promise<AgentInputItem[]>;
  addItems(items: AgentInputItem[]): Promise<void>;
  popItem(): Promise<AgentInputItem | undefined>;
  clearSession(): Promise<void>;
}
