import type { Driver, Outcome, Session } from '../driver.ts';

/** What a unit's own statements come to inside a transaction that goes on after it. */
function nested(sql: string): string {
  if (sql === 'COMMIT') return 'RELEASE SAVEPOINT unit';
  if (sql === 'ROLLBACK') return 'ROLLBACK TO SAVEPOINT unit';
  return sql.replace(/^BEGIN[^;]*/, 'SAVEPOINT unit');
}

/**
 * A driver over one session that is inside a transaction: units become parts of that, one after the other, and nobody
 * else sees anything of them before it is committed.
 */
export class HeldDriver implements Driver {
  readonly #session: Session;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(session: Session) {
    this.#session = session;
  }

  async take(): Promise<Session> {
    const before = this.#turn;
    let release = () => {};
    this.#turn = new Promise<void>((resolve) => {
      release = resolve;
    });
    await before;
    const session = this.#session;
    return {
      query: (name, sql, values): Promise<Outcome> => session.query(name, nested(sql), values),
      script: (sql) => session.script(nested(sql)),
      release: () => release(),
    };
  }

  /** The session is its owner's. */
  close(): Promise<void> {
    return Promise.resolve();
  }
}
