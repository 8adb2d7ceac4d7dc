import type { Answered, Asked } from './encoder.ts';
import { loadEncoder } from './runtime.ts';
import type { TextEncoder } from './text-encoder.ts';

// The entry of the encoder's process: folder and longest window as arguments, texts in, vectors out.
const [folder = '', maxTokens = ''] = process.argv.slice(2);
const answer = (message: Answered) => void process.send?.(message);
const reason = (error: unknown) => (error instanceof Error ? error.message : String(error)).slice(0, 500);

// The server that started it is gone.
process.on('disconnect', () => process.exit());

async function ready(): Promise<TextEncoder | undefined> {
  try {
    const encoder = await loadEncoder(folder, Number(maxTokens));
    const { length } = await encoder.encode('ready', true);
    answer({ isReady: true, dimensions: length });
    return encoder;
  } catch (error) {
    answer({ error: reason(error), isUnusable: true });
    return undefined;
  }
}

const loading = ready();

process.on('message', async ({ text, isQuery }: Asked) => {
  const encoder = await loading;
  if (!encoder) return;
  try {
    answer({ vector: await encoder.encode(text, isQuery) });
  } catch (error) {
    answer({ error: reason(error) });
  }
});
