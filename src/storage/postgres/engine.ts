import type { EventEmitter } from 'node:events';
import type { Store } from '../../domain/stores/store.ts';
import type { Member } from '../../domain/tenant.ts';
import type { Connection } from './connection.ts';
import type { Directory } from './directory.ts';
import type { IndexReader } from './search-index/index-reader.ts';
import type { Reach } from './sharing/reach.ts';
import type { Unit } from './unit.ts';

/** The parts of the PostgreSQL engine that its stores share. */
export interface Engine {
  db: Connection;
  directory: Directory;
  reach: Reach;
  index: IndexReader;
  /** Why vectors can't be stored; undefined: they can. */
  withoutVectors: string | undefined;
  hooks: UnitHooks;
  /** Emits `withdrawal` after any change that affects authentication by keys and tokens. */
  withdrawals: EventEmitter;
}

/** What features do inside the units of others. */
export interface UnitHooks {
  onMemberRemoved(q: Unit, member: Pick<Member, 'id' | 'tenantId'>): void;
}

/** What a feature adds to the engine. */
export interface StorePart extends Partial<UnitHooks> {
  stores(engine: Engine): Partial<Store>;
}

/** The hooks of several parts as one. */
export function hooksOf(parts: readonly StorePart[]): UnitHooks {
  return {
    onMemberRemoved: (...given) => {
      for (const part of parts) part.onMemberRemoved?.(...given);
    },
  };
}
