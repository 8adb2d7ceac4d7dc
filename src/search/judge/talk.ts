import { saysNothing } from '../../text/small-talk.ts';
import { namesOtherOfKind } from './contradiction.ts';
import { shareTelling } from './news.ts';
import { type Profile, profileOf, tellsOfChange } from './profile.ts';
import { changesState } from './states.ts';

/** Words that speak to the other side of a conversation; those that mean something else in another language are left out. */
const addressing = new Set('you your yours dich dir dein deine vous votre usted ustedes você vocês'.split(' '));

function isAddressed({ said }: Profile): boolean {
  return said.split(' ').some((word) => addressing.has(word));
}

/**
 * Whether a message of a chat tells of a change in what an older message states. Most messages state nothing: "I hear you",
 * "This list is a proper start". So both must be statements about the same, and the newer one must have a word of change.
 */
export function tellsChangeOf(newer: string, older: string): boolean {
  const [now, before] = [profileOf(newer), profileOf(older)];
  if (now.asks || before.asks) return false;
  if (changesState(now, before) || namesOtherOfKind(now, before)) return true;
  const isTold = tellsOfChange(now) && (now.cues.has('change') || now.cues.has('end'));
  if (!isTold || isAddressed(now) || isAddressed(before)) return false;
  return shareTelling(now, before) && !saysNothing(newer) && !saysNothing(older);
}
