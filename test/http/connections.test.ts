import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { networkOf } from '../../src/base/networks.ts';
import { defaultLimits } from '../../src/http/server.ts';
import { type HttpOptions, openHttp } from '../support/http-harness.ts';

interface Client {
  socket: Socket;
  closed: Promise<unknown>;
  send(text: string): void;
  /** Everything received, once it holds this. */
  hears(text: string): Promise<string>;
}

async function open(connections: number, connectionsOfAddress: number, options: HttpOptions = {}) {
  const http = await openHttp(options);
  const { port } = await http.listen({ ...defaultLimits, connections, connectionsOfAddress });
  const client = async (localAddress = '127.0.0.1'): Promise<Client> => {
    const socket = connect({ port, host: '127.0.0.1', localAddress });
    onTestFinished(() => void socket.destroy());
    socket.on('error', () => undefined);
    const closed = new Promise((resolve) => socket.once('close', resolve));
    await Promise.race([once(socket, 'connect'), closed]);
    let received = '';
    let heard: () => void = () => undefined;
    socket.on('data', (chunk) => {
      received += chunk;
      heard();
    });
    const hears = (text: string) =>
      new Promise<string>((resolve, reject) => {
        heard = () => received.includes(text) && resolve(received);
        heard();
        void closed.then(() => reject(new Error(`closed after ${JSON.stringify(received)}`)));
      });
    return { socket, closed, hears, send: (text) => void socket.write(text) };
  };
  const get = (path: string, ...headers: string[]) =>
    `GET ${path} HTTP/1.1\r\nHost: localhost\r\n${headers.map((one) => `${one}\r\n`).join('')}\r\n`;
  const withKey = `Authorization: Bearer ${http.key}`;
  return {
    client,
    get,
    withKey,
    /** One with an open feed, which is never idle. */
    async listening(localAddress?: string): Promise<Client> {
      const one = await client(localAddress);
      one.send(get('/v1/changes', withKey, 'Accept: text/event-stream'));
      await one.hears('text/event-stream');
      return one;
    },
    async isHealthy(localAddress?: string): Promise<void> {
      const prober = await client(localAddress);
      prober.send(get('/healthz', 'Connection: close'));
      await prober.hears('"status":"ok"');
      await prober.closed;
    },
  };
}

describe('connections', () => {
  test.each([
    ['that send nothing', () => ''],
    ['that never end their headers', () => 'GET / HTTP/1.1\r\nHost: localhost\r\nX: '],
    ['that never end a body', () => 'POST /session HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{'],
    ['that were refused a credential', (get: (path: string, header: string) => string) => get('/v1/whoami', 'A: b')],
  ])('connections without a credential %s are closed oldest first; one with a credential stays', async (_, sent) => {
    const { client, get, withKey, isHealthy } = await open(8, 8);
    const known = await client();
    known.send(get('/v1/whoami', withKey));
    await known.hears('"via":"key"');
    const idle: Client[] = [];
    for (let n = 0; n < 20; n++) {
      const one = await client();
      one.send(sent(get));
      idle.push(one);
    }
    await isHealthy();
    await Promise.all(idle.slice(0, 13).map(({ closed }) => closed));
    known.send(get('/v1/characters', withKey));
    await known.hears('"characters":[]');
  });

  test('idle connections with a credential are closed when there are no others', async () => {
    const { client, get, withKey, isHealthy } = await open(2, 2);
    const both = [await client(), await client()];
    for (const one of both) {
      one.send(get('/v1/whoami', withKey));
      await one.hears('"via":"key"');
    }
    await isHealthy();
    await both[0]?.closed;
    both[1]?.send(get('/v1/characters', withKey));
    await both[1]?.hears('"characters":[]');
  });

  test('connections with running requests are never closed: the new one is', async () => {
    const { client, listening, isHealthy } = await open(2, 2);
    const feeds = [await listening(), await listening()];
    await (await client()).closed;
    feeds[0]?.socket.destroy();
    await expect
      .poll(() =>
        isHealthy().then(
          () => true,
          () => false,
        ),
      )
      .toBe(true);
    expect(feeds[1]?.socket.destroyed).toBe(false);
  });

  // Other systems have 127.0.0.1 alone.
  test.runIf(process.platform === 'linux')(
    'connections of one address are limited, without limiting other addresses',
    async () => {
      const { client, get, listening, isHealthy } = await open(8, 3);
      for (let n = 0; n < 3; n++) await listening();
      const more = await client();
      more.send(get('/healthz'));
      await expect(more.hears('"status":"ok"')).rejects.toThrow('closed after ""');
      await isHealthy('127.0.0.2');
      const idle = await client('127.0.0.3');
      for (let n = 0; n < 5; n++) await client('127.0.0.2');
      await isHealthy('127.0.0.2');
      expect(idle.socket.destroyed).toBe(false);
    },
  );

  test('an address is one IPv4 address or one IPv6 network', () => {
    const networks = ['192.0.2.1', '::ffff:192.0.2.1', '2001:db8:1:2:3:4:5:6', '2001:db8:1:2::9', '2001:db8::9', '::1'];
    expect(networks.map(networkOf)).toStrictEqual([
      '192.0.2.1',
      '192.0.2.1',
      '2001:db8:1:2',
      '2001:db8:1:2',
      '2001:db8:0:0',
      '0:0:0:0',
    ]);
  });
});
