import { hostname } from 'node:os';
import { boundedLines } from '../../src/base/lines.ts';
import { storeHeader } from '../../src/domain/stores/store.ts';
import { maxAnswer } from '../../src/features/replicas/service/answers.ts';
import { type Hello, pipeVersion } from '../../src/features/replicas/service/ssh-pipe.ts';
import { openEmbedded } from '../embedded.ts';

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
/** Operations that another machine may call: those that `connect` calls at a server. */
const allowed = new RegExp(
  `^(?:GET /readyz|GET /v1/whoami|GET /v1/characters\\?limit=100&page=[0-9]{1,6}|GET /v1/characters/${uuid}/categories|POST /v1/characters|POST /v1/characters/${uuid}/exchange)$`,
);

/** `sync answer`: what `sync ssh` starts on the other machine. A line of JSON on standard input is a request, one on standard output its answer. */
export async function answer(version: string): Promise<void> {
  const settings = Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const opened = await openEmbedded(Object.fromEntries(settings), version);
  const say = (line: unknown) => void process.stdout.write(`${JSON.stringify(line)}\n`);
  try {
    const greeting: Hello = { 'agent-memory-service': version, pipe: pipeVersion, machine: hostname().slice(0, 100) };
    say(greeting);
    for await (const line of boundedLines(process.stdin, maxAnswer)) {
      say(await answerTo(line, opened));
    }
  } finally {
    await opened.close();
  }
}

async function answerTo(line: string, { fetch, key }: Awaited<ReturnType<typeof openEmbedded>>) {
  const { method, path, body } = read(line);
  if (!allowed.test(`${method} ${path}`)) return refusal(404, 'NotFound', 'This is not answered over ssh.');
  const headers = { authorization: `Bearer ${key}`, ...(body !== undefined && { 'content-type': 'application/json' }) };
  const response = await fetch(`http://localhost${path}`, { method, headers, ...(body !== undefined && { body }) });
  const store = response.headers.get(storeHeader) ?? undefined;
  return { status: response.status, body: await response.json(), ...(store !== undefined && { store }) };
}

const refusal = (status: number, type: string, message: string) => ({
  status,
  body: { error: { type, message, status } },
});

function read(line: string): { method: string; path: string; body: string | undefined } {
  try {
    const { method, path, body } = JSON.parse(line) as Record<string, unknown>;
    return { method: String(method), path: String(path), body: typeof body === 'string' ? body : undefined };
  } catch {
    return { method: '', path: '', body: undefined };
  }
}
