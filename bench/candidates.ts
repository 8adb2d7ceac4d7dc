// Whether a ranking of candidates shows what a ranking of all memories shows: the first twenty of each question, and the
// share of right memories among the first ten, on the sets of ../shared/eval, each set as one character. By words and the
// table of words, without embeddings.
// Arguments: names of sets; default: all.
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { Searchable } from '../test/search/searchable.ts';
import { report } from './support/report.ts';

const [shown, first] = [20, 10];
const folder = '../shared/eval';

interface Memory {
  /** What names it among the right ones of a question: its key, or its session. */
  key: string;
  content: string;
  sessionId?: string | undefined;
  occurredAt?: number | undefined;
}
interface Question {
  query: string;
  right: string[];
}
/** Memories of one character, and questions about them. */
interface Data {
  memories: Memory[];
  questions: Question[];
}
interface Conversation {
  id: string;
  memories: { key: string; content: string; sessionId?: string; occurredAt?: string }[];
  queries: { query: string; relevant: string[] }[];
}
interface Person {
  id: string;
  sessions: { id: string; date: string; turns: string[]; queries: { query: string; sessions: string[] }[] }[];
}

function conversations(file: string): Data {
  const all: Conversation[] = JSON.parse(readFileSync(`${folder}/${file}`, 'utf8'));
  const memories = all.flatMap((one, i) =>
    one.memories.map(({ key, content, sessionId, occurredAt }) => ({
      key: `${i} ${key}`,
      content,
      ...(sessionId && { sessionId: `${i} ${sessionId}` }),
      ...(occurredAt && { occurredAt: Date.parse(occurredAt) }),
    })),
  );
  const questions = all.flatMap(({ queries }, i) =>
    queries.map(({ query, relevant }) => ({ query, right: relevant.map((key) => `${i} ${key}`) })),
  );
  return { memories, questions };
}

function exchanges(): Data {
  const people: Person[] = JSON.parse(String(gunzipSync(readFileSync(`${folder}/realmem-dev.json.gz`))));
  const sessions = people.flatMap((person) =>
    person.sessions.map((one) => ({ ...one, person: person.id, id: `${person.id} ${one.id}` })),
  );
  const memories = sessions.flatMap(({ id, date, turns }) => {
    const day = Date.parse(`${date}T09:00:00Z`);
    return turns.map((content, i) => ({ key: id, content, sessionId: id, occurredAt: day + i * 60_000 }));
  });
  const questions = sessions.flatMap(({ person, queries }) =>
    queries.map(({ query, sessions: right }) => ({ query, right: right.map((id) => `${person} ${id}`) })),
  );
  return { memories, questions };
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
  const recall = [0, 0];
  /** The share of the right ones among the first. */
  const recallOf = (ranked: readonly number[], right: readonly string[]) => {
    const keys = new Set(ranked.slice(0, first).map((memoryNo) => memories[memoryNo - 1]!.key));
    return right.filter((key) => keys.has(key)).length / right.length;
  };
  const judged = questions.filter(({ right }) => right.length > 0).length;
  for (const { query: question, right } of questions) {
    const [some, all] = [false, true].map((exhaustive, i) => {
      const before = process.cpuUsage();
      const ranked = store.rank(question, { limit: shown, exhaustive }).memories.map(({ memoryNo }) => memoryNo);
      const { user, system } = process.cpuUsage(before);
      work[i]! += (user + system) / 1_000 / questions.length;
      if (right.length > 0) recall[i]! += recallOf(ranked, right) / judged;
      return ranked;
    }) as [number[], number[]];
    if (some.length === all.length && some.every((one, i) => one === all[i])) equal++;
    common += all.filter((one) => some.includes(one)).length;
    found += all.length;
  }
  const share = equal / questions.length;
  const n = { memories: memories.length, questions: questions.length };
  const cpu = { 'CPU ms': work[0]!, 'of all': work[1]! };
  const found10 = { 'R@10': recall[0]!, 'R@10 of all': recall[1]! };
  return { set: name, ...n, equal, share, 'of the memories': common / found, ...found10, ...cpu };
}

const names = process.argv.slice(2);
report(
  'candidates',
  (names.length > 0 ? names : Object.keys(sets)).map((name) => compared(name, sets[name]!())),
);
