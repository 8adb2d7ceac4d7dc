import { machineTimeZone } from '../../base/days.ts';
import type { Character } from '../../domain/character.ts';
import type { Memory, Revision } from '../../domain/memory.ts';
import { leastHelpful } from '../../domain/stores/recalls.ts';
import { hasFeature } from '../../domain/tier.ts';
import { analyzeQuery } from '../../search/query.ts';
import { isTelling } from '../../search/text/asking.ts';
import { fold } from '../../search/text/fold.ts';
import { findWords } from '../../search/text/words.ts';
import { aboutOf, asksOfSpeaker } from '../../text/about/about.ts';
import { findCharacter } from '../characters.ts';
import type { Context } from '../context.ts';
import { histories } from '../given.ts';
import { assembleContext, tokenRoom } from '../retrieval/assemble.ts';
import { type Candidate, layerOf } from '../retrieval/candidates.ts';
import { endsOf, hasEnded, type ShownEnds, withEnds } from '../retrieval/holding.ts';
import { allCharacters } from '../retrieval/search-all.ts';
import { searchThese } from '../retrieval/search-among.ts';
import { askedBy, type Layers, type PromptAsked, tokensForPrompt, unaskedIn } from './prompt-asked.ts';

/** What becomes of a memory at a prompt: hooks give it, or why they do not. */
export const promptOutcomes = [
  'given',
  'weak',
  'ended',
  'held',
  'muted',
  'wrong',
  'proposed',
  'forgetting',
  'room',
] as const;
type Outcome = (typeof promptOutcomes)[number];
/** Why hooks could not give at a prompt's time what they give now: another memory had it, or it said something else, waited or no longer held. */
export const earlierStates = ['elsewhere', 'changed', 'proposed', 'deleted', 'ended'] as const;
interface Earlier {
  state: (typeof earlierStates)[number];
  /** What it said then, or the name of the character that had it. */
  said?: string;
}

/** The nearest memories of a layer that are shown beside all that are given, and memories of other characters that answer. */
const [maxNearest, maxElsewhere] = [3, 5];
/** Proposals that are looked through, and the least share of a prompt's words that one has. */
const [maxProposed, leastShare] = [100, 0.6];
/** Of other characters' memories the least share of the relevance of the best one. */
const leastOfBest = 0.7;
/** What hooks leave out is near with this share of the least relevance that they give, or of the telling words. */
const [nearRelevance, nearWords] = [0.75, 0.5];

interface Nearest extends ShownEnds {
  id: string;
  characterId: string;
  content: string;
  relevance: number;
  outcome: Outcome;
  /** Words of the prompt that it has not. */
  lacks: string[];
  /** It was stored after the prompt, or became what it is. */
  later?: true;
  /** What it was at the prompt. */
  was?: Earlier;
  /** Hooks give it, nothing doubts it, and it has every telling word of the prompt, not only a name. */
  answers?: true;
}

export interface PromptReasons {
  /** The least relevance that hooks give. */
  least: number;
  /** Whether hooks look for anything: small talk, commands and code ask for nothing. */
  asks: boolean;
  /** Whether the plan has hooks that recall. */
  allowed: boolean;
  /** The one that an answer belongs to comes first. */
  layers: { id: string; name: string; isOwn: boolean; memories: Nearest[] }[];
  /** What answers in characters that the hook does not read; looked for where it would give nothing. */
  elsewhere: (Pick<Nearest, 'id' | 'characterId' | 'content' | 'relevance' | 'later'> & { characterName: string })[];
}

/**
 * What a hook would do with a prompt now, by the functions that the hook calls: of each memory that it reads, the nearest
 * ones and why they are given or not. CharacterNotFound.
 * @param askedAt when it was typed (ms): what was stored later is marked, and stands beside what was there
 */
