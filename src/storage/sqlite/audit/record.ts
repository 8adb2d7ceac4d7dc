import type { Happening } from '../../../domain/event.ts';
import { type ChangedMemory, eventsOfMemories, updated } from '../../../domain/event-rules.ts';
import type { Author, ChangeType } from '../../../domain/memory.ts';
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
import { type TenantRow, tierInForce } from '../../rows/tenancy.ts';
import type { CharacterRow } from '../characters/character-rows.ts';
import type { Connection } from '../connection.ts';
import { isVisibleTo } from '../sharing/access.ts';
import { markChanged } from '../tenancy/idempotency.ts';
import { selectTierInForce } from '../tenancy/tenant-rows.ts';

export const isVisibleToMaker = isVisibleTo('webhooks.made_by', makerSeesAll);

/** Writes the audit line of a unit and its events for webhooks: the last action of the unit. */
export function writeAudit(db: Connection, scope: Scope, now: number, done: Done): void {
  writeLine(db, scope, done, 'OK', now);
  announce(db, scope, now, done);
}

/** Tells webhooks alone. */
export function announce(db: Connection, scope: Scope, now: number, done: Done): void {
  if (done.happened) tell(db, scope, now, done, listeners(db, scope.tenantId, now, done.character?.no, listening));
}

/** The audit line of another tier that has come into force; it is reported also where the new one has no webhooks. */
export function writeTierAudit(db: Connection, scope: Scope, previous: Tier, tier: Tier, now: number): void {
  if (tier === previous) return;
  const { done, notified } = changedTier(previous, tier);
  writeLine(db, scope, done, 'OK', now);
  tell(db, scope, now, done, listeners(db, scope.tenantId, now, undefined, notified));
}

/** Records that a downgrade has come into force, if one has. */
export function settleTier(db: Connection, row: TenantRow, now: number): void {
  const tier = tierInForce(row, now);
  if (tier === row.tier) return;
  db.run('UPDATE tenants SET tier = ?, next_tier = NULL, period_end = NULL WHERE id = ?', tier, row.id);
  writeTierAudit(db, serviceScope(row.id, 'set_tier'), row.tier, tier, now);
}

export function writeLine(db: Connection, scope: Scope, subject: Subject, outcome: string, now: number): void {
  if (outcome === 'OK') markChanged(db, scope);
  db.run(
    `INSERT INTO audit_events (tenant_id, ${lineColumns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    scope.tenantId,
    ...lineOf(scope, subject, outcome, now),
  );
}

/** Writes the events for some of a tenant's webhooks to the outbox. */
function tell(db: Connection, scope: Scope, now: number, done: Done, webhooks: readonly Listener[]): void {
  for (const { webhook, eventId, type, body } of sentOf(scope, now, done, webhooks)) {
    db.run(
      'INSERT INTO deliveries (webhook_no, event_id, type, body, created_at, due_at, character_no) VALUES (?, ?, ?, ?, ?, ?, ?)',
      webhook.no,
      eventId,
      type,
      body,
      now,
      now,
      done.character?.no ?? null,
    );
  }
}

/**
 * The enabled webhooks of a tenant of these tiers whose makers may have them, and see the character that it is about.
 */
function listeners(
  db: Connection,
  tenantId: string,
  now: number,
  characterNo: number | undefined,
  of: readonly Tier[],
): Listener[] {
  return db
    .all<ListenerRow>(
      `SELECT ${listenerColumns} FROM webhooks CROSS JOIN tenants ON tenants.id = webhooks.tenant_id
       LEFT JOIN members AS maker ON maker.id = webhooks.made_by
       WHERE webhooks.tenant_id = @tenantId AND webhooks.status = 'ENABLED'
         AND ${selectTierInForce} IN (SELECT value FROM json_each(@of))
         AND ${makerMayListen} AND (@characterNo IS NULL OR EXISTS (
           SELECT 1 FROM characters WHERE no = @characterNo AND tenant_id = @tenantId AND ${isVisibleToMaker}))
       ORDER BY webhooks.no`,
      { tenantId, now, of: JSON.stringify(of), characterNo: characterNo ?? null },
    )
    .map(toListener);
}

/** An author and the author's changes of memories, for the audit log of one unit. */
export interface Recorder extends Author {
  changes: Changes;
}

/** To be made inside the unit, which may run more than once. */
export function recording(by: Author): Recorder {
  return { ...by, changes: new Changes() };
}

/** The changes of memories in a unit. */
class Changes {
  readonly #changed: [change: ChangeType, memoryNo: number][] = [];

  note(change: ChangeType, memoryNos: Iterable<number>): void {
    for (const no of memoryNos) this.#changed.push([change, no]);
  }

  get isEmpty(): boolean {
    return this.#changed.length === 0;
  }

  /** The id of the only memory that was changed. */
  onlyMemory(db: Connection): string | undefined {
    const [first, second] = this.#changed;
    return first && !second ? this.#memories(db, [first[1]]).get(first[1])?.id : undefined;
  }

  /** The events of the changes, with the current state of each memory. */
  happenings(db: Connection, withContent: boolean): Happening[] {
    const rows = this.#memories(
      db,
      this.#changed.map(([, no]) => no),
    );
    const changed = this.#changed.flatMap(([change, no]): ChangedMemory[] => {
      const row = rows.get(no);
      if (!row) return [];
      const { id, category, revision, content } = row;
      return [{ change, id, category, revision, ...(withContent && { content }) }];
    });
    return eventsOfMemories(changed);
  }

  #memories(db: Connection, nos: readonly number[]) {
    const rows = db.all<{ no: number; id: string; category: string; revision: number; content: string }>(
      `SELECT memories.no, memories.id, categories.name AS category, revision, content
       FROM json_each(?) AS wanted CROSS JOIN memories ON memories.no = wanted.value
       CROSS JOIN categories ON categories.no = memories.category_no`,
      JSON.stringify(nos),
    );
    return new Map(rows.map((row) => [row.no, row]));
  }
}

/** The audit lines of a unit that changed a character itself, by default what it holds beside memories. */
export function writeCharacterAudit(
  db: Connection,
  scope: Scope,
  now: number,
  { no, id, name }: Pick<CharacterRow, 'no' | 'id' | 'name'>,
  happening: Happening = updated(scope),
): void {
  writeAudit(db, scope, now, { character: { no, id, name }, happened: () => [happening] });
}

/** The audit lines of a unit that changed memories, and perhaps more (`others`); nothing when it changed nothing. */
export function writeMemoryAudit(
  db: Connection,
  scope: Scope,
  by: Recorder,
  { no, id, name }: Pick<CharacterRow, 'no' | 'id' | 'name'>,
  more: { targetId?: string | undefined; others?: readonly Happening[] } = {},
): void {
  const { changes } = by;
  if (changes.isEmpty && !more.others) return;
  writeAudit(db, scope, by.now, {
    character: { no, id, name },
    targetId: more.targetId ?? changes.onlyMemory(db),
    happened: (withContent) => [...(more.others ?? []), ...changes.happenings(db, withContent)],
  });
}
