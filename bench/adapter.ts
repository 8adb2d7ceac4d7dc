// How long a user waits for the first token of an answer, with the adapter of the AI SDK and without it: a scripted model
// that streams, 1,000 memories in a store of the same process, and a provider that takes four seconds for each call.
// Argument: the milliseconds of the model until its first token (default 500). Needs the built program.
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Client } from '../clients/typescript/index.ts';
import { quantile } from './support/report.ts';
import { ZipfTexts } from './support/zipf-texts.ts';

interface Part {
  type: string;
  delta?: string;
}
interface Middleware {
  transformParams(given: { params: object }): Promise<object>;
  wrapStream(given: { doStream: () => Promise<{ stream: ReadableStream<Part> }>; params: object }): Promise<{
    stream: ReadableStream<Part>;
  }>;
}

const modelMs = Number(process.argv[2] ?? 500);
const providerMs = 4_000;
const maxIdleWaitS = 180;
const [memories, rounds] = [1_000, 15];
const root = join(import.meta.dirname, '..');
const { openMemory } = (await import(join(root, 'dist/client/node.mjs'))) as {
  openMemory(options: { file: string; settings: Record<string, string> }): Promise<Client>;
};
const { memoryMiddleware } = (await import(join(root, 'clients/ai-sdk/index.mjs'))) as {
  memoryMiddleware(options: object): Middleware;
};

const provider = createServer(async (_, response) => {
  await setTimeout(providerMs);
  response.writeHead(500).end();
}).listen(0, '127.0.0.1');
await once(provider, 'listening');
const { port } = provider.address() as AddressInfo;

const folder = mkdtempSync(join(tmpdir(), 'bench-adapter-'));
const client = await openMemory({
  file: join(folder, 'memory.db'),
  settings: {
    SERVICE_AI_API_KEY: 'slow',
    SERVICE_AI_BASE_URL: `http://127.0.0.1:${port}/v1`,
    SERVICE_AI_PROVIDER: process.argv[3] ?? 'openai',
  },
});
const texts = new ZipfTexts(7);
for (let i = 0; i < memories; i += 500)
  await client.add({ user: 'u', texts: Array.from({ length: 500 }, () => texts.text()), extract: false });

// What the store does with new memories in the background would be counted too.
for (let left = maxIdleWaitS; left > 0 && !(await isIdle()); left--);

/** Whether this process did hardly anything for a second. */
async function isIdle(): Promise<boolean> {
  const before = process.cpuUsage();
  await setTimeout(1_000);
  const { user, system } = process.cpuUsage(before);
  return user + system < 20_000;
}

async function* answer(): AsyncGenerator<Part> {
  await setTimeout(modelMs);
  for (const delta of ['Try ', 'the ', 'harbour.']) yield { type: 'text-delta', delta };
}
const doStream = async () => ({ stream: ReadableStream.from(answer()) as ReadableStream<Part> });
const middleware = memoryMiddleware({ client, user: 'u' });
const asked = (n: number) => ({
  prompt: [
    { role: 'user', content: [{ type: 'text', text: `I met Ana in ${texts.text()}. Where to, in round ${n}?` }] },
  ],
});

/** Milliseconds until the first token, and until the last. */
async function streamed(open: () => Promise<ReadableStream<Part>>): Promise<[first: number, last: number]> {
  const began = performance.now();
  let first = 0;
  for await (const _ of await open()) first ||= performance.now() - began;
  return [first, performance.now() - began];
}

const bare: [number, number][] = [];
const remembering: [number, number][] = [];
let recallMs = 0;
for (let n = 0; n <= rounds; n++) {
  const without = await streamed(async () => (await doStream()).stream);
  const given = asked(n);
  const withMemory = await streamed(async () => {
    const before = process.cpuUsage();
    const params = await middleware.transformParams({ params: given });
    const { user, system } = process.cpuUsage(before);
    if (n > 0) recallMs += (user + system) / 1_000 / rounds;
    return (await middleware.wrapStream({ doStream, params })).stream;
  });
  // The first round warms up.
  if (n === 0) continue;
  bare.push(without);
  remembering.push(withMemory);
}
for (const [i, what] of ['first token', 'last token'].entries()) {
  const [without, withMemory] = [bare, remembering].map((times) =>
    quantile(
      times.map((time) => time[i]!),
      0.5,
    ),
  );
  console.log(
    `${what}: ${without!.toFixed(0)} ms without memory, ${withMemory!.toFixed(0)} ms with: ${(withMemory! / without!).toFixed(3)}`,
  );
}
console.log(`processor time of a recall: ${recallMs.toFixed(1)} ms`);
rmSync(folder, { recursive: true, force: true });
process.exit(0);
