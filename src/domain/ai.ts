import * as z from 'zod';
import type { AiProvider } from './ai-providers.ts';
import { type About, abouts, type CaptureMode, type StatementKind, statementKinds } from './captured-clause.ts';
import type { Category } from './category.ts';
import { ServiceError } from './errors.ts';
import type { Memory } from './memory.ts';
import { type Importance, importance } from './memory.ts';
import type { EmbeddingModel, MachineEncoder } from './stores/embeddings.ts';

/** How extraction and embeddings are set up; never the key. */
export interface AiSettings {
  provider: AiProvider;
  model: string;
  configured: boolean;
}

/** The cost of calls of a provider; `calls` counts those that were answered. */
export interface TokenUsage {
  calls: number;
  inputTokens: number;
  outputTokens: number;
}

/** The estimated cost of a call, rather too high. */
export type TokenEstimate = Omit<TokenUsage, 'calls'>;

export const noUsage: TokenUsage = { calls: 0, inputTokens: 0, outputTokens: 0 };

/** A stored memory that resembles the text, as context for deciding between ADD, UPDATE, DELETE and NONE. */
export type SimilarMemory = Pick<
  Memory,
  'id' | 'characterId' | 'content' | 'category' | 'importance' | 'salience' | 'revision' | 'occurredAt'
>;

/**
 * An extractor's name for the memory at `index` of the similar ones: a model copies `m3` reliably, but might
 * miscopy a UUID.
 */
export function memoryReference(index: number): string {
  return `m${index + 1}`;
}

/** The user's own memory beside the one that a text is for. It has no id before its first statement. */
export interface OwnPlace {
  characterId?: string | undefined;
  categories: Category[];
}

export interface ExtractionRequest {
  /** Data, never instruction. */
  text: string;
  categories: Category[];
  /** The user's own memory, where statements about the user go; absent: there is one memory. */
  own?: OwnPlace | undefined;
  similar: SimilarMemory[];
  /** When the text was said (ISO-8601), so that "yesterday" can be resolved. */
  occurredAt: string;
  /** Said in a session without a request to remember it: how sure the rules must be to store it. */
  overheard?: CaptureMode | undefined;
  /** A statement of a document, where code and questions may be worth storing. */
  isDocument?: boolean | undefined;
  /** Whose words of an imported conversation it has, below the name of their speaker. */
  saidBy?: SaidBy | undefined;
  /** Whether a statement ends an older one, by the judge of the package; absent: the words alone tell. */
  ends?: ((newer: string, older: string) => boolean) | undefined;
  /** An earlier answer to the same text that was refused, and its fault. */
  refused?: { answer: unknown; faults: string[] };
}

export const proposalOperations = ['ADD', 'UPDATE', 'DELETE', 'NONE'] as const;

/** One operation of an extractor's answer. The service checks which fields each operation needs. */
export const answeredOperation = z.object({
  operation: z.enum(proposalOperations),
  memoryId: z.string().nullish().describe('The stored memory meant: for UPDATE and DELETE, and for NONE when known'),
  content: z.string().nullish().describe('For ADD and UPDATE: the whole statement, understandable on its own'),
  ends: z.array(z.string()).nullish().describe('For ADD: the stored memories that no longer hold because of it'),
  category: z.string().nullish().describe('For ADD; for UPDATE when it changes'),
  importance: importance.nullish(),
  salience: z.number().nullish().describe('0 to 1: how much this will matter later'),
  about: z
    .enum(abouts)
    .nullish()
    .describe(
      'For ADD: user when it is about the person themselves wherever they work (who they are, family, health, home, skills, likes, devices, habits, how to be answered); else project',
    ),
  reason: z.string().nullish().describe('A few words'),
});

/**
 * The rules' own fields: the kind of the statement, whether it is only proposed, and whether only a person may make it a
 * memory.
 */
export const ruledOperation = answeredOperation.extend({
  kind: z.enum(statementKinds).nullish(),
  isProposed: z.boolean().nullish(),
  isForeign: z.boolean().nullish(),
});
export type AnsweredOperation = z.infer<typeof ruledOperation>;

/** An extractor's answer. */
export interface ExtractionAnswer {
  /** Unchecked; `{operations: AnsweredOperation[]}` when all is well. */
  answer?: unknown;
  /** Why a reached provider gave no answer: it refused, or was cut off. */
  declined?: string;
  usage: TokenUsage;
}

/** Who says something in an imported conversation: the user to an assistant, that assistant, or people to each other. */
export type SaidBy = 'user' | 'assistant' | 'people';

/** Turns free text into proposed memory operations. */
export interface Extractor {
  readonly kind: 'ai' | 'rules';
  /** The timeout of one text in ms, a retry included. */
  readonly deadlineMs: number;
  /** Asked only once: the valid part of a faulty answer counts. */
  readonly isAskedOnce?: true;
  /** Reads a chat of which the model answers nothing usable; absent: such a call fails. */
  readonly fallback?: Extractor | undefined;
  /** Queries for the similar memories of a text; absent: the text itself. */
  lookUps?(text: string): string[] | Promise<string[]>;
  /** The cost of an extraction; absent: nothing. */
  estimate?(request: ExtractionRequest): TokenEstimate;
  /** ExtractionFailed when the provider can't be reached or answers an error. The message never contains the key. */
  extract(request: ExtractionRequest, signal?: AbortSignal): Promise<ExtractionAnswer>;
}

/** A validated proposal of an extraction: known memories, known categories, valid contents. */
export type Proposal =
  | {
      operation: 'ADD';
      content: string;
      category: string;
      importance: Importance;
      salience: number;
      reason?: string;
      kind?: StatementKind | undefined;
      /** Absent: there is one memory for all. */
      about?: About | undefined;
      /** Memories that no longer hold because of it. */
      ends?: readonly SimilarMemory[] | undefined;
      /** In doubt: for a person to decide. */
      isProposed?: boolean | undefined;
      /** Somebody else's words, or an order that could do harm: saying it again does not confirm it. */
      isForeign?: boolean | undefined;
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
      about?: About | undefined;
    }
  | { operation: 'DELETE'; memory: SimilarMemory; reason?: string }
  | {
      operation: 'NONE';
      memory?: SimilarMemory | undefined;
      reason?: string;
      /** A statement that was not stored. */
      said?: string | undefined;
      kind?: StatementKind | undefined;
    };

export interface EmbeddingAnswer {
  /** One for each text, in order; finite and not zero. */
  vectors: Float32Array[];
  usage: TokenUsage;
}

/** Turns texts into vectors whose cosines show how similar the texts are. */
export interface Embedder {
  readonly model: string;
  /** The space of its vectors: one model at one endpoint, one length. Only vectors of one space can be compared. */
  readonly generation: EmbeddingModel;
  /** Present for an encoder on this machine. */
  readonly onMachine?: MachineEncoder;
  estimate(texts: readonly string[]): TokenEstimate;
  /**
   * The vectors of the texts; of the first ones, at least one, when the signal aborts before all are done.
   * EmbeddingFailed.
   */
  embed(texts: string[], signal?: AbortSignal): Promise<EmbeddingAnswer>;
  /** As `embed`, for queries; absent: the same as for texts. */
  embedQuery?(text: string, signal?: AbortSignal): Promise<EmbeddingAnswer>;
  /** The vector of a query that was embedded before, if it is still known. */
  knownQuery?(text: string): Float32Array | undefined;
}

/** Why texts have no vectors. Callers never see it: search works without vectors, and the background retries. */
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
