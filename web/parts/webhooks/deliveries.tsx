import { useLocation, useSearch } from 'wouter-preact';
import type { Output } from '../../client/client.ts';
import { type Message, msg, rich, t, tn } from '../../languages/translate.ts';
import { useDashboard } from '../../shell/dashboard.ts';
import { FailureNote } from '../failure.tsx';
import { State } from '../state.tsx';
import { Time } from '../time.tsx';
import { useAction } from '../use-action.ts';
import { MoreOf, usePages } from '../use-pages.tsx';

type Delivery = Output<'listWebhookDeliveries'>['deliveries'][number];

const limit = 50;
const statuses: readonly (readonly [Delivery['status'] | undefined, Message])[] = [
  [undefined, msg('All')],
  ['PENDING', msg('Waiting')],
  ['DELIVERED', msg('Delivered')],
  ['FAILED', msg('Failed')],
];

/** A webhook's deliveries of the last 30 days, newest first, with every attempt. */
export function Deliveries({ webhookId }: { webhookId: string }) {
  const { client } = useDashboard();
  const [address, go] = useLocation();
  const search = useSearch();
  const [status] = statuses.find(([one]) => one === new URLSearchParams(search).get('status')) ?? [undefined];
  const found = usePages<Delivery>(`${webhookId} ${status}`, async (cursor, signal) => {
    const page = Number(cursor ?? 0);
    const asked = { webhookId, status, page, limit };
    const { deliveries, total } = await client.call('listWebhookDeliveries', asked, signal);
    return { rows: deliveries, nextCursor: (page + 1) * limit < total ? String(page + 1) : undefined };
  });
  const choose = (to: Delivery['status'] | undefined) => {
    const query = new URLSearchParams(search);
    if (to === undefined) query.delete('status');
    else query.set('status', to);
    go(`${address}?${query}`, { replace: true });
  };
  const deliveries = found.value?.rows ?? [];
  return (
    <section aria-label={t('Deliveries')}>
      <h3>{t('Deliveries of the last 30 days')}</h3>
      <div class="facets">
        {statuses.map(([one, label]) => (
          <button key={label} type="button" class="chip" aria-pressed={one === status} onClick={() => choose(one)}>
            {t(label)}
          </button>
        ))}
        <button type="button" class="quiet" onClick={() => found.again()}>
          {t('Look again')}
        </button>
      </div>
      <FailureNote failure={found.failure} again={found.again} />
      {found.value && deliveries.length === 0 && <p class="muted">{t('None.')}</p>}
      {deliveries.map((delivery) => (
        <Row key={delivery.id} webhookId={webhookId} delivery={delivery} />
      ))}
      <MoreOf found={found} />
    </section>
  );
}

const states = {
  PENDING: ['waiting', msg('waiting')],
  DELIVERED: ['good', msg('delivered')],
  FAILED: ['bad', msg('failed')],
} as const;

function Row({ webhookId, delivery }: { webhookId: string; delivery: Delivery }) {
  const { client } = useDashboard();
  const { run, failure, isBusy } = useAction();
  const { id: deliveryId, type, at, status, attempts, nextAttemptAt, eventId } = delivery;
  const [kind, word] = states[status];
  return (
    <div class="delivery" data-delivery={deliveryId}>
      <div>
        <b>{type}</b> <State is={kind}>{t(word)}</State>
        <Time at={at} as="moment" />
      </div>
      <details>
        <summary>{tn(attempts.length, '{n} attempt', '{n} attempts')}</summary>
        <ul class="list">
          {attempts.map((attempt) => (
            <li key={attempt.at}>
              <span>
                {t('{answer} after {ms} ms', {
                  answer:
                    attempt.httpStatus === undefined
                      ? attempt.error
                      : t('answered {status}', { status: String(attempt.httpStatus) }),
                  ms: attempt.ms,
                })}
              </span>
              <span class="muted">
                <Time at={attempt.at} as="moment" />
              </span>
            </li>
          ))}
        </ul>
        <p class="muted">{t('webhook-id {eventId}', { eventId })}</p>
      </details>
      {nextAttemptAt !== undefined && (
        <p class="muted">{rich(t('Next attempt: {time}'), { time: <Time at={nextAttemptAt} as="moment" /> })}</p>
      )}
      {status !== 'PENDING' && (
        <button
          type="button"
          class="quiet"
          disabled={isBusy}
          onClick={() =>
            void run(() => client.call('redeliverWebhook', { webhookId, deliveryId }), t('It is sent once more'))
          }
        >
          {t('Send again')}
        </button>
      )}
      <FailureNote failure={failure} />
    </div>
  );
}
