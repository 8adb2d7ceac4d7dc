import { bareValue, isExchangeable, isPlainName, isReplaceable, type VerbClaim } from './claims.ts';
import { articles, conjunctions, firstPerson, firstPlural, prepositions } from './languages.ts';
import type { CorrectionStatement } from './statement.ts';
import { isCopula, same, sameAll, sameName, type Token } from './tokens.ts';
import { employerLinks, looseVerbs, verbForms } from './verbs.ts';

/** The effect of a statement on a stored one; undefined: rules can't decide. */
export type Verdict = 'supersedes' | 'contradicts' | undefined;

/**
 * Whether a statement supersedes a stored one. It does only when both share the subject and its words express a change;
 * if it merely states another value, the two may contradict.
 */
export function compare(said: CorrectionStatement, stored: CorrectionStatement): Verdict {
  const isOver = stored.over !== undefined || stored.negated !== undefined || stored.hedged;
  if (!isOver && supersedes(said, stored)) return said.hedged ? 'contradicts' : 'supersedes';
  return contradicts(said, stored) ? 'contradicts' : undefined;
}

function supersedes(said: CorrectionStatement, stored: CorrectionStatement): boolean {
  return (
    replacesValue(said, stored) ||
    endsStatement(said, stored) ||
    changesAttribute(said, stored) ||
    changesVerb(said, stored) ||
    moves(said, stored)
  );
}

const plain = ({ orders: [first = []] }: CorrectionStatement) => first;
const withS = (a: Token, b: Token) =>
  same(a, b) || [`${a.word}s`, `${a.word}es`].includes(b.word) || [`${b.word}s`, `${b.word}es`].includes(a.word);
/** Polish names are in other cases where they are denied. */
const namesOf = ({ inflects }: CorrectionStatement, old: readonly Token[], given: readonly Token[]) =>
  sameAll(old, given, inflects ? sameName : same);

/** "My colour is green, not blue" is "My colour is blue" with another value in the same place. */
function replacesValue(said: CorrectionStatement, stored: CorrectionStatement): boolean {
  const { orders, old } = said;
  if (!old) return false;
  const was = plain(stored);
  return orders.some((now) => {
    for (let at = 0; at + old.length <= was.length; at++) {
      const before = was.slice(0, at);
      const after = was.slice(at + old.length);
      const value = now.slice(at, now.length - after.length);
      const fits =
        isAroundValue(before, after) &&
        value.length > 0 &&
        value.length <= old.length + 2 &&
        !value.some((token) => isCopula(token) || conjunctions.has(token.word)) &&
        namesOf(said, old, was.slice(at, at + old.length)) &&
        sameAll(before, now.slice(0, at)) &&
        sameAll(after, now.slice(now.length - after.length));
      if (fits) return true;
    }
    return false;
  });
}

/** Whether the words around a place leave a value there. If they leave the subject, it is another topic. */
function isAroundValue(before: readonly Token[], after: readonly Token[]): boolean {
  const [only] = before;
  const isOwn = (token: Token | undefined) => verbForms.get(token?.word ?? '')?.person !== undefined;
  // Turkish has the verb, and with it the person, at the end.
  if (before.length === 0) return after.length === 1 && isOwn(after[0]);
  const hasVerb = before.length > 1 ? isFrame(before) : isOwn(only);
  return hasVerb && (after.length === 0 || prepositions.has(after[0]?.word ?? ''));
}

/** Whether the shared words of two statements name the subject: more than a pronoun or an article. */
function isFrame(frame: readonly Token[]): boolean {
  return frame.some(({ word }) => {
    const isSmall = firstPerson.has(word) || firstPlural.has(word) || articles.has(word) || prepositions.has(word);
    return !isSmall && (word.length > 2 || frame.length > 1);
  });
}

/** "We no longer use Redis", "I used to live in Berlin", "not blue but green". */
function endsStatement({ over, denied, formerly, verb }: CorrectionStatement, stored: CorrectionStatement): boolean {
  const was = plain(stored);
  if (over && over.length > 1 && isFrame(over) && continues(over, was)) return true;
  if (denied && denied.length > 1 && isFrame(denied) && sameAll(denied, was)) return true;
  return formerly && verb?.past === true && isSameClaim(verb, stored.verb, true);
}

/** Starts a part that a statement can lose without changing its topic: "afraid of dogs" can't lose its dogs. */
const adjunct =
  /^(?:for|as|because|since|fur|als|weil|seit|pour|comme|para|como|porque|per|come|voor|omdat|dla|jako|som|icin)$/u;

/** The stored statement that ended, or the same with an adjunct ("We use Redis for caching"). */
function continues(over: readonly Token[], was: readonly Token[]): boolean {
  if (!sameAll(over, was.slice(0, over.length), withS)) return false;
  const more = was.slice(over.length);
  if (more.length === 0) return true;
  const isAdjunct =
    adjunct.test(more[0]?.word ?? '') &&
    !more.some(({ word, stop }, index) => conjunctions.has(word) || (stop && index < more.length - 1));
  return over.length > 2 && isAdjunct;
}

