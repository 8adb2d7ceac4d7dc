import { saysNothing } from '../../text/small-talk.ts';
import { namesOtherOfKind } from './contradiction.ts';
import { countShared } from './news.ts';
import { isDoubtful, type Profile, profileOf } from './profile.ts';
import { changesState } from './states.ts';

/** Words that speak to the other side of a conversation; those that mean something else in another language are left out. */
const addressing = new Set(
  'you your yours yourself dich dir dein deine vous votre usted ustedes você vocês'.split(' '),
);

function isAddressed({ said }: Profile): boolean {
  return said.split(' ').some((word) => addressing.has(word));
}

/** "Wow, that looks awesome!" */
const exclaims = /[!！]\s*$/u;

/** Without a word of change, statements with fewer equal words are of different subjects. */
const leastShared = 2;

/**
 * Whether a message of a chat tells of a change in what an older message states. Most messages state nothing: "I hear you",
 * "This list is a proper start". So both must be statements about the same: without a word of change they must share more words.
 */
export function tellsChangeOf(newer: string, older: string): boolean {
  const [now, before] = [profileOf(newer), profileOf(older)];
  if (now.asks || before.asks) return false;
  if (changesState(now, before) || namesOtherOfKind(now, before)) return true;
  if (isAddressed(now) || isAddressed(before) || isDoubtful(now)) return false;
  const isTold = now.cues.has('change') || now.cues.has('end');
  if (!isTold && exclaims.test(newer)) return false;
  return countShared(now, before) >= (isTold ? 1 : leastShared) && !saysNothing(newer) && !saysNothing(older);
}
