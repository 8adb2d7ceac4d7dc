import { t } from '../../languages/translate.ts';
import { useDashboard } from '../../shell/dashboard.ts';
import { useLoad } from '../../shell/use-load.ts';
import { FailureNote } from '../failure.tsx';
import { todayIn } from '../recalls/verdict.ts';

/** How much more relevance a hook saw than a search does, where it went one step on from another memory. */
const leastLed = 0.1;

/** Why a memory was given: its rank for the question today, or that there was none. */
export function WhyGiven(props: {
  characterId: string;
  memoryId: string;
  query: string;
  relevance: number | undefined;
}) {
  const { relevance = 0, ...of } = props;
  const { client } = useDashboard();
  const hasQuestion = of.query !== '';
  const found = useLoad(
    `${of.memoryId} ${of.query}`,
    hasQuestion ? (signal) => client.call('explainMemory', of, signal) : undefined,
  );
  return (
    <>
      {!hasQuestion &&
        t('Without a question: it is among the most important, most salient or latest memories that hold.')}
      {found.value && <>{todayIn(found.value, props.relevance)}</>}
      {found.value && relevance - found.value.relevance > leastLed && (
        <> {t('Hooks joined it with another memory that has the rest of the answer.')}</>
      )}
      <FailureNote failure={found.failure} again={found.again} />
    </>
  );
}
