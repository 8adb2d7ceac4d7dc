import type { Client } from '../../client/client.ts';
import { groupedBy } from '../format.ts';
import { asGiven, during, momentOf, type Recall } from '../recalls/recall.ts';

/** What an agent got at one moment: of the project's memory, and of the user's own. */
export interface Moment {
  at: string;
  /** Empty at a session's start. */
  query: string;
  host: string;
  tokens: number;
  recalls: readonly Recall[];
}

/** The latest prompts that are shown. */
const maxPrompts = 5;
/** The layers of one moment, at most. */
const maxLayers = 20;

/** The recalls of hooks by moment, in the order of the first of each. */
export function momentsOf(recalls: readonly Recall[]): Moment[] {
  const once = [...new Map(recalls.map((one) => [one.id, one])).values()];
  return groupedBy(once, momentOf).flatMap(([, moment]) => {
    const of = asGiven(moment);
    const [first] = of;
    if (!first) return [];
    const tokens = of.reduce((sum, one) => sum + (one.results.length > 0 ? (one.tokens ?? 0) : 0), 0);
    return [{ at: first.at, query: first.query, host: first.client ?? first.by, tokens, recalls: of }];
  });
}

/**
 * What the last session got at its start, and at the latest prompts, newest first. Throws Failures.
 * @param characterId undefined: of all characters
 */
export async function readSeen(client: Client, characterId: string | undefined, signal: AbortSignal) {
  const of = { characterId, kind: 'hook' as const, lines: true };
  const [starts, prompts] = await Promise.all([
    client.call('listRecalls', { ...of, asked: false, limit: 1 }, signal),
    client.call('listRecalls', { ...of, asked: true, limit: maxPrompts }, signal),
  ]);
  const read = [...starts.recalls, ...prompts.recalls];
  // The user's own memory gives its part at the same moment.
  const beside = await Promise.all(
    read.map(async (recall) => {
      const asked = {
        ...during(recall.at),
        client: recall.client,
        kind: 'hook' as const,
        lines: true,
        limit: maxLayers,
      };
      const { recalls } = await client.call('listRecalls', asked, signal);
      return recalls.filter(({ query }) => query === recall.query);
    }),
  );
  const moments = momentsOf([...read, ...beside.flat()]);
  return {
    start: moments.find(({ query }) => query === ''),
    prompts: moments.filter(({ query }) => query !== ''),
  };
}

/** Names the latest recall of a hook, to see whether there is a new one. Throws Failures. */
export async function newestSeen(client: Client, characterId: string | undefined, signal: AbortSignal) {
  const asked = { characterId, kind: 'hook' as const, limit: 1 };
  return (await client.call('listRecalls', asked, signal)).recalls[0]?.id;
}
