import type { EventEmitter } from 'node:events';
import type { MachineStore } from '../../domain/stores/store.ts';
import type { Member } from '../../domain/tenant.ts';
import type { Connection } from './connection.ts';
import type { SearchIndex } from './search-index/search-index.ts';

/** The parts of the SQLite engine that its stores share. */
export interface Engine {
  db: Connection;
  /** Called after every write of memories, inside the same unit; a new one after the file has been reopened. */
  readonly index: SearchIndex;
  hooks: UnitHooks;
  /** Emits `withdrawal` after any change that affects authentication by keys and tokens. */
  withdrawals: EventEmitter;
}

/** What features do inside the units of others. */
export interface UnitHooks {
  /** After a memory got other content or fields. */
  onMemoryChanged(db: Connection, memoryNo: number, now: number): void;
  onCharacterDeleted(db: Connection, characterNo: number): void;
  onMemberRemoved(db: Connection, member: Pick<Member, 'id' | 'tenantId'>): void;
}

/** What a feature adds to the engine. */
export interface StorePart extends Partial<UnitHooks> {
  stores(engine: Engine): Partial<MachineStore>;
}

/** The hooks of several parts as one. */
export function hooksOf(parts: readonly StorePart[]): UnitHooks {
  return {
    onMemoryChanged: (...given) => {
      for (const part of parts) part.onMemoryChanged?.(...given);
    },
    onCharacterDeleted: (...given) => {
      for (const part of parts) part.onCharacterDeleted?.(...given);
    },
    onMemberRemoved: (...given) => {
      for (const part of parts) part.onMemberRemoved?.(...given);
    },
  };
}
