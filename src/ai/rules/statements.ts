import { contentFault, maxContentLength } from '../../domain/memory.ts';
import { splitSentences } from '../../text/sentences.ts';
import { splitBlocks } from './blocks.ts';
import { dependsOnPrevious } from './cohesion.ts';
import { isSmallTalk } from './filler.ts';

export interface Statement {
  text: string;
  /** What a list item was listed under, when it can't be understood without. */
  context?: string | undefined;
  /** The heading it stands below. */
  heading?: string | undefined;
}

/** Sentences that belong together are kept together up to this length; longer paragraphs are cut all the same. */
const maxJoined = 600;
/** A list item with fewer words than this says little without what it is listed under. */
const wordsOfSentence = 5;

/** The statements of a text, each understandable on its own as far as rules can tell; at most 10,000 code points each. */
export function splitStatements(text: string): Statement[] {
  return splitBlocks(text).flatMap(({ kind, text: block, intro, heading }) => {
    if (kind === 'verbatim') return fitting(block).map((piece) => ({ text: piece, heading }));
    if (kind === 'item') {
      const context = block.split(/\s+/u).length < wordsOfSentence || intro?.explains ? intro?.text : undefined;
      return fitting(block).map((piece) => ({ text: piece, context, heading }));
    }
    return sentences(block)
      .flatMap(fitting)
      .map((piece) => ({ text: piece, heading }));
  });
}

/** Sentences, each joined to the one before when it can't be understood without it; small talk stands alone. */
function sentences(paragraph: string): string[] {
  const joined: string[] = [];
  let before: string | undefined;
  for (const sentence of splitSentences(paragraph)) {
    const isAlone = isSmallTalk(sentence);
    const isPart = before !== undefined && !isAlone && dependsOnPrevious(sentence.trim(), before);
    if (before !== undefined && isPart && before.length + sentence.length <= maxJoined) {
      before += sentence;
      joined[joined.length - 1] = before;
    } else {
      joined.push(sentence);
      before = isAlone ? undefined : sentence;
    }
  }
  return joined.map((piece) => piece.trim()).filter((piece) => piece !== '');
}

/** Cuts what is longer than a memory may be at white space, or anywhere when there is none. */
function fitting(text: string): string[] {
  if (contentFault(text) === undefined) return [text];
  const points = [...text];
  const pieces: string[] = [];
  for (let start = 0; start < points.length; ) {
    let end = Math.min(points.length, start + maxContentLength);
    if (end < points.length) {
      const space = points.lastIndexOf(' ', end - 1);
      if (space > start + maxContentLength / 2) end = space;
    }
    pieces.push(points.slice(start, end).join('').trim());
    start = end;
  }
  return pieces.filter((piece) => piece !== '');
}
