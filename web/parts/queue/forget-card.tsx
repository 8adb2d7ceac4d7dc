import { Link } from 'wouter-preact';
import type { Output } from '../../client/client.ts';
import { useDashboard } from '../../shell/dashboard.ts';
import { placeOf } from '../../shell/places.ts';
import { ConfirmButton } from '../confirm.tsx';
import { FailureNote } from '../failure.tsx';
import { counted } from '../format.ts';
import { Time } from '../time.tsx';
import { useAction } from '../use-action.ts';

export type ForgetRequest = Output<'listForgetRequests'>['requests'][number];

/** What the user asked to forget: a person deletes, erases or keeps all memories about it at once. */
export function ForgetCard({ request: { characterId, what, askedAt, memories } }: { request: ForgetRequest }) {
  const dashboard = useDashboard();
  const { client } = dashboard;
  const { run, failure, isBusy } = useAction();
  const of = { characterId, memoryIds: memories.map(({ id }) => id) };
  const answer = (decision: 'delete' | 'erase' | 'keep' | 'ask') =>
    client.call('reviewForgetRequest', { ...of, decision, what });
  let batchId: string | undefined;
  const forget = async () => {
    ({ batchId } = await answer('delete'));
  };
  const restore = async () => {
    if (batchId !== undefined) await client.call('undoBatch', { characterId, batchId });
    await answer('ask');
  };
  return (
    <article class="change" data-forget={what}>
      <div class="meta">
        <span dir="auto">“{what}”</span>
        <Time at={askedAt} as="moment" />
      </div>
      {memories.map(({ id, content }) => (
        <p key={id} class="said" dir="auto">
          <Link href={placeOf('memories', characterId, id)}>{content}</Link>
        </p>
      ))}
      {dashboard.may('reviewForgetRequest', characterId) && (
        <div class="buttons">
          <button
            type="button"
            disabled={isBusy}
            onClick={() =>
              void run(forget, memories.length === 1 ? 'Deleted' : `${memories.length} memories are deleted`, restore)
            }
          >
            {memories.length === 1 ? 'Delete it' : `Delete all ${memories.length}`}
          </button>
          <button
            type="button"
            class="quiet"
            disabled={isBusy}
            onClick={() =>
              void run(
                () => answer('keep'),
                'Kept',
                () => answer('ask'),
              )
            }
          >
            Keep
          </button>
          <ConfirmButton
            label="Erase for good…"
            title={`Erase ${counted(memories.length, 'memory', 'memories')} for good?`}
            run={() => void run(() => answer('erase'), 'Erased for good')}
          >
            <p>Their texts, their history and what else holds them are removed. Nothing brings them back.</p>
          </ConfirmButton>
        </div>
      )}
      <FailureNote failure={failure} />
    </article>
  );
}
