import { hash } from './fingerprint.ts';
import { namesTimeIn } from './languages/dates.ts';
import { NO_LANGUAGE } from './languages/languages.ts';

/** The form of a memory, one bit each. */
export const TRAIT = {
  /** It ends in a question. */
  asks: 1,
  /** It contains a question. */
  holdsQuestion: 2,
  /** It names a time. */
  namesTime: 4,
  /** It came as a message of a conversation, and not as a piece of a file or an import. */
  said: 8,
} as const;

/** The four bits above those are the number of the memory's language (see `languages`). */
const LANGUAGE_SHIFT = 4;

/** The language of a memory with these traits, 0 for English and unknown ones. */
export function languageIn(traits: number): number {
  return traits >> LANGUAGE_SHIFT;
}

/** The input of a memory's traits besides its words. */
export interface MemoryTraits {
  /** A number for its first word: the speaker in "Name: text", the subject in "Name did". 0 when it has none. */
  readonly lead: number;
  /** Bits of `TRAIT`, and its language. */
  readonly traits: number;
}

/** A memory's traits, from its content, the terms of its first passage and its language. */
export function traitsOf(
  content: string,
  terms: ReadonlyMap<string, readonly number[]>,
  said: boolean,
  language: number,
): MemoryTraits {
  let traits = (said ? TRAIT.said : 0) | (language << LANGUAGE_SHIFT);
  if (QUESTION_MARK.test(content)) {
    traits |= TRAIT.holdsQuestion;
    if (endsAsking(content)) traits |= TRAIT.asks;
  }
  if (TIME.test(content) || (language !== NO_LANGUAGE && namesTimeIn(language)(content))) traits |= TRAIT.namesTime;
  return { lead: leadOf(terms), traits };
}

function leadOf(terms: ReadonlyMap<string, readonly number[]>): number {
  for (const [term, [first]] of terms) if (first === 0) return hash(term);
  return 0;
}

const QUESTION_MARK = /[?？؟]/u;
const CLOSING = /[\s"'”’»)\]]/u;

/** A question mark is the last sign but for quotes and brackets that close, and for a picture or link in brackets. */
function endsAsking(content: string): boolean {
  let end = content.length;
  const skip = () => {
    while (end > 0 && CLOSING.test(content[end - 1]!) && content[end - 1] !== ']') end--;
  };
  skip();
  if (content[end - 1] === ']') {
    end = content.lastIndexOf('[', end);
    skip();
  }
  return end > 0 && QUESTION_MARK.test(content[end - 1]!);
}

const TIME =
  /\b(?:yesterday|today|tonight|tomorrow|last|next|ago|week(?:s|end)?|months?|years?|monday|tuesday|wednesday|thursday|friday|saturday|sunday|january|february|march|april|june|july|august|september|october|november|december|recently|since|(?:19|20)\d\d)\b/i;
