import { memoryNote, type Note, type Room } from '../../domain/fence.ts';
import { givenKey } from '../../domain/stores/hooks.ts';
import { withDays } from '../../search/relative-days.ts';
import { excerptOf, leastPart } from '../../search/text/excerpt.ts';
import type { Candidate } from './candidates.ts';

/** As long as any id of a memory. */
const noId = '00000000-0000-0000-0000-000000000000';

const whereWhole = (memoryId: string) => `get_memory ${memoryId}`;

/** A measure that measures each text once: notes are put into several frames. */
export function remembering(measure: Room['measure']): Room['measure'] {
  const known = new Map<string, number>();
  return (text) => {
    const measured = known.get(text) ?? measure(text);
    known.set(text, measured);
    return measured;
  };
}

interface Reader extends Pick<Room, 'measure'> {
  /** Whom a character's memories are about, by its id, if not the subject of the list. */
  nameOf: ReadonlyMap<string, string>;
  /** The keys of memories, and of parts of them, that the reader has. */
  known: ReadonlySet<string>;
  /** What stands behind the text of a memory, by its id; more may come later. */
  marks: ReadonlyMap<string, readonly string[]>;
  /** Milliseconds. */
  now: number;
  timeZone: string;
}

/**
 * Memories as notes with their origins and days, each made once for the same marks. `knownParts`: the ids of those whose
 * best part the reader has.
 */
export function notesOf({ nameOf, known, marks, now, timeZone, measure }: Reader) {
  const knownParts = new Set<string>();
  const smallest = leastPart(measure, whereWhole(noId));
  const made = new Map<string, Note>();
  const noteOf = (memory: Candidate, mark: string): Note => {
    const said = Date.parse(memory.occurredAt ?? memory.createdAt);
    const dated = (text: string) => withDays(text, { said, now, timeZone }) + mark;
    return {
      ...memoryNote({ ...memory, content: dated(memory.content) }, timeZone),
      of: nameOf.get(memory.characterId),
      partIn({ size, measure: measureIn }) {
        // The room is full long before the last note.
        if (size < smallest) return undefined;
        const partRoom = { size, measure: (text: string) => measureIn(dated(text)) };
        const part = excerptOf(memory.content, memory.terms?.() ?? [], partRoom, whereWhole(memory.id));
        if (part === undefined || !known.has(givenKey(memory.id, part.from)))
          return part && { ...part, text: dated(part.text) };
        knownParts.add(memory.id);
        return undefined;
      },
    };
  };
  const note = (memory: Candidate): Note => {
    const mark = marks.has(memory.id) ? ` (${marks.get(memory.id)?.join('; ')})` : '';
    const one = made.get(memory.id + mark) ?? noteOf(memory, mark);
    made.set(memory.id + mark, one);
    return one;
  };
  return { note, knownParts: knownParts as ReadonlySet<string> };
}
