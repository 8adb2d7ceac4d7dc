import { t } from '../../languages/translate.ts';
import type { Dashboard } from '../../shell/dashboard.ts';
import { keep, propose } from '../queue/proposals.ts';
import type { Near } from './verdict.ts';

interface Mending {
  label: string;
  done: string;
  does: () => Promise<unknown>;
  undo: () => Promise<unknown>;
}

/** How many equal questions are looked through for the one at which a memory was called wrong. */
const maxAsked = 100;

/** What makes hooks give a memory that they keep back; undefined: it needs more than one step. */
export function mendingOf(
  { id, characterId, outcome, ended }: Near,
  query: string,
  dashboard: Dashboard,
): Mending | undefined {
  const { client } = dashboard;
  const of = { characterId, memoryId: id };
  if (outcome === 'proposed' && dashboard.may('restoreMemory', characterId)) {
    const proposal = { id, characterId };
    return {
      label: t('Keep'),
      done: t('Kept'),
      does: () => keep(client, proposal),
      undo: () => propose(client, proposal),
    };
  }
  // Where another memory says what holds now, that one is the answer.
  if (outcome === 'ended' && ended?.includes(', now: ') !== true && dashboard.may('updateMemory', characterId)) {
    const set = (validUntil: string) => client.call('updateMemory', { ...of, validUntil });
    const done = t('It holds again');
    return { label: t('It still holds'), done, does: () => set('never'), undo: () => set('now') };
  }
  if (outcome === 'wrong' && dashboard.may('rateRecall', characterId)) {
    const rate = async (rating: 'none' | 'wrong') => {
      const { recalls } = await client.call('listRecalls', {
        characterId,
        words: query.slice(0, 200),
        limit: maxAsked,
      });
      const rated = recalls.filter(({ results }) => results.some((one) => one.memoryId === id));
      for (const one of rated) await client.call('rateRecall', { recallId: one.id, memoryId: id, rating });
    };
    const done = t('The rating is taken back');
    return { label: t('It is right'), done, does: () => rate('none'), undo: () => rate('wrong') };
  }
  return undefined;
}
