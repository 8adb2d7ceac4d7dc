import type { Memory } from '../../domain/memory.ts';
import { isMessage } from '../../domain/memory-rules.ts';
import { fold } from '../../search/text/fold.ts';
import { headingsIn, pathBefore } from '../../text/headings.ts';
import { nominative } from '../../text/kinds-of-names.ts';
import { KnownNames, uncased } from '../../text/known-names.ts';
import { namesIn } from '../../text/names.ts';
import { isGivenName } from '../../text/personal/people.ts';
import { type NameReading, readingIn } from '../../text/readings.ts';
import { type Renaming, renamingIn } from '../../text/renamed.ts';
import { inKatakana } from '../../text/sounds.ts';
import { isOfAssistant, isOfOwnLife } from '../placed.ts';
import { isFunctionWord } from './function-words.ts';

/**
 * How a memory has a name: only in its headings or as a label, only to call somebody or in small talk, within a longer
 * name, at the beginning of a sentence, or as writing shows names. The first two say nothing of it.
 */
export const [asHeading, asCalled, asPart, asFirst, asName] = [0, 1, 2, 3, 4];
const ways = 8;
/** UTF-16 units of a memory in which names are found again that other memories tell. */
const maxSearched = 500;
/** Names of a list that count. */
const maxTogether = 12;

export interface NamedMemory {
  id: string;
  revision: number;
  /** Milliseconds: when it happened, its last change, and from when on it does not hold (Infinity: it has no end). */
  at: number;
  changedAt: number;
  endsAt: number;
  category: string;
  /** The imported chat that it is a message of. */
  chat: string | undefined;
  /** See `isOfOwnLife`. */
  isOwn: boolean;
  /** The numbers of those that it says what they are of. */
  defines: readonly number[];
  /** The numbers of its names with the way that it has each, see `nameOf` and `wayOf`. */
  names: readonly number[];
}

export const nameOf = (one: number) => Math.floor(one / ways);
export const wayOf = (one: number) => one % ways;

/** The names in one character's memories, as far as they are read. */
export class CharacterNames {
  readonly memories = new Map<string, NamedMemory>();
  /** Of each name: how it is written, with how many memories write it so. */
  readonly spellings: Map<string, number>[] = [];
  /** Words that are no names, with how many memories write them so. */
  readonly common = new Map<string, number>();
  /** Of each name: how many memories show it to be a person, those that surely do, and those that show a thing. */
  readonly people: number[] = [];
  readonly sure: number[] = [];
  readonly things: number[] = [];
  /** Of each name: those that stand in a list with it, with how many memories have it so. */
  readonly together: Map<number, number>[] = [];
  /** What memories say to be renamed, by their ids. */
  readonly renamings = new Map<string, Renaming>();
  /** The names that memories write in signs and in letters, by their ids. */
  readonly readings = new Map<string, NameReading>();
  /** Rises with every change. */
  version = 0;
  /** The title that calls each name; empty: several do. */
  readonly #called = new Map<string, string>();
  /** The key of each name, and the numbers by keys and by spellings. */
  readonly keys: string[] = [];
  readonly #numbers = new Map<string, number>();
  readonly #bySpelling = new Map<string, number>();
  /** The beginnings of memories in scripts without capitals, by their ids: names told elsewhere are found in them. */
  readonly #texts = new Map<string, string>();
  readonly #told = new KnownNames();
  /** Those that were told since `findTold`. */
  #fresh = new KnownNames();

  /** The number of a name, in any case. */
  find(name: string): number | undefined {
    return this.#numbers.get(keyOf(name));
  }

