import type { StatementKind } from '../../domain/capture-mode.ts';
import { plain } from './cue-rules.ts';
import type { Read } from './read.ts';

/** Begins what takes back or mends what was said or done before. */
const correcting =
  /^(?:(?:no|nope|nein|non|nee|nie|нет|hayır|nej|não|sí no|いいえ|아니요?)[,.:]\s|actually,?\s|correction:|in fact,?\s|eigentlich|en fait|en realidad|na verdade|in realtà|eigenlijk|właściwie|на самом деле|aslında|egentligen|不对|不是|其实|実は|사실)/iu;

/** Begins an order that is no word of the classes. */
const ordering = /^(?:please )?(?:no|keep|run|write|put|name|follow|commit|test|answer|reply|stick|stop)(?!\p{L})/iu;

const kindsOfCues: readonly (readonly [kind: StatementKind, cues: readonly string[]])[] = [
  ['preference', ['prefer']],
  ['decision', ['decide']],
  ['rule', ['always', 'never', 'forbid', 'must', 'only', 'future', 'remember']],
];

/** What kind of statement a clause is. */
export function kindOf({ raw, cues }: Pick<Read, 'raw' | 'cues'>): StatementKind {
  const said = plain(raw);
  if (correcting.test(said)) return 'correction';
  const isOrder = cues.get('use') === 'first' || ordering.test(said);
  return kindsOfCues.find(([, names]) => names.some((name) => cues.has(name)))?.[0] ?? (isOrder ? 'rule' : 'fact');
}
