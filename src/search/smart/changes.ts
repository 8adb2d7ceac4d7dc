import { Lru } from '../../base/lru.ts';
import { once } from '../../base/once.ts';
import { SMART } from '../parameters.ts';
import { findWords } from '../text/words.ts';

/** A statement for comparisons: its significant terms in order. */
export type StatementWords = readonly string[];

/** Longer texts make many statements; their words do not show which of them has changed. */
const LONGEST = 24;

/**
 * The statements of some texts. A text is analysed only if another begins with the same content word: few results of a
 * search do, and analysing takes longer than searching.
 */
export function statementsOf(contents: readonly string[]): StatementWords[] {
  const heads = contents.map(headOf);
  const times = new Map<string | undefined, number>();
  for (const head of heads) times.set(head, (times.get(head) ?? 0) + 1);
  return contents.map((content, i) => (times.get(heads[i])! > 1 ? statementOf(content) : []));
}

/** The telling word that a text begins with. */
function headOf(content: string): string | undefined {
  for (const beginning of BEGINNINGS) {
    const head = headOfBeginning(beginning.exec(content)?.[0] ?? '');
    if (head !== undefined) return head;
  }
  return tellingTerms(content.slice(0, READ))[0];
}

function headOfBeginning(beginning: string): string | undefined {
  if (knownHeads.has(beginning)) return knownHeads.get(beginning);
  const [head] = tellingTerms(beginning);
  if (beginning.length > MAX_KEY) return head;
  if (knownHeads.size >= MAX_HEADS) knownHeads.clear();
  knownHeads.set(beginning, head);
  return head;
}

/** A cache: few words begin most texts, and each result of each search is asked for its own. */
const knownHeads = new Map<string, string | undefined>();
const MAX_HEADS = 1_000;
/** A longer part of a text is a slice in V8, which would keep the whole text in memory. */
const MAX_KEY = 12;

/** The first word of a text, then its first four. A word above 40 characters does not match, so none is cut. */
const BEGINNINGS = [/^\s*\S{1,40}(?:\s|$)/, /^\s*(?:\S{1,40}(?:\s+|$)){4}/];
/** So many letters are read; of a longer text these first, which mostly show that it makes many statements. */
const READ = 1_000;
const READ_FIRST = 400;

function statementOf(content: string): StatementWords {
  // Looking a long text up takes as long as reading its first part.
  const known = content.length <= READ ? knownStatements.get(content) : undefined;
  if (known !== undefined) return known;
  const read = content.slice(0, READ);
  // One term more, because the first part may end within a word.
  const isLong = read.length > 1.5 * READ_FIRST && distinctTerms(read.slice(0, READ_FIRST)).length > LONGEST + 1;
  const distinct = isLong ? [] : distinctTerms(read);
  const statement = distinct.length > LONGEST ? [] : distinct;
  if (content.length <= READ) knownStatements.set(content, statement);
  return statement;
}

/** A cache, usually 1 MB: the same memories are among the results of many searches. */
const knownStatements = new Lru<string, StatementWords>(4_000);

const distinctTerms = (text: string) => [...new Set(tellingTerms(text))];

function tellingTerms(text: string): string[] {
  // An identifier counts as a whole: MySQL and PostgreSQL have nothing in common.
  const { words } = findWords(text);
  const terms = words.filter(({ role, identifier }) => role === (identifier === 0 ? 'word' : 'alternate'));
  return terms.map(({ term }) => term).filter((term) => !CUES.has(term));
}

/**
 * Whether two statements are likely about the same attribute of the same subject, with different values: they begin
 * with the same content word, share at least half of the shorter one, and each has a word that the other lacks.
 */
export function stateTheSame(a: StatementWords, b: StatementWords): boolean {
  if (a.length < 2 || b.length < 2 || a[0] !== b[0]) return false;
  const [shorter, longer] = a.length <= b.length ? [a, b] : [b, a];
  let common = 0;
  for (const term of shorter) if (longer.includes(term)) common++;
  return 2 * common >= shorter.length && common < shorter.length;
}

/** The state of a thing that a query asks for, and the factor for the relevance of the others. */
export interface Preference {
  readonly state: 'newer' | 'older';
  readonly factor: number;
}

/** By default the newer state, more so if the query says "now"; the older if it says "first". */
export function preferredState(query: string): Preference {
  if (FIRST().test(query)) return { state: 'older', factor: 1 - SMART.changed };
  return { state: 'newer', factor: 1 - SMART.changed * (NOW().test(query) ? 2 : 1) };
}

/** Words for a new or an old state: no part of the stated attribute. */
const CUES: ReadonlySet<string> = new Set(
  findWords('now currently still meanwhile anymore user').words.map((w) => w.term),
);

const NOW = anyOf(
  'now nowadays currently current latest newest still presently|these days',
  'jetzt aktuell derzeit inzwischen gegenwärtig',
  'maintenant actuellement actuel actuelle désormais',
  'ahora actualmente actual todavía',
  'agora atualmente atual ainda',
  'adesso attualmente attuale ancora',
  'nu momenteel huidige tegenwoordig',
);
const FIRST = anyOf(
  'first originally original initially formerly previously earliest|used to',
  'zuerst ursprünglich anfangs früher ehemals zunächst',
  "d'abord initialement auparavant autrefois",
  'primero originalmente inicialmente',
  'primeiro inicialmente',
  'originariamente inizialmente',
  'eerst oorspronkelijk vroeger aanvankelijk',
);

/** Lists of words; after a bar those with spaces. */
function anyOf(...lists: string[]): () => RegExp {
  return once(() => {
    const all = lists.flatMap((list) => list.split('|').flatMap((part, i) => (i === 0 ? part.split(' ') : [part])));
    return new RegExp(`(?<![\\p{L}\\p{N}])(?:${all.join('|')})(?![\\p{L}\\p{N}])`, 'iu');
  });
}
