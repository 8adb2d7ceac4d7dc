import type { Happening } from '../../../domain/event.ts';
import { type ChangedMemory, eventsOfMemories } from '../../../domain/event-rules.ts';
import { type Scope, serviceScope } from '../../../domain/principal.ts';
import type { Tier } from '../../../domain/tier.ts';
import { type Done, lineColumns, lineOf, type Subject } from '../../rows/audit.ts';
import {
  changedTier,
  type Listener,
  type ListenerRow,
  listenerColumns,
  listening,
  makerMayListen,
  makerSeesAll,
  sentOf,
  toListener,
} from '../../rows/listeners.ts';
import { tierInForce } from '../../rows/tenancy.ts';
import type { LockedCharacter } from '../characters/character-rows.ts';
import type { StoredRevision } from '../memories/memory-rows.ts';
import type { MemorySet } from '../memories/memory-set.ts';
import { isVisibleTo } from '../sharing/access.ts';
import { markChanged } from '../tenancy/idempotency.ts';
import { type NumberedTenant, selectTierInForce } from '../tenancy/tenant-rows.ts';
import type { Unit } from '../unit.ts';

/**
 * The audit log of one unit. It starts with the unit's first statements, so finding its webhooks costs no extra round
 * trip.
 */
export class AuditWriter {
  readonly #q: Unit;
  readonly #tenantNo: number;
  readonly #scope: Scope;
  readonly #now: number;
  readonly #listeners: Promise<Listener[]>;

  /**
   * @param characterNo the character of the line
   * @param of tiers whose webhooks are notified
   */
  constructor(
    q: Unit,
    tenantNo: number,
    scope: Scope,
    now: number,
    characterNo?: number | undefined,
    of: readonly Tier[] = listening,
  ) {
    this.#q = q;
    this.#tenantNo = tenantNo;
    this.#scope = scope;
    this.#now = now;
    this.#listeners = listeners(q, tenantNo, now, characterNo, of);
    // A unit that fails before this query is read reports its own error.
    this.#listeners.catch(() => undefined);
  }

  /** Writes the line of the unit, or of one of its calls, and queues the events for webhooks. */
  async write(done: Done, scope = this.#scope, now = this.#now): Promise<void> {
    writeLine(this.#q, this.#tenantNo, scope, done, 'OK', now);
    await this.announce(done, scope, now);
  }

  /** Queues events for webhooks without an audit line. */
  async announce(done: Done, scope = this.#scope, now = this.#now): Promise<void> {
    const sent = sentOf(scope, now, done, await this.#listeners);
    if (sent.length === 0) return;
    this.#q.send(
      `INSERT INTO deliveries (tenant_no, created_at, due_at, character_no, webhook_no, event_id, type, body)
       SELECT $1, $2, $2, $3, * FROM unnest($4::bigint[], $5::text[], $6::text[], $7::text[])`,
      this.#tenantNo,
      now,
      done.character?.no ?? null,
      sent.map(({ webhook }) => webhook.no),
      sent.map(({ eventId }) => eventId),
      sent.map(({ type }) => type),
      sent.map(({ body }) => body),
    );
  }
}

/** The enabled webhooks of a tenant of these tiers whose makers may still have webhooks and can see the character. */
async function listeners(
  q: Unit,
  tenantNo: number,
  now: number,
  characterNo: number | undefined,
  of: readonly Tier[],
): Promise<Listener[]> {
  const rows = await q.all<ListenerRow>(
    `SELECT ${listenerColumns} FROM webhooks JOIN tenants ON tenants.no = webhooks.tenant_no
     LEFT JOIN LATERAL (SELECT role, status, removed_at FROM members WHERE members.id = made_by OFFSET 0) AS maker ON true
     WHERE webhooks.tenant_no = $1 AND webhooks.status = 'ENABLED' AND ${selectTierInForce('$2')} = ANY($3::text[])
       AND ${makerMayListen} AND ($4::integer IS NULL OR EXISTS (
         SELECT 1 FROM characters WHERE tenant_no = $1 AND no = $4 AND ${isVisibleTo('webhooks.made_by', makerSeesAll)}))
     ORDER BY webhooks.no`,
    tenantNo,
    now,
    of,
    characterNo ?? null,
  );
  return rows.map(toListener);
}

export function writeLine(
  q: Unit,
  tenantNo: number,
  scope: Scope,
  subject: Subject,
  outcome: string,
  now: number,
): void {
  if (outcome === 'OK') markChanged(q, tenantNo, scope);
  q.send(
    `INSERT INTO audit_events (tenant_no, ${lineColumns})
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
    tenantNo,
    ...lineOf(scope, subject, outcome, now),
  );
}

/** The audit line of a tier change that has come into force; webhooks get it even if the new tier has no webhooks. */
export async function writeTierAudit(
  q: Unit,
  tenantNo: number,
  scope: Scope,
  [previous, tier]: [Tier, Tier],
  now: number,
): Promise<void> {
  if (tier === previous) return;
  const { done, notified } = changedTier(previous, tier);
  await new AuditWriter(q, tenantNo, scope, now, undefined, notified).write(done);
}

/** Records that a downgrade of a locked tenant has come into force, if one has; the tier in force. */
export async function settleTier(q: Unit, row: NumberedTenant, now: number): Promise<Tier> {
  const tier = tierInForce(row, now);
  if (tier === row.tier) return tier;
  q.send('UPDATE tenants SET tier = $1, next_tier = NULL, period_end = NULL WHERE no = $2', tier, row.no);
  await writeTierAudit(q, row.no, serviceScope(row.id, 'set_tier'), [row.tier, tier], now);
  return tier;
}

/** The parts of a line besides the changes of memories. */
export interface MoreDone {
  targetId?: string;
  others?: readonly Happening[];
}

/**
 * The audit lines of a unit on memories. A unit may serve several calls; each gets one line with the changes since the
 * previous line.
 */
export class MemoryAuditWriter {
  readonly #audit: AuditWriter;
  readonly #character: LockedCharacter;
  readonly #memories: MemorySet;
  #unreported: StoredRevision[] = [];

  constructor(audit: AuditWriter, character: LockedCharacter, memories: MemorySet) {
    this.#audit = audit;
    this.#character = character;
    this.#memories = memories;
  }

  note(revision: StoredRevision): void {
    this.#unreported.push(revision);
  }

  /** Writes nothing when no memory was changed and `others` is empty. */
  async write(scope: Scope, now: number, { targetId, others }: MoreDone): Promise<void> {
    const revisions = this.#unreported;
    this.#unreported = [];
    if (revisions.length === 0 && !others) return;
    const idOf = (no: number) => this.#memories.byNo(no)?.id ?? '';
    const only = revisions.length === 1 ? idOf(revisions[0]!.no) : undefined;
    const { no, id, name } = this.#character;
    const happened = (withContent: boolean) => {
      const changed = revisions.map(
        ({ changeType: change, category, revision, content, ...row }): ChangedMemory => ({
          ...{ change, id: idOf(row.no), category, revision },
          ...(withContent && { content }),
        }),
      );
      return [...(others ?? []), ...eventsOfMemories(changed)];
    };
    await this.#audit.write({ character: { no, id, name }, targetId: targetId ?? only, happened }, scope, now);
  }
}
