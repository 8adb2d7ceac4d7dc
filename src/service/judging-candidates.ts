import type { Memory } from '../domain/memory.ts';
import { hasFeature } from '../domain/tier.ts';
import { isComparable, isShort, saysChange, sharing, tellingWords } from '../search/judge/candidates.ts';
import { setsLikeValue } from '../search/judge/other-value.ts';
import { saidIn } from '../search/judge/parts.ts';
import { aboutOf } from '../text/about/about.ts';
import { layersBeside, ownLayerBeside } from './characters.ts';
import type { Context } from './context.ts';
import { namedAlike, shareNameApart } from './names/shared-names.ts';
import { placeOf, saysMany } from './placed.ts';
import { hasEnded } from './retrieval/holding.ts';
import { findNearest, findSimilar } from './retrieval/nearest.ts';
import { isBefore } from './successors.ts';

/** The old state is among the nearest eight in 96 to 100 of 100 probes, and in 85 of 100 hard situations. */
const maxNearest = 8;
/**
 * By the encoder of the package, what ends another statement nearly always is this near to it, or shares words with it; of
 * others only the very nearest are judged, and none that is farther than 125 of 127 changes that the judge finds.
 */
const nearCosine = 0.6;
const leastCosine = 0.4;
/** A change in other words than what it changes is as near as this: "저는 서울에 살아요", "지난달에 부산으로 이사했어요". */
const leastOfChange = 0.25;
const maxFarther = 3;
/** Of the nearest some have ended, and one is the statement itself. */
const maxLookedAt = 1.5 * maxNearest;
const maxFound = 12;
/** So many are looked at: most of what shares words with a statement may be long answers of assistants. */
const maxAmong = 4 * maxFound;
/** Of those behind the nearest, only what names somebody of it in another script or language is judged. */
const maxOfScripts = 64;
/** The newest memories without a vector, which are encoded first; UTF-16 units of their texts. */
const maxEncoded = { memories: 8, size: 1_500 };

/** A stored memory to compare, with the cosine to the statement by the encoder of the package, where it takes part. */
export interface Candidate {
  memory: Memory;
  cosine?: number | undefined;
  /** It is in another layer, and the statement is not about the user: a verdict on it only asks. */
  isAsked?: true;
}

/**
 * The candidates in a memory's own character; of statements about the user also those in the owner's other layers, and of
 * others what they may change in the user's own, or from there in projects.
 */
export async function candidates(context: Context, memory: Memory): Promise<Candidate[]> {
  await context.rest?.();
  await encodeNewest(context);
  await encodeStatement(context, memory.content);
  await context.rest?.();
  const found = await candidatesIn(context, memory, memory.characterId);
  if (aboutOf(memory.content) !== 'user') return [...found, ...(await namedBeside(context, memory))];
  for (const characterId of await layersBeside(context, memory.characterId)) {
    const others = await candidatesIn(context, memory, characterId);
    found.push(...others.filter(({ memory: { content } }) => aboutOf(content) === 'user'));
  }
  return found;
}

/** What a statement of a project may change in the user's own memory, and one there in projects, by a name that both have. */
async function namedBeside(context: Context, memory: Memory): Promise<Candidate[]> {
  const own = await ownLayerBeside(context, memory.characterId);
  const found: Candidate[] = [];
  for (const layer of own === undefined ? await layersBeside(context, memory.characterId) : [own])
    found.push(...(await namedIn(context, memory, layer)));
  return found;
}

/** What a statement may change in another layer and shares a name with: "Yuki moved to Hamburg". */
async function namedIn(context: Context, memory: Memory, layer: string): Promise<Candidate[]> {
  const { body } = placeOf(memory);
  const byWords = await findSimilar({ ...context, embeddings: undefined }, layer, tellingWords(body) || body, maxFound);
  const isOwn = context.embeddings?.embedder.onMachine?.isOwn === true;
  // Words of another language or script are found by their meaning alone.
  const near = isOwn ? await findNearest(context, layer, memory.content, maxOfScripts) : [];
  const nearest = near.filter(({ memory: one }, i) => i < maxFound || shareNameApart(body, placeOf(one).body));
  const found = new Map([...byWords, ...nearest.map((one) => one.memory)].map((one) => [one.id, one]));
  return [...found.values()]
    .filter((one) => isComparable(placeOf(one).body) || saysMany(one))
    .filter((one) => !hasEnded(one, context) && !isBefore(memory, one))
    .filter(({ content }) => namedAlike(body, content) || setsLikeValue(body, content))
    .map((one) => ({ memory: one, isAsked: true }));
}

