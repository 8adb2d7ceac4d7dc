import { pause } from '../base/pause.ts';
import type { Erasure } from '../domain/erasure.ts';
import { clipped, ServiceError } from '../domain/errors.ts';
import type { WordedMemory } from '../domain/stores/erasing.ts';
import { pathBefore } from '../text/headings.ts';
import { namesIn } from '../text/names.ts';
import { namedIn, naming } from '../text/naming.ts';
import type { Context } from './context.ts';
import { charactersOf, type ErasurePlan, maxNames } from './erasure-plan.ts';
import { author } from './memories.ts';
import { isFunctionWord } from './names/function-words.ts';
import { endsOf, withEnds } from './retrieval/holding.ts';

/** Memories of a plan that an answer shows to a person, who may leave each out, and to a model. */
export const [maxShown, maxForModel] = [1_500, 50];
/** Other names in a text from which on it may be of any of them. */
const leastOthers = 2;
/** UTF-16 units of a memory in a plan, and of those behind the name in it. */
const [maxText, maxAfter] = [300, 100];
/** The most receipts in one answer. */
const maxReceipts = 100;
/** How long a call waits for an import that holds up an erasure; it then goes on in the background. */
const waitMs = 10_000;
const pollMs = 250;

/** AccessDenied for a model whose host asks nobody: a person then uses the command or the dashboard. */
export function requirePerson({ isModel, ask }: Context): void {
  if (!isModel || ask) return;
  throw new ServiceError(
    'AccessDenied',
    'A person must agree, and this host cannot ask: use `agent-memory-service erase` or the dashboard. Nothing was erased.',
  );
}

/** The audit line of a plan that was only shown: it may show deleted memories. */
export async function recordPlan({ store, principal, now }: Context, { asked, parts }: ErasurePlan): Promise<void> {
  const characterId = asked ?? (parts.length === 1 ? parts[0]?.character.id : undefined);
  await store.audit.record(principal, { characterId }, 'OK', now());
}

/** The memories of a plan as an answer shows them. @param names that were asked for: where each has them */
export async function shownMemories(context: Context, { parts }: ErasurePlan, names?: readonly string[]) {
  const { store, principal, isModel } = context;
  const isNamed = naming(names ?? []);
  const all = parts.flatMap(({ character, memories }) => memories.map((memory) => ({ character, memory })));
  const shown = all.slice(0, isModel ? maxForModel : maxShown);
  const there = shown.flatMap(({ memory: { id, state } }) => (state === 'ACTIVE' ? [id] : []));
  const marked = await withEnds(context, await store.memories.byIds(principal, there), undefined);
  const ends = new Map(marked.map((one) => [one.id, endsOf(one)]));
  return shown.map(({ character, memory }) => {
    const { id, state, texts } = memory;
    const [content = ''] = texts;
    const named = names && { named: placeOf(names, isNamed, memory) };
    return { id, characterId: character.id, state, content: excerptOf(content, isNamed), ...named, ...ends.get(id) };
  });
}

/** Whether a text has one of the names. */
type IsNamed = (text: string) => boolean;

/** The beginning of a text; where the name comes only later, from the sentence on that has it. */
function excerptOf(content: string, isNamed: IsNamed): string {
  const path = pathBefore(content);
  if (content.length <= maxText || isNamed(content.slice(path.length, maxText - maxAfter)))
    return clipped(content, maxText);
  const sentences = content.slice(path.length).split(/(?<=[.!?。！？\n])/u);
  const at = sentences.findIndex(isNamed);
  return clipped(at < 1 ? content : `${path}… ${sentences.slice(at).join('').trim()}`, maxText);
}

