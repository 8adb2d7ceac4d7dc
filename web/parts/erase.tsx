import { useState } from 'preact/hooks';
import type { Input, Output } from '../client/client.ts';
import { known } from '../languages/known.ts';
import { t, tn } from '../languages/translate.ts';
import { useDashboard } from '../shell/dashboard.ts';
import { FailureNote } from './failure.tsx';
import { ShortText } from './memory/said.tsx';
import { Modal } from './modal.tsx';
import { useAction } from './use-action.ts';

interface Props {
  asked: Input<'eraseMemories'>;
  /** Of the button, and of what it opens. */
  label: string;
  title: string;
  /** What is said of so many memories before, and of all afterwards. */
  going: (count: number) => string;
  erased: string;
  done: () => void;
}

/** A button that erases memories for good, after showing what goes. */
export function Erase({ asked, label, title, going, erased, done }: Props) {
  const { client } = useDashboard();
  const { run, failure, isBusy } = useAction();
  const [plan, setPlan] = useState<Output<'eraseMemories'>>();
  const look = async () => setPlan(await run(() => client.call('eraseMemories', asked)));
  const erase = async () => {
    const gone = await run(() => client.call('eraseMemories', { ...asked, confirm: true }), erased);
    if (!gone) return;
    setPlan(undefined);
    done();
  };
  const traces = plan?.traces ?? [];
  return (
    <section class="part" aria-label={t('Forget')}>
      <button type="button" class="quiet danger" disabled={isBusy} onClick={() => void look()}>
        {label}
      </button>
      {!plan && <FailureNote failure={failure} />}
      {plan && (
        <Modal label={title} close={() => setPlan(undefined)}>
          <h2>{title}</h2>
          <p>{going(plan.total)}</p>
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
            <button type="button" class="main danger" disabled={isBusy} onClick={() => void erase()}>
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
