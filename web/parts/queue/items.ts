import type { Memory } from '../../client/api.ts';
import type { Client, Output } from '../../client/client.ts';
import { type Message, msg, t } from '../../languages/translate.ts';
import { groupedBy } from '../format.ts';
import type { Change } from '../memory/change.ts';
import { isOfChat } from '../memory/origin.ts';
import { comparedWords } from '../memory/words.ts';
import type { Recall } from '../recalls/recall.ts';
import type { ForgetRequest } from './forget-card.tsx';
import { type Linked, readLinks } from './links.ts';
import type { OfProject } from './own-card.tsx';
import { keyOf, type Pair } from './pairs.ts';

/** What each kind of card asks, in the order of the queue. */
export const kinds = {
  forget: msg('Should this be forgotten?'),
  own: msg('Is this about you?'),
  conflict: msg('Which machine is right?'),
  changed: msg('Did this change?'),
  contradiction: msg('Which is right?'),
  proposal: msg('Is this worth remembering?'),
  edit: msg('Is this edit right?'),
  group: msg('Do these all say the same?'),
  pair: msg('Do these say the same?'),
  ending: msg('Does this still hold?'),
  gap: msg('Do you know the answer?'),
} as const;
export type Kind = keyof typeof kinds;

/** A memory whose end or day is near or over. */
export interface Ending {
  memoryId: string;
  characterId: string;
  text: string;
  /** Its end, or the day that it names. */
  day: string;
  hasEnd: boolean;
}

/** One decision for a person. */
export type Item = { key: string; characterId: string; text: string } & (
  | { kind: 'forget'; request: ForgetRequest }
  | { kind: 'own'; projects: readonly OfProject[] }
  | { kind: 'conflict'; change: Change; other: Change | undefined }
  /** What one newer memory may say in place of older ones, a link each. */
  | { kind: 'changed'; links: readonly [Linked, ...Linked[]] }
  | { kind: 'proposal'; memory: Memory }
  | { kind: 'edit'; change: Change; earlier: readonly Change[] }
  | { kind: 'gap'; recall: Recall }
  | { kind: 'ending'; ending: Ending }
  | { kind: 'contradiction'; pair: Pair }
  | { kind: 'pair'; pair: Pair }
  /** Three or more that say the same, the newest first, and the pairs among them. */
  | { kind: 'group'; memories: readonly Memory[]; pairs: readonly Pair[] }
);

/** A card about two memories. */
export type OfTwo = Extract<Item, { kind: 'changed' | 'contradiction' | 'pair' }>;

export type OfPair = Extract<OfTwo, { pair: Pair }>;

/** The most of one kind that is read. */
const maxRead = 100;
const maxEndings = 20;

interface Asked {
  /** Undefined: all characters. */
  characterId: string | undefined;
  /** Whether the user may decide on edits and proposals. */
  mayReview: boolean;
}

/** Everything that waits for a person's decision but pairs. Throws Failures. */
export async function readItems(
  client: Client,
  { characterId, mayReview }: Asked,
  signal: AbortSignal,
): Promise<Item[]> {
  const [{ requests }, { projects }, links, proposed, { changes }, { recalls }, health] = await Promise.all([
    client.call('listForgetRequests', { characterId }, signal),
    client.call('listOwnStatements', {}, signal),
    readLinks(client, characterId, signal),
    mayReview ? readProposals(client, characterId, signal) : [],
    mayReview
      ? client.call('listChanges', { characterId, toReview: true, limit: maxRead }, signal)
      : { changes: [] as Change[] },
    client.call('listRecalls', { characterId, gap: true, grouped: true, limit: maxRead }, signal),
    client.call('getMemoryHealth', { characterId, limit: maxEndings }, signal),
  ]);
  const own = projects.filter((one) => characterId === undefined || one.characterId === characterId);
  return [
    ...requests.map((request): Item => {
      const key = `forget ${request.characterId} ${request.what}`;
      return { kind: 'forget', key, characterId: request.characterId, text: request.what, request };
    }),
    ...own.slice(0, 1).map(({ characterId: first }): Item => {
      return { kind: 'own', key: 'own', characterId: first, text: t(kinds.own), projects: own };
    }),
    ...editItems(changes.filter(isEdit)),
    ...linkItems(links.filter((one) => !isTalk(one))),
    ...proposed.map((memory): Item => {
      const { id, characterId: at, content: text } = memory;
      return { kind: 'proposal', key: `proposal ${id}`, characterId: at, text, memory };
    }),
    ...recalls.map((recall): Item => {
      const { characterId: at, query: text } = recall;
      return { kind: 'gap', key: `gap ${at} ${text.toLowerCase()}`, characterId: at, text, recall };
    }),
    ...endingsOf(health),
  ];
}

