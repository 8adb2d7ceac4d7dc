import { setTimeout as wait } from 'node:timers/promises';
import type { DatabaseSession, Driver, Owner } from './driver.ts';
import { isAftermath, isConflict, isLost, isUnknownTransaction, undecided, unitFailure } from './failures.ts';
import { type Proof, StatementNames, Unit } from './unit.ts';

/** How long a unit retries after conflicts; longer than any write of another node. */
const timeoutMs = 30_000;
/** How often a unit is retried on a new session after its own was lost. */
const maxLosses = 3;

interface ConnectionOptions {
  prepare: boolean;
  /** Whether units set the tenant for row-level security. */
  rowSecurity: boolean;
}

interface Sent {
  /** The transaction's number, once it is known. */
  transaction: string | undefined;
  proof: Proof | undefined;
}

/** A session was lost after COMMIT had been sent. */
class Uncertain extends Error {
  readonly sent: Sent;
  readonly result: unknown;

  constructor(sent: Sent, result: unknown, cause: unknown) {
    super('lost in the moment of a commit', { cause });
    this.sent = sent;
    this.result = result;
  }
}

/**
 * Units of work on a database. A unit may run more than once; only one of them counts. Units throw ServiceUnavailable
 * when the database can't be reached or written.
 */
export class Connection {
  readonly #driver: Driver;
  readonly #names: StatementNames;
  readonly #rowSecurity: boolean;

  constructor(driver: Driver, { prepare, rowSecurity }: ConnectionOptions) {
    this.#driver = driver;
    this.#names = new StatementNames(prepare);
    this.#rowSecurity = rowSecurity;
  }

  /** One statement that reads. */
  async all<Row>(owner: Owner, sql: string, ...values: unknown[]): Promise<Row[]> {
    if (this.#rowSecurity) return this.read(owner, (q) => q.all<Row>(sql, ...values));
    return this.#patiently(async () => {
      const session = await this.#driver.take(owner);
      return released(session, (q) => q.all<Row>(sql, ...values), this.#names);
    });
  }

  /** One write without a transaction: it may be lost or happen twice. */
  async writeOne<Row>(owner: Owner, sql: string, ...values: unknown[]): Promise<Row[]> {
    if (this.#rowSecurity) return this.write(owner, (q) => q.all<Row>(sql, ...values));
    return this.all<Row>(owner, sql, ...values);
  }

  async get<Row>(owner: Owner, sql: string, ...values: unknown[]): Promise<Row | undefined> {
    return (await this.all<Row>(owner, sql, ...values))[0];
  }

  /** Several reads of one snapshot. */
  async read<T>(owner: Owner, unit: (q: Unit) => Promise<T>): Promise<T> {
    return this.#patiently(async () => {
      const session = await this.#driver.take(owner);
      const run = async (q: Unit) => {
        this.#begin(q, owner, 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
        const result = await unit(q);
        // Nothing depends on the answer, and the session runs its statements in order.
        q.send('COMMIT');
        return result;
      };
      return released(session, run, this.#names, true);
    });
  }

  /** A unit that writes: atomic, and durable when the promise resolves. */
  async write<T>(owner: Owner, unit: (q: Unit) => Promise<T>): Promise<T> {
    return this.#patiently(() => this.#transact(owner, unit));
  }

  async #transact<T>(owner: Owner, unit: (q: Unit) => Promise<T>): Promise<T> {
    const session = await this.#driver.take(owner);
    const sent: Sent = { transaction: undefined, proof: undefined };
    let end: { result: T } | undefined;
    const run = async (q: Unit) => {
      const began = this.#begin(q, owner, 'BEGIN; SELECT pg_current_xact_id()::text AS no').then(([row]) => {
        sent.transaction = (row as { no: string }).no;
      });
      began.catch(() => undefined);
      end = { result: await unit(q) };
      sent.proof = q.proof;
      // Usually answered already. It identifies the unit if the session is lost during COMMIT.
      await began;
      q.send('COMMIT');
      await q.done();
      return end.result;
    };
    try {
      return await released(session, run, this.#names, true);
    } catch (error) {
      if (end && isLost(error)) throw new Uncertain(sent, end.result, error);
      throw error;
    }
  }

  #begin(q: Unit, owner: Owner, script: string): Promise<unknown[]> {
    const begun = q.script(script);
    // A unit of one tenant sees that tenant's rows, any other unit those of all.
    const seen = typeof owner === 'number' ? `${owner}` : '*';
    if (this.#rowSecurity) q.send(`SELECT set_config('service.tenant', $1, true)`, seen);
    return begun;
  }

  async #patiently<T>(attempt: () => Promise<T>): Promise<T> {
    const deadline = performance.now() + timeoutMs;
    for (let losses = 0; ; ) {
      try {
        return await attempt();
      } catch (error) {
        if (error instanceof Uncertain) {
          if (await this.#happened(error)) return error.result as T;
          losses++;
        } else if (isLost(error)) {
          losses++;
          if (losses >= maxLosses) throw unitFailure(error);
        } else if (!isConflict(error)) throw unitFailure(error);
        if (performance.now() > deadline) throw unitFailure(error);
        await wait(losses > 0 ? 50 * 3 ** losses : 1 + Math.random() * 20);
      }
    }
  }

  /** Whether a unit was committed although its answer was lost. ServiceUnavailable when that can't be determined. */
  async #happened({ sent: { transaction, proof }, cause }: Uncertain): Promise<boolean> {
    const deadline = performance.now() + timeoutMs;
    while (performance.now() < deadline) {
      try {
        const session = await this.#driver.take();
        const status = await released(session, (q) => this.#statusOf(q, transaction), this.#names);
        // The server has not noticed the lost connection yet, or is still finishing the transaction.
        if (status !== 'in progress') {
          if (status !== 'committed') return false;
          // After a crash another transaction may get the number.
          if (proof === undefined) return true;
          const found = await this.read(null, (q) => q.get(proof.sql, ...proof.values));
          return found !== undefined;
        }
      } catch (error) {
        if (isUnknownTransaction(error)) return false;
        if (!isLost(error)) throw undecided(error);
      }
      await wait(200);
    }
    throw undecided(cause);
  }

  async #statusOf(q: Unit, transaction: string | undefined): Promise<string | undefined> {
    if (transaction === undefined) return 'aborted';
    const row = await q.get<{ status: string | null }>('SELECT pg_xact_status($1::xid8) AS status', transaction);
    return row?.status ?? undefined;
  }

  close(): Promise<void> {
    return this.#driver.close();
  }
}

/** Runs statements in a session and releases it; after a failure its transaction is rolled back. */
async function released<T>(
  session: DatabaseSession,
  run: (q: Unit) => Promise<T>,
  names: StatementNames,
  isTransaction = false,
): Promise<T> {
  const unit = new Unit(session, names);
  try {
    const result = await run(unit);
    session.release();
    return result;
  } catch (thrown) {
    // After a failed statement every other fails too: reports the first failure.
    const error = isAftermath(thrown) ? (unit.failure ?? thrown) : thrown;
    if (isLost(error)) {
      session.release(error as Error);
    } else if (isTransaction) {
      const undone = await session.query(undefined, 'ROLLBACK', []).then(
        () => undefined,
        (failure: Error) => failure,
      );
      session.release(undone);
    } else session.release();
    throw error;
  }
}
