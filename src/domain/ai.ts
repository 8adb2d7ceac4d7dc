import type { Category } from './category.ts';
import type { Importance } from './importance.ts';
import type { Memory } from './memory.ts';

/** A stored memory that resembles the text, as context for deciding between ADD, UPDATE, DELETE and NONE. */
export type SimilarMemory = Pick<Memory, 'id' | 'content' | 'category' | 'importance' | 'salience'>;

export interface ExtractionRequest {
  /** Data, never instruction. */
  text: string;
  categories: Category[];
  similar: SimilarMemory[];
  /** When the text was said (ISO-8601), so that "yesterday" can be resolved. */
  occurredAt: string;
}

/** What an extractor proposes to do; the service checks it before anything is stored. */
export type Proposal =
  | { operation: 'ADD'; content: string; category: string; importance: Importance; salience: number; reason?: string }
  | {
      operation: 'UPDATE';
      memoryId: string;
      content: string;
      category?: string;
      importance?: Importance;
      salience?: number;
      reason?: string;
    }
  | { operation: 'DELETE'; memoryId: string; reason?: string }
  | { operation: 'NONE'; memoryId?: string; reason?: string };

/** Turns free text into proposed memory operations. */
export interface Extractor {
  readonly kind: 'ai' | 'rules';
  /** ExtractionFailed when the provider fails; an empty list when nothing is worth storing. */
  extract(request: ExtractionRequest, signal?: AbortSignal): Promise<Proposal[]>;
}

/** How extraction and embeddings are set up; never the key. */
export interface AiSettings {
  provider: 'openai' | 'anthropic';
  model: string;
  configured: boolean;
}