export async function explainPrompt(
  context: Context,
  reference: string,
  prompt: string,
  askedAt = Number.POSITIVE_INFINITY,
): Promise<PromptReasons> {
  const { store, principal, layers: folder } = context;
  const first = await findCharacter(context, reference);
  const own = await folder?.mine();
  const rank = ({ id }: Character) => Number(id === own);
  const ids: Layers = own === undefined || own === first.id ? [first.id] : [first.id, own];
  const found = await Promise.all(ids.map((id) => store.characters.find(principal, id)));
  const isOfUser = asksOfSpeaker(prompt) || aboutOf(prompt) === 'user';
  const characters = found.flatMap((one) => one ?? []).toSorted((a, b) => (isOfUser ? rank(b) - rank(a) : 0));
  const allowed = hasFeature(principal.tier, 'autoRecall');
  const asked = await askedBy(context, ids, prompt);
  const reasons = { least: leastHelpful, asks: asked?.query !== undefined, allowed };
  if (asked?.query === undefined)
    return { ...reasons, layers: characters.map((one) => layer(one, own, [])), elsewhere: [] };
  const unasked = await unaskedIn({ ...context, own }, ids, asked.wanted);
  const known = new Set(asked.forgotten.flat());
  const given = await assembleContext(context, ids, tokenRoom(tokensForPrompt), { ...asked.wanted, ...unasked, known });
  const chosen: Chosen = {
    given: new Set(given.memories.map(({ id }) => id)),
    fitting: given.fitting,
    held: new Set(given.held.map(({ id }) => id)),
    wrong: unasked.wrong,
    muted: unasked.without ?? new Set(),
    forgetting: known,
    answers: unasked.answers ?? new Set(),
    askedAt,
  };
  const layers = await Promise.all(
    characters.map(async (one) => layer(one, own, await nearestOf(context, one, asked, chosen))),
  );
  const elsewhere = chosen.given.size > 0 ? [] : await others(context, ids, asked.query, askedAt);
  return { ...reasons, layers, elsewhere };
}

const layer = ({ id, name }: Character, own: string | undefined, memories: Nearest[]) => {
  return { id, name, isOwn: id === own, memories };
};

type Kind = 'given' | 'fitting' | 'held' | 'wrong' | 'muted' | 'forgetting' | 'answers';

interface Chosen extends Record<Kind, ReadonlySet<string>> {
  askedAt: number;
}

/** Whether a memory was stored after a time (ms). */
const laterThan = (askedAt: number, { createdAt }: Pick<Memory, 'createdAt'>) =>
  Date.parse(createdAt) > askedAt ? { later: true as const } : {};

/** The memories of a layer that are nearest to a prompt, with those that hooks leave out. */
async function nearestOf(
  context: Context,
  character: Character,
  { query = '', wanted }: PromptAsked,
  chosen: Chosen,
): Promise<Nearest[]> {
  const apart = wanted.apart?.map((one) => ({ ...one, least: 0 }));
  const { answers: settled } = chosen;
  const all = { ...wanted, apart, answers: settled, withEnded: true, isUnasked: true, trusted: chosen.held };
  const { useful, further, held } = await layerOf(context, character, all);
  const best = new Map<string, Candidate>();
  for (const one of [...useful, ...further, ...held]) {
    if ((best.get(one.id)?.relevance ?? -1) < (one.relevance ?? 0)) best.set(one.id, one);
  }
  const order = (one: Candidate) => (chosen.given.has(one.id) ? 1 : 0) + (one.relevance ?? 0);
  const sorted = [...best.values()].toSorted((a, b) => order(b) - order(a));
  const isLater = (one: Candidate) => laterThan(chosen.askedAt, one).later === true;
  const shows = (one: Candidate, i: number) => i < maxNearest || chosen.given.has(one.id);
  const nearest = [false, true].flatMap((is) => sorted.filter((one) => isLater(one) === is).filter(shows));
  const terms = new Map(
    analyzeQuery(query, context.now()).terms.flatMap(({ term, alternate, written, name }) =>
      alternate ? [] : [[term, { word: written[0] ?? term, name }] as const],
    ),
  );
  const lacksOf = (one: Candidate) => {
    const has = new Set([...wordsOf(one.content), ...(one.terms?.() ?? []).map(({ term }) => term)]);
    return [...terms].flatMap(([term, { word }]) => (has.has(term) ? [] : word));
  };
  const telling = [...terms.values()].filter(({ word }) => isTelling(fold(word)));
  // A name alone tells the person, not the question.
  const asksMore = telling.length > 1 || telling.some(({ name }) => !name);
  const answers = ({ outcome, lacks, ended, doubt }: Pick<Nearest, 'outcome' | 'lacks'> & ShownEnds) =>
    outcome === 'given' &&
    (ended ?? doubt) === undefined &&
    asksMore &&
    !telling.some(({ word }) => lacks.includes(word));
  const isNear = ({ outcome, lacks, relevance }: Pick<Nearest, 'outcome' | 'lacks' | 'relevance'>) =>
    outcome !== 'weak' ||
    relevance >= nearRelevance * leastHelpful ||
    telling.filter(({ word }) => !lacks.includes(word)).length >= Math.max(1, nearWords * telling.length);
  const outcomeOf = (one: Candidate): Outcome => {
    for (const kind of ['given', 'forgetting', 'wrong', 'muted', 'held'] as const)
      if (chosen[kind].has(one.id)) return kind;
    if (hasEnded(one, context)) return 'ended';
    return chosen.fitting.has(one.id) ? 'room' : 'weak';
  };
  const revisionsOf = histories(context);
  const nearer = async (one: Candidate & ShownEnds): Promise<Nearest> => {
    const { id, characterId, content, relevance = 0 } = one;
    const outcome = outcomeOf(one);
    const since =
      outcome === 'given' ? await sinceThen(context, revisionsOf, one, chosen.askedAt) : laterThan(chosen.askedAt, one);
    const why = { outcome, lacks: lacksOf(one), ...since, ...endsOf(one) };
    const does = answers(why) || (outcome === 'given' && settled.has(id));
    return { id, characterId, content, relevance, ...why, ...(does && { answers: true as const }) };
  };
  const shown = await Promise.all((await withEnds(context, nearest, machineTimeZone())).map(nearer));
  const proposed = (await proposalsOf(context, character.id)).flatMap((one): Nearest[] => {
    const lacks = lacksOf(one);
    const share = 1 - lacks.length / Math.max(1, terms.size);
    if (share < leastShare) return [];
    const { id, characterId, content } = one;
    return [{ id, characterId, content, relevance: 0, outcome: 'proposed', lacks, ...laterThan(chosen.askedAt, one) }];
  });
  return [...shown.filter(isNear), ...proposed.slice(0, maxNearest)];
}

