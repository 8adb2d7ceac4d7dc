import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Log } from '../base/log.ts';
import { networkOf } from '../base/networks.ts';

export interface ConnectionLimits {
  connections: number;
  /** Of one IPv4 address, or of one IPv6 network of 64 bits, which one machine can have. */
  connectionsOfAddress: number;
}

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
}

/** The interval of log lines about a reached limit (ms). */
const logIntervalMs = 60_000;

/**
 * The connections of a server, within limits. At a limit the new connection replaces an idle one: first one without a
 * credential, then one between requests. Without an idle one the new connection is refused.
 */
export class Connections {
  /** By address; oldest first. */
  readonly #groups = new Map<string, Set<Socket>>();
  readonly #addresses = new Map<Socket, string>();
  readonly #exchanges = new Map<Socket, Exchange>();
  readonly #limits: ConnectionLimits;
  readonly #credentialed: WeakSet<object>;
  readonly #log: Log;
  #loggedAt = Number.NEGATIVE_INFINITY;

  /** @param credentialed sockets whose last request had a valid credential */
  constructor(limits: ConnectionLimits, credentialed: WeakSet<object>, log: Log) {
    this.#limits = limits;
    this.#credentialed = credentialed;
    this.#log = log;
  }

  /** How many have a running request. */
  get running(): number {
    return this.#exchanges.size;
  }

  /** Takes a new connection, or ends it. */
  take(socket: Socket): void {
    const { connections, connectionsOfAddress } = this.#limits;
    const address = networkOf(socket.remoteAddress ?? '');
    const own = this.#groups.get(address);
    if (
      (own && own.size >= connectionsOfAddress && !this.#makeRoom([own], address)) ||
      (this.#addresses.size >= connections && !this.#makeRoom(this.#largestFirst(), address))
    ) {
      socket.destroy();
      return;
    }
    this.#groups.set(address, (this.#groups.get(address) ?? new Set()).add(socket));
    this.#addresses.set(socket, address);
    socket.once('close', () => this.#forget(socket));
  }

  /** A request has begun on its connection. */
  begin(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    const exchange = { request, response };
    this.#exchanges.set(socket, exchange);
    response.once('close', () => {
      // Its client may have sent the next one already.
      if (this.#exchanges.get(socket) === exchange) this.#exchanges.delete(socket);
    });
  }

  #largestFirst(): Set<Socket>[] {
    return [...this.#groups.values()].sort((a, b) => b.size - a.size);
  }

  /** Whether one of these could be ended. */
  #makeRoom(groups: readonly Set<Socket>[], address: string): boolean {
    const ended =
      firstIn(groups, (one) => !this.#credentialed.has(one) && waitsForClient(this.#exchanges.get(one))) ??
      firstIn(groups, (one) => !this.#exchanges.has(one));
    this.#tell(address, ended !== undefined);
    if (!ended) return false;
    // It is closed later.
    this.#forget(ended);
    ended.destroy();
    return true;
  }

  #forget(socket: Socket): void {
    const address = this.#addresses.get(socket);
    if (address === undefined) return;
    this.#addresses.delete(socket);
    this.#exchanges.delete(socket);
    const own = this.#groups.get(address);
    own?.delete(socket);
    if (own?.size === 0) this.#groups.delete(address);
  }

  #tell(address: string, hasRoom: boolean): void {
    const now = performance.now();
    if (now - this.#loggedAt < logIntervalMs) return;
    this.#loggedAt = now;
    const what = hasRoom ? 'an idle connection was ended for a new one' : 'a connection was refused';
    const { connections, connectionsOfAddress } = this.#limits;
    const fields = { address, open: this.#addresses.size, connections, connectionsOfAddress };
    this.#log('warn', `a limit of connections is reached: ${what}`, fields);
  }
}

function firstIn(groups: readonly Set<Socket>[], fits: (socket: Socket) => boolean): Socket | undefined {
  for (const sockets of groups) for (const one of sockets) if (fits(one)) return one;
  return undefined;
}

/** Whether the next step is the client's: to send a request, the rest of one, or to read an answer. */
function waitsForClient(exchange: Exchange | undefined): boolean {
  if (!exchange) return true;
  const { request, response } = exchange;
  return !request.complete || response.writableEnded || response.writableNeedDrain;
}
