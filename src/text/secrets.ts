import { folded } from './folded.ts';
import { secretRules } from './secret-rules.ts';
import { type SecretRule, shapeRules } from './secret-shapes.ts';
import { saysNothing } from './small-talk.ts';

/** The place of a credential in a text; `start` and `end` in UTF-16 units. */
export interface FoundSecret {
  kind: string;
  start: number;
  end: number;
}

/** The credentials in a text, in order, none overlapping. Linear in the text. */
export function findSecrets(text: string, rules = secretRules): FoundSecret[] {
  const { text: read, placeOf } = folded(text);
  const found = groupsOf(rules).flatMap(({ mayHave, of }) =>
    mayHave?.test(read) === false ? [] : of.flatMap((rule) => findBy(rule, read)),
  );
  found.sort((a, b) => a.start - b.start || b.end - a.end);
  const apart: FoundSecret[] = [];
  for (const one of found) {
    const last = apart.at(-1);
    if (!last || one.start >= last.end) apart.push({ ...one });
    else last.end = Math.max(last.end, one.end);
  }
  for (const one of apart) {
    one.start = placeOf(one.start);
    one.end = placeOf(one.end);
  }
  return apart;
}

/** Rules that are tried only on a text that has what one pattern finds. */
interface Group {
  mayHave: RegExp | undefined;
  of: SecretRule[];
}

const groups = new WeakMap<readonly SecretRule[], readonly Group[]>();

/** The rules by their first checks, so that most texts need few: one for all needles, one for each list of words. */
function groupsOf(rules: readonly SecretRule[]): readonly Group[] {
  const known = groups.get(rules);
  if (known) return known;
  const needles = rules.flatMap(({ needle }) => (needle === undefined ? [] : [needle.replaceAll('.', '\\.')]));
  const anyNeedle = new RegExp(needles.join('|'));
  const made = new Map<string, Group>();
  for (const rule of rules) {
    const mayHave = rule.needle === undefined ? rule.words : anyNeedle;
    const group = made.get(String(mayHave)) ?? { mayHave, of: [] };
    group.of.push(rule);
    made.set(String(mayHave), group);
  }
  groups.set(rules, [...made.values()]);
  return [...made.values()];
}

function findBy({ kind, needle, words, pattern, counts }: SecretRule, text: string): FoundSecret[] {
  if (needle !== undefined && (!text.includes(needle) || words?.test(text) === false)) return [];
  const found: FoundSecret[] = [];
  for (const match of text.matchAll(pattern)) {
    const secret = match.slice(1).findLast((group) => group !== undefined) ?? match[0];
    const start = match.index + match[0].length - secret.length;
    // A full stop after it ends the sentence.
    const end = start + secret.replace(/(?<![.,:;])[.,:;]+$/, '').length;
    if (counts?.(secret) ?? true) found.push({ kind, start, end });
  }
  return found;
}

/** The text with `[redacted: kind]` in place of every credential; the same text when it has none. */
export function redactSecrets(text: string, rules = secretRules): string {
  let redacted = '';
  let from = 0;
  for (const { kind, start, end } of findSecrets(text, rules)) {
    redacted += `${text.slice(from, start)}[redacted: ${kind}]`;
    from = end;
  }
  return from === 0 ? text : redacted + text.slice(from);
}

/** Whether a text has nothing but marks of removed credentials. */
export function isOnlyRedacted(text: string): boolean {
  const rest = text.replace(/\[redacted: [^[\]\n]{1,60}\]/g, ' ');
  return rest !== text && saysNothing(rest);
}

/**
 * As redactSecrets, for a whole document before it is split: only secrets with a shape of their own, such as a key of
 * several lines. Others are redacted in the pieces: replacing a bare value would break the document's JSON.
 */
export function redactKeys(document: string): string {
  return redactSecrets(document, shapeRules);
}
