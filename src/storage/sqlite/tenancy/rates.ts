import { closeSync, openSync, rmSync } from 'node:fs';
import { Database } from '../../../base/sqlite.ts';
import type { RateStore } from '../../../domain/stores/tenancy.ts';
import { countOrRefuse } from '../../rows/tenancy.ts';
import { unitFailure } from '../failures.ts';

/** The timeout (ms) of a count, while other processes count. */
const busyMs = 1_000;

type Counter = (tenantId: string, bucket: string, limit: number, window: number) => number | undefined;

/**
 * Counts in a small file next to the store, which all its processes share. It is not synced to the disk, so a request
 * costs some microseconds and no writer of the store waits; a file that a crash has damaged is made again.
 */
export function rateStore(storePath: () => string): RateStore & { close(): void } {
  let open: { file: Database; count: Counter } | undefined;
  const close = () => {
    open?.file.close();
    open = undefined;
  };
  const take: Counter = (...request) => {
    open ??= openCounts(storePath());
    return open.count(...request);
  };
  return {
    async take(...request) {
      try {
        return take(...request);
      } catch (error) {
        close();
        if (!isDamaged(error)) throw unitFailure(error);
        for (const suffix of ['', '-wal', '-shm']) rmSync(`${countsPath(storePath())}${suffix}`, { force: true });
        return take(...request);
      }
    },
    close,
  };
}

const countsPath = (storePath: string) => `${storePath}-rates`;

function openCounts(storePath: string): { file: Database; count: Counter } {
  const isInMemory = storePath === ':memory:';
  if (!isInMemory) closeSync(openSync(countsPath(storePath), 'a', 0o600));
  const file = new Database(isInMemory ? storePath : countsPath(storePath), { timeout: busyMs });
  file.pragma('journal_mode = WAL');
  file.pragma('synchronous = OFF');
  file.exec(`CREATE TABLE IF NOT EXISTS rate_counts (
    tenant_id TEXT, bucket TEXT, since INTEGER, count INTEGER, PRIMARY KEY (tenant_id, bucket)) WITHOUT ROWID`);
  const statement = file
    .prepare<unknown[], number>(
      `INSERT INTO rate_counts AS counted (tenant_id, bucket, since, count)
       SELECT @tenantId, @bucket, @window, 1 WHERE @limit > 0
       ON CONFLICT (tenant_id, bucket) ${countOrRefuse('@limit')}`,
    )
    .pluck();
  const count: Counter = (tenantId, bucket, limit, window) => statement.get({ tenantId, bucket, limit, window });
  return { file, count };
}

function isDamaged(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return code.startsWith('SQLITE_CORRUPT') || code === 'SQLITE_NOTADB';
}
