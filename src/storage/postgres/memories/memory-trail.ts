import type { Happening } from '../../../domain/event.ts';
import { type ChangedMemory, eventsOfMemories } from '../../../domain/event-rules.ts';
import type { Scope } from '../../../domain/principal.ts';
import type { Trail } from '../audit/record.ts';
import type { LockedCharacter } from '../characters/character-rows.ts';
import type { MemorySet } from './memory-set.ts';
import type { StoredRevision } from './put-memories.ts';

/** What a line tells beside what was done to memories. */
export interface MoreDone {
  targetId?: string;
  others?: readonly Happening[];
}

/** The trail of a unit on memories, which may serve several calls: each has its line, of what was done since the last. */
export class MemoryTrail {
  readonly #trail: Trail;
  readonly #character: LockedCharacter;
  readonly #memories: MemorySet;
  #untold: StoredRevision[] = [];

  constructor(trail: Trail, character: LockedCharacter, memories: MemorySet) {
    this.#trail = trail;
    this.#character = character;
    this.#memories = memories;
  }

  note(revision: StoredRevision): void {
    this.#untold.push(revision);
  }

  /** Nothing when no memory was changed and there is nothing else (`others`). */
  async leave(scope: Scope, now: number, { targetId, others }: MoreDone): Promise<void> {
    const revisions = this.#untold;
    this.#untold = [];
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
    await this.#trail.leave({ character: { no, id, name }, targetId: targetId ?? only, happened }, scope, now);
  }
}
