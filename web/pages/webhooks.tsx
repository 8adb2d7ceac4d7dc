import { useState } from 'preact/hooks';
import { Link, useLocation, useSearch } from 'wouter-preact';
import type { Output } from '../client/client.ts';
import { rich, t, tn } from '../languages/translate.ts';
import { FailureNote } from '../parts/failure.tsx';
import { Modal } from '../parts/modal.tsx';
import { Skeleton } from '../parts/skeleton.tsx';
import { Time } from '../parts/time.tsx';
import { useOpen } from '../parts/use-open.ts';
import { type Webhook, WebhookForm } from '../parts/webhooks/webhook-form.tsx';
import { WebhookPane, WebhookState } from '../parts/webhooks/webhook-pane.tsx';
import { type PageProps, useDashboard } from '../shell/dashboard.ts';
import { usePageKeys } from '../shell/page-keys.ts';
import { placeOf, queryOf } from '../shell/places.ts';
import { useLoad } from '../shell/use-load.ts';

/** The team's webhooks and their deliveries. */
export default function Webhooks({ character }: PageProps) {
  const { client } = useDashboard();
  const named = new URLSearchParams(useSearch()).get('webhook') ?? undefined;
  const [, go] = useLocation();
  const [isCreating, setCreating] = useState(false);
  const [issued, setIssued] = useState<Pick<Output<'createWebhook'>, 'id' | 'secret'>>();
  const found = useLoad('webhooks', (signal) => client.call('listWebhooks', {}, signal));
  const webhooks = found.value?.webhooks ?? [];
  const { open, isByItself } = useOpen(named, webhooks[0]?.id);
  const addressOf = (id: string | undefined) => placeOf('webhooks', character) + queryOf({ webhook: id });
  usePageKeys((key) => {
    if (key === 'Escape') go(addressOf(undefined));
    if (key !== 'j' && key !== 'k') return;
    const at = webhooks.findIndex(({ id }) => id === open);
    const next = webhooks[at < 0 ? 0 : at + (key === 'j' ? 1 : -1)];
    if (next) go(addressOf(next.id), { replace: named !== undefined });
  });
  const chosen = webhooks.find(({ id }) => id === open);
  return (
    <div class={chosen ? 'body two' : 'body'}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keys */}
      <section class="scroll" aria-label={t('Webhooks')} tabIndex={0} aria-busy={found.isLoading}>
        <div class="opening">
          <h1 class="page-title">{t('Webhooks')}</h1>
          {found.value && (
            <button type="button" class="main" onClick={() => setCreating(true)}>
              {t('New webhook…')}
            </button>
          )}
        </div>
        <FailureNote failure={found.failure} again={found.again} />
        <Skeleton of={found} />
        {found.value && webhooks.length === 0 && (
          <div class="empty">
            <h2>{t('Nothing is sent anywhere')}</h2>
            <p>
              {t(
                'A webhook has what happens sent to an address of yours: that a memory was stored, a file synced, a member changed. Each is signed and tried again until it arrives.',
              )}
            </p>
          </div>
        )}
        {webhooks.map((webhook) => (
          <Row key={webhook.id} webhook={webhook} address={addressOf(webhook.id)} isOpen={webhook.id === open} />
        ))}
        {open !== undefined && found.value && !chosen && (
          <p class="muted">{t('The webhook at this address no longer exists.')}</p>
        )}
      </section>
      {chosen && (
        <WebhookPane
          key={chosen.id}
          webhook={chosen}
          secret={issued?.id === chosen.id ? issued.secret : undefined}
          issue={setIssued}
          isByItself={isByItself}
          close={() => go(addressOf(undefined))}
        />
      )}
      {isCreating && (
        <Modal label={t('New webhook')} close={() => setCreating(false)}>
          <h2>{t('New webhook')}</h2>
          <WebhookForm
            save={(fields) => client.call('createWebhook', fields)}
            done={(made) => {
              setCreating(false);
              setIssued(made);
              go(addressOf(made.id));
            }}
            close={() => setCreating(false)}
          />
        </Modal>
      )}
    </div>
  );
}

function Row({ webhook, address, isOpen }: { webhook: Webhook; address: string; isOpen: boolean }) {
  const { url, description, events, status, failingSince, createdAt } = webhook;
  return (
    <article class={isOpen ? 'm sel' : 'm'}>
      <Link href={address} aria-current={isOpen ? 'true' : undefined}>
        <p class="said" dir="auto">
          {description ?? url}
        </p>
      </Link>
      <div class="meta">
        {description !== undefined && <span>{url}</span>}
        <span>{events.includes('*') ? t('every event') : tn(events.length, '{n} event', '{n} events')}</span>
        <WebhookState status={status} failingSince={failingSince} />
        <span>{rich(t('since {time}'), { time: <Time at={createdAt} as="short" /> })}</span>
      </div>
    </article>
  );
}
