import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The port of loopback that a server listens on. */
export async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

/** A port of loopback that was free a moment ago: for a server that has to know its address before it listens. */
export async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listening(server);
  await new Promise((resolve) => server.close(resolve));
  return port;
}
