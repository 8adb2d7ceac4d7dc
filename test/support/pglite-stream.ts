import { Duplex } from 'node:stream';
import type { PGlite } from '@electric-sql/pglite';
import type { Endpoint } from '../../src/storage/postgres/endpoint.ts';

/** A server's greeting to an accepted client: AuthenticationOk, then ReadyForQuery. */
const welcome = Buffer.from('R\0\0\0\x08\0\0\0\0Z\0\0\0\x05I', 'latin1');
/** The first byte of the message by which a client leaves. */
const terminate = 'X'.charCodeAt(0);
/** Plans are made as in the service's sessions, and nothing outlasts the process. */
const settings = 'SET plan_cache_mode TO force_generic_plan; SET synchronous_commit TO off';

/** A client's connection to the database of this process. Each begins with a new session, as on a server. */
class EmbeddedSocket extends Duplex {
  readonly #db: PGlite;
  readonly #onStart: () => void;
  #isStarted = false;

  constructor(db: PGlite, onStart: () => void) {
    super();
    this.#db = db;
    this.#onStart = onStart;
  }

  connect(): void {
    process.nextTick(() => this.emit('connect'));
  }

  setNoDelay(): void {}
  setKeepAlive(): void {}
  ref(): void {}
  unref(): void {}

  override _read(): void {}

  override _write(message: Buffer, _encoding: BufferEncoding, done: (error?: Error) => void): void {
    this.#answer(message).then((answer) => {
      if (answer.length > 0) this.push(answer);
      done();
    }, done);
  }

  override _writev(chunks: { chunk: Buffer }[], done: (error?: Error) => void): void {
    this._write(Buffer.concat(chunks.map(({ chunk }) => chunk)), 'utf8', done);
  }

  override _final(done: () => void): void {
    this.push(null);
    done();
  }

  async #answer(message: Buffer): Promise<Uint8Array> {
    if (this.#isStarted) {
      if (message[0] === terminate) return new Uint8Array();
      return this.#db.runExclusive(async () => this.#db.execProtocolRawSync(message));
    }
    this.#isStarted = true;
    for (const sql of ['ROLLBACK', 'DISCARD ALL', settings]) await this.#db.exec(sql);
    this.#onStart();
    return welcome;
  }
}

/** How the service's driver reaches the database of this process. */
export function embeddedEndpoint(db: PGlite, onStart: () => void): Endpoint {
  const connection = { stream: () => new EmbeddedSocket(db, onStart), idleTimeoutMillis: 0 };
  return { connection: connection as Endpoint['connection'], prepare: true, place: 'embedded' };
}
