import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { t, tn } from '../../languages/translate.ts';
import { useDashboard } from '../../shell/dashboard.ts';
import { placeOf } from '../../shell/places.ts';
import { useLoad } from '../../shell/use-load.ts';
import { FailureNote } from '../failure.tsx';
import { plainText } from '../memory/marking.ts';
import { Time } from '../time.tsx';
import { useAction } from '../use-action.ts';
import type { ConnectedCharacter, RefusedMemory } from './connection.ts';
import { MoveDialog } from './move-dialog.tsx';

/** How many are shown at first and with each "show more". */
const step = 50;
const pageSize = 100;

/** A character's memories with refused changes: the reasons, and the possible actions. */
export function Refused(props: { character: ConnectedCharacter; connected: readonly ConnectedCharacter[] }) {
  const dashboard = useDashboard();
  const { client, toasts } = dashboard;
  const { id: characterId, refused: total } = props.character;
  const name = dashboard.nameOf(props.character);
  const { run, failure, isBusy } = useAction();
  const [shown, setShown] = useState(step);
  const [moving, setMoving] = useState<readonly RefusedMemory[] | 'all'>();
  const found = useLoad(`${characterId} ${shown} ${total}`, async (signal) => {
    const memories: RefusedMemory[] = [];
    for (let page = 0; memories.length < shown; page++) {
      const answer = await client.call('listRefusedMemories', { characterId, page, limit: pageSize }, signal);
      memories.push(...answer.memories);
      if (answer.memories.length < pageSize) break;
    }
    return memories.slice(0, shown);
  });
  const memories = found.value ?? [];
  const offer = async (memoryIds?: string[]) => {
    const given = { characterId, ...(memoryIds && { memoryIds }) };
    const done = await run(() => client.call('exchangeNow', given));
    const problem = done?.exchanged.find((one) => one.problem !== undefined)?.problem;
    if (done) toasts.show(problem ?? t('Offered to the server again'));
  };
  const takeBack = ({ id }: RefusedMemory) =>
    run(() => client.call('withdrawChanges', { characterId, memoryIds: [id] }), t('It is as at the server'));
  return (
    <section aria-label={t('Refused memories of {name}', { name })} aria-busy={found.isLoading || isBusy}>
      {total > 1 && (
        <div class="buttons">
          <button type="button" disabled={isBusy} onClick={() => void offer()}>
            {t('Try all again')}
          </button>
          <button type="button" class="quiet" disabled={isBusy} onClick={() => setMoving('all')}>
            {t('Move all to a local character…')}
          </button>
        </div>
      )}
      <FailureNote failure={failure ?? found.failure} again={found.again} />
      {memories.map((memory) => {
        const { id, content, category, state, reason, refusedAt } = memory;
        return (
          <article class="change" key={id} data-refused={id}>
            <p class="said" dir="auto">
              {state === 'DELETED' ? <del class="short">{plainText(content)}</del> : plainText(content)}
            </p>
            <p class="reason" dir="auto">
              {reason}
            </p>
            <div class="meta">
              <span>{whatOf(memory)}</span>
              <span>{category}</span>
              <Link href={placeOf('memories', characterId, id)}>{t('History')}</Link>
              <Time at={refusedAt} as="moment" />
            </div>
            <div class="buttons">
              <button type="button" disabled={isBusy} onClick={() => void offer([id])}>
                {t('Try again')}
              </button>
              {state === 'DELETED' ? (
                <button type="button" class="quiet" disabled={isBusy} onClick={() => void takeBack(memory)}>
                  {memory.isAtServer ? t('Bring it back') : t('Leave it deleted')}
                </button>
              ) : (
                <button type="button" class="quiet" disabled={isBusy} onClick={() => setMoving([memory])}>
                  {t('Move to a local character…')}
                </button>
              )}
            </div>
          </article>
        );
      })}
      {memories.length < total && found.value && (
        <button type="button" class="more" disabled={found.isLoading} onClick={() => setShown(shown + step)}>
          {tn(total, 'Show more of {n} refused memory', 'Show more of {n} refused memories')}
        </button>
      )}
      {moving && <MoveDialog {...props} memories={moving} close={() => setMoving(undefined)} />}
    </section>
  );
}

function whatOf({ state, isAtServer }: RefusedMemory): string {
  if (state === 'DELETED') return isAtServer ? t('deleted here, the server has it still') : t('deleted here');
  return isAtServer ? t('changed here, the server has it as it was') : t('only here');
}
