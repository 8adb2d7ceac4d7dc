import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

/** A source of texts and queries. */
export interface Texts {
  text(): string;
  query(): string;
}

const folder = '../shared/eval';
const files = ['locomo-observations-dev.json', 'locomo-dev.json'];
const exchanges = 'realmem-dev.json.gz';
const queryWords = 10;

interface Conversation {
  memories: { content: string }[];
  queries: { query: string }[];
}

interface Exchanges {
  sessions: { turns: string[] }[];
}

/** Statements and messages of real conversations, and questions about them; undefined where they are not there. */
export function realTexts(): Texts | undefined {
  const paths = [...files, exchanges].map((file) => `${folder}/${file}`);
  if (!paths.every(existsSync)) return undefined;
  const read = (file: string) => readFileSync(`${folder}/${file}`);
  const conversations = files.flatMap((file): Conversation[] => JSON.parse(String(read(file))));
  const further: Exchanges[] = JSON.parse(String(gunzipSync(read(exchanges))));
  const texts = [
    ...conversations.flatMap(({ memories }) => memories.map(({ content }) => content)),
    ...further.flatMap(({ sessions }) => sessions.flatMap(({ turns }) => turns)),
  ].filter((text) => text.trim() !== '');
  const queries = conversations.flatMap((one) => one.queries.map(({ query }) => query));
  const long = queries.filter((query) => query.split(' ').length >= queryWords);
  let text = 0;
  let query = 0;
  return {
    /** A further round of the texts has a number at the end of each. */
    text() {
      const round = Math.floor(text / texts.length);
      const one = texts[text++ % texts.length]!;
      return round === 0 ? one : `${one} ${round}`;
    },
    query: () => long[query++ % long.length]!.split(' ').slice(0, queryWords).join(' '),
  };
}
