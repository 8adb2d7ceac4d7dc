import { saysNothing } from '../../text/small-talk.ts';
import { namesOtherOfKind } from './contradiction.ts';
import { countShared } from './news.ts';
import { isDoubtful, type Profile, profileOf } from './profile.ts';
import { changesState } from './states.ts';

/** Words that speak to the other side of a conversation; those that mean something else in another language are left out. */
const addressing = new Set(
  'you your yours yourself dich dir dein deine vous votre usted ustedes você vocês'.split(' '),
);

/** Whether a statement speaks to the other side of a conversation. */
export function isAddressed({ said }: Profile): boolean {
  return said.split(' ').some((word) => addressing.has(word));
}

/** What a product writes for a picture or a file: "[image: a photo of a dog in a boat]". */
const captions = /\[\p{L}{1,20} ?[:：][^[\]]*\]/gu;
/** Words of change in phrases that tell of none. */
const idioms =
  /\b(?:right now|(?:end|ends|ended|ending) up|since (?:our|the) last \w+|(?:since|when) we last \w+|long time,? no \w+|sorry to hear)\b/giu;
/** "Hey John, …" */
const opening = /^[^,.!?，。！？]{1,40}[,.!?，。！？]+\s*/u;

/** "Wow, that looks awesome!" */
const exclaims = /[!！]\s*$/u;

/** Without a word of change, statements with fewer equal words are of different subjects. */
const leastShared = 2;

/** Whether both have numbers, or names, and the newer one has another. */
function namesOther(newer: Profile, older: Profile): boolean {
  return (['numbers', 'names'] as const).some(
    (kind) => older[kind].size > 0 && [...newer[kind]].some((one) => !older[kind].has(one)),
  );
}

export function withoutCaptions(message: string): string {
  return message.replace(captions, ' ').trim();
}

/** What a message states, without what is no statement. */
function statedIn(message: string): string {
  const said = withoutCaptions(message).replace(idioms, ' ').trim();
  return said.replace(opening, (begin) => (saysNothing(begin) ? '' : begin));
}

/**
 * What a message of a chat tells: the words of a statement. Undefined where it only answers, asks, cheers
 * or speaks to the other side.
 */
export function toldIn(message: string): string | undefined {
  const said = statedIn(message);
  if (saysNothing(said)) return undefined;
  const profile = profileOf(said);
  const isCheer = exclaims.test(said) && !profile.cues.has('me') && !profile.cues.has('we');
  return isCheer || profile.asks || isAddressed(profile) ? undefined : said;
}

/**
 * Whether a message of a chat tells of a change in what an older message states. Most messages state nothing: "I hear you",
 * "This list is a proper start". So both must be statements about the same, and the newer one must have a word of change, or
 * another number or name.
 */
export function tellsChangeOf(newer: string, older: string): boolean {
  const [said, had] = [statedIn(newer), statedIn(older)];
  const [now, before] = [profileOf(said), profileOf(had)];
  if (now.asks || before.asks || saysNothing(said) || saysNothing(had)) return false;
  if (changesState(now, before) || namesOtherOfKind(now, before)) return true;
  if (isAddressed(now) || isAddressed(before) || isDoubtful(now)) return false;
  const isTold = now.cues.has('change') || now.cues.has('end');
  if (!isTold && (exclaims.test(said) || !namesOther(now, before))) return false;
  return countShared(now, before) >= (isTold ? 1 : leastShared);
}
