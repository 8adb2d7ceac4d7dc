import type { Client, Input } from '../../client/client.ts';
import type { Change } from '../memory/change.ts';
import type { Page } from '../row-cache.ts';
import { atOf, type Batch, type Erasure, type Happened, maxBatches, rowsOf } from './batches.ts';

/** A batch, or a change outside of batches. */
export type BatchOrChange = { batch: Batch } | { change: Change };

export type HappenedAsked = Pick<Input<'listBatches'>, 'characterId' | 'by' | 'client' | 'changeType'>;

/** How far a list was read: its next page, and the time of the last entry. Undefined: to its end. */
interface End {
  cursor?: string | undefined;
  at: string;
}
interface Ends {
  batches?: End | undefined;
  changes?: End | undefined;
}

/** Later than any time. */
const now = '~';

/** A page of everything that happened, for `usePages`: of two lists, the one that reaches less far back goes on. */
export async function readHappened(
  client: Client,
  asked: HappenedAsked,
  cursor: string | undefined,
  signal: AbortSignal,
): Promise<Page<BatchOrChange>> {
  const from: Ends = cursor === undefined ? { batches: { at: now }, changes: { at: now } } : JSON.parse(cursor);
  const bound = reachOf(from);
  const read = async <Name extends keyof Ends, Entry extends { createdAt: string }>(
    name: Name,
    page: (cursor: string | undefined) => Promise<{ rows: Entry[]; nextCursor?: string | undefined }>,
  ): Promise<{ rows: Entry[]; end: End | undefined }> => {
    const end = from[name];
    if (end === undefined || end.at < bound) return { rows: [], end };
    const { rows, nextCursor } = await page(end.cursor);
    const at = rows.at(-1)?.createdAt ?? '';
    return { rows, end: nextCursor === undefined ? undefined : { cursor: nextCursor, at } };
  };
  const of = { ...asked, limit: maxBatches };
  const [batches, changes] = await Promise.all([
    read('batches', async (next) => {
      const { batches: rows, nextCursor } = await client.call('listBatches', { ...of, cursor: next }, signal);
      return { rows, nextCursor };
    }),
    read('changes', async (next) => {
      const single = { ...of, only: 'single' as const, cursor: next };
      const { changes: rows, nextCursor } = await client.call('listChanges', single, signal);
      return { rows, nextCursor };
    }),
  ]);
  const ends: Ends = { batches: batches.end, changes: changes.end };
  return {
    rows: [...batches.rows.map((batch) => ({ batch })), ...changes.rows.map((change) => ({ change }))],
    nextCursor: ends.batches || ends.changes ? JSON.stringify(ends) : undefined,
  };
}

/** The rows of what was read, with erasures, as far back as both lists reach. */
export function happenedOf({ rows, nextCursor }: Page<BatchOrChange>, erasures: readonly Erasure[]): Happened[] {
  const reach = nextCursor === undefined ? '' : reachOf(JSON.parse(nextCursor));
  const batches = rows.flatMap((one) => ('batch' in one ? one.batch : []));
  const changes = rows.flatMap((one) => ('change' in one ? one.change : []));
  return rowsOf(batches, erasures, changes).filter((row) => atOf(row) >= reach);
}

const reachOf = ({ batches, changes }: Ends) => [batches?.at ?? '', changes?.at ?? ''].toSorted().at(-1) ?? '';
