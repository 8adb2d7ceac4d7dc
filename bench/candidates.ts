// Whether a ranking of candidates shows what a ranking of all memories shows: the first twenty of each question, on the
// sets of ../shared/eval, each set as one character. By words and the table of words, without embeddings.
// Arguments: names of sets; default: all.
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { Searchable } from '../test/search/searchable.ts';
import { report } from './support/report.ts';

const shown = 20;
const folder = '../shared/eval';

interface Memory {
  content: string;
  sessionId?: string | undefined;
  occurredAt?: number | undefined;
}
/** Memories of one character, and questions about them. */
interface Data {
  memories: Memory[];
  questions: string[];
}
interface Conversation {
  id: string;
  memories: { content: string; sessionId?: string; occurredAt?: string }[];
  queries: { query: string }[];
}
interface Person {
  id: string;
  sessions: { id: string; date: string; turns: string[]; queries: { query: string }[] }[];
}

function conversations(file: string): Data {
  const all: Conversation[] = JSON.parse(readFileSync(`${folder}/${file}`, 'utf8'));
  const memories = all.flatMap((one, i) =>
    one.memories.map(({ content, sessionId, occurredAt }) => ({
      content,
      ...(sessionId && { sessionId: `${i} ${sessionId}` }),
      ...(occurredAt && { occurredAt: Date.parse(occurredAt) }),
    })),
  );
  return { memories, questions: all.flatMap(({ queries }) => queries.map(({ query }) => query)) };
}

function exchanges(): Data {
  const people: Person[] = JSON.parse(String(gunzipSync(readFileSync(`${folder}/realmem-dev.json.gz`))));
  const sessions = people.flatMap((person) => person.sessions.map((one) => ({ ...one, id: `${person.id} ${one.id}` })));
  const memories = sessions.flatMap(({ id, date, turns }) => {
    const day = Date.parse(`${date}T09:00:00Z`);
    return turns.map((content, i) => ({ content, sessionId: id, occurredAt: day + i * 60_000 }));
  });
  return { memories, questions: sessions.flatMap(({ queries }) => queries.map(({ query }) => query)) };
}

/** Among the messages of the others, where a set is too small for candidates to be chosen. */
const among = ({ memories, questions }: Data): Data => ({
  memories: [...exchanges().memories, ...memories],
  questions,
});
const sets: Record<string, () => Data> = {
  LoCoMo: () => conversations('locomo-dev.json'),
  observations: () => among(conversations('locomo-observations-dev.json')),
  meaning: () => among(conversations('meaning-dev.json')),
  RealMem: exchanges,
};

function compared(name: string, { memories, questions }: Data) {
  const store = new Searchable();
  store.index.inBulk(1, () => {
    for (const { content, sessionId, occurredAt } of memories) {
      store.add(content, {
        ...(sessionId !== undefined && { sessionId }),
        ...(occurredAt !== undefined && { occurredAt }),
      });
    }
  });
  let equal = 0;
  let common = 0;
  let found = 0;
  const work = [0, 0];
  for (const question of questions) {
    const [some, all] = [false, true].map((exhaustive, i) => {
      const before = process.cpuUsage();
      const ranked = store.rank(question, { limit: shown, exhaustive }).memories.map(({ memoryNo }) => memoryNo);
      const { user, system } = process.cpuUsage(before);
      work[i]! += (user + system) / 1_000 / questions.length;
      return ranked;
    }) as [number[], number[]];
    if (some.length === all.length && some.every((one, i) => one === all[i])) equal++;
    common += all.filter((one) => some.includes(one)).length;
    found += all.length;
  }
  const share = equal / questions.length;
  const n = { memories: memories.length, questions: questions.length };
  return { set: name, ...n, equal, share, 'of the memories': common / found, 'CPU ms': work[0]!, 'of all': work[1]! };
}

const names = process.argv.slice(2);
report(
  'candidates',
  (names.length > 0 ? names : Object.keys(sets)).map((name) => compared(name, sets[name]!())),
);
