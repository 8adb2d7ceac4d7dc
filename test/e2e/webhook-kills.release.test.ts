import { join } from 'node:path';
import { Webhook as Verifier } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/harness.ts';
import { killWhileTelling } from '../support/kills.ts';

/** Set by `npm run fuzz -- kills`: how many processes are killed, and the seed of the moments. */
const { KILLS = '3', FUZZ_SEED = '20260115' } = process.env;
const kills = Number(KILLS);

test(
  'killed servers lose no event and invent none',
  async () => {
    const path = join(temporaryFolder(), 'memory.db');
    const { stored, held, told, received, secret } = await killWhileTelling(path, kills, Number(FUZZ_SEED));
    expect(stored.filter((id) => !held.includes(id))).toStrictEqual([]);
    expect(told.toSorted()).toStrictEqual(held.toSorted());
    const verifier = new Verifier(secret);
    const ids = new Map<string, string>();
    for (const { headers, body } of received) {
      expect(() => verifier.verify(body, headers)).not.toThrow();
      // A repeated delivery has the same event.
      expect(ids.get(headers['webhook-id']!) ?? body).toBe(body);
      ids.set(headers['webhook-id']!, body);
    }
    expect(ids.size).toBe(held.length);
  },
  Math.max(60_000, kills * 5_000),
);
