import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';

/**
 * A proxy that refuses every request to other machines. It only stops programs that use the proxy of their environment,
 * and records what they requested.
 */
export class NoNetwork {
  /** Hosts that were requested, and refused. */
  readonly refused = new Set<string>();
  readonly #server: Server;

  private constructor() {
    this.#server = createServer(({ url }, response) => {
      this.refused.add(new URL(url ?? '/', 'http://unknown').hostname);
      response.writeHead(403).end();
    });
    this.#server.on('connect', ({ url }, client) => {
      const { hostname, port } = new URL(`http://${url}`);
      client.on('error', () => undefined);
      if (hostname !== '127.0.0.1' && hostname !== 'localhost') {
        this.refused.add(hostname);
        client.end('HTTP/1.1 403 Forbidden\r\n\r\n');
        return;
      }
      const target = connect(Number(port), '127.0.0.1', () => client.write('HTTP/1.1 200 OK\r\n\r\n'));
      target.on('error', () => client.destroy());
      client.on('close', () => target.destroy());
      target.pipe(client).pipe(target);
    });
  }

  static async start(): Promise<NoNetwork> {
    const proxy = new NoNetwork();
    proxy.#server.listen(0, '127.0.0.1');
    await once(proxy.#server, 'listening');
    return proxy;
  }

  /** The environment variables for programs to use this proxy. */
  get env(): Record<string, string> {
    const proxy = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
    const direct = '127.0.0.1,localhost';
    return {
      HTTP_PROXY: proxy,
      HTTPS_PROXY: proxy,
      http_proxy: proxy,
      https_proxy: proxy,
      NO_PROXY: direct,
      no_proxy: direct,
    };
  }

  stop(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}
