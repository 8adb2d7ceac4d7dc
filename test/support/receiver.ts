import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** A request to a receiver of events. */
export interface Received {
  headers: Record<string, string>;
  body: string;
}

/** A receiver of events on loopback; `answer` decides its response, by default 204. */
export async function receiver(
  answer: (response: ServerResponse, received: Received) => void = (response) => void response.writeHead(204).end(),
  host = '127.0.0.1',
) {
  const received: Received[] = [];
  let underWay = 0;
  let mostUnderWay = 0;
  const server = createServer((request: IncomingMessage, response) => {
    underWay += 1;
    mostUnderWay = Math.max(mostUnderWay, underWay);
    response.once('close', () => {
      underWay -= 1;
    });
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const one = { headers: request.headers as Record<string, string>, body: Buffer.concat(parts).toString('utf8') };
      received.push(one);
      answer(response, one);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return {
    received,
    port,
    host: `${host}:${port}`,
    url: `http://${host}:${port}/hook`,
    get mostUnderWay() {
      return mostUnderWay;
    },
  };
}
