import type { Alike } from '../domain/stores/alike.ts';
import { type StatedTerms, statedTerms } from './same-statement.ts';

/** How two texts are alike, and by what. */
export interface Likeness extends Alike {
  /** Stems that both have. */
  shared: string[];
  /** One adds no word to the other, or only a number or a negation differs. Else each says something of its own. */
  isSure: boolean;
}

const leastAlike = 0.6;
/** If one text adds nothing to the other, this share of the other is enough. */
const leastContained = 0.45;
const leastOpposed = 0.6;
/** A text of fewer telling words is in many others by chance. */
const fewestShared = 2;

const plain = (terms: StatedTerms) => new Set([...terms].map((term) => term.replace(/^-/u, '')));
const isNumber = (term: string) => /^\p{N}/u.test(term);

/** Undefined: they are about different things. */
export function likenessOf(one: string, other: string): Likeness | undefined {
  const [said, known] = [statedTerms(one), statedTerms(other)];
  const [a, b] = [plain(said), plain(known)];
  const shared = [...a].filter((term) => b.has(term));
  const words = (terms: ReadonlySet<string>) => [...terms].filter((term) => !isNumber(term));
  if (shared.length < fewestShared) return undefined;
  const likeness = shared.length / new Set([...a, ...b]).size;
  const isOpposed = shared.some((term) => said.has(term) !== known.has(term));
  const [onlyA, onlyB] = [[...a].filter((term) => !b.has(term)), [...b].filter((term) => !a.has(term))];
  const hasOtherNumber = onlyA.some(isNumber) && onlyB.some(isNumber);
  const ofWords = words(new Set(shared)).length / Math.max(1, new Set([...words(a), ...words(b)]).size);
  const addsNothing = onlyA.length === 0 || onlyB.length === 0;
  if ((isOpposed && likeness >= leastOpposed) || (hasOtherNumber && ofWords >= leastAlike)) {
    const isOneNumber = hasOtherNumber && onlyA.length === 1 && onlyB.length === 1;
    return { kind: 'contradiction', likeness, shared, isSure: addsNothing || isOneNumber };
  }
  const isContained = addsNothing && likeness >= leastContained;
  return likeness >= leastAlike || isContained
    ? { kind: 'duplicate', likeness, shared, isSure: addsNothing && likeness >= leastAlike }
    : undefined;
}