/** Whether a memory became what it is after a time (ms), and what it was then. */
async function sinceThen(
  { store, principal }: Context,
  revisionsOf: ReturnType<typeof histories>,
  memory: Memory,
  askedAt: number,
): Promise<Pick<Nearest, 'later' | 'was'>> {
  const { later } = laterThan(askedAt, memory);
  if (later || Date.parse(memory.updatedAt) <= askedAt) return { ...(later && { later }) };
  const revisions = await revisionsOf(memory.characterId, memory.id);
  const isLater = (one: Revision) => Date.parse(one.createdAt) > askedAt;
  const arrival = revisions.find((one) => isLater(one) && one.moved !== undefined);
  if (arrival?.moved !== undefined && arrival.changeType !== 'DELETED') {
    const from = await store.characters.find(principal, arrival.moved);
    return { later: true, was: { state: 'elsewhere', ...(from && { said: from.name }) } };
  }
  const then = revisions.findLast((one) => !isLater(one));
  const state = then && stateOf(then, memory, askedAt);
  if (!state) return {};
  return { later: true, was: { state, ...(state === 'changed' && { said: then.content }) } };
}

/** What a revision says of a memory at a time (ms); undefined: it was as it is now. */
function stateOf(
  { changeType, content, validUntil, supersededBy }: Revision,
  now: Memory,
  at: number,
): Earlier['state'] | undefined {
  if (changeType === 'PROPOSED') return 'proposed';
  if (changeType === 'DELETED' || changeType === 'REJECTED') return 'deleted';
  if (supersededBy !== undefined || (validUntil !== undefined && Date.parse(validUntil) <= at)) return 'ended';
  return content === now.content ? undefined : 'changed';
}

const wordsOf = (text: string) => findWords(text).words.map(({ term }) => term);

async function proposalsOf({ store, principal }: Context, characterId: string): Promise<Memory[]> {
  const filter = { state: 'PROPOSED', page: 0, limit: maxProposed, isUncounted: true } as const;
  return (await store.memories.list(principal, characterId, filter)).memories;
}

/** Memories that answer in the caller's other characters. */
async function others(
  context: Context,
  layers: Layers,
  query: string,
  askedAt: number,
): Promise<PromptReasons['elsewhere']> {
  const rest = (await allCharacters(context)).filter(({ id, memoryCount }) => memoryCount > 0 && !layers.includes(id));
  const wanted = { query, limit: maxElsewhere, guesses: false, minRelevance: leastHelpful };
  const { memories } = await searchThese(context, rest, wanted);
  const holding = memories.filter((one) => !hasEnded(one, context));
  const least = leastOfBest * Math.max(0, ...holding.map(({ relevance }) => relevance));
  return holding
    .filter(({ relevance }) => relevance >= least)
    .map((one) => {
      const { id, characterId, characterName, content, relevance } = one;
      return { id, characterId, characterName, content, relevance, ...laterThan(askedAt, one) };
    });
}