/**
 * What holds and is nearest to a memory, and what shares names or numbers with it; where there are no vectors, or a
 * provider is paid for each query, also what shares most words.
 */
async function candidatesIn(context: Context, memory: Memory, characterId: string): Promise<Candidate[]> {
  const { embeddings } = context;
  const { content } = memory;
  const { body } = placeOf(memory);
  const encoder = embeddings?.embedder.onMachine;
  const isOwn = encoder?.isOwn === true;
  const isOther = (one: Memory) => one.id !== memory.id && !hasEnded(one, context);
  const isCandidate = (one: Memory) => isOther(one) && isComparable(placeOf(one).body);
  const least = saysChange(content) ? leastOfChange : leastCosine;
  const nearby = encoder === undefined ? [] : await findNearest(context, characterId, content, maxOfScripts);
  const near = nearby.slice(0, maxLookedAt);
  const apart = nearby.slice(maxLookedAt).filter(({ memory: one }) => shareNameApart(body, placeOf(one).body));
  const nearest = near
    .filter(({ memory: one }) => isCandidate(one))
    .slice(0, maxNearest)
    .filter(({ memory: one, cosine }, i) => {
      const isCheap = !isShort(content) || !isShort(one.content);
      const mayBeFar = i < maxFarther || namedAlike(body, placeOf(one).body) !== undefined;
      return !isOwn || isCheap || cosine >= (mayBeFar ? least : nearCosine);
    })
    .concat(apart.filter(({ memory: one }) => isCandidate(one)));
  const known = new Set(nearest.map(({ memory: { id } }) => id));
  const words = near.length === 0 ? content : tellingWords(body);
  await context.rest?.();
  const byWords = { ...context, embeddings: undefined };
  const found = words === '' ? [] : await findSimilar(byWords, characterId, words, maxAmong);
  const alike = found.filter((one) => isCandidate(one) || (isOther(one) && saysMany(one))).slice(0, maxFound);
  const others = alike.filter((one) => isCandidate(one) && !known.has(one.id));
  // What is not among the nearest is farther than they are.
  const said = others.map((one) => ({ memory: one, content: placeOf(one).body }));
  // "Yuki moved to Hamburg and I switched to Neovim" changes two of them.
  const shared = new Set([body, ...saidIn(body)].flatMap((part) => sharing(part, said)));
  const further = [...shared].map((one) => ({ memory: one.memory, cosine: leastCosine }));
  const short = [...nearest, ...further].map((one) => (isOwn && near.length > 0 ? one : { memory: one.memory }));
  const notes = [...[...near, ...apart].map((one) => one.memory), ...alike].filter(
    (one) => isOther(one) && saysMany(one),
  );
  const all = [...notes.map((one) => ({ memory: one })), ...short];
  return [...new Map(all.map((one) => [one.memory.id, one])).values()];
}

/** A search gives up an encoder that only starts; what is judged is never compared again, so it waits. */
async function encodeStatement({ embeddings, signal }: Context, content: string): Promise<void> {
  if (embeddings?.embedder.onMachine?.isOwn && embeddings.unsupported === undefined)
    await embeddings.embedder.embedQuery?.(content, signal);
}

/** Encodes what waits for the encoder of the package: the state before a statement may be seconds old. */
async function encodeNewest({ embeddings, store, principal, signal }: Context): Promise<void> {
  if (!embeddings?.embedder.onMachine?.isOwn || embeddings.unsupported !== undefined) return;
  if (!hasFeature(principal.tier, 'aiExtraction')) return;
  const { embedder } = embeddings;
  const current = await store.embeddings.currentModel();
  if (current !== undefined && current.name !== embedder.generation.name) return;
  const { memories, size } = maxEncoded;
  const waiting = await store.embeddings.takeWaiting(embedder.generation, principal.tenantId, memories, size);
  if (waiting.length === 0) return;
  const { vectors } = await embedder.embed(
    waiting.map(({ content }) => content),
    signal,
  );
  const [first] = vectors;
  if (first === undefined) return;
  const model = { ...embedder.generation, dimensions: first.length };
  await store.embeddings.useModel(model);
  await store.embeddings.save(
    model,
    vectors.map((vector, i) => ({ ...waiting[i]!, vector })),
  );
}
