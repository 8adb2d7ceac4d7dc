import { setImmediate as turn } from 'node:timers/promises';
import { Lru } from '../../base/lru.ts';
import { once } from '../../base/once.ts';
import type { Memory } from '../../domain/memory.ts';
import type { Scope } from '../../domain/principal.ts';
import type { MemoryPlace } from '../../domain/stores/pairs.ts';
import type { Store } from '../../domain/stores/store.ts';
import { fold } from '../../search/text/fold.ts';
import { likelyLanguages } from '../../search/text/languages/detect.ts';
import { LANGUAGE_NUMBERS, languageOf, wordsOf } from '../../search/text/languages/languages.ts';
import { stopWordsOf } from '../../search/text/languages/stems.ts';
import { QUESTION_WORDS, STOP_WORDS } from '../../search/text/stop-words.ts';
import { headingsIn, pathBefore } from '../../text/headings.ts';
import { namesIn } from '../../text/names.ts';
import { type Renaming, renamingIn } from '../../text/renamed.ts';

/** Memories that one process keeps the names of, in all characters together. */
const maxKept = 500_000;
/** Memories that are read at once, and between two looks at the clock. */
const readAtOnce = 1_000;

/** How a memory has a name: within a longer one or a heading, at the beginning of a sentence, or as writing shows names. */
export const [asPart, asFirst, asName] = [0, 1, 2];
const ways = 4;

export interface NamedMemory {
  id: string;
  revision: number;
  /** Milliseconds: when it happened, and its last change. */
  at: number;
  changedAt: number;
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
  /** What memories say to be renamed, by their ids. */
  readonly renamings = new Map<string, Renaming>();
  /** Rises with every change. */
  version = 0;
  /** The title that calls each name; empty: several do. */
  readonly #called = new Map<string, string>();
  /** In lower case. */
  readonly #numbers = new Map<string, number>();

  /** The number of a name, in any case. */
  find(name: string): number | undefined {
    return this.#numbers.get(keyOf(name));
  }

  /** Whether it was not known as it is. */
  add({ id, revision, content, occurredAt, createdAt, updatedAt }: Memory): boolean {
    if (this.memories.get(id)?.revision === revision) return false;
    this.version++;
    const { names, first, headings, called, begins, common } = namesIn(content, isFunctionWord);
    const found = new Map<number, number>();
    const take = (name: string, way: number) => {
      const number = this.#numberOf(name);
      if (!found.has(number)) this.#spelt(number, name);
      found.set(number, Math.max(found.get(number) ?? 0, way));
    };
    const renaming = renamingIn(content);
    if (renaming) this.renamings.set(id, renaming);
    else this.renamings.delete(id);
    for (const name of [...names, ...(renaming ? [renaming.earlier, renaming.name] : [])]) take(name, asName);
    for (const name of first) take(name, asFirst);
    for (const name of [...headings, ...begins]) take(name, asPart);
    for (const name of called) if (this.#isCalledAgain(name, content)) take(name, asName);
    // "Anna Schmidt" is also of Anna.
    for (const name of [...names, ...first]) if (name.includes(' ')) take(name.slice(0, name.indexOf(' ')), asPart);
    // Each memory counts once, however often it is changed.
    if (!this.memories.has(id)) for (const one of common) this.common.set(one, (this.common.get(one) ?? 0) + 1);
    this.memories.set(id, {
      ...{ id, revision, at: Date.parse(occurredAt ?? createdAt), changedAt: Date.parse(updatedAt) },
      names: Array.from(found, ([number, way]) => number * ways + way),
    });
    return true;
  }

  /** Whether it was known. */
  remove(id: string): boolean {
    this.version++;
    this.renamings.delete(id);
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
    const key = keyOf(name);
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    this.#numbers.set(key, this.spellings.length);
    this.spellings.push(new Map());
    return this.spellings.length - 1;
  }

  #spelt(number: number, name: string): void {
    const of = this.spellings[number]!;
    of.set(name, (of.get(name) ?? 0) + 1);
  }
}

/** How names are compared. */
export const keyOf = (name: string) => name.normalize('NFC').toLowerCase();

/** Words that begin sentences and no names, beside function words: times, orders, and what is called out before a name. */
const opening =
  'one two three four five six seven eight nine ten eleven twelve fifteen twenty thirty fifty hundred thousand ' +
  'yesterday today tomorrow tonight recently later currently usually often sometimes always never please maybe since last next every use run add keep write avoid prefer make set check call put read test deploy build fix see let like assuming supposing regarding mr mrs ms dr heute gestern morgen immer nie bitte hier hoy ayer mañana hier aujourd demain oggi ieri domani hoje ontem ' +
  'hey hi bye hello dear thanks thank congrats congratulations wow yeah yep yes ok okay oh ah aww haha glad sorry sure great nice cool awesome welcome hallo danke liebe lieber ja nein bonjour salut merci cher chère oui hola gracias querido querida sí ciao grazie caro cara sì olá oi obrigado obrigada sim hoi dank beste hej tack kære hei takk kiitos cześć dzięki tak привет здравствуй спасибо да merhaba teşekkürler evet';
