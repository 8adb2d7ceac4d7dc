import type { Memory } from '../../domain/memory.ts';
import { isMessage, isOfDocument } from '../../domain/memory-rules.ts';
import { likenessOf } from '../../search/likeness.ts';
import { aboutOf } from '../../text/about/about.ts';
import { estimateTokens } from '../../text/tokens.ts';
import { words } from '../../text/words.ts';
import { findCharacter } from '../characters.ts';
import type { ReadingContext } from '../context.ts';
import { toldBy } from '../placed.ts';
import { mayTakeOver } from './held.ts';
import { type ShownEnds, withEnds } from './holding.ts';
import { withNewerFirst } from './newer-first.ts';
import { isState, type Owner, type PersonKind, personKinds, personKindsOf } from './person.ts';

/** Headings for the categories of the presets; others are their own. */
const headings: ReadonlyMap<string, string> = new Map([
  ['decisions', 'Decisions and rules'],
  ['events', 'Events'],
  ['facts', 'Facts'],
  ['general', 'Facts'],
  ['goals', 'Plans'],
  ['preferences', 'Preferences'],
  ['relationships', 'People'],
  ['skills', 'Stack and skills'],
]);

/** The heading of the memories of a category. */
function headingOf(category: string): string {
  return headings.get(category) ?? category;
}

/** How many of the first memories are compared with each other; fewer fit into the usual page. */
const maxCompared = 60;
/** Only texts with this share of common words are compared further, which costs a hundred times as much. */
const leastCommon = 0.6;

const beyondAscii = /[\u0080-\uffff]/;

/** Without memories that nearly repeat one before them. */
export function withoutRepetitions<One extends Pick<Memory, 'content'>>(memories: readonly One[]): One[] {
  const kept: { content: string; size: number }[] = [];
  const having = new Map<string, number[]>();
  const isNew = ({ content }: One) => {
    // Short words are in most texts.
    const own = new Set(words(content).filter((word) => word.length > 3 || beyondAscii.test(word)));
    const common = new Map<number, number>();
    for (const word of own) for (const i of having.get(word) ?? []) common.set(i, (common.get(i) ?? 0) + 1);
    for (const [i, count] of common) {
      const { content: before, size } = kept[i]!;
      const isNear = count >= leastCommon * Math.min(size, own.size);
      if (isNear && likenessOf(before, content)?.kind === 'duplicate') return false;
    }
    for (const word of own) having.set(word, [...(having.get(word) ?? []), kept.length]);
    kept.push({ content, size: own.size });
    return true;
  };
  return [...memories.slice(0, maxCompared).filter(isNew), ...memories.slice(maxCompared)];
}

/** The heading of what tells of the person. */
const ofPerson = 'About the person';
/** Behind it; other headings have no order. */
const firstHeadings = ['Preferences', 'Decisions and rules'];

/** Where a page has a memory. */
interface PagePlace {
  heading: string;
  /** What it tells of the person. */
  kinds: readonly PersonKind[];
  /** The lower of the first different numbers comes first. */
  rank: readonly number[];
}

/** A message of a chat that tells nothing of the person: it stands nowhere where a page has anything else. */
const [ofOwn, ofChat, asTalk] = [0, 1, 2];

const places = new WeakMap<Memory, PagePlace>();

function placeOnPage(memory: Memory, owner: Owner): PagePlace {
  const known = places.get(memory);
  if (known) return known;
  const kinds = personKindsOf(memory, owner);
  const [kind] = kinds;
  const heading = kind === undefined ? headingOf(memory.category) : ofPerson;
  const told = toldBy(memory) ?? '';
  const isOfPerson = kind !== undefined || aboutOf(told) === 'user';
  const isOwn = !isMessage(memory) || memory.origin === 'you';
  const words = isOwn ? ofOwn : isOfPerson ? ofChat : asTalk;
  const first = firstHeadings.indexOf(heading);
  const place = {
    heading,
    kinds,
    rank: [
      memory.importance === 'CRITICAL' ? 0 : 1,
      words,
      kind === undefined ? (first < 0 ? firstHeadings.length : first) : -1,
      kind === undefined ? 0 : personKinds.indexOf(kind),
      Number(!isOfPerson),
      Number(isOfDocument(memory) && memory.origin !== 'you'),
      // Of a state the newest holds.
      isState(kind) ? -Date.parse(memory.occurredAt ?? memory.createdAt) : 0,
    ],
  };
  places.set(memory, place);
  return place;
}

/** The heading under which a page has a memory. */
export function headingOn(memory: Memory, owner: Owner): string {
  return placeOnPage(memory, owner).heading;
}

/**
 * Memories in the order of a page: who the person is, where they live and work, whom they belong to, what they want, and the
 * rest; what somebody stored before what stands in documents, and that before chats, of which small talk is left out.
 */
export function inPageOrder<One extends Memory>(memories: readonly One[], owner: Owner): One[] {
  const ranked = memories.map((memory) => ({ memory, rank: placeOnPage(memory, owner).rank }));
  const told = ranked.filter(({ rank }) => rank[1] !== asTalk);
  const compared = (a: readonly number[], b: readonly number[]) =>
    a.map((value, i) => value - b[i]!).find((difference) => difference !== 0) ?? 0;
  return (told.length > 0 ? told : ranked).toSorted((a, b) => compared(a.rank, b.rank)).map(({ memory }) => memory);
}

/** How many of the most useful memories are considered: more than fit. */
const considered = 400;
/** Tokens of a line beside its text: origin and day. */
const lineTokens = 10;

/** What holds of one kind. */
export interface Section {
  heading: string;
  memories: (Memory & ShownEnds)[];
}

/**
 * What holds of a character, under headings, the most useful first and near-equal ones once, in at most `maxTokens`.
 * `omitted`: how many of the considered memories did not fit. CharacterNotFound.
 */
export async function pageOf(
  context: ReadingContext,
  reference: string,
  maxTokens: number,
): Promise<{ name: string; sections: Section[]; omitted: number }> {
  const { store, principal, now } = context;
  const owner = await findCharacter(context, reference);
  const { id, name } = owner;
  const found = inPageOrder(await store.memories.mostUseful(principal, id, considered, now()), owner);
  const mayGive = (memory: Memory) => !mayTakeOver(memory);
  const given = withoutRepetitions(found.filter(mayGive));
  const { memories: useful, newest } = await withNewerFirst(context, given, new Set(), mayGive);
  // What may be outdated is not known, where the newer one says all that it says.
  const isKnown = (memory: Memory) => {
    const newer = newest.get(memory.id);
    const told = newer && placeOnPage(newer, owner).kinds;
    return told === undefined || placeOnPage(memory, owner).kinds.some((kind) => !told.includes(kind));
  };
  const sections = new Map<string, Section['memories']>();
  let left = maxTokens;
  let omitted = 0;
  for (const memory of await withEnds(context, useful.filter(isKnown), undefined)) {
    const size = lineTokens + estimateTokens(memory.content) + estimateTokens(memory.doubt ?? '');
    if (size > left) {
      omitted += 1;
      continue;
    }
    left -= size;
    const heading = headingOn(memory, owner);
    sections.set(heading, [...(sections.get(heading) ?? []), memory]);
  }
  return { name, sections: [...sections].map(([heading, memories]) => ({ heading, memories })), omitted };
}
