import type { Answered, Asked, Reading } from './encoder.ts';
import { loadEncoder } from './runtime.ts';
import type { TextEncoder } from './text-encoder.ts';

// The entry of the encoder's process. Arguments: the folder and the model's reading as JSON. Input: texts; output: vectors.
const [folder = '', reading = ''] = process.argv.slice(2);
const answer = (message: Answered) => void process.send?.(message);
const reason = (error: unknown) => (error instanceof Error ? error.message : String(error)).slice(0, 500);

// The server that started it has ended.
process.on('disconnect', () => process.exit());

async function ready(): Promise<TextEncoder | undefined> {
  try {
    const encoder = await loadEncoder(folder, JSON.parse(reading) as Reading);
    const { length } = await encoder.encode('ready', true);
    answer({ isReady: true, dimensions: length });
    return encoder;
  } catch (error) {
    answer({ isReady: false, error: reason(error) });
    return undefined;
  }
}

const loading = ready();

/** The running queries: until they are done, a text pauses at the end of its window. */
const queries = new Set<Promise<Float32Array>>();
const quiet = async () => {
  while (queries.size > 0) await Promise.allSettled(queries);
};

process.on('message', async ({ id, text, isQuery }: Asked) => {
  const encoder = await loading;
  if (!encoder) return;
  const encoding = isQuery ? encoder.encode(text, true) : encoder.encode(text, false, quiet);
  if (isQuery) queries.add(encoding);
  try {
    answer({ id, vector: await encoding });
  } catch (error) {
    answer({ id, error: reason(error) });
  } finally {
    queries.delete(encoding);
  }
});
