import type { AuditEvent } from '../../domain/audit.ts';
import { ServiceError } from '../../domain/errors.ts';
import type { AuditCursor, AuditFilter } from '../../domain/stores/audit.ts';
import { findCharacter } from '../characters.ts';
import type { Context } from '../context.ts';
import { milliseconds } from '../memories.ts';

/** A filter of lines in its wire form: times are ISO-8601, members and characters may be named. */
export interface AskedLines {
  since?: string | undefined;
  until?: string | undefined;
  member?: string | undefined;
  action?: string | undefined;
  characterId?: string | undefined;
  outcome?: AuditFilter['outcome'];
}

/** Lines that are read at a time. */
const batch = 500;

/** A page of lines, newest first. InvalidInput for a malformed cursor, CharacterNotFound. */
export async function listLines(
  context: Context,
  { limit, cursor, ...asked }: AskedLines & { limit: number; cursor?: string | undefined },
): Promise<{ events: AuditEvent[]; nextCursor?: string }> {
  const { store, principal } = context;
  const filter = await filterOf(context, asked);
  const after = cursor === undefined ? undefined : readCursor(cursor);
  const { events, next } = await store.audit.list(principal, filter, { order: 'DESC', limit, after });
  return { events, ...(next && { nextCursor: `${next.at}.${next.no}` }) };
}

/** All lines until now, oldest first, each as a line of JSON. CharacterNotFound. */
export async function exportLines(context: Context, asked: AskedLines): Promise<AsyncIterable<string>> {
  const { store, principal, now } = context;
  const filter = await filterOf(context, asked);
  // Lines written during this export, such as its own, are left to the next one.
  const until = Math.min(filter.until ?? Number.POSITIVE_INFINITY, now());
  return (async function* () {
    let after: AuditCursor | undefined;
    do {
      const page = await store.audit.list(principal, { ...filter, until }, { order: 'ASC', limit: batch, after });
      if (page.events.length > 0) yield page.events.map((event) => `${JSON.stringify(event)}\n`).join('');
      after = page.next;
    } while (after);
  })();
}

async function filterOf(
  context: Context,
  { since, until, member, characterId, ...asked }: AskedLines,
): Promise<AuditFilter> {
  const { store, principal } = context;
  const [known] = member === undefined ? [] : await store.members.find(member, principal.tenantId);
  return {
    ...asked,
    since: milliseconds(since),
    until: milliseconds(until),
    // A member that was removed is found by its id.
    memberId: known?.id ?? member,
    characterId: characterId === undefined ? undefined : (await findCharacter(context, characterId)).id,
  };
}

function readCursor(cursor: string): AuditCursor {
  const [, at, no] = /^(\d{1,15})\.(\d{1,15})$/.exec(cursor) ?? [];
  if (at === undefined || no === undefined) throw new ServiceError('InvalidInput', 'cursor must be a nextCursor.');
  return { at: Number(at), no: Number(no) };
}
