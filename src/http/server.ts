import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import type { Log } from '../base/log.ts';
import { pause } from '../base/pause.ts';
import { ServiceError } from '../domain/errors.ts';
import type { HttpApp } from './app.ts';
import { type ConnectionLimits, Connections } from './connections.ts';

export interface Limits extends ConnectionLimits {
  /** For the whole request, so that a slow body holds nothing for long (ms). */
  requestMs: number;
  headersMs: number;
  keepAliveMs: number;
  /** How often Node looks for connections that are over their time (ms). */
  checkingMs: number;
  /** The interval of checking changes by other processes: a revoked key, a suspended member (ms). */
  recheckMs: number;
}

export const defaultLimits: Limits = {
  requestMs: 60_000,
  headersMs: 10_000,
  keepAliveMs: 15_000,
  checkingMs: 2_000,
  recheckMs: 2_000,
  connections: 2_000,
  connectionsOfAddress: 1_000,
};
/** How often a stopping server looks whether the last requests have been answered. */
const drainIntervalMs = 25;

export interface Listening {
  host: string;
  port: number;
  /** Refuses new requests, waits at most `graceMs` for the running ones, then ends the others. */
  close(graceMs: number): Promise<void>;
}

/** Serves the application on a socket. Rejects with the system's error when the address is taken. */
export async function listen(
  { fetch, mcp, streams, challenge, credentialed }: HttpApp,
  { host, port }: { host: string; port: number },
  log: Log,
  limits: Limits = defaultLimits,
): Promise<Listening> {
  const connections = new Connections(limits, credentialed, log);
  const listener = getRequestListener(fetch as Parameters<typeof getRequestListener>[0], {
    errorHandler: (error) => unusable(log, error),
  });
  const server = createServer(
    {
      requestTimeout: limits.requestMs,
      headersTimeout: limits.headersMs,
      keepAliveTimeout: limits.keepAliveMs,
      connectionsCheckingInterval: limits.checkingMs,
      // A missing Host is refused below, in the envelope.
      requireHostHeader: false,
    },
    (request: IncomingMessage, response: ServerResponse) => {
      connections.begin(request, response);
      void listener(request, response);
    },
  );
  server.on('connection', (socket: Socket) => connections.take(socket));
  server.on('clientError', (error: Unreadable, socket: Socket) => answerUnreadable(error, socket, challenge));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const expiry = setInterval(() => mcp.expire(), 60_000);
  expiry.unref();
  const recheck = setInterval(() => {
    void mcp.recheck();
    void streams.recheck();
  }, limits.recheckMs);
  recheck.unref();

  return {
    host,
    port: (server.address() as AddressInfo).port,
    async close(graceMs) {
      clearInterval(expiry);
      clearInterval(recheck);
      const closed = new Promise((resolve) => server.close(resolve));
      const deadline = performance.now() + graceMs;
      streams.close();
      // Event streams end with their sessions; only then can the requests that carry them.
      await Promise.race([mcp.close(), pause(graceMs)]);
      while (connections.running > 0 && performance.now() < deadline) {
        server.closeIdleConnections();
        await pause(drainIntervalMs);
      }
      server.closeAllConnections();
      await closed;
    },
  };
}

/** A malformed request: an unusable Host or target. */
function unusable(log: Log, error: unknown): Response {
  log('debug', 'unusable request', { error: error instanceof Error ? error.message : String(error) });
  const fault = new ServiceError('InvalidInput', 'The request line or the Host header is not usable.');
  return Response.json(fault.toEnvelope(), { status: fault.status });
}

/** Answers requests that Node's parser or timeouts refused, in the same envelope, then closes the connection. */
function answerUnreadable(error: Unreadable, socket: Socket, challenge: HttpApp['challenge']): void {
  // Node sends the running answer on the socket; bytes in the middle of it would belong to another request.
  const { _httpMessage: answering } = socket as Socket & { _httpMessage?: ServerResponse };
  if (!socket.writable || answering?.headersSent || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const fault = faultOf(error);
  const body = JSON.stringify(fault.toEnvelope());
  const head = [
    `HTTP/1.1 ${fault.status} ${fault.type}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
    ...(fault.type === 'Unauthorized'
      ? [`WWW-Authenticate: ${challenge?.({ error: 'invalid_token' }) ?? 'Bearer'}`]
      : []),
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
}

/** Node's description; the packet is the last that came. */
type Unreadable = Error & { code?: string; rawPacket?: Buffer };

/** Bytes of a header that takes most of the headers' bound. */
const maxOfBound = 8_000;

/** Whether the bound was passed inside the header of a token, or that takes most of it. */
function isLongToken(packet: string): boolean {
  const lines = packet.split('\r\n');
  return lines.some((line) => line.length > maxOfBound && line.toLowerCase().startsWith('authorization:'));
}

function faultOf({ code, rawPacket }: Unreadable): ServiceError {
  if (code === 'HPE_HEADER_OVERFLOW' && isLongToken(rawPacket?.toString('latin1') ?? '')) {
    return new ServiceError('Unauthorized', 'The token is too long to be one.');
  }
  if (code === 'HPE_HEADER_OVERFLOW') return new ServiceError('PayloadTooLarge', 'The headers are too large.');
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return new ServiceError('InvalidInput', 'The request did not arrive in time.');
  }
  return new ServiceError('InvalidInput', 'This is not a valid HTTP/1.1 request.');
}
