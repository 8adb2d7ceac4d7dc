import type { Memory } from '../../client/api.ts';
import { useDashboard } from '../../shell/dashboard.ts';
import { FailureNote } from '../failure.tsx';
import { Time } from '../time.tsx';
import { useAction } from '../use-action.ts';

/** Proposals of hooks. One becomes a memory when a user accepts it or says it again. */
export function Proposals({ memories }: { memories: readonly Memory[] }) {
  if (memories.length === 0) return null;
  return (
    <>
      <h2 class="day">Proposed by hooks</h2>
      {memories.map((memory) => (
        <Proposal key={memory.id} memory={memory} />
      ))}
    </>
  );
}

function Proposal({ memory: { id, characterId, content, category, createdAt } }: { memory: Memory }) {
  const dashboard = useDashboard();
  const { client } = dashboard;
  const { run, failure, isBusy } = useAction();
  const of = { characterId, memoryId: id };
  return (
    <article class="change" data-proposal={id}>
      <p class="said" dir="auto">
        {content}
      </p>
      <div class="meta">
        <span>{category}, in doubt</span>
        <Time at={createdAt} as="moment" />
      </div>
      <div class="buttons">
        {dashboard.may('restoreMemory', characterId) && (
          <button
            type="button"
            disabled={isBusy}
            onClick={() =>
              void run(
                () => client.call('restoreMemory', of),
                'Kept',
                () => client.call('deleteMemory', of),
              )
            }
          >
            Keep
          </button>
        )}
        {dashboard.may('deleteMemory', characterId) && (
          <button
            type="button"
            class="quiet"
            disabled={isBusy}
            onClick={() =>
              void run(
                () => client.call('deleteMemory', of),
                'Rejected',
                () => client.call('restoreMemory', of),
              )
            }
          >
            Reject
          </button>
        )}
        <FailureNote failure={failure} />
      </div>
    </article>
  );
}
