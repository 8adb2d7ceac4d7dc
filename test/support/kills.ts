import { setTimeout as pause } from 'node:timers/promises';
import { receiver } from './receiver.ts';
import { startServe } from './served.ts';

interface Event {
  data: { memory: { id: string } };
}

/** The same numbers every time for a seed, from 0 up to but not including 1 (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * Kills a `serve` (SIGKILL) again and again while memories are stored and sent to a webhook, at moments that a seed
 * decides: after a number of stored or sent events, and some milliseconds. Then lets one run until all are sent.
 * @returns ids of acknowledged memories, ids that the store holds, and the received events
 */
export async function killWhileTelling(path: string, kills: number, seed: number) {
  const next = randomFrom(seed);
  const target = await receiver();
  const env = {
    SERVICE_TIER: 'BUSINESS',
    SERVICE_RATE_LIMITS: 'off',
    SERVICE_WORKERS: '0',
    SERVICE_PRIVATE_HOSTS: target.host,
  };
  const stored: string[] = [];
  let server = await startServe(path, env);
  const key = server.key ?? '';
  const ask = async (method: string, route: string, body?: object): Promise<Record<string, never>> => {
    const response = await fetch(`${server.url}${route}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${route}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Record<string, never>;
  };
  await ask('POST', '/v1/characters', { name: 'Ada' });
  const { secret } = await ask('POST', '/v1/webhooks', { url: target.url, events: ['memory.created'] });
  for (let kill = 0, n = 0; kill < kills; kill++) {
    const goal = stored.length + target.received.length + 3 + Math.floor(next() * 12);
    while (stored.length + target.received.length < goal) {
      const body = { content: `Memory number ${n++}.`, category: 'general' };
      stored.push((await ask('POST', '/v1/characters/Ada/memories/direct', body)).id as unknown as string);
    }
    const last = ask('POST', '/v1/characters/Ada/memories/direct', {
      content: `Last words ${n++}.`,
      category: 'general',
    });
    const answered = last.then(({ id }) => void stored.push(id as unknown as string)).catch(() => undefined);
    await pause(next() * 15);
    server.child.kill('SIGKILL');
    await Promise.all([server.ended, answered]);
    server = await startServe(path, env);
  }
  const told = () => new Set(target.received.map(({ body }) => (JSON.parse(body) as Event).data.memory.id));
  const { memories, total } = (await ask('GET', '/v1/characters/Ada/memories?limit=100')) as never as {
    memories: { id: string }[];
    total: number;
  };
  const held = memories.map(({ id }) => id);
  for (let page = 1; held.length < total; page++) {
    const more = (await ask(
      'GET',
      `/v1/characters/Ada/memories?limit=100&page=${page}`,
    )) as never as typeof memories & {
      memories: { id: string }[];
    };
    held.push(...more.memories.map(({ id }) => id));
  }
  // Running deliveries of a dead process are taken over after their lease.
  while (held.some((id) => !told().has(id))) await pause(50);
  server.child.kill('SIGTERM');
  await server.ended;
  return { stored, held, secret: secret as unknown as string, received: target.received, told: [...told()] };
}
