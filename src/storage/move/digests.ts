import { createHash } from 'node:crypto';
import type { Row, Value } from './side.ts';

/** The digest of one owner's rows of a table: their number, and a sum over their hashes. */
interface Digest {
  count: number;
  sum: bigint;
}

/**
 * Digests of a table's rows, one for each character (or tenant, for tables without characters), independent of the
 * order of rows. A sum of 128-bit hashes shows any row that is missing, doubled or different.
 */
export class Digests {
  readonly #columns: readonly string[];
  readonly #owner: string | undefined;
  readonly #of = new Map<string, Digest>();
  rows = 0;

  constructor(columns: readonly string[]) {
    this.#columns = columns;
    this.#owner = ['character_no', 'tenant_id'].find((column) => columns.includes(column));
  }

  add(row: Row): void {
    const owner = this.#owner === undefined ? 'the store' : `${this.#owner} ${row[this.#owner]}`;
    const digest = this.#of.get(owner) ?? { count: 0, sum: 0n };
    digest.count += 1;
    digest.sum = BigInt.asUintN(128, digest.sum + hashOf(this.#columns.map((column) => row[column] ?? null)));
    this.#of.set(owner, digest);
    this.rows += 1;
  }

  /** The owner of different rows; undefined: there are none. */
  difference(other: Digests): string | undefined {
    const owners = new Set([...this.#of.keys(), ...other.#of.keys()]);
    return [...owners].find((owner) => {
      const [one, two] = [this.#of.get(owner), other.#of.get(owner)];
      return one?.count !== two?.count || one?.sum !== two?.sum;
    });
  }
}

function hashOf(values: readonly Value[]): bigint {
  const shown = values.map((value) => (value instanceof Uint8Array ? [sha256(value)] : value));
  return BigInt(`0x${sha256(JSON.stringify(shown)).slice(0, 32)}`);
}

const sha256 = (value: Uint8Array | string) => createHash('sha256').update(value).digest('hex');
