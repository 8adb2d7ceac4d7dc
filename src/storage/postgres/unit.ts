import type { DatabaseSession } from './driver.ts';

/** Names of prepared statements by their text; the same in every session. */
export class StatementNames {
  readonly #names = new Map<string, string>();
  readonly #prepare: boolean;

  constructor(prepare: boolean) {
    this.#prepare = prepare;
  }

  /**
   * All combinations of filters make some hundred texts; more are prepared each time. Statements with long lists too: a
   * plan cached while the tables were small may scan a table for each item.
   */
  of(sql: string, values: readonly unknown[]): string | undefined {
    // Without values there is nothing to prepare: one message instead of four.
    if (
      !this.#prepare ||
      values.length === 0 ||
      values.some((value) => Array.isArray(value) && value.length > longList)
    )
      return undefined;
    const known = this.#names.get(sql);
    if (known !== undefined || this.#names.size >= maxNames) return known;
    const name = `s${this.#names.size}`;
    this.#names.set(sql, name);
    return name;
  }
}

const maxNames = 500;
const longList = 100;

/** A statement to be sent. */
export interface SqlStatement {
  sql: string;
  values: readonly unknown[];
}

/** How to find out whether a unit was committed: the statement returns a row if it was. */
export interface Proof {
  sql: string;
  values: unknown[];
}

/**
 * The statements of one transaction, pipelined: they are sent at once and run in order. Statements that do not need
 * each other's answers share a round trip: await them with Promise.all.
 */
export class Unit {
  /** Set by units whose commit can be verified afterwards. */
  proof: Proof | undefined;
  readonly #session: DatabaseSession;
  readonly #names: StatementNames;
  readonly #sent: Promise<unknown>[] = [];
  #failure: unknown;

  constructor(session: DatabaseSession, names: StatementNames) {
    this.#session = session;
    this.#names = names;
  }

  async all<Row>(sql: string, ...values: unknown[]): Promise<Row[]> {
    return (await this.#query(sql, values)).rows as Row[];
  }

  async get<Row>(sql: string, ...values: unknown[]): Promise<Row | undefined> {
    return (await this.all<Row>(sql, ...values))[0];
  }

  /** How many rows a statement changed. */
  async run(sql: string, ...values: unknown[]): Promise<number> {
    return (await this.#query(sql, values)).count;
  }

  /** Sends a statement whose answer is not needed; if it fails, the unit fails. */
  send(sql: string, ...values: unknown[]): void {
    const sent = this.#query(sql, values);
    sent.catch(() => undefined);
    this.#sent.push(sent);
  }

  /** Sends statements without values; answers the rows of the last. The unit fails when they fail. */
  script(sql: string): Promise<unknown[]> {
    const sent = this.#noted(this.#session.script(sql));
    sent.catch(() => undefined);
    this.#sent.push(sent);
    return sent;
  }

  /** Sends statements as one, on one snapshot: no two may change the same row, and none sees another's changes. */
  sendTogether(statements: readonly SqlStatement[]): void {
    const values: unknown[] = [];
    const parts = statements.map(({ sql, values: own }) => {
      const shifted = sql.replaceAll(/\$(\d+)/g, (_, place) => `$${values.length + Number(place)}`);
      values.push(...own);
      return shifted;
    });
    const last = parts.pop();
    if (last === undefined) return;
    const before = parts.map((part, i) => `part_${i} AS (${part})`);
    this.send(before.length === 0 ? last : `WITH ${before.join(', ')} ${last}`, ...values);
  }

  /** Waits for all statements. Throws the first failure: then none of them takes effect. */
  async done(): Promise<void> {
    await Promise.allSettled(this.#sent);
    if (this.#failure !== undefined) throw this.#failure;
  }

  /** The failure of the first statement that failed, once known. */
  get failure(): unknown {
    return this.#failure;
  }

  #query(sql: string, values: unknown[]) {
    return this.#noted(this.#session.query(this.#names.of(sql, values), sql, values));
  }

  /** Answers come in the order of statements: the caller may learn of a later one first. */
  #noted<T>(sent: Promise<T>): Promise<T> {
    sent.catch((error: unknown) => {
      this.#failure ??= error;
    });
    return sent;
  }
}
