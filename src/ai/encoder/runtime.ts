import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Tokenizer } from '@huggingface/tokenizers';
import { encoderFiles, type Reading } from './encoder.ts';
import { type States, TextEncoder } from './text-encoder.ts';

/** The used part of onnxruntime-node. It is in the encoder's folder and not one of our packages. */
interface OnnxRuntime {
  InferenceSession: {
    create(path: string, options: Record<string, unknown>): Promise<Session>;
  };
  Tensor: new (type: 'int64', data: BigInt64Array, dims: number[]) => unknown;
}

interface Session {
  readonly inputNames: readonly string[];
  readonly outputNames: readonly string[];
  run(feeds: Record<string, unknown>): Promise<Record<string, { data: unknown; dims: readonly number[] }>>;
}

/** One thread, because the server needs the other cores. No arena, so that the memory of a long text is freed. */
const sessionOptions = {
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  executionMode: 'sequential',
  graphOptimizationLevel: 'all',
  enableCpuMemArena: false,
  enableMemPattern: false,
  logSeverityLevel: 3,
};

/** The inputs of exported encoders, and their value for each token. */
const inputs = new Map<string, (id: number) => bigint>([
  ['input_ids', BigInt],
  ['attention_mask', () => 1n],
  ['token_type_ids', () => 0n],
]);

/** Loads runtime, model and tokenizer of an encoder's folder. An error names the unusable part. */
export async function loadEncoder(folder: string, reading: Reading): Promise<TextEncoder> {
  const runtime = createRequire(join(folder, 'package.json'))('onnxruntime-node') as OnnxRuntime;
  const session = await runtime.InferenceSession.create(join(folder, encoderFiles.model), sessionOptions);
  const unknown = session.inputNames.filter((name) => !inputs.has(name));
  if (unknown.length > 0) throw new Error(`the model asks for ${unknown.join(', ')}, which no sentence encoder does`);
  const json = (file: string) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as object;
  const tokenizer = new Tokenizer(json(encoderFiles.tokenizer), json(encoderFiles.tokenizerConfig));
  return new TextEncoder(tokenizer, (ids) => run(runtime, session, ids), reading);
}

async function run({ Tensor }: OnnxRuntime, session: Session, ids: readonly number[]): Promise<States> {
  const dims = [1, ids.length];
  const feeds = session.inputNames.map((name) => {
    return [name, new Tensor('int64', BigInt64Array.from(ids, inputs.get(name)!), dims)] as const;
  });
  const answered = await session.run(Object.fromEntries(feeds));
  const output = answered.last_hidden_state ?? answered[session.outputNames[0] ?? ''];
  const [rows, tokens, dimensions] = output?.dims ?? [];
  if (!(output?.data instanceof Float32Array) || rows !== 1 || tokens !== ids.length || !dimensions)
    throw new Error('the model answers no last hidden states');
  return { values: output.data, dimensions };
}