function changesAttribute(
  { now, changed, attribute, before }: CorrectionStatement,
  { attribute: was }: CorrectionStatement,
): boolean {
  if (!was || was.past) return false;
  if (before && sameAll(before.key, was.key) && sameAll(before.value, was.value)) return true;
  if (!attribute || attribute.past || !sameAll(attribute.key, was.key)) return false;
  if (sameAll(attribute.value, was.value)) return false;
  return (changed && isExchangeable(was, attribute)) || (now && isReplaceable(was, attribute));
}

/** Where one lives now, explicitly or by having moved there. `surely`: it can't be a move to another tool. */
function homeOf({ verb, move }: CorrectionStatement, surely = true): Pick<VerbClaim, 'subject' | 'value'> | undefined {
  const isHome = verb?.relation === 'home' && !verb.past;
  if (isHome) return surely && looseVerbs.has(verb.verb) ? undefined : verb;
  return move && (move.house || !surely) && isPlainName(move.to)
    ? { subject: move.subject, value: move.to }
    : undefined;
}

function isSameClaim(a: VerbClaim, b: VerbClaim | undefined, sameValue: boolean): boolean {
  if (!b || b.past || a.relation !== b.relation || a.subject !== b.subject) return false;
  return sameAll(bareValue(a.value), bareValue(b.value)) === sameValue;
}

/** "I live in Lisbon now", "Ana works for Globex now". */
function changesVerb({ now, verb }: CorrectionStatement, stored: CorrectionStatement): boolean {
  if (!now || !verb || verb.past || !isPlainName(verb.value)) return false;
  const home = homeOf(stored);
  if (verb.relation === 'home' && home) {
    return (
      !looseVerbs.has(verb.verb) &&
      home.subject === verb.subject &&
      isPlainName(home.value) &&
      !sameAll(home.value, verb.value)
    );
  }
  const was = stored.verb;
  return (
    verb.relation === 'work' &&
    isSameClaim(verb, was, false) &&
    was?.link === verb.link &&
    employerLinks.has(verb.link) &&
    isPlainName(was.value)
  );
}

function moves(said: CorrectionStatement, stored: CorrectionStatement): boolean {
  const { move } = said;
  if (!move) return false;
  const home = homeOf(stored);
  const { subject, from, to, house } = move;
  const differs = (value: readonly Token[]) => !sameAll(bareValue(value), bareValue(to));
  const toPlace = !prepositions.has(to[0]?.word ?? '') && !to.slice(1).some(({ word }) => prepositions.has(word));
  if (!toPlace) return false;
  if (from) {
    const was = [homeOf(stored, false), leavable(stored.verb)].filter((one) => one !== undefined);
    return was.some(
      (one) => one.subject === subject && differs(one.value) && namesOf(said, bareValue(from), bareValue(one.value)),
    );
  }
  return (
    house &&
    home !== undefined &&
    home.subject === subject &&
    isPlainName(to) &&
    isPlainName(home.value) &&
    differs(home.value)
  );
}

/** Things besides a home that one can move from: an employer, a tool. */
function leavable(verb: VerbClaim | undefined): VerbClaim | undefined {
  if (!verb || verb.past) return undefined;
  return verb.relation === 'use' || (verb.relation === 'work' && employerLinks.has(verb.link)) ? verb : undefined;
}

function contradicts(said: CorrectionStatement, stored: CorrectionStatement): boolean {
  const { attribute, verb, over, old, now, negated } = said;
  const was = plain(stored);
  const is = plain(said);
  if (sameAll(is, was)) return false;
  if (attribute && stored.attribute && sameAll(attribute.key, stored.attribute.key)) {
    return !sameAll(attribute.value, stored.attribute.value);
  }
  const home = homeOf(stored, false);
  const place = verb?.relation === 'stay' && now && isPlainName(verb.value) ? verb : homeOf(said, false);
  if (home && place && home.subject === place.subject && !sameAll(bareValue(home.value), bareValue(place.value)))
    return true;
  if (now && verb?.relation === 'work' && isSameClaim(verb, stored.verb, false)) return true;
  if (stored.over && sameAll(stored.over, is, withS)) return true;
  if (negated && isFrame(negated) && sameAll(negated, was, withS)) return true;
  if (over && sharesMost(over, was)) return true;
  if (old && was.length > old.length && sharesMost([...is, ...old], was)) return true;
  return now && differsInOnePlace(is, was);
}

const maxShared = 0.75;

/** Whether nearly all words of the shorter one are in the longer one, with the first among them. */
function sharesMost(a: readonly Token[], b: readonly Token[]): boolean {
  const common = a.filter((token) => b.some((other) => withS(token, other)));
  const first = a[0] && b[0] && same(a[0], b[0]);
  return (
    Boolean(first) && common.length > 1 && isFrame(common) && common.length / Math.min(a.length, b.length) >= maxShared
  );
}

/** "I drink coffee now" against "I drink tea". */
function differsInOnePlace(a: readonly Token[], b: readonly Token[]): boolean {
  let start = 0;
  while (start < Math.min(a.length, b.length) && same(a[start] as Token, b[start] as Token)) start++;
  const frame = a.slice(0, start);
  const needed = frame.some(isCopula) ? 3 : 2;
  return a.length === b.length && a.length - start <= 2 && a.length > start && start >= needed && isFrame(frame);
}
