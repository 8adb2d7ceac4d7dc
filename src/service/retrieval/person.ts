import { projectPreset } from '../../domain/category.ts';
import type { Character } from '../../domain/character.ts';
import type { Memory } from '../../domain/memory.ts';
import { isMessage } from '../../domain/memory-rules.ts';
import { latin, profileOf } from '../../search/judge/profile.ts';
import { ownStatesIn } from '../../search/judge/states.ts';
import { aboutOf, privateIn } from '../../text/about/about.ts';
import { saysOwnName } from '../../text/own-name.ts';
import { namesPerson } from '../../text/personal/people.ts';
import { placeOf, toldBy } from '../placed.ts';

/** What a statement tells of the person whose memory it is, in the order in which a page has it. */
export const personKinds = ['name', 'home', 'work', 'phone', 'email', 'family', 'health'] as const;
export type PersonKind = (typeof personKinds)[number];

/** Whether somebody has one of a kind at a time. */
export function isState(kind: PersonKind | undefined): boolean {
  return kind !== undefined && kind !== 'family' && kind !== 'health';
}

/** Whose memory it is. */
export type Owner = Pick<Character, 'name' | 'categoryPreset'>;

/** The name by which statements call the person; undefined for a project's. */
function nameOf({ name, categoryPreset }: Owner): string | undefined {
  return categoryPreset !== projectPreset || namesPerson(name.split(' ', 1)[0]!) ? name : undefined;
}

/** How agents write of the person, in the person's words: "The user lives in Porto." is "I live in Porto." */
function asSaid(statement: string, name: string | undefined): string {
  const named = name === undefined ? '' : `|${name.replace(/[^\p{L}\p{N} ]/gu, '.')}`;
  const who = `(?:the user|user${named})`;
  const verbs = (_: string, verb: string) => `I ${firstPerson.get(verb) ?? verb.replace(/s$/u, '')}`;
  return statement
    .replace(new RegExp(`^${who}['’]s (?=\\p{L})`, 'iu'), 'My ')
    .replace(new RegExp(`^${who} (\\p{Ll}+)(?= )`, 'iu'), verbs);
}

const firstPerson: ReadonlyMap<string, string> = new Map([
  ['is', 'am'],
  ['was', 'was'],
  ['has', 'have'],
]);

/** "I work as a nurse": in doubt the work in hand. */
const working =
  /(?<!\p{L})(?:i work|i am employed|i'm employed|ich arbeite|je travaille|je bosse|trabajo|lavoro|(?:eu )?trabalho|ik werk|jag (?:jobbar|arbetar)|jeg (?:jobber|arbeider|arbejder)|pracuję|pracuji|(?:я )?работаю|(?:я )?працюю|çalışıyorum|أعمل|saya (?:be)?kerja|tôi làm)(?!\p{L})|我(?:在.{1,20})?(?:工作|上班)|(?:で|として)働いて|에서 일/iu;

/** How far a text is looked at (UTF-16 units). */
const reach = 400;

/** What a memory tells of the person, in the order of kinds. */
export function personKindsOf(memory: Memory, owner: Owner): PersonKind[] {
  const told = isMessage(memory) ? toldBy(memory) : placeOf(memory).body;
  if (told === undefined) return [];
  const said = asSaid(told.slice(0, reach), nameOf(owner));
  const profile = profileOf(said);
  // In Latin letters the phrases name the speaker.
  const isOfOther = profile.script !== latin && profile.cues.has('other');
  const states = new Set(isOfOther ? [] : ownStatesIn(profile));
  if (saysOwnName(said)) states.add('name');
  if (working.test(said) && aboutOf(said) === 'user') states.add('work');
  const isOf = privateIn(said);
  return personKinds.filter((kind) => states.has(kind) || kind === isOf);
}
