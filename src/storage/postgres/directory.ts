import { characterNotFound } from '../../domain/character.ts';
import type { Scope } from '../../domain/principal.ts';
import { tenantNotFound } from '../../domain/tenant-rules.ts';
import { isUuid } from '../../domain/text.ts';
import type { Connection } from './connection.ts';

/** How many characters' numbers are cached: about 150 bytes each. */
const maxCached = 100_000;

/** A number that no tenant has. */
export const noTenant = 0;

/** A character by the numbers of its rows, and the caller. */
export interface Place {
  scope: Scope;
  tenantNo: number;
  characterNo: number;
}

/**
 * Cache of the numbers of tenants and characters. They never change, so a node reads each once. With them, a statement
 * can use the full key of every table.
 */
export class Directory {
  readonly #db: Connection;
  readonly #tenants = new Map<string, number>();
  readonly #characters = new Map<string, number>();

  constructor(db: Connection) {
    this.#db = db;
  }

  /** Undefined for an unknown tenant. */
  async tenant(tenantId: string): Promise<number | undefined> {
    const known = this.#tenants.get(tenantId);
    if (known !== undefined) return known;
    const row = await this.#db.get<{ no: number }>(null, 'SELECT no FROM tenants WHERE id = $1', tenantId);
    if (row) this.#tenants.set(tenantId, row.no);
    return row?.no;
  }

  /** NotFound. */
  async requireTenant(tenantId: string): Promise<number> {
    const no = await this.tenant(tenantId);
    if (no === undefined) throw tenantNotFound(tenantId);
    return no;
  }

  /** The numbers of a character of the tenant. Does not check access. */
  async find(scope: Scope, characterId: string): Promise<Place | undefined> {
    const { tenantId } = scope;
    const id = characterId.toLowerCase();
    if (!isUuid(id)) return undefined;
    const tenantNo = await this.tenant(tenantId);
    if (tenantNo === undefined) return undefined;
    const known = this.#characters.get(placeKey(id, tenantId));
    if (known !== undefined) return { scope, tenantNo, characterNo: known };
    const sql = 'SELECT no FROM characters WHERE tenant_no = $1 AND id = $2';
    const row = await this.#db.get<{ no: number }>(tenantNo, sql, tenantNo, id);
    if (!row) return undefined;
    this.learn(tenantId, id, row.no);
    return { scope, tenantNo, characterNo: row.no };
  }

  /** Caches the number of a character that was read for another reason. */
  learn(tenantId: string, characterId: string, characterNo: number): void {
    if (this.#characters.size >= maxCached) this.#characters.clear();
    this.#characters.set(placeKey(characterId, tenantId), characterNo);
  }

  /** As find. CharacterNotFound. */
  async locate(scope: Scope, characterId: string): Promise<Place> {
    const place = await this.find(scope, characterId);
    if (!place) throw characterNotFound(characterId);
    return place;
  }

  /** For the case that the database was replaced. */
  forget(): void {
    this.#tenants.clear();
    this.#characters.clear();
  }
}

function placeKey(characterId: string, tenantId: string): string {
  return `${characterId} ${tenantId}`;
}