/** Where a memory has the name, or that its text names others before it: it may be of any of them. */
function placeOf(names: readonly string[], isOne: IsNamed, { texts, labels }: WordedMemory): Going {
  const [content = ''] = texts;
  const place = namedIn(names, content);
  if (place === 'earlier' && ![...texts, ...labels].some(isOne)) return 'near';
  if (place !== 'text') return place;
  const text = content.slice(pathBefore(content).length);
  const named = namesIn(text, isFunctionWord);
  const all = [...new Set([...named.names, ...named.first])];
  const others = all.filter((one) => !isOne(one));
  const first = Math.min(...others.map((one) => text.indexOf(one)).filter((at) => at >= 0));
  if (others.length < leastOthers || isOne(text.slice(0, first))) return place;
  // A topic that is no name, such as wine, is not one of several.
  const isName = others.length < all.length;
  const words = [...new Set(text.match(/[\p{L}\p{M}]+/gu))];
  const isTopic = words.some(
    (word) => word !== word.toUpperCase() && (!isName || word === word.toLowerCase()) && isOne(word),
  );
  return isTopic ? place : 'several';
}

/** `near`: it has the name nowhere, and was asked for beside it. */
export const goingPlaces = ['text', 'several', 'heading', 'earlier', 'near'] as const;
type Going = (typeof goingPlaces)[number];

/** The characters of a plan as an answer shows them. */
export function shownCharacters({ parts, spared }: ErasurePlan) {
  return [
    ...parts.map(({ character: { id, name }, memories, traces }) => {
      return { id, name, memories: memories.length, traces, stays: false };
    }),
    ...spared.map(({ character: { id, name }, memories }) => ({ id, name, memories, traces: [], stays: true })),
  ];
}

/**
 * Erases what was planned and does the steps; one that must wait goes on in the background. ConflictUnresolved where a
 * watched file still has a text: it would bring it back. AccessDenied for a character shared for reading.
 */
export async function erase(context: Context, { parts }: ErasurePlan): Promise<Erasure[]> {
  const { store, principal, newId } = context;
  const watched = parts.flatMap(({ traces }) =>
    traces.flatMap(({ kind, names = [] }) => (kind === 'watched file' ? names : [])),
  );
  if (watched.length > 0) {
    throw new ServiceError(
      'ConflictUnresolved',
      `${watched.slice(0, maxNames).join(', ')}: watched, and still with a text that is to be erased. Change the file or watch it no more, then erase again. Nothing was erased.`,
    );
  }
  // What this process has noted of recalls is in the store before it is searched.
  await context.recalls?.written();
  const begun: { id: string; characterId: string }[] = [];
  for (const { character, memories, words } of parts) {
    const choice = { memoryIds: memories.map(({ id }) => id), words };
    const one = await store.erasing.begin(principal, character.id, newId(), choice, author(context));
    if (one) begun.push(one);
  }
  await finishSteps(context);
  const receipts = await Promise.all(
    begun.map(async ({ id, characterId }) => {
      const all = await store.erasing.list(principal, characterId, maxReceipts);
      return all.filter((one) => one.id === id);
    }),
  );
  return receipts.flat();
}

/** The receipts of one character, or of all that the caller sees, the latest first. CharacterNotFound. */
export async function listErasures(
  context: Pick<Context, 'store' | 'principal'>,
  characterId?: string,
): Promise<Erasure[]> {
  const { store, principal } = context;
  const characters = await charactersOf(context, { characterId, everywhere: characterId === undefined }, true);
  const found = await Promise.all(characters.map(({ id }) => store.erasing.list(principal, id, maxReceipts)));
  return found
    .flat()
    .toSorted((a, b) => b.erasedAt.localeCompare(a.erasedAt))
    .slice(0, maxReceipts);
}

/** Does the steps that remain of erasures; those that must wait longer go on when a process runs. */
export async function finishSteps({ store, now }: Pick<Context, 'store' | 'now'>): Promise<void> {
  const deadline = performance.now() + waitMs;
  for (;;) {
    const step = await store.erasing.step(now());
    if (!step || (step.waits && performance.now() > deadline)) return;
    if (step.waits) await pause(pollMs);
  }
}
