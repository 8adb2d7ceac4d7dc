import { EmbeddingFailed } from '../../domain/ai.ts';
import { sentenceEncoder } from '../../search/encoder/encoder.ts';
import { SENTENCE_END } from '../../search/text/passages.ts';
import { estimateTokens, truncateToTokens } from '../../text/tokens.ts';
import type { Encoder } from './encoder.ts';

/** The model in the package. Another file needs another digest: vectors of two models are never compared. */
export const ownModel = {
  name: 'encoder-9',
  /** SHA-256 of the file. */
  sha256: '87312b58c07c26381b812b67c9d4f22f38f09583e2086cf5322e2741e7beb01e',
  dimensions: 320,
  languages: 'many',
  isOwn: true,
} as const;

/** Estimated tokens of a window: with them a text of most scripts has fewer pieces than the model reads at a time. */
const windowTokens = 120;
/** A query is cut to its beginning and its end, because a user waits for it. */
const queryWindows = 2;

/** The encoder of the package, in this process. Its file is read with the first text. */
export class OwnEncoder implements Encoder {
  async encode(text: string, isQuery: boolean, signal?: AbortSignal): Promise<Float32Array> {
    const windows = windowsOf(text);
    const read = isQuery && windows.length > queryWindows ? [windows[0]!, windows.at(-1)!] : windows;
    const sum = new Float64Array(ownModel.dimensions);
    for (const window of read) {
      // Calls that wait get their turn before each window.
      if (!isQuery) await new Promise((resolve) => setImmediate(resolve));
      signal?.throwIfAborted();
      const vector = vectorOf(window);
      for (let i = 0; i < sum.length; i++) sum[i]! += vector[i]!;
    }
    const length = Math.hypot(...sum) || 1;
    return Float32Array.from(sum, (part) => part / length);
  }

  async close(): Promise<void> {}
}

function vectorOf(text: string): Float32Array {
  try {
    return sentenceEncoder().read(text).vector;
  } catch (error) {
    throw new EmbeddingFailed('unsupported', (error as Error).message);
  }
}

/** A text in windows of whole sentences; a longer sentence is cut. */
function windowsOf(text: string): string[] {
  const windows: string[] = [];
  let window = '';
  const add = (part: string) => {
    if (window !== '' && estimateTokens(window) + estimateTokens(part) > windowTokens) {
      windows.push(window);
      window = '';
    }
    window = window === '' ? part : `${window} ${part}`;
  };
  for (const sentence of text.split(SENTENCE_END)) {
    for (let rest = sentence; rest !== ''; ) {
      const part = truncateToTokens(rest, windowTokens);
      add(part);
      rest = rest.slice(part.length);
    }
  }
  return window === '' && windows.length > 0 ? windows : [...windows, window];
}
