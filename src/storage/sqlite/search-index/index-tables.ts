import type { Analyses } from '../../../search/index/analyses.ts';
import { packMemory, unpackMemory } from '../../../search/index/recent-memories.ts';
import type { AtOnce } from '../../../search/index/steps.ts';
import type { IndexTables } from '../../../search/index/update.ts';
import type { Statements } from './statements.ts';

/**
 * The index of a character for an update, inside the unit that writes the memories.
 * @param discardSegment see `SearchIndex.remove`
 */
export function indexTables(
  statements: Statements,
  characterNo: number,
  analyses: Analyses,
  discardSegment?: (segment: number) => void,
): AtOnce<IndexTables> {
  const freeSegment = (segment: number): number =>
    statements.isHidden.get(characterNo, segment) === undefined ? segment : freeSegment(segment + 1);
  return {
    analyze: (entry) => analyses.indexed(entry),
    addRecent(memoryNo, memory) {
      const { passages, terms } = packMemory(memory);
      statements.addRecent.run(characterNo, memoryNo, passages, terms);
      return statements.countRecent.get(characterNo)!;
    },
    removeRecent(memoryNos) {
      const settled = new Set(memoryNos);
      for (const no of statements.recentMemories.all(characterNo)) {
        if (settled.delete(no)) statements.removeRecent.run(characterNo, no);
      }
      return settled;
    },
    takeRecent() {
      const recent = statements.recent.all(characterNo);
      statements.clearRecent.run(characterNo);
      return recent.map(([passages, terms]) => unpackMemory(passages, terms));
    },
    lastSegment: () => statements.lastSegment.get(characterNo),
    freeSegment,
    putSegment({ postings, ...segment }) {
      statements.putSegment.run({ ...segment, characterNo });
      for (const [term, bytes] of postings) {
        statements.appendPostings.run(characterNo, segment.segment, term, bytes);
        statements.addVocabulary.run(characterNo, term);
      }
    },
    segmentsHolding(memoryNos) {
      let lowest = Number.MAX_SAFE_INTEGER;
      let highest = 0;
      for (const no of memoryNos) {
        lowest = Math.min(lowest, no);
        highest = Math.max(highest, no);
      }
      return statements.segmentsOf.all(characterNo, highest, lowest);
    },
    passages: (segment) => statements.passages.get(characterNo, segment)!,
    setPassages: (segment, passages) => void statements.setPassages.run(passages, characterNo, segment),
    segmentPostings: (segment) => statements.segmentPostings.all(characterNo, segment),
    deleteSegment(segment, isDead) {
      if (isDead && discardSegment) discardSegment(segment);
      else statements.deletePostings.run(characterNo, segment);
      statements.deleteSegment.run(characterNo, segment);
    },
    giveTurn: () => undefined,
  };
}
