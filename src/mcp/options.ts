import type { Principal } from '../domain/principal.ts';
import type { Tool } from './surface.ts';

/** The options of one server: its tools and its principal. */
export interface McpOptions {
  /** The published tools, see selectTools. */
  tools: readonly Tool[];
  principal: Principal;
  /** Conversation that stored memories belong to unless a call names one. */
  sessionId?: string | undefined;
  /** The default character of calls; `auto`: the folder decides. */
  defaultCharacter?: string | undefined;
  version: string;
  /** The file of the page, for clients that show pages; absent: none. */
  app?: string | undefined;
  /** The context of the default character, to be read before the first call. */
  notes?: string | undefined;
}
