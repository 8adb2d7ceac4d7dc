import { cjk } from './cue-classes.ts';
import { reach } from './cue-rules.ts';
import { countSigns } from './cut.ts';
import type { Read } from './read.ts';

/** Names of features are hashed to this many bits (the hashing trick: Weinberger and others, 2009). */
const BITS = 16;
export const featureCount = 2 ** BITS;

/** A sentence of no turn, such as a line of a rule file, has no place in one. */
export type Placed = Read & { isBare?: boolean };

type Add = (name: string) => void;

/** The features of a clause: numbers below `featureCount`, each once. */
export function featuresOf(clause: Placed): Set<number> {
  const found = new Set<number>();
  const add: Add = (name) => void found.add(hash(name));
  addWords(clause.tokens, add);
  addCues(clause.cues, add);
  addForm(clause, add);
  if (!clause.isBare) addPlace(clause, add);
  return found;
}

function addWords(tokens: readonly string[], add: Add): void {
  for (const [i, word] of tokens.entries()) {
    const next = tokens[i + 1];
    const third = tokens[i + 2];
    add(`1 ${word}`);
    if (next !== undefined) add(`2 ${word} ${next}`);
    if (third !== undefined) add(`3 ${word} ${next} ${third}`);
    if (cjk.test(word)) {
      for (let k = 0; k < word.length; k++) {
        add(`c ${word.slice(k, k + 2)}`);
        add(`c ${word.slice(k, k + 3)}`);
      }
    } else if (word.length > 5) {
      add(`p ${word.slice(0, 5)}`);
      add(`s ${word.slice(-4)}`);
    }
  }
  const [first, second, third] = tokens;
  if (first === undefined) return;
  add(`^1 ${first}`);
  add(`$1 ${tokens.at(-1)}`);
  if (second !== undefined) add(`^2 ${first} ${second}`);
  if (third !== undefined) add(`^3 ${first} ${second} ${third}`);
}

function addCues(classes: Read['cues'], add: Add): void {
  const names = [...classes.keys()].sort();
  for (const [name, place] of classes) {
    add(`cue ${name}`);
    if (place !== 'later') add(`cue ${place} ${name}`);
  }
  for (const [i, one] of names.entries()) for (const other of names.slice(i + 1)) add(`cues ${one} ${other}`);
  if (names.length === 0) add('cue none');
}

const pronoun =
  /^(?:this|that|it|these|those|they|he|she|its|das|es|dies|ça|cela|ce|esto|eso|isso|isto|questo|это|эти|这|那|これ|それ)$/u;

/** A pattern of the whole clause is a feature by its name. */
const forms: readonly (readonly [string, RegExp])[] = [
  ['line number', /\b(?:line \d+|l\d+|:\d+:\d+|#\d+)\b/],
  ['quoted', /["“«「][^"“”«»「」]+["”»」]/],
  ['exclaims', /!/],
  ['past', /\b(?:i|we|it|you)\b.*\b\w+ed\b|\b\w+ed\b.*\b(?:i|we|it|you)\b/],
  ['progressive', /\b(?:i'm|im|i am|we're|it's|is|are|am) (?:\w+ )?\w+ing\b/],
  ['unsure', /\b(?:can|could|may|might|maybe|perhaps|probably|think|guess|seems?)\b/],
  ['condition', /\b(?:if|when|unless|until|before|after|once)\b/],
  ['finite', /\b(?:is|are|uses?|has|have|lives?|runs?|needs?|should|must)\b/],
  ['label', /^[^:]{2,40}: \S/],
];

/** Upper ends of classes of length, in words. */
const lengths = [2, 4, 7, 12, 20, 32];
/** Upper ends of classes of how many clauses a turn has. */
const counts = [1, 3, 7, 15];
const gradeOf = (ends: readonly number[], value: number) => ends.findIndex((end) => value <= end);

function addForm(clause: Placed, add: Add): void {
  const { tokens, low } = clause;
  const text = clause.text.slice(0, reach);
  if (clause.isCued) add('rule');
  if (clause.objection !== undefined) add(`objection ${clause.objection}`);
  add(`length ${gradeOf(lengths, tokens.length)}`);
  const marks = tokens.filter((token) => token.startsWith('§')).length;
  if (marks > 0) add(`marks ${Math.min(marks, 4)}`);
  if (marks * 3 >= tokens.length) add('marks third');
  if (tokens.slice(0, 2).some((token) => pronoun.test(token))) add('pronoun early');
  else if (tokens.some((token) => pronoun.test(token))) add('pronoun');
  for (const [name, pattern] of forms) if (pattern.test(low)) add(name);
  if (/\b[A-Z]{3,}\b/.test(text) && /[a-z]/.test(text)) add('capitals');
  if (countSigns(text) > 0.06 * text.length) add('signs');
}

function addPlace({ at, of, part, parts, turn, ...clause }: Placed, add: Add): void {
  add(`clauses ${gradeOf(counts, of)}`);
  if (at === 0) add('first');
  else if (at === of - 1) add('last');
  if (parts > 1) add(part === 0 ? 'first part' : 'later part');
  for (const name of ['isItem', 'isLeadIn', 'isListed'] as const) if (clause[name]) add(name);
  for (const name of ['isLong', 'isDocument', 'isPasted'] as const) if (turn[name]) add(name);
}

/** FNV-1a with a finish that spreads it, as its lowest bits are used. */
function hash(name: string): number {
  let sum = 0x811c9dc5;
  for (let i = 0; i < name.length; i++) sum = Math.imul(sum ^ name.charCodeAt(i), 0x01000193);
  sum ^= sum >>> 15;
  sum = Math.imul(sum, 0x2c1b3c6d);
  sum ^= sum >>> 12;
  return sum & (featureCount - 1);
}