const order = Object.keys(kinds);

/** How much a card matters among those of its kind. */
function weightOf(item: Item): number {
  switch (item.kind) {
    case 'edit':
      // A deletion loses most.
      return item.change.changeType === 'DELETED' ? 1 : 0;
    case 'gap':
      return item.recall.count ?? 1;
    case 'ending':
      return -Date.parse(item.ending.day);
    case 'contradiction':
    case 'pair':
      return item.pair.likeness;
    case 'group':
      return item.memories.length;
    default:
      return 0;
  }
}

/** What an agent says, and what imported chats say, among whose words a memory has. */
const [wordsOfAgents, wordsOfChats] = [1, 3];

/** Whose words a memory has, the most important first: those of the user, of agents, documents, imported chats. */
function wordsOf(memory: Memory): number {
  const { origin, source } = memory;
  // What the user has written anew in an imported text is the user's.
  if (origin === 'you') return 0;
  if (source.kind !== 'import' && source.kind !== 'file') return wordsOfAgents;
  return isOfChat(memory) ? wordsOfChats : 2;
}

/** What the user asked for, and what is about the user. */
const ofUser: ReadonlySet<Kind> = new Set(['forget', 'own', 'conflict']);

/** The two memories that a card is about, the newer one first; of several older ones the first. */
export function twoOf(item: OfTwo): readonly [newer: Memory, older: Memory] {
  return item.kind === 'changed' ? [item.links[0].newer, item.links[0].older] : item.pair.memories;
}

/** Whether a card is about two memories. */
export const isOfTwo = (item: Item): item is OfTwo =>
  item.kind === 'changed' || item.kind === 'contradiction' || item.kind === 'pair';

/** The memories that a card is about, as far as they are read. */
function memoriesOf(item: Item): readonly Memory[] {
  if (item.kind === 'changed') return [item.links[0].newer, ...item.links.map(({ older }) => older)];
  if (isOfTwo(item)) return twoOf(item);
  if (item.kind === 'group') return item.memories;
  return item.kind === 'proposal' ? [item.memory] : [];
}

/** Whether a card asks about a memory. */
export const isAbout = (item: Item, memoryId: string): boolean =>
  item.kind === 'ending' ? item.ending.memoryId === memoryId : memoriesOf(item).some(({ id }) => id === memoryId);

/** Where a card is about two memories, what is in question of the older one: what would go, else all of it. */
export function olderText(item: Item): string | undefined {
  const older = memoriesOf(item)[1]?.content;
  const remains = item.kind === 'changed' ? item.links[0].remains : undefined;
  if (older === undefined || remains === undefined) return older;
  const gone = comparedWords(older, remains)?.filter(({ removed }) => removed);
  return gone?.map(({ text }) => text.replace(/^[\s\p{Po}]+/u, '').trim()).join(' … ') || older;
}

/** Whether it asks about what somebody once said in an imported chat: that is worth no question. */
const isTalk = ({ newer, older }: Linked): boolean => [newer, older].some(isOfChat);

/** What matters most first: by whose words it is about, by kind, among those of a kind, and the newest first. */
export function inOrder(items: readonly Item[]): Item[] {
  const ranked = items.map((item) => {
    const memories = memoriesOf(item);
    const ofNone = ofUser.has(item.kind) ? 0 : wordsOfAgents;
    const words = memories.length === 0 ? ofNone : Math.min(...memories.map(wordsOf));
    const at = Math.max(0, ...memories.map((one) => Date.parse(one.occurredAt ?? one.createdAt)));
    return { item, rank: [words, order.indexOf(item.kind), -weightOf(item), -at] as const };
  });
  const compared = (a: readonly number[], b: readonly number[]) =>
    a.map((value, i) => value - b[i]!).find((difference) => difference !== 0) ?? 0;
  return ranked.toSorted((a, b) => compared(a.rank, b.rank)).map(({ item }) => item);
}

