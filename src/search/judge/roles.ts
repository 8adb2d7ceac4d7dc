import { Lru } from '../../base/lru.ts';
import { namesPerson } from '../../text/personal/people.ts';
import { fold } from '../text/fold.ts';
import { isFormOf, isSmall } from './news.ts';
import { isUnspaced } from './phrases.ts';
import { isCueWord, isOfSpeaker, type Profile, profileOf, tellsOfChange, tellsOfOther } from './profile.ts';
import { titles as titlesBefore } from './states.ts';

/** Who has a role, and beside whom or what: '' for the speaker's and for "the". */
interface Held {
  role: string[];
  of: string;
  who: string;
}

const own =
  'my|our|the|mein(?:e[rnm]?)?|unse?re?|der|die|mon|ma|notre|le|la|mi|nuestr[oa]|el|meu|minha|nosso|nossa|o|il|mio|mia|mijn|onze|de|min|vår';
const others =
  'his|her|their|seine?|ihre?|son|sa|leur|su|seu|sua|suo|sua|zijn|haar|hans|hennes|an?|eine?n?|une?|una|uma?';
const fresh = '(?:(?:new|neue[rn]?|nouve(?:au|lle)|nuev[oa]|nov[oa]|nuov[oa]|nieuwe?|nya) )?';
const now = '(?:now|ab jetzt|jetzt|nun|maintenant|désormais|ahora|agora|ora|adesso|nu)';
const is = '(?:is|ist|est|es|é|è|är|er)';
const of = '(?:of|von|de|du|del|do|da|di|van)';
const word = '[\\p{L}\\p{M}-]+';
const name =
  "(?:(?:(?:la|el|le|il|o|a) )?(?:Dr[ae]?|Dott|Prof|Mr|Mrs|Ms|Mme|M|Frau|Herrn?|Sra?)\\.? )*\\p{Lu}[\\p{L}\\p{M}'’-]+(?: \\p{Lu}[\\p{L}\\p{M}'’-]+){0,2}";
const since = `(?: ${now}| (?:since|seit|depuis|desde) ${word})?`;
const role = `${fresh}(?<role>${word}(?: (?!${of} )${word})??)(?: ${of} (?:(?:${own}) )?(?<thing>${word}))?`;
const owner = `(?<![\\p{L}'’])(?:(?<of>\\p{L}+)['’]s|(?<by>\\p{L}+)s(?= \\p{Lu})|(?<whose>${others})|(?:${own})) ${role}`;
const asian = '\\p{sc=Han}\\p{sc=Katakana}ー';

/** "Momo's vet is Dr. Tanaka", "her new vet, Dr. Hayashi"; "Sofia Rossi is my manager"; in Japanese, in Chinese. */
const holding = [
  `${owner}(?:(?: ${now})? ${is}${since} (?<who>${name})|, (?<beside>${name})(?=[.;,!]|$))`,
  `(?<who>${name}) ${is}${since} ${owner}(?!['’\\p{L}])`,
  `(?:(?<of>[${asian}]{1,12})の)?(?:今の|新しい)?(?<role>[${asian}]{2,10})は(?:今は?|現在は?)?、?(?<who>[${asian}・]{1,12}?)(?:さん|先生|氏|様)(?!では|じゃ)`,
  `(?<who>[${asian}・]{1,12}?)(?:さん|先生|氏|様)が(?:今の|新しい)?(?:(?<of>[${asian}]{1,12})の)?(?:今の|新しい)?(?<role>[${asian}]{2,10})(?:です|だ|にな)`,
  '(?<of>\\p{sc=Han}{1,6}?)的新?(?<role>\\p{sc=Han}{2,5}?)(?:现在|现已)?(?:是|换成了?|改成了?)(?<who>\\p{sc=Han}{2,5})',
].map((pattern) => new RegExp(pattern, 'gu'));

const titles = new Set([...titlesBefore, ...'m herrn dre o a sr'.split(' ')]);
/** Of whom a text speaks. */
const pronoun = '?';
const speakers = new Set('私 僕 俺 うち 我 我们'.split(' '));

/** A newer text is compared with several older ones. */
const maxKnown = 32;
const known = new Lru<string, Held[]>(maxKnown);

/** The roles that a text says somebody to have. */
function rolesIn(text: string): Held[] {
  const cached = known.get(text);
  if (cached) return cached;
  // At the beginning of a sentence "My" is no name.
  const lowered = text.replace(/(?:^|(?<=\p{Ll}{4}[.!?] ))\p{Lu}/gu, (letter) => letter.toLowerCase());
  const { cues } = profileOf(text);
  const unnamed = isOfSpeaker(text) && !cues.has('other') ? '' : pronoun;
  const roles = holding.flatMap((pattern, i) =>
    [...(i === 0 ? lowered : text).matchAll(pattern)].flatMap(({ groups = {} }) => {
      const words = groups.role!.toLowerCase().split(' ');
      const end = words.findIndex((one) => !isUnspaced(one) && (isSmall(one) || isCueWord(one) || titles.has(one)));
      const told = end < 0 ? words : words.slice(0, end);
      const beside = groups.of ?? groups.by ?? groups.thing ?? (groups.whose ? unnamed : '');
      const who = groups.who ?? groups.beside ?? '';
      const isPerson = isUnspaced(who) || who.includes(' ') || namesPerson(who);
      // Many are friends or sisters of somebody at a time.
      return told.length === 0 || words.some(tellsOfOther) || !isPerson
        ? []
        : [{ role: told.map(fold), of: speakers.has(beside) ? '' : beside.toLowerCase(), who: fold(who) }];
    }),
  );
  known.set(text, roles);
  return roles;
}

/** Whether two texts say of one role who has it, the same or not. */
function nameHolders(newer: string, older: string, areSame: boolean): boolean {
  const [now, before] = [rolesIn(newer), rolesIn(older)];
  const isNamed = (of: string, text: string) => of !== '' && of !== pronoun && text.toLowerCase().includes(of);
  return now.some((one) =>
    before.some((had) => {
      const isSameRole =
        one.role.length === had.role.length && one.role.every((word, i) => isFormOf(word, had.role[i]!));
      const isOfSame = (one.of === had.of && one.of !== pronoun) || isNamed(one.of, older) || isNamed(had.of, newer);
      const isSame = isUnspaced(one.who)
        ? had.who.includes(one.who) || one.who.includes(had.who)
        : namesIn(one.who).some((word) => namesIn(had.who).includes(word));
      return isSameRole && isOfSame && isSame === areSame;
    }),
  );
}

/** Whether a newer text tells of a change and says that somebody else has a role: "Momo's vet is Dr. Tanaka now". */
export function givesRoleToOther(newer: string, older: string, { asks, cues }: Profile): boolean {
  return !asks && tellsOfChange({ cues }) && !cues.has('not') && !cues.has('past') && nameHolders(newer, older, false);
}

/** Whether both texts say that the same person has a role: "Dr. Emi Tanaka is my vet", "My vet is Dr. Tanaka". */
export const keepsRole = (newer: string, older: string): boolean => nameHolders(newer, older, true);

const namesIn = (who: string) => who.split(/[ .]+/u).filter((one) => !titles.has(one));
