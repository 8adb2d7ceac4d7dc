/** The files of an encoder's folder; the runtime is in its `node_modules`. */
export const encoderFiles = {
  manifest: 'encoder.json',
  model: 'model.onnx',
  tokenizer: 'tokenizer.json',
  tokenizerConfig: 'tokenizer_config.json',
} as const;

/** How a model reads a text. */
export interface Reading {
  /** The most tokens that it reads at a time. */
  maxTokens: number;
  /** The vector of a window: the mean of its tokens' states, or the first one's (CLS). */
  pooling: 'mean' | 'first';
  /** What the model was trained to find before a query, and before another text. */
  prefixes: { query: string; text: string };
}

/** The reading of models that say nothing else. */
export const plainReading = { pooling: 'mean', prefixes: { query: '', text: '' } } as const;

/** Turns texts into vectors on this machine. */
export interface Encoder {
  /**
   * The vector of a text, at length 1. EmbeddingFailed; AbortError when the signal aborts before it starts.
   * @param isQuery it comes before other texts
   */
  encode(text: string, isQuery: boolean, signal?: AbortSignal): Promise<Float32Array>;
  /** Ends running texts; waiting ones fail. */
  close(): Promise<void>;
}

/** A request to the encoder's process. */
export interface Asked {
  id: number;
  text: string;
  isQuery: boolean;
}

/** Messages of the process: first that it is ready, or why it can't start; then each text's vector or failure. */
export type Answered =
  | { isReady: true; dimensions: number }
  | { isReady: false; error: string }
  | { id: number; vector: Float32Array }
  | { id: number; error: string };
