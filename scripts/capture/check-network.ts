import { byNetwork } from '../../src/ai/clauses/grades.ts';
import { judge } from '../../src/ai/clauses/keep.ts';
import type { ClauseNetwork } from '../../src/ai/clauses/network.ts';
import type { Read } from '../../src/ai/clauses/read.ts';
import { rememberable } from '../../src/text/said.ts';
import { tells } from './match.ts';
import { measure } from './measure.ts';
import type { LabelledText } from './texts.ts';

/** Thresholds to choose from. */
const thresholds = [0.3, 0, -0.2, -0.36, -0.5, -0.75, -1.1];

/**
 * Prints what a turn's own fold stores at each threshold: of turns, of rules before and after tasks, of our sentences.
 * @param networkOf the network that has not seen a group
 */
export function checkNetworks(
  texts: readonly LabelledText[],
  networkOf: (group: string) => ClauseNetwork,
  encode: (text: string) => Float32Array,
): void {
  const turns = texts
    .filter(({ source }) => source === 'turns')
    .map(({ group, lasting, ...turn }, id) => ({
      ...{ id, repo: group, text: turn.text, language: turn.language },
      durable: lasting.map(({ text }) => text),
      durable_strict: lasting.flatMap(({ text, label }) => (label === 1 ? text : [])),
    }));
  for (const kept of thresholds) {
    const least = { kept: { evident: kept, bare: kept }, proposed: kept };
    const capture = (text: string, group: string) => {
      const network = networkOf(group);
      const score = (clause: Read, form: readonly number[]) => network.score(clause, encode(clause.text), form);
      // The network of what is told was trained on these turns.
      const grade = byNetwork(score, { careful: least, balanced: least, eager: least }, () => Number.NEGATIVE_INFINITY);
      return judge(rememberable(text).text, 'balanced', grade).flatMap((one) =>
        one.outcome === 'kept' ? one.text : [],
      );
    };
    console.log(`${kept}: ${measure({ rules: [], turns, personal: [] }, capture)}`);
    const share = (some: readonly LabelledText[], isHit: (memories: string[], one: LabelledText) => boolean) => {
      const hits = some.filter((one) => isHit(capture(one.text, one.group), one)).length;
      return `${((100 * hits) / Math.max(1, some.length)).toFixed(1)} (${hits}/${some.length})`;
    };
    const isTold = (memories: string[], { lasting }: LabelledText) =>
      memories.some((one) => tells(one, lasting[0]!.text));
    const own = texts.filter(({ source, lasting }) => source === 'own' && lasting.length === 0);
    const parts = {
      'rules with tasks': share(
        texts.filter(({ source }) => source === 'rules'),
        isTold,
      ),
      'own, lasting': share(
        own.filter(({ otherwise }) => otherwise === 1),
        (memories) => memories.length > 0,
      ),
      'own, other': share(
        own.filter(({ otherwise }) => otherwise === 0),
        (memories) => memories.length > 0,
      ),
      'chats, other': share(
        texts.filter(({ source, otherwise }) => source === 'personal' && otherwise === 0),
        (memories) => memories.length > 0,
      ),
      'chats, lasting': share(
        texts.filter(({ source, otherwise }) => source === 'personal' && otherwise === undefined),
        (memories) => memories.length > 0,
      ),
    };
    console.log(
      `    ${Object.entries(parts)
        .map(([name, figure]) => `${name} ${figure}`)
        .join(' | ')}`,
    );
  }
}
