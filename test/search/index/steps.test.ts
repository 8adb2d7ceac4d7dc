import { describe, expect, test } from 'vitest';
import { CharacterIndex, type WantedPostings } from '../../../src/search/index/character-index.ts';
import { indexMemory } from '../../../src/search/index/indexed-memory.ts';
import { readMaterial } from '../../../src/search/index/material.ts';
import { packMemory } from '../../../src/search/index/recent-memories.ts';
import { fillSegments } from '../../../src/search/index/segments.ts';
import { type AtOnce, type IndexSource, takeSteps } from '../../../src/search/index/steps.ts';
import { analyzeQuery } from '../../../src/search/query.ts';
import { rank } from '../../../src/search/rank/rank.ts';
import { NOW, storing } from '../searchable.ts';

const contents = [
  'The violin teacher moved',
  'An orchestra of strings',
  'Photosynthesis in algae',
  'The harbour is closed',
];
const memories = contents.map((content, i) =>
  indexMemory({ characterNo: 1, memoryNo: i + 1, content, occurredAt: NOW, said: true }),
);

/** An engine of lists that records its questions: the first memories in a segment, the others recent. */
function listEngine(settled: number) {
  const asked: string[] = [];
  const segments = fillSegments(undefined, memories.slice(0, settled));
  const postings = segments.flatMap((one) => one.postings.map(([term, bytes]) => [one.segment, term, bytes] as const));
  const vocabulary = postings.map(([, term]) => term);
  const recent = memories.slice(settled).map(packMemory);
  const noted = <Asked, Answer>(kind: string, answer: (question: Asked) => Answer) => {
    return (question: Asked) => {
      asked.push(kind);
      return answer(question);
    };
  };
  const standing = (wanted: WantedPostings) =>
    wanted.flatMap(([asked, segments]) =>
      postings.flatMap(([segment, term, bytes]) =>
        term === asked && segments.includes(segment) ? [[term, [segment, bytes.length], bytes] as const] : [],
      ),
    );
  const index = new CharacterIndex({
    segments: segments.map(({ segment, passages, filter }) => [segment, passages, filter] as const),
    recent: recent.map(({ passages, terms }) => [passages, terms] as const),
  });
  const source: AtOnce<IndexSource> = {
    index: noted('index', (terms) => ({ index, postings: standing(index.wanted(terms)) })),
    postings: noted('postings', (wanted) => standing(wanted)),
    beginning: noted('beginning', (beginnings) =>
      beginnings.map((beginning) => vocabulary.filter((term) => term.startsWith(beginning))),
    ),
    ending: noted('ending', (endings) => endings.map((end) => vocabulary.filter((term) => term.endsWith(end)))),
  };
  return { source, asked };
}

const queries = ['violin teacher', 'voilin photosinthesis orchestrra', 'iolin arbour', 'nothing like it'];

describe('the steps of reading an index', () => {
  test.each([0, 2, 4])('the steps find the same on any engine, with %i memories in a segment', (settled) => {
    const sqlite = storing(...contents);
    for (const query of queries) {
      const analyzed = analyzeQuery(query, NOW);
      const material = takeSteps(readMaterial(analyzed), listEngine(settled).source);
      expect(rank(analyzed, material, { limit: 10 })).toStrictEqual(sqlite.rank(query));
    }
  });

  test.each([
    ['for words that begin alike with all others', 4, queries[0]!, ['index', 'beginning']],
    ['for all misspelt words together', 4, queries[1]!, ['index', 'beginning', 'postings', 'beginning']],
    [
      'for endings where nothing begins alike',
      4,
      'iolin arbour',
      ['index', 'beginning', 'ending', 'postings', 'beginning', 'beginning'],
    ],
    ['for nothing more where all is recent', 0, queries[1]!, ['index']],
  ])('the steps ask %s', (_, settled, query, expected) => {
    const { source, asked } = listEngine(settled);
    takeSteps(readMaterial(analyzeQuery(query, NOW)), source);
    expect(asked).toStrictEqual(expected);
  });
});
