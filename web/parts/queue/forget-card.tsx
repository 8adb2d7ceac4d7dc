import type { Output } from '../../client/client.ts';
import { t, tn } from '../../languages/translate.ts';
import { useDashboard } from '../../shell/dashboard.ts';
import { placeOf } from '../../shell/places.ts';
import { ConfirmButton } from '../confirm.tsx';
import { HeadedText } from '../memory/said.tsx';
import { Time } from '../time.tsx';
import { type Settle, useDecision } from './use-decision.ts';

export type ForgetRequest = Output<'listForgetRequests'>['requests'][number];

/** What the user asked to forget: a person deletes, erases or keeps all memories about it at once. */
export function ForgetCard({ request, settle }: { request: ForgetRequest; settle: Settle }) {
  const { characterId, what, askedAt, memories } = request;
  const dashboard = useDashboard();
  const { client } = dashboard;
  const run = useDecision(settle);
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
        <HeadedText key={id} content={content} link={placeOf('memories', characterId, id)} />
      ))}
      {dashboard.may('reviewForgetRequest', characterId) && (
        <div class="buttons">
          <button
            type="button"
            class="danger"
            onClick={() => run(forget, tn(memories.length, 'Deleted', '{n} memories are deleted'), restore)}
          >
            {tn(memories.length, 'Delete it', 'Delete all {n}')}
          </button>
          <button
            type="button"
            class="quiet"
            onClick={() =>
              run(
                () => answer('keep'),
                t('Kept'),
                () => answer('ask'),
              )
            }
          >
            {t('Keep')}
          </button>
          <ConfirmButton
            label={t('Erase for good…')}
            title={tn(memories.length, 'Erase {n} memory for good?', 'Erase {n} memories for good?')}
            run={() => run(() => answer('erase'), t('Erased for good'))}
          >
            <p>{t('Their texts, their history and what else holds them are removed. Nothing brings them back.')}</p>
          </ConfirmButton>
        </div>
      )}
    </article>
  );
}
