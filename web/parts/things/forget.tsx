import { useState } from 'preact/hooks';
import type { Output } from '../../client/client.ts';
import { known } from '../../languages/known.ts';
import { t, tn } from '../../languages/translate.ts';
import { useDashboard } from '../../shell/dashboard.ts';
import { FailureNote } from '../failure.tsx';
import { ShortText } from '../memory/said.tsx';
import { Modal } from '../modal.tsx';
import { useAction } from '../use-action.ts';

interface Props {
  name: string;
  /** It is looked for in each of these spellings. */
  names: readonly string[];
  /** Undefined: in all characters. */
  characterId: string | undefined;
  done: () => void;
}

/** The operation takes no more. */
const maxNames = 20;

/** Erases all that names a person or thing, after showing what goes. */
export function Forget({ name, names, characterId, done }: Props) {
  const { client } = useDashboard();
  const { run, failure, isBusy } = useAction();
  const [plan, setPlan] = useState<Output<'eraseMemories'>>();
  const asked = {
    ...(characterId === undefined ? { everywhere: true } : { characterId }),
    naming: names.slice(0, maxNames),
  };
  const look = async () => setPlan(await run(() => client.call('eraseMemories', asked)));
  const erase = async () => {
    const gone = await run(
      () => client.call('eraseMemories', { ...asked, confirm: true }),
      t('Erased all about {name}', { name }),
    );
    if (!gone) return;
    setPlan(undefined);
    done();
  };
  const traces = plan?.traces ?? [];
  return (
    <section class="part" aria-label={t('Forget')}>
      <button type="button" class="quiet danger" disabled={isBusy} onClick={() => void look()}>
        {t('Forget all about {name}…', { name })}
      </button>
      {!plan && <FailureNote failure={failure} />}
      {plan && (
        <Modal label={t('Forget all about {name}', { name })} close={() => setPlan(undefined)}>
          <h2>{t('Forget all about {name}', { name })}</h2>
          <p>
            {tn(
              plan.total,
              '{n} memory with this name would be erased for good, with its history. Nothing brings it back.',
              '{n} memories with this name, deleted ones too, would be erased for good, with their history. Nothing brings them back.',
            )}
          </p>
          <ul class="lines going">
            {plan.memories.map(({ id, content, state }) => (
              <li key={id}>
                <ShortText content={content} />
                {state === 'DELETED' && <span class="muted">{t('deleted')}</span>}
              </li>
            ))}
          </ul>
          {plan.memories.length < plan.total && (
            <p class="muted">{tn(plan.total - plan.memories.length, 'and {n} more', 'and {n} more')}</p>
          )}
          {traces.length > 0 && (
            <ul class="list">
              {traces.map(({ kind, count, stays }) => (
                <li key={kind}>
                  <span>{known(kind)}</span>
                  <span>
                    {stays
                      ? tn(count, '{n} stays: change it yourself', '{n} stay: change them yourself')
                      : tn(count, '{n} goes too', '{n} go too')}
                  </span>
                </li>
              ))}
            </ul>
          )}
          <FailureNote failure={failure} />
          <div class="buttons">
            <button type="button" class="main" disabled={isBusy} onClick={() => void erase()}>
              {tn(plan.total, 'Erase {n} memory', 'Erase {n} memories')}
            </button>
            <button type="button" onClick={() => setPlan(undefined)}>
              {t('Cancel')}
            </button>
          </div>
        </Modal>
      )}
    </section>
  );
}