async function readProposals(client: Client, of: string | undefined, signal: AbortSignal): Promise<Memory[]> {
  const { characters } = await client.call('countReviews', {}, signal);
  const answers = await Promise.all(
    characters
      .filter((one) => one.proposals > 0 && (of === undefined || one.characterId === of))
      .map(({ characterId }) =>
        client.call('listMemories', { characterId, state: 'PROPOSED', limit: maxRead }, signal),
      ),
  );
  return answers.flatMap(({ memories }) => memories);
}

/** Only changes of existing memories are reviewed. */
function isEdit({ changeType, isConflict }: Change): boolean {
  return isConflict === true || changeType === 'UPDATED' || changeType === 'DELETED';
}

/** Edits, newest first: those of a memory as one, or as one conflict where two machines changed it. */
export function editItems(changes: readonly Change[]): Item[] {
  const conflicts = new Set(changes.flatMap(({ isConflict, memoryId }) => (isConflict ? [memoryId] : [])));
  const items: Item[] = [];
  for (const change of changes) {
    const { id, memoryId, characterId, content: text } = change;
    const all = changes.filter((one) => one.memoryId === memoryId);
    if (!conflicts.has(memoryId) && all[0] === change) {
      const first = all.findLast(({ previousContent }) => previousContent !== undefined);
      const whole = { ...change, previousContent: first?.previousContent };
      items.push({ kind: 'edit', key: `edit ${id}`, characterId, text, change: whole, earlier: all.slice(1) });
    }
    if (!change.isConflict) continue;
    const other = changes.find((one) => one.memoryId === memoryId && one.revision === change.revision - 1);
    items.push({ kind: 'conflict', key: `conflict ${id}`, characterId, text, change, other });
  }
  return items;
}

function endingsOf({ ending, stale }: Output<'getMemoryHealth'>): Item[] {
  const endings = [
    ...ending.first.map(({ end, ...one }) => ({ ...one, day: end, hasEnd: true })),
    ...stale.first.map((one) => ({ ...one, hasEnd: false })),
  ];
  return endings.map((one): Item => {
    const { memoryId, characterId, text, day } = one;
    return { kind: 'ending', key: `ending ${memoryId} ${day}`, characterId, text, ending: one };
  });
}

/** Memories that may be outdated by one newer memory as a decision. */
export function linkItem(...links: readonly [Linked, ...Linked[]]): Extract<OfTwo, { kind: 'changed' }> {
  const { id, content: text } = links[0].newer;
  // Of the one that would change: the service lists it there.
  const { characterId } = links[0].older;
  const key = `changed ${id} ${links.map(({ older }) => older.id).join(' ')}`;
  return { kind: 'changed', key, characterId, text, links };
}

/** A decision for each newer memory: one change is asked about once, also where several memories say what was before. */
export const linkItems = (links: readonly Linked[]) =>
  groupedBy(links, ({ newer }) => newer.id).map(([, [first, ...others]]) => linkItem(first!, ...others));

/** Whether texts differ in nothing but spelling. */
const isWhole = ({ likeness }: Pair) => likeness === 1;

/** Whether the texts of a card surely say the same: only one of them is worth keeping. */
export function saysTheSame(item: Item): boolean {
  return item.kind === 'group' ? item.pairs.every(isWhole) : item.kind === 'pair' && isWhole(item.pair);
}

/** What a card asks. */
export function questionOf(item: Item): Message {
  return saysTheSame(item) ? msg('These say the same: keep one') : kinds[item.kind];
}

/** A pair as a decision. */
export function pairItem(pair: Pair): OfPair {
  const [{ characterId, content: text }] = pair.memories;
  return {
    kind: pair.kind === 'contradiction' ? 'contradiction' : 'pair',
    key: `pair ${keyOf(pair)}`,
    characterId,
    text,
    pair,
  };
}
