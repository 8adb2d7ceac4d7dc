import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { operationsByName } from '../../src/features/operations.ts';
import { HttpServer } from '../../src/features/replicas/service/http-server.ts';
import { addition, id } from '../support/builders.ts';
import { openHttp } from '../support/http-harness.ts';
import { fc, holds } from '../support/law.ts';
import { counts, runSteps, steps } from '../support/replica-model.ts';
import { expectEqual } from '../support/replica-steps.ts';
import { change, exchangingLittle, openSides, type ReplicaSide, settleAll } from '../support/replicas.ts';

/** A server on a socket, on the engine that the doors are tested on, and replicas on files. */
async function open(count: number, operations: ReadonlyMap<string, typeof exchangingLittle> = operationsByName) {
  const http = await openHttp({ operations, door: 'raw' });
  const { url } = await http.listen();
  const sent: { type: string | null; request: number; answer: string | null }[] = [];
  const asking: typeof fetch = async (address, init) => {
    const response = await fetch(address, init);
    const request = Buffer.byteLength(init?.body as string | Uint8Array);
    const type = new Headers(init?.headers).get('content-encoding');
    sent.push({ type, request, answer: response.headers.get('content-encoding') });
    return response;
  };
  const sides = await openSides(http.session.store, count);
  const server = { ...sides.server, clock: http.session.clock, via: new HttpServer(url, http.key, asking) };
  return { http, url, sent, server, replicas: sides.replicas, first: sides.replicas[0] as ReplicaSide };
}

describe('replicas over HTTP', () => {
  test('many changes are compressed in both directions, and few are not', async () => {
    const { server, replicas, first, sent } = await open(2);
    await change(first, [addition(1, '港口开放')]);
    const texts = Array.from({ length: 40 }, (_, i) => addition(i + 2, `Der Garten hinter Haus ${i} blüht im Mai`));
    await change(first, texts);
    await settleAll(server, replicas);
    await expectEqual(server, replicas);
    const largest = sent.toSorted((a, b) => b.request - a.request)[0];
    expect(largest).toMatchObject({ type: 'gzip', answer: 'gzip' });
    expect(largest!.request).toBeLessThan(1.5 * Buffer.byteLength(texts.map((one) => contentOf(one)).join('')));
    expect(sent.at(-1)).toMatchObject({ type: null });
  });

  test('all stores are equal after the last exchange, whatever happens', { timeout: 120_000 }, async () => {
    await holds(
      fc.asyncProperty(counts, steps, async (count, all) => {
        const operations = new Map([...operationsByName, ['exchange_changes', exchangingLittle]]);
        const { server, replicas, http } = await open(count, operations);
        await runSteps(server, replicas, all);
        await http.session.store.close();
      }),
      1,
    );
  });
});

const contentOf = (one: ReturnType<typeof addition>) => (one.kind === 'add' ? one.memory.content : '');

describe('compressed bodies', () => {
  const empty = (characterId: string) => JSON.stringify({ characterId, message: '{"form":2}' });
  const gzip = { 'content-encoding': 'gzip', 'accept-encoding': 'identity' };

  test('compressed bodies are accepted for exchanges only, and only as gzip', async () => {
    const { http, server } = await open(1);
    const path = `/v1/characters/${server.characterId}/exchange`;
    const body = gzipSync(empty(server.characterId));
    expect(await http.ask('POST', path, { body, headers: gzip })).toMatchObject({ status: 200 });
    expect(await http.ask('POST', path, { body, headers: { 'content-encoding': 'br' } })).toMatchObject({
      status: 415,
      body: { error: { message: 'The body may be compressed by gzip alone; it is sent as br.' } },
    });
    const other = { body: gzipSync('{"query":"tea"}'), headers: gzip };
    expect(await http.ask('POST', `/v1/characters/${server.characterId}/memories/search`, other)).toMatchObject({
      status: 415,
      body: { error: { message: 'The body must not be compressed; it is sent as gzip.' } },
    });
  });

  test('a decompression bomb stops at the body limit, and invalid gzip is refused', async () => {
    const { http, server } = await open(1);
    const path = `/v1/characters/${server.characterId}/exchange`;
    const bomb = gzipSync(Buffer.alloc(60_000_000, ' '));
    expect(bomb.byteLength).toBeLessThan(1_000_000);
    expect(await http.ask('POST', path, { body: bomb, headers: gzip })).toMatchObject({ status: 413 });
    const whole = gzipSync(empty(id(1)));
    for (const body of [Buffer.from(empty(id(1))), whole.subarray(0, -9), Buffer.alloc(20)]) {
      expect(await http.ask('POST', path, { body, headers: gzip })).toMatchObject({
        status: 400,
        body: { error: { message: 'The body is sent as gzip, but is no valid gzip.' } },
      });
    }
  });

  test('a server that refuses compressed bodies is treated as an older release', async () => {
    const refusing: typeof fetch = async () =>
      Response.json(
        { error: { type: 'UnsupportedMediaType', message: 'The body must not be compressed.' } },
        { status: 415 },
      );
    const changes = [
      { id: '0'.repeat(16), memoryId: id(1), kind: 'delete', at: 1, category: 'x'.repeat(150) } as const,
    ];
    await expect(
      new HttpServer('https://memory.example.org', 'key', refusing).exchange(id(1), { changes }),
    ).rejects.toThrow('The server has an older version of the program: update it.');
  });
});
