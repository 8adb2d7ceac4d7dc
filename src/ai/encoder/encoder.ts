/** The files of an encoder's folder; the runtime is in its `node_modules`. */
export const encoderFiles = {
  manifest: 'encoder.json',
  model: 'model.onnx',
  tokenizer: 'tokenizer.json',
  tokenizerConfig: 'tokenizer_config.json',
} as const;

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
