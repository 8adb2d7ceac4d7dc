import { saysOtherwise } from '../../search/judge/candidates.ts';
import { namesIn } from '../../search/judge/kinds.ts';
import { isDoubtful, profileOf } from '../../search/judge/profile.ts';
import { tellsState } from '../../search/judge/states.ts';

/** Beginnings of corrections. */
export const correcting =
  /^(?:(?:no|nope|nein|non|nee|nie|нет|hayır|nej|não|sí no|いいえ|아니요?)[,.:]\s|actually,?\s|correction:|in fact,?\s|that's wrong|eigentlich|en fait|en realidad|na verdade|in realtà|eigenlijk|właściwie|на самом деле|aslında|egentligen|不对|不是|其实|実は|사실)/iu;

/** A longer statement tells more than a change. */
const maxLength = 160;
/** At the beginning it only leads on: "Now commit". */
const leadingOn =
  /^(?:(?:and|so|ok|okay) )?(?:now|jetzt|nun|maintenant|ahora|agora|ora|adesso|nu|teraz|сейчас|теперь|şimdi|现在)(?!\p{L})/iu;

/** Whether a statement says that something is no longer as it was: "I moved", "we dropped Jest", "not any more". */
export function saysChange(text: string): boolean {
  if (text.length > maxLength) return false;
  const { cues, asks } = profileOf(text.replace(leadingOn, ''));
  if (asks || cues.has('plan')) return false;
  return cues.has('change') || cues.has('end') || correcting.test(text);
}

/**
 * Whether a statement may end something stored: it says a change, a state of which somebody has one at a time, or a value: a
 * number, a day, a tool.
 */
export function mayEndOther(text: string): boolean {
  if (saysChange(text)) return true;
  if (text.length > maxLength) return false;
  const said = profileOf(text);
  return (
    !said.asks && !isDoubtful(said) && (tellsState(said) || said.numbers.size > 0 || namesIn(said.said).length > 0)
  );
}

/** The share of an older statement's words with which a newer one is about the same. */
const leastShared = 0.5;
/** A statement of more words has names that it is not about. */
const maxWordsByName = 5;

/**
 * Whether a statement is about what an older one says: it has half of its words, a name of a short one, or tells of an
 * event, an end or a value that changes it.
 */
export function isAbout(newer: string, older: string): boolean {
  if (older.length > maxLength) return false;
  const [said, known] = [profileOf(newer), profileOf(older)];
  if (saysOtherwise(said, known, newer)) return true;
  const names = (name: string) => ` ${said.said}`.includes(` ${name}`);
  if (known.words.size <= maxWordsByName && [...known.names].some(names)) return true;
  const shared = [...known.words].filter((word) => [...said.words].some((one) => isAlike(one, word))).length;
  // "No, we moved the deploys" says itself that something known has changed.
  return shared > 0 && (correcting.test(newer) || shared >= leastShared * known.words.size);
}

/** "deploy" and "deploys". */
function isAlike(one: string, other: string): boolean {
  return one === other || (Math.min(one.length, other.length) > 4 && (one.startsWith(other) || other.startsWith(one)));
}

/** What holds instead is said at once: "I'm at Bosch now." */
const holdsNow =
  /(?<![\p{L}\p{N}])(?:now|jetzt|nun|maintenant|désormais|ahora|agora|ora|adesso|nu|teraz|сейчас|теперь|зараз|тепер|şimdi|artık|الآن)(?![\p{L}\p{N}])|现在|今は|지금/iu;

/**
 * "I quit my job at Siemens. | I'm at Bosch now.": of two sentences the first ends something, the second says what holds
 * instead, which is not understood alone.
 */
export function saysInstead(before: string, text: string): boolean {
  if (before.length > maxCorrection || text.length > maxCorrection) return false;
  const [ending, holding] = [profileOf(before), profileOf(text)];
  return ending.cues.has('end') && !holding.cues.has('end') && holdsNow.test(text.replace(leadingOn, ''));
}

const denial =
  /(?<![\p{L}\p{N}])(?:not|no|nicht|keine?[nmrs]?|pas|não|non|niet|geen|inte|nie|не|değil)(?![\p{L}\p{N}])|n't(?![\p{L}\p{N}])/iu;
/** A correction is short: longer parts say more than the other value. */
const maxCorrection = 60;

/**
 * "We do not use MySQL, | we use PostgreSQL", "We dropped Jest, | we use Vitest now": without the first part the second
 * would not say what it corrects.
 */
export function isCorrection(before: string, part: string): boolean {
  const isBeside = /[,;，；、–—-]\s*$/u.test(before) && part.length <= maxCorrection;
  if (!isBeside) return false;
  if (saysChange(before) && saysChange(part)) return true;
  if (!denial.test(before) || denial.test(part)) return false;
  const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const denied = new Set(wordsOf(before));
  const [, ...said] = wordsOf(part);
  return said.some((word) => word.length > 1 && denied.has(word));
}
