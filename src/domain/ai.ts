import * as z from 'zod';
import type { AiProvider } from './ai-settings.ts';
import { type CaptureMode, type StatementKind, statementKinds } from './capture-mode.ts';
import type { Category } from './category.ts';
import { ServiceError } from './errors.ts';
import type { Memory } from './memory.ts';
import { type Importance, importance } from './memory.ts';
import type { EmbeddingModel } from './stores/embeddings.ts';

/** How extraction and embeddings are set up; never the key. */
export interface AiSettings {
  provider: AiProvider;
  model: string;
  configured: boolean;
}

/** What calls of a provider cost; `calls` counts those that were answered. */
export interface TokenUsage {
  calls: number;
  inputTokens: number;
  outputTokens: number;
}

/** What a call will cost, roughly and rather too much. */
export type TokenEstimate = Omit<TokenUsage, 'calls'>;

export const noUsage: TokenUsage = { calls: 0, inputTokens: 0, outputTokens: 0 };

/** A stored memory that resembles the text, as context for deciding between ADD, UPDATE, DELETE and NONE. */
export type SimilarMemory = Pick<
  Memory,
  'id' | 'content' | 'category' | 'importance' | 'salience' | 'revision' | 'occurredAt'
>;

/**
 * How an extractor names the memory at `index` of the similar ones: a model copies `m3` without a slip where it
 * might miscopy a UUID.
 */
export function memoryReference(index: number): string {
  return `m${index + 1}`;
}

export interface ExtractionRequest {
  /** Data, never instruction. */
  text: string;
  categories: Category[];
  similar: SimilarMemory[];
  /** When the text was said (ISO-8601), so that "yesterday" can be resolved. */
  occurredAt: string;
  /** Said in a session, and nobody asked to remember it: how much must speak for what will matter beyond the session. */
  overheard?: CaptureMode | undefined;
  /** A statement of a document, where code and questions may be what is to be kept. */
  isDocument?: boolean | undefined;
  /** An earlier answer to the same text that was refused, and what was wrong with it. */
  refused?: { answer: unknown; faults: string[] };
}

export const proposalOperations = ['ADD', 'UPDATE', 'DELETE', 'NONE'] as const;

/** One operation as an extractor answers it. Which fields each operation needs, the service checks. */
export const answeredOperation = z.object({
  operation: z.enum(proposalOperations),
  memoryId: z.string().nullish().describe('The stored memory meant: for UPDATE and DELETE, and for NONE when known'),
  content: z.string().nullish().describe('For ADD and UPDATE: the whole statement, understandable on its own'),
  category: z.string().nullish().describe('For ADD; for UPDATE when it changes'),
  importance: importance.nullish(),
  salience: z.number().nullish().describe('0 to 1: how much this will matter later'),
  reason: z.string().nullish().describe('A few words'),
});

/** What the rules answer beside: what kind of statement it is, and whether it is stored in doubt only. */
export const ruledOperation = answeredOperation.extend({
  kind: z.enum(statementKinds).nullish(),
  isProposed: z.boolean().nullish(),
});
export type AnsweredOperation = z.infer<typeof ruledOperation>;

/** What an extractor answered. */
export interface ExtractionAnswer {
  /** Unchecked; `{operations: AnsweredOperation[]}` when all is well. */
  answer?: unknown;
  /** Why there is no answer although the provider was reached: it refused, or was cut off. */
  declined?: string;
  usage: TokenUsage;
}

/** Turns free text into proposed memory operations. */
export interface Extractor {
  readonly kind: 'ai' | 'rules';
  /** The longest that one text may take in ms, a second asking included. */
  readonly deadlineMs: number;
  /** It is asked once: an answer with faults counts as far as it goes. */
  readonly isAskedOnce?: true;
  /** Queries for the stored memories that it wants to see beside a text; absent: the text itself. */
  lookUps?(text: string): string[];
  /** What extracting will cost; absent: nothing. */
  estimate?(request: ExtractionRequest): TokenEstimate;
  /** ExtractionFailed when the provider can't be reached or answers an error. The message never holds the key. */
  extract(request: ExtractionRequest, signal?: AbortSignal): Promise<ExtractionAnswer>;
}

/** What an extraction proposes to do, checked: known memories, known categories, storable contents. */
export type Proposal =
  | {
      operation: 'ADD';
      content: string;
      category: string;
      importance: Importance;
      salience: number;
      reason?: string;
      kind?: StatementKind | undefined;
      /** In doubt: for a person to decide. */
      isProposed?: boolean | undefined;
    }
  | {
      operation: 'UPDATE';
      memory: SimilarMemory;
      content: string;
      category?: string | undefined;
      importance?: Importance | undefined;
      salience?: number | undefined;
      reason?: string;
      kind?: StatementKind | undefined;
    }
  | { operation: 'DELETE'; memory: SimilarMemory; reason?: string }
  | {
      operation: 'NONE';
      memory?: SimilarMemory | undefined;
      reason?: string;
      /** What was said and is not stored. */
      said?: string | undefined;
      kind?: StatementKind | undefined;
    };

export interface EmbeddingAnswer {
  /** One for each text, in order; finite and not zero. */
  vectors: Float32Array[];
  usage: TokenUsage;
}

/** Turns texts into vectors whose nearness is nearness of meaning. */
export interface Embedder {
  readonly model: string;
  /** The vectors that its vectors can be compared with: those of one model at one endpoint, of one length. */
  readonly generation: EmbeddingModel;
  /** Present where it runs on this machine: it costs no tokens. Texts of other languages mean nothing to it. */
  readonly onMachine?: { readonly languages: 'english' | 'many' };
  estimate(texts: readonly string[]): TokenEstimate;
  /** EmbeddingFailed. */
  embed(texts: string[], signal?: AbortSignal): Promise<EmbeddingAnswer>;
  /** As `embed`, of what a search asks for; absent: it makes no difference. */
  embedQuery?(text: string, signal?: AbortSignal): Promise<EmbeddingAnswer>;
}

/** Why texts have no vectors. Callers never meet it: search does without, the background tries again. */
export class EmbeddingFailed extends Error {
  override readonly name = 'EmbeddingFailed';
  /** `unsupported`: the endpoint has no embeddings; `refused`: it does not take these texts; `failed`: try again. */
  readonly kind: 'unsupported' | 'refused' | 'failed';

  constructor(kind: EmbeddingFailed['kind'], message: string) {
    super(message);
    this.kind = kind;
  }
}

export function extractionFailed(message: string): ServiceError {
  return new ServiceError('ExtractionFailed', message);
}
