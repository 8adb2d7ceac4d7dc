import { characterNotFound } from '../../../domain/character.ts';
import type { Scope } from '../../../domain/principal.ts';
import { seesAll } from '../../../domain/sharing.ts';
import type { NumberedCharacter } from '../../rows/changes.ts';
import type { Connection } from '../connection.ts';
import type { Directory, Place } from '../directory.ts';
import type { Unit } from '../unit.ts';
import { accessTo, caller, isAmongVisible, requireSeen } from './access.ts';

/**
 * What `select` finds of each of the characters $1, there `of.character_no`. They are a table's rows: Citus can't join a
 * list of values with each of its machines.
 */
export const ofEach = (select: string, columns = 'found.*') => `SELECT ${columns} FROM character_states AS of
  CROSS JOIN LATERAL (${select}) AS found WHERE of.character_no = ANY($1::bigint[])`;

/** The place of a list's last row, as the values $2 to $5 of a statement. Absent: behind every row. */
export function placeValues(place: { at: number; character: number; memory: number; revision?: number } | undefined) {
  if (!place) return [Number.MAX_SAFE_INTEGER, 0, 0, 0];
  return [place.at, place.character, place.memory, place.revision ?? 0];
}

/** As boundOf, in SQL, for the character `of.character_no` and the place $2 to $5. */
export const bound = {
  at: '($2::bigint + (of.character_no < $3::bigint)::int)',
  memory: 'CASE of.character_no WHEN $3 THEN $4::bigint ELSE 0 END',
  revision: 'CASE of.character_no WHEN $3 THEN $5::bigint ELSE 0 END',
} as const;

/**
 * Reads data of characters. For callers that do not see everything, the check of access is in the same snapshot and
 * round trip as the read itself.
 */
export class Reach {
  readonly #db: Connection;
  readonly #directory: Directory;

  constructor(db: Connection, directory: Directory) {
    this.#db = db;
    this.#directory = directory;
  }

  /** Several statements that read one snapshot. CharacterNotFound. */
  async read<T>(scope: Scope, characterId: string, unit: (q: Unit, place: Place) => Promise<T>): Promise<T> {
    const place = await this.#directory.locate(scope, characterId);
    return this.readAt(place, characterNotFound(characterId), unit);
  }

  /** One statement that reads. CharacterNotFound. */
  async ask<T>(
    scope: Scope,
    characterId: string,
    statement: (q: Pick<Unit, 'all' | 'get'>, place: Place) => Promise<T>,
  ): Promise<T> {
    const place = await this.#directory.locate(scope, characterId);
    if (!seesAll(scope)) return this.readAt(place, characterNotFound(characterId), statement);
    const { tenantNo } = place;
    const alone: Pick<Unit, 'all' | 'get'> = {
      all: (sql, ...values) => this.#db.all(tenantNo, sql, ...values),
      get: (sql, ...values) => this.#db.get(tenantNo, sql, ...values),
    };
    return statement(alone, place);
  }

  /** Statements on one snapshot about one character, or about all that the caller can see. CharacterNotFound. */
  async readSeen<T>(
    scope: Scope,
    characterId: string | undefined,
    unit: (q: Unit, characters: NumberedCharacter[], tenantNo: number) => Promise<T>,
  ): Promise<T> {
    const tenantNo = await this.#directory.requireTenant(scope.tenantId);
    const place = characterId === undefined ? undefined : await this.#directory.locate(scope, characterId);
    return this.#db.read(tenantNo, async (q) => {
      if (place && characterId !== undefined) {
        await requireSeen(q, place, characterId);
        return unit(q, [{ no: place.characterNo, id: characterId.toLowerCase() }], tenantNo);
      }
      const sql = `SELECT no, id FROM characters WHERE tenant_no = $1 AND ${isAmongVisible('$2', '$3')} ORDER BY no`;
      return unit(q, await q.all<NumberedCharacter>(sql, tenantNo, ...caller(scope)), tenantNo);
    });
  }

  /** Reads at a known place. Throws `notFound` when the caller can't see anything there. */
  async readAt<T>(place: Place, notFound: Error, unit: (q: Unit, place: Place) => Promise<T>): Promise<T> {
    return this.#db.read(place.tenantNo, async (q) => {
      // Awaited even on failure: nothing may be sent after the unit has ended.
      const [access, outcome] = await Promise.all([
        accessTo(q, place),
        unit(q, place).then(
          (value) => ({ value }),
          (error: unknown) => ({ error }),
        ),
      ]);
      if (access === undefined) throw notFound;
      if ('error' in outcome) throw outcome.error;
      return outcome.value;
    });
  }
}