  /** Whether it was not known as it is. */
  add(memory: Memory): boolean {
    const { id, revision, content, category, importance, occurredAt, createdAt, updatedAt } = memory;
    if (this.memories.get(id)?.revision === revision) return false;
    this.version++;
    const { names, first, headings, called, begins, common, ...shown } = namesIn(content, isFunctionWord);
    const found = new Map<number, number>();
    const take = (name: string, way: number) => this.#take(found, name, way);
    const renaming = renamingIn(content);
    if (renaming) this.renamings.set(id, renaming);
    else this.renamings.delete(id);
    const reading = readingIn(content);
    if (reading) this.readings.set(id, reading);
    else this.readings.delete(id);
    const addressed = new Set(shown.addressed);
    const chat = isMessage(memory) ? memory.sessionId : undefined;
    // What only an assistant says is no part of the person's life.
    const isAnswer = chat !== undefined && isOfAssistant(memory);
    const isTalk = importance === 'LOW' || isAnswer;
    const isPassing = (name: string) => isTalk || addressed.has(name);
    const say = (name: string, way: number) => take(name, isPassing(name) ? asCalled : way);
    for (const name of [...names, ...(renaming ? [renaming.earlier, renaming.name] : [])]) say(name, asName);
    for (const name of first) say(name, asFirst);
    // In passing it shows no name either.
    for (const name of begins) take(name, isPassing(name) ? asHeading : asPart);
    for (const name of headings) take(name, asHeading);
    for (const name of called) if (this.#isCalledAgain(name, content)) take(name, asName);
    // "Anna Schmidt" is also of Anna.
    for (const name of [...names, ...first]) {
      if (name.includes(' '))
        take(name.slice(0, name.indexOf(' ')), isAnswer || addressed.has(name) ? asHeading : asPart);
    }
    // Texts in Japanese write a person in katakana: Mei is メイ.
    for (const name of shown.people) this.#tell(inKatakana(name));
    if (uncased.test(content)) {
      const text = content.slice(pathBefore(content).length).slice(0, maxSearched);
      this.#texts.set(id, text);
      for (const name of shown.people) this.#tell(name);
      for (const name of this.#told.in(text)) take(name, asName);
    }
    // Each memory counts once, however often it is changed.
    if (!this.memories.has(id)) {
      for (const one of common) this.common.set(one, (this.common.get(one) ?? 0) + 1);
      for (const name of shown.people) this.people[this.#numberOf(name)]!++;
      for (const name of shown.sure) this.sure[this.#numberOf(name)]!++;
      for (const name of shown.things) this.things[this.#numberOf(name)]!++;
      for (const list of shown.together) this.#link(list.slice(0, maxTogether).map((name) => this.#numberOf(name)));
    }
    this.memories.set(id, {
      ...{ id, revision, category, at: Date.parse(occurredAt ?? createdAt), changedAt: Date.parse(updatedAt) },
      endsAt: endOf(memory),
      chat,
      isOwn: chat === undefined || (!isTalk && found.size > 0 && isOfOwnLife(memory)),
      names: numbered(found),
      defines: shown.defined.map((name) => this.#numberOf(name)),
    });
    return true;
  }

  /** Finds the names that some memories have told in those that were read before. */
  findTold(): void {
    if (this.#fresh.size === 0) return;
    for (const [id, text] of this.#texts) {
      const memory = this.memories.get(id);
      const names = memory ? this.#fresh.in(text) : [];
      if (!memory || names.length === 0) continue;
      const found = new Map(memory.names.map((one) => [nameOf(one), wayOf(one)]));
      for (const name of names) this.#take(found, name, asName);
      this.memories.set(id, { ...memory, names: numbered(found) });
    }
    this.#fresh = new KnownNames();
    this.version++;
  }

  #tell(name: string | undefined): void {
    if (name !== undefined && this.#told.add(name)) this.#fresh.add(name);
  }

  #take(found: Map<number, number>, name: string, way: number): void {
    const number = this.#numberOf(name);
    if (!found.has(number)) for (const one of new Set([nominative(name), name])) this.#spelt(number, one);
    found.set(number, Math.max(found.get(number) ?? asHeading, way));
  }

  /** Whether it was known. */
  remove(id: string): boolean {
    this.version++;
    this.renamings.delete(id);
    this.readings.delete(id);
    this.#texts.delete(id);
    return this.memories.delete(id);
  }

  /** Whether another title calls it too: all messages of a chat have its title. */
  #isCalledAgain(name: string, content: string): boolean {
    const [title = ''] = headingsIn(pathBefore(content));
    const key = keyOf(name);
    const known = this.#called.get(key);
    if (known === undefined) this.#called.set(key, title);
    else if (known !== title) this.#called.set(key, '');
    return known !== undefined && known !== title;
  }

  #numberOf(name: string): number {
    const known = this.#bySpelling.get(name);
    if (known !== undefined) return known;
    const key = keyOf(nominative(name));
    const number = this.#numbers.get(key) ?? this.keys.length;
    this.#bySpelling.set(name, number);
    if (number < this.keys.length) return number;
    this.#numbers.set(key, number);
    this.keys.push(key);
    this.spellings.push(new Map());
    this.people.push(0);
    this.sure.push(0);
    this.things.push(0);
    this.together.push(new Map());
    return number;
  }

  #link(list: readonly number[]): void {
    for (const one of list) {
      const beside = this.together[one]!;
      for (const other of list) if (other !== one) beside.set(other, (beside.get(other) ?? 0) + 1);
    }
  }

  #spelt(number: number, name: string): void {
    const of = this.spellings[number]!;
    of.set(name, (of.get(name) ?? 0) + 1);
  }
}

const numbered = (found: ReadonlyMap<number, number>) => Array.from(found, ([number, way]) => number * ways + way);

function endOf({ supersededBy, validUntil }: Memory): number {
  if (supersededBy !== undefined) return 0;
  return validUntil === undefined ? Number.POSITIVE_INFINITY : Date.parse(validUntil);
}

/** Between the letters of a name: what one writes and another does not, as in Shisen-do. No digits are joined. */
const between = /(?<=[\p{L}\p{M}])[\s\p{Pd}'’·・.]+(?=[\p{L}\p{N}])|(?<=\p{N})[\s\p{Pd}'’·・]+(?=\p{L})/gu;

/** How names are compared: by their letters, without case, accents, hyphens and spaces. ANA is not Ana. */
export const keyOf = (name: string) =>
  abbreviation.test(name) && isGivenName(name) ? name : fold(name).replace(between, '');
const abbreviation = /^\p{Lu}{2,4}$/u;

/** The words of a name as they are counted where texts write them small. */
export const smallWords = (name: string) => name.normalize('NFC').toLowerCase().split(' ');
