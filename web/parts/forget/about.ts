import type { Client, Input, Output } from '../../client/client.ts';
import { foldCase } from '../../shell/matches.ts';
import { explanationOf } from '../memory/rank.ts';

type Plan = Output<'eraseMemories'>;
type Found = Output<'searchSeveral'>['memories'][number];

/** A memory that may be meant; with all words of a topic of several. */
export type Going = Plan['memories'][number] & { hasAll?: boolean };

/** Another name of what is to be forgotten. */
export interface OtherName {
  name: string;
  /** Whether memories that have it are about it too; otherwise it is only offered. */
  isMeant: boolean;
}

/** What speaks of a name or a topic, and what else it is called. */
export interface About {
  /** What the plan is of. */
  asked: Pick<Input<'eraseMemories'>, 'everywhere' | 'naming' | 'filter'>;
  plan: Plan & { memories: Going[] };
  others: OtherName[];
}

/** The most names of one erasure, and results of a search. */
const [maxNames, maxFound] = [20, 100];
/** UTF-16 units of a name. */
const maxLength = 200;
/** A form of a word has at most so many letters more: wine, wines. */
const maxEnding = 3;
/** The least relevance and part of it by meaning, or likeness in meaning, of what is near a topic. */
const [leastNear, leastMeaning, leastAlike] = [0.2, 0.05, 0.6];
/** So often names are read again until all memories are. */
const maxReads = 20;
/** A word may be the topic in another language if so many of what is near have it, so many times its share of all. */
const [leastShare, leastOften, leastLift] = [0.7, 4, 5];

/** All about a name or a topic. @param chosen other names that the user has added or left out */
export async function findAbout(
  client: Client,
  given: string,
  chosen: ReadonlyMap<string, boolean>,
  signal: AbortSignal,
): Promise<About> {
  const words = given.slice(0, maxLength);
  const [described, search] = await Promise.all([
    describe(client, words, signal),
    client.call('searchSeveral', { everywhere: true, query: words, limit: maxFound, explain: true }, signal),
  ]);
  const near = search.memories.filter(isNear);
  const also = near.map(({ id }) => id);
  const planOf = (naming: readonly string[]) =>
    client.call('eraseMemories', { everywhere: true, naming: [...naming], ...(also.length > 0 && { also }) }, signal);
  const meant = distinct([...described.spellings, ...described.joined, ...formsIn(search.memories, words)], [words]);
  const first = await planOf([words, ...meant].slice(0, maxNames));
  const alike = distinct(first.alike, [words, ...meant]);
  const known = [words, ...meant, ...alike];
  const short = described.perhaps.flatMap(({ name, alias }) => [name, alias]);
  const others = [
    ...[...meant, ...alike].map((name) => ({ name, isMeant: true })),
    ...distinct([...short, ...(await translations(client, first, near, signal))], known).map((name) => {
      return { name, isMeant: false };
    }),
  ].map((one) => ({ ...one, isMeant: chosen.get(one.name) ?? one.isMeant }));
  const names = [words, ...others.filter(({ isMeant }) => isMeant).map(({ name }) => name)].slice(0, maxNames);
  const isSame = names.length === 1 + meant.length && meant.every((one) => names.includes(one));
  const plan = isSame ? first : await planOf(names);
  return {
    asked: { everywhere: true, naming: names },
    plan: { ...plan, memories: byWords(plan.memories, search.memories) },
    others,
  };
}

/** All that a member wrote. */
export async function findBy(client: Client, author: string, signal: AbortSignal): Promise<About> {
  const asked = { everywhere: true, filter: { author } };
  return { asked, plan: await client.call('eraseMemories', asked, signal), others: [] };
}

async function describe(client: Client, name: string, signal: AbortSignal) {
  for (let read = 1; ; read++) {
    const one = await client.call('describeName', { name, limit: 1 }, signal);
    if (one.read >= one.total || read === maxReads) return one;
  }
}

/** The forms of one word in what a search for it has found. */
function formsIn(memories: readonly Found[], words: string): string[] {
  const folded = foldCase(words);
  if (/\s/u.test(folded)) return [];
  return memories
    .flatMap((one) => explanationOf(one).terms ?? [])
    .filter(({ by }) => by === 'word' || by === 'script')
    .flatMap(({ by, found }) => (by === 'script' ? found : found.filter((one) => isForm(foldCase(one), folded))));
}

const isForm = (one: string, word: string) => one.startsWith(word) && one.length - word.length <= maxEnding;

/** What is near a topic by how many of its words it has, also in the title of its chat; what names it stays first. */
export function byWords(memories: readonly Going[], found: readonly Found[]): Going[] {
  const had = new Map(
    found.map((one, rank) => {
      const { terms = [], lacks = [] } = explanationOf(one);
      const of = terms.filter(({ by }) => by === 'word' || by === 'script').length;
      const isTopic = terms.length + lacks.length > 1;
      return [one.id, { hasAll: isTopic && of === terms.length + lacks.length, order: of - rank / found.length }];
    }),
  );
  const orderOf = ({ id, named }: Going) => (named === 'near' ? (had.get(id)?.order ?? 0) : Number.POSITIVE_INFINITY);
  return memories
    .map((one) => (one.named === 'near' && had.get(one.id)?.hasAll ? { ...one, hasAll: true } : one))
    .toSorted((a, b) => (orderOf(a) === orderOf(b) ? 0 : orderOf(b) - orderOf(a)));
}

/** Whether a match is near by itself: not as a neighbour of another one, or by a misspelling. */
function isNear(one: Found): boolean {
  const { terms = [], meaning = 0, similarity = 0, insteadOf } = explanationOf(one);
  const isOwn = meaning >= leastMeaning || insteadOf !== undefined || terms.some(({ by }) => by !== 'typo');
  return similarity >= leastAlike || (isOwn && one.relevance >= leastNear);
}

/** Words that most of what is near in meaning, and has none of the names, have in common: the topic in other languages. */
async function translations(client: Client, plan: Plan, near: readonly Found[], signal: AbortSignal) {
  const named = new Set(plan.memories.flatMap(({ id, named }) => (named === 'near' ? [] : [id])));
  const alike = near.filter((one) => !named.has(one.id) && (explanationOf(one).similarity ?? 0) >= leastAlike);
  if (alike.length < leastOften) return [];
  const texts = alike.map(({ content }) => new Set(foldCase(content).match(/[\p{L}\p{M}]{3,}/gu)));
  const often = [...new Set(texts.flatMap((words) => [...words]))].filter((word) => {
    const having = texts.filter((words) => [...words].some((one) => isForm(one, word)));
    return having.length >= Math.max(leastOften, leastShare * texts.length);
  });
  if (often.length === 0) return [];
  const query = often.slice(0, maxNames).join(' ');
  const { understood } = await client.call(
    'searchSeveral',
    { everywhere: true, query, limit: 1, explain: true },
    signal,
  );
  const { usage } = await client.call('getTier', {}, signal);
  const words = (understood?.words ?? []).filter(({ word }) => often.includes(foldCase(word)));
  const best = Math.min(...words.map(({ memories }) => memories));
  return words
    .filter(({ memories }) => memories <= usage.memories / leastLift && memories <= 2 * best)
    .map(({ word }) => word);
}

/** The names without some others, each once; case does not count. */
function distinct(names: readonly string[], besides: readonly string[]): string[] {
  const known = new Set(besides.map(foldCase));
  return names.filter((one) => {
    const key = foldCase(one);
    return !known.has(key) && known.add(key);
  });
}
