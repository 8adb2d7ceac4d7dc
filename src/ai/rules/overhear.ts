import { warningOf } from '../../base/orders.ts';
import type { CaptureMode } from '../../domain/captured-clause.ts';
import { type Origin, stretchesOf } from '../../text/foreign.ts';
import type { Speaker } from '../../text/speakers.ts';
import { linesOf, splitTurns } from '../../text/turns.ts';
import { foldLatin } from '../../text/words.ts';
import { gradingOf } from '../clauses/grades.ts';
import { doubtOn, type Judged, judge } from '../clauses/keep.ts';
import { word } from './cues.ts';
import { splitStatements, type TextStatement } from './statements.ts';

/** A statement of a turn, its outcome and the reason. Statements of the agent have no kind. */
export type Overheard = TextStatement &
  Pick<Judged, 'outcome' | 'reason'> &
  Partial<Pick<Judged, 'kind' | 'isForeign' | 'mayChange'>>;

/** An assistant's statement about both, not about its last action. */
const settled = word(
  "(?:we|you|the team|the user) (?:have |had |'ve )?(?:decided|agreed|chose|settled on|prefer|switched)|from now on|as (?:agreed|decided)",
);

/** What speakers are about to do or want at once, and what they say to who waits for that: "Right, I'm off to book it", "I'll let you know". */
const parting =
  /^(?:(?:right|righto|ok|okay|alright|so|now|and|but|well|yeah|nah|good|cool|great|anyway|also|gut|bon|bueno|bom|bene)[,.!]? ){0,4}(?:i(?:['’]m| am) (?:off to (?!(?:the|my|our|an?) )|about to )|(?:i|we)(?:['’]ll| will) (?:let you know|get back to you|keep you posted|hit you up|report back|be back|get (?:onto|on to|stuck into|right on)|give (?:you a (?:yell|shout|call)|it a (?:go|try|shot)))|you (?:just )?(?:sit tight|hang (?:loose|on|tight)|chill)|(?:catch|see|talk to) (?:ya|you)|(?:just )?(?:give|tell|send|show) (?:me|us) (?:(?:all|the|every|exact|full|complete) ){2,4}|then,? (?:and only then,? )?we(?:['’]ll| will| can)|we(?:['’]re| are) (?:still )?not talking about|ich (?:gebe|sage) (?:dir|euch|ihnen) bescheid|ich melde mich|ich mache mich (?:jetzt |gleich )?(?:an|daran|auf)|je (?:te|vous) tiens au courant|je m['’]y mets|(?:ya )?te (?:aviso|cuento)|me pongo (?:con|a) |(?:eu )?te aviso|ti faccio sapere|mi metto (?:subito )?a |ik laat (?:het )?(?:je|jullie|u) weten|dam (?:ci |wam )?znać|(?:я )?(?:дам знать|сообщу))|^我(?:这就|马上|先)去|^(?:我)?回头(?:再)?(?:告诉|跟你说)|(?:行ってきます|やってみます|また(?:連絡|報告)します)[。！]?$|(?:연락|말씀) ?(?:할게|드릴게)요?[.!]?$/iu;
/** "I'm off to Porto in May" is a plan. */
const away = /\boff to \p{Lu}/u;
const isParting = ({ text }: { text: string }) => parting.test(text) && !away.test(text);

/** How far a statement is read: its kind shows early. */
const reach = 300;

/**
 * Extracts statements from a conversation that nobody asked to remember: the user's lasting statements, and those of
 * the agent that both agreed on.
 * @param encodes whether the encoder of the package may be used
 */
export function overhear(text: string, mode: CaptureMode, encodes: boolean): Overheard[] {
  const { role, said } = byRole(text);
  if (role === 'assistant') {
    const speaker: Speaker = { name: 'Assistant', role };
    return stretchesOf(said).flatMap(({ text: stretch, origin }) =>
      splitStatements(stretch).map((one) => ({ ...one, speaker, ...agreed(one, origin) })),
    );
  }
  return ownWords(said).flatMap((own) => judge(own, mode, gradingOf(encodes)));
}

/** Whether a statement of a conversation may be worth something beyond it. */
export function mayLast(said: string, encodes: boolean): boolean {
  return judge(said, 'eager', gradingOf(encodes)).some((one) => one.outcome !== 'left out' && !isParting(one));
}

/** A turn starts with its speaker's role. */
function byRole(text: string): { role: 'user' | 'assistant'; said: string } {
  const label = /^(User|Assistant): /u.exec(text);
  return { role: label?.[1] === 'Assistant' ? 'assistant' : 'user', said: text.slice(label?.[0].length ?? 0) };
}

/** The user's own words in a turn; not those of a pasted chat. */
function ownWords(said: string): string[] {
  const turns = splitTurns(linesOf(said));
  if (!turns.some(({ speaker }) => speaker?.role === 'assistant')) return [said];
  return turns
    .filter(({ speaker }) => speaker === undefined)
    .map((turn) => turn.lines.map((line) => line.text).join('\n'));
}

function agreed(
  { text, isCode }: TextStatement,
  origin: Origin | undefined,
): Pick<Judged, 'outcome' | 'reason'> & Partial<Pick<Judged, 'isForeign'>> {
  const isSettled = isCode !== true && settled.test(foldLatin(text.slice(0, reach)));
  if (!isSettled) return { outcome: 'left out', reason: 'a report of the agent on its work' };
  const doubt = doubtOn({ origin, warning: warningOf(text) });
  return doubt === undefined
    ? { outcome: 'kept', reason: 'agreed between user and agent' }
    : { outcome: 'proposed', reason: doubt, isForeign: true };
}