const basic = once(() => {
  const words = new Set([...STOP_WORDS, ...QUESTION_WORDS, ...opening.split(' ')]);
  for (const code of ['en', ...LANGUAGE_NUMBERS.map((number) => languageOf(number).code)]) {
    const format = (part: Intl.DateTimeFormatOptions) =>
      new Intl.DateTimeFormat(code, { ...part, timeZone: 'UTC' }).format;
    const [month, weekday, short] = [
      format({ month: 'long' }),
      format({ weekday: 'long' }),
      format({ weekday: 'short' }),
    ];
    for (let i = 0; i < 12; i++) words.add(month(Date.UTC(2026, i)).toLowerCase());
    for (let i = 1; i <= 7; i++) {
      for (const day of [weekday, short]) words.add(day(Date.UTC(2026, 0, i)).toLowerCase());
      // "On Mondays".
      words.add(`${weekday(Date.UTC(2026, 0, i)).toLowerCase()}s`);
    }
  }
  return words;
});
const functionWords = once(() => {
  const words = new Set(basic());
  for (const number of LANGUAGE_NUMBERS) for (const one of wordsOf(languageOf(number).stopWords)) words.add(one);
  return words;
});
/** Within a sentence only those of its language count: Mina is a name, and Swedish for "my". */
const isFunctionWord = (word: string, inside?: string): boolean => {
  if (!functionWords().has(word) || inside === undefined || basic().has(word)) return functionWords().has(word);
  return likelyLanguages(inside).some((number) => stopWordsOf(number).has(fold(word)));
};

interface Kept {
  names: CharacterNames;
  /** The first read goes on behind this place. */
  before?: MemoryPlace | undefined;
  isWhole: boolean;
  /** Changes from this time (ms) on may be unknown. */
  since: number;
  /** What the lists of changes began with. */
  state: string;
  /** Of the latest call: others wait for it. */
  reading: Promise<unknown>;
}

/**
 * The names in the memories of characters, kept in this process and brought up to date at each call: nothing of them is
 * stored, so nothing stays behind an erasure.
 */
export class KeptNames {
  readonly #store: Store;
  readonly #kept = new Lru<string, Kept>(maxKept, ({ names }) => Math.max(1, names.memories.size));

  constructor(store: Store) {
    this.#store = store;
  }

  /**
   * The names of a character, read until the deadline (`performance.now`) at the latest; the next call goes on.
   * CharacterNotFound.
   */
  async of(scope: Scope, characterId: string, deadline: number): Promise<{ names: CharacterNames; isWhole: boolean }> {
    const key = `${scope.tenantId} ${characterId}`;
    const kept = this.#kept.get(key) ?? fresh();
    this.#kept.set(key, kept);
    const reading = kept.reading.then(() => this.#read(scope, characterId, kept, deadline));
    kept.reading = reading.catch(() => undefined);
    await reading;
    this.#kept.remeasure(key);
    return { names: kept.names, isWhole: kept.isWhole };
  }

  async #read(scope: Scope, characterId: string, kept: Kept, deadline: number): Promise<void> {
    const { state, active, since } = await this.#state(scope, characterId);
    if (!kept.isWhole) {
      if (kept.before === undefined) Object.assign(kept, { ...fresh(), reading: kept.reading, state, since });
      await this.#readOn(scope, characterId, kept, deadline);
    }
    if (!kept.isWhole || kept.state === state) return;
    for (const of of ['ACTIVE', 'DELETED'] as const) await this.#readChanges(scope, characterId, kept, of);
    Object.assign(kept, { state, since });
    // What was erased or has moved left no change behind.
    if (kept.names.memories.size !== active) Object.assign(kept, { isWhole: false, before: undefined });
    if (!kept.isWhole) await this.#read(scope, characterId, kept, deadline);
  }

  /** The first read, newest first. */
  async #readOn(scope: Scope, characterId: string, kept: Kept, deadline: number): Promise<void> {
    do {
      const asked = { characterId, before: kept.before, limit: readAtOnce };
      const { memories } = await this.#store.pairs.newest(scope, asked);
      for (const one of memories) kept.names.add(one);
      kept.isWhole = memories.length < readAtOnce;
      kept.before = memories.at(-1)?.place;
      // Other calls come in between.
      await turn();
    } while (!kept.isWhole && performance.now() < deadline);
  }

  async #readChanges(scope: Scope, characterId: string, { names, since }: Kept, state: 'ACTIVE' | 'DELETED') {
    let after: readonly (string | number)[] | undefined;
    for (;;) {
      const asked = { state, sort: 'changed' as const, page: 0, limit: readAtOnce, after };
      const { memories, places, isMore } = await this.#store.memories.list(scope, characterId, asked);
      let isNews = false;
      for (const one of memories) {
        if (Date.parse(one.updatedAt) < since) return;
        const isOne = state === 'ACTIVE' ? names.add(one) : names.remove(one.id);
        isNews ||= isOne;
      }
      // An import gives all its memories one time.
      if (!isNews) return;
      after = places.at(-1);
      if (!isMore || after === undefined) return;
      await turn();
    }
  }

  /** What the lists of changes begin with: it differs after any change. */
  async #state(scope: Scope, characterId: string) {
    const [active, deleted] = await Promise.all(
      (['ACTIVE', 'DELETED'] as const).map((state) =>
        this.#store.memories.list(scope, characterId, { state, sort: 'changed', page: 0, limit: 1 }),
      ),
    );
    const latest = [active!, deleted!].map(({ total, memories: [first] }) => [
      total,
      first?.id,
      first?.revision,
      first?.updatedAt,
    ]);
    return {
      state: JSON.stringify(latest),
      active: active!.total,
      since: Date.parse(active!.memories[0]?.updatedAt ?? '') || 0,
    };
  }
}

const fresh = (): Kept => ({
  names: new CharacterNames(),
  isWhole: false,
  since: 0,
  state: '',
  reading: Promise.resolve(),
});
