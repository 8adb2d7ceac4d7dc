import { once } from '../../base/once.ts';
import { isTool, namesIn } from './kinds.ts';
import { haveSameSubject } from './news.ts';
import { Phrases } from './phrases.ts';
import type { Profile } from './profile.ts';
import lexicon from './states.lexicon';

/** A state of the speaker or of others, in one language: how it is said, and how an event is that changes it. */
interface State {
  kind: string;
  /** In words to search for. */
  said: string;
}

/** A state a line, "kind: phrases > phrases of its change". */
const states = once(() => {
  const lines = lexicon
    .trim()
    .split('\n')
    .map((line, number) => {
      const [kind = '', phrases = ''] = line.split(': ');
      const [holds = '', changes = ''] = phrases.split(' > ');
      return { kind, holds, changes, name: String(number) };
    });
  return {
    byName: new Map(
      lines.map(({ name, kind, holds }): [string, State] => [name, { kind, said: holds.replace(/[|~^]+/gu, ' ') }]),
    ),
    holding: new Phrases(lines.map(({ name, holds }) => [name, holds])),
    changing: new Phrases(lines.map(({ name, changes }) => [name, changes])),
  };
});

const toldIn = (phrases: Phrases, { said }: Profile): State[] =>
  [...phrases.in(` ${said} `)].map((name) => states().byName.get(name)!);

const latin = -1;
/** Kinds that begin so are states of those whom the statement names first. */
const ofOthers = 'their ';

/** The states that a statement says to have changed: "we moved to Porto". */
function changedBy(newer: Profile): State[] {
  const isDoubtful = ['plan', 'past', 'quote', 'still', 'not'].some((cue) => newer.cues.has(cue));
  // "I moved to Helix" tells of no home.
  if (newer.asks || isDoubtful || namesIn(newer.said).some(isTool)) return [];
  // In Latin letters the phrases name the speaker.
  const namesSpeaker = newer.script === latin || !newer.cues.has('other');
  return toldIn(states().changing, newer).filter(({ kind }) => namesSpeaker || kind.startsWith(ofOthers));
}

/** Words that older statements of the speaker's states have that a statement changes; none for most statements. */
export function wordsOfChanged(newer: Profile): string {
  return changedBy(newer)
    .filter(({ kind }) => !kind.startsWith(ofOthers))
    .map(({ said }) => said)
    .join(' ');
}

/**
 * Whether a newer statement tells of an event after which the state of the same subject is no longer what the older one says:
 * "I have moved to Porto" after "I live in Lisbon".
 */
export function changesState(newer: Profile, older: Profile): boolean {
  const changed = changedBy(newer);
  if (changed.length === 0 || older.asks || ['past', 'plan', 'quote'].some((cue) => older.cues.has(cue))) return false;
  const held = toldIn(states().holding, older);
  const isSame = ({ kind }: State) => !kind.startsWith(ofOthers) || haveSameSubject(newer, older);
  if (!held.some((state) => changed.some(({ kind }) => kind === state.kind) && isSame(state))) return false;
  // Back to the same place, it holds.
  return newer.names.size === 0 || [...newer.names].some((name) => !older.names.has(name));
}
