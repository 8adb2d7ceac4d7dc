import { pathBefore } from '../../text/headings.ts';
import { SMART } from '../parameters.ts';
import { fold } from '../text/fold.ts';

/** The fields of a match that ranking by content uses. */
interface Candidate {
  readonly relevance: number;
  readonly content: string;
}

/**
 * Makes room beside the items of one list, which match together because they differ in a few words (diversification,
 * after Carbonell and Goldstein, "The Use of MMR", 1998).
 */
export function letOthersUp<One extends Candidate>(candidates: readonly One[]): (One & { crowd?: number })[] {
  const headings = candidates.map(({ content }) => headingOf(content));
  const times = new Map<string, number>();
  for (const heading of headings) times.set(heading, (times.get(heading) ?? 0) + 1);
  const { alike, first, less } = SMART.crowd;
  const better = new Map<string, Words[]>();
  const weighed = candidates.map((candidate, i) => {
    const heading = headings[i]!;
    if (heading === '' || times.get(heading)! <= first || candidate.relevance === 1) return candidate;
    const words = wordsOf(candidate.content);
    const others = better.get(heading) ?? [];
    better.set(heading, [...others, words]);
    const isCrowd = others.filter((other) => likeness(words, other) >= alike).length >= first;
    return !isCrowd ? candidate : { ...candidate, relevance: candidate.relevance * (1 - less), crowd: -less };
  });
  return weighed.sort((a, b) => b.relevance - a.relevance);
}

/**
 * The heading of a statement of a document: `Project › Deployment: only from main`. Empty without one, or where it is
 * so short that it makes no two similar, like the names before the turns of a conversation.
 */
function headingOf(content: string): string {
  const start = content.slice(0, READ);
  const end = start.indexOf(':', pathBefore(start).length);
  return 3 * end < start.length ? '' : start.slice(0, end);
}

/** So many letters are read. */
const READ = 1_500;

/** Words with how much each counts, which is its length. */
type Words = ReadonlyMap<string, number>;

function wordsOf(content: string): Words {
  return new Map((fold(content.slice(0, READ)).match(/[\p{L}\p{N}\p{M}]+/gu) ?? []).map((word) => [word, word.length]));
}

/** The common share of two texts, 0..1 (weighted Jaccard index). */
function likeness(one: Words, other: Words): number {
  let [both, either] = [0, 0];
  for (const [word, length] of one) {
    either += length;
    if (other.has(word)) both += length;
  }
  for (const [word, length] of other) if (!one.has(word)) either += length;
  return both / (either || 1);
}
