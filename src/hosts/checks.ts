import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Client, type Handshake, handshake } from './handshake.ts';
import type { Launch } from './host.ts';

/** The result of one command, and the hosts that launch it. */
export interface Check extends Pick<Handshake, 'ok' | 'ms' | 'detail' | 'server'> {
  hosts: string[];
  stderr?: string;
}

/** npx may have to fetch the package first. */
const timeoutMs = 60_000;

/**
 * Launches each command that hosts are to have: over its own store, which is only read, and over an empty one, where a
 * memory is stored and found. The user's store stays as it was.
 * @param cwd where hosts would start it
 */
export async function reachThrough(
  launches: readonly { host: string; launch: Launch }[],
  { version, cwd }: { version: string; cwd: string },
): Promise<Check[]> {
  const equal = new Map<string, { launch: Launch; hosts: string[] }>();
  for (const { host, launch } of launches) {
    const key = JSON.stringify([launch.command, launch.args, Object.entries(launch.env).toSorted()]);
    const known = equal.get(key);
    if (known) known.hosts.push(host);
    else equal.set(key, { launch, hosts: [host] });
  }
  const checks: Check[] = [];
  const folder = mkdtempSync(join(tmpdir(), 'memory-check-'));
  try {
    for (const { launch, hosts } of equal.values()) {
      const how = { version, timeoutMs, cwd };
      const opened = await handshake(readingOwn(launch), { ...how, use: readStore });
      const tried = opened.ok
        ? await handshake(overStore(launch, join(folder, `${checks.length}.db`)), { ...how, use: storeAndFind })
        : opened;
      const { ok, ms, detail, server, stderr } = tried;
      checks.push({ hosts, ok, ms, detail, ...(server ? { server } : {}), ...(stderr ? { stderr } : {}) });
    }
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
  return checks;
}

/** The command over the store that it names, with every tool and no character of its own, which reading would make. */
function readingOwn(launch: Launch): Launch {
  const { SERVICE_CHARACTER: _, SERVICE_TOOLSETS: __, ...env } = launch.env;
  return { ...launch, env };
}

/** The same command over another store. */
function overStore(launch: Launch, path: string): Launch {
  const { SERVICE_DATABASE_URL: _, ...env } = launch.env;
  return { ...launch, env: { SERVICE_CHARACTER: 'check', ...env, SERVICE_DB: path } };
}

async function readStore(client: Client): Promise<unknown> {
  return call(client, 'list_characters', { limit: 1 });
}

/** Stores one memory through the server and finds it. @throws when one of both fails; the message says which. */
async function storeAndFind(client: Client): Promise<{ found: boolean }> {
  const content = 'The setup of agent-memory-service stored this sentence to see whether it is found again.';
  const { id } = await store(client, content);
  if (typeof id !== 'string') throw new Error('no memory was answered');
  const query = 'did the setup store a sentence that is found again?';
  const { memories } = await call(client, 'search_memories', { query });
  const found = (memories as { id: string }[]).some((memory) => memory.id === id);
  if (!found) throw new Error('what was stored was not found again');
  return { found };
}

/** The tools of `core` list no categories: the refusal of one that is not there does, the default one first. */
async function store(client: Client, content: string): Promise<Record<string, unknown>> {
  const add = (category: string) => call(client, 'add_memory_direct', { content, category });
  return add('general').catch((error: Error) => {
    const category = /Its categories: ([^,.]+)/.exec(error.message)?.[1];
    if (category === undefined) throw error;
    return add(category);
  });
}

async function call(client: Client, name: string, input: Record<string, unknown>): Promise<Record<string, unknown>> {
  const { isError, structuredContent, content } = await client.callTool({ name, arguments: input });
  if (!isError) return structuredContent as Record<string, unknown>;
  const [first] = content as { text?: string }[];
  throw new Error(`${name}: ${first?.text ?? 'failed'}`);
}
