import { t, tn } from '../../languages/translate.ts';
import { useDashboard } from '../../shell/dashboard.ts';
import { Erase } from '../erase.tsx';
import { leastHelpful } from '../memory/rank.ts';
import type { SearchFilter } from './search-filters.tsx';
import { searchFor } from './use-results.ts';

/** Memories that one question offers to forget. */
const most = 100;

/** Forgets a topic that is no name: what is found about it, as each memory is ticked. */
export function ForgetFound(props: {
  query: string;
  filter: SearchFilter;
  characterId: string | undefined;
  done: () => void;
}) {
  const { query, characterId, done } = props;
  const dashboard = useDashboard();
  const find = async () => {
    const { memories } = await searchFor(dashboard.client, { ...props, limit: most });
    return {
      everywhere: true,
      ids: memories.flatMap(({ id, relevance }) => (relevance >= leastHelpful ? [id] : [])),
    };
  };
  if (!dashboard.may('eraseMemories', characterId)) return null;
  return (
    <Erase
      asked={find}
      label={t('Forget all about “{query}”…', { query })}
      title={t('Forget all about “{query}”', { query })}
      going={(n) =>
        tn(
          n,
          '{n} memory would be erased for good, with its history. Nothing brings it back.',
          '{n} memories would be erased for good, with their history. Nothing brings them back.',
        )
      }
      erased={t('Erased all about “{query}”', { query })}
      done={done}
    />
  );
}
