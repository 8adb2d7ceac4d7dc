import { once } from '../../domain/once.ts';
import { stem } from '../text/stem.ts';
import { STOP_WORDS } from '../text/stop-words.ts';
import english from './english.lexicon';

/**
 * The terms that memories use where a question uses this one: "Which instruments does she play?" is answered by
 * "piano". One direction only; see docs/lexicon.md.
 */
export function relatedTerms(term: string): readonly string[] {
  return relations().get(term) ?? NONE;
}

const NONE: readonly string[] = [];

const relations = once(() => readRelations(english));

/** `word: member member …`, one relation a line. */
function readRelations(text: string): ReadonlyMap<string, readonly string[]> {
  const relations = new Map<string, string[]>();
  for (const line of text.trim().split('\n')) {
    const [word = '', members = ''] = line.split(':');
    const term = stem(word.trim());
    const known = relations.get(term) ?? [];
    for (const member of members.trim().split(/\s+/)) {
      const related = stem(member);
      if (related !== term && !STOP_WORDS.has(member) && !known.includes(related)) known.push(related);
    }
    relations.set(term, known);
  }
  return relations;
}
