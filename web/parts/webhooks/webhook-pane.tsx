import { useState } from 'preact/hooks';
import { beginningOf } from '../../../src/base/graphemes.ts';
import type { Output } from '../../client/client.ts';
import { listed, rich, t } from '../../languages/translate.ts';
import { useDashboard } from '../../shell/dashboard.ts';
import { ConfirmButton } from '../confirm.tsx';
import { Secret } from '../copy-line.tsx';
import { FailureNote } from '../failure.tsx';
import { Modal } from '../modal.tsx';
import { PaneClose } from '../pane-close.tsx';
import { State } from '../state.tsx';
import { Time } from '../time.tsx';
import { useAction } from '../use-action.ts';
import { Deliveries } from './deliveries.tsx';
import { type Webhook, WebhookForm } from './webhook-form.tsx';

/** A webhook beside the list: its events and its deliveries. */
export function WebhookPane(props: {
  webhook: Webhook;
  /** Its secret, directly after it was made. */
  secret: string | undefined;
  issue: (issued: { id: string; secret: string }) => void;
  close: () => void;
  isByItself: boolean;
}) {
  const { webhook, secret, issue, close, isByItself } = props;
  const { client } = useDashboard();
  const [isEditing, setEditing] = useState(false);
  const { id: webhookId } = webhook;
  return (
    <aside class="pane" aria-label={t('The webhook')}>
      <PaneClose close={isByItself ? undefined : close} />
      <h2 dir="auto">{webhook.description ?? webhook.url}</h2>
      {secret !== undefined && (
        <Secret text={secret}>{t('This secret signs the deliveries, so that your receiver can verify them.')}</Secret>
      )}
      <Facts webhook={webhook} />
      <Actions webhook={webhook} edit={() => setEditing(true)} issue={issue} close={close} />
      <Deliveries webhookId={webhookId} />
      {isEditing && (
        <Modal label={t('Edit the webhook')} close={() => setEditing(false)}>
          <h2>{t('Edit the webhook')}</h2>
          <WebhookForm
            webhook={webhook}
            save={({ description = null, characterIds = null, ...fields }) =>
              client.call('updateWebhook', { webhookId, description, characterIds, ...fields })
            }
            done={() => setEditing(false)}
            close={() => setEditing(false)}
          />
        </Modal>
      )}
    </aside>
  );
}

/** Whether events arrive. */
export function WebhookState({ status, failingSince }: Pick<Webhook, 'status' | 'failingSince'>) {
  if (status === 'DISABLED') return <State is="off">{t('disabled')}</State>;
  if (failingSince === undefined) return <State is="good">{t('enabled')}</State>;
  return (
    <State is="bad">
      <span>{rich(t('failing since {time}'), { time: <Time at={failingSince} as="moment" /> })}</span>
    </State>
  );
}

function Facts({ webhook }: { webhook: Webhook }) {
  const { characters } = useDashboard();
  const { url, events, characterIds, includeContent, status, failingSince, createdAt } = webhook;
  const nameOf = (id: string) => characters.value?.find((one) => one.id === id)?.name ?? id;
  return (
    <dl>
      <dt>{t('Address')}</dt>
      <dd>{url}</dd>
      <dt>{t('Events')}</dt>
      <dd>{events.includes('*') ? t('every one') : listed(events)}</dd>
      <dt>{t('Characters')}</dt>
      <dd>{characterIds ? listed(characterIds.map(nameOf)) : t('all that its maker sees')}</dd>
      <dt>{t('Texts')}</dt>
      <dd>{includeContent ? t('sent too') : t('not sent')}</dd>
      <dt>{t('State')}</dt>
      <dd>
        <WebhookState status={status} failingSince={failingSince} />
        {status === 'DISABLED' && `: ${t('what happens waits until it is enabled')}`}
      </dd>
      <dt>{t('Since')}</dt>
      <dd>
        <Time at={createdAt} as="date" />
      </dd>
    </dl>
  );
}

function Actions(props: {
  webhook: Webhook;
  edit: () => void;
  issue: (issued: { id: string; secret: string }) => void;
  close: () => void;
}) {
  const { webhook, edit, issue, close } = props;
  const { client } = useDashboard();
  const { run, failure, isBusy } = useAction();
  const [tested, setTested] = useState<Output<'testWebhook'>>();
  const { id: webhookId, status } = webhook;
  const isEnabled = status === 'ENABLED';
  const set = (to: Webhook['status']) => client.call('updateWebhook', { webhookId, status: to });
  const test = async () => {
    setTested(undefined);
    setTested(await run(() => client.call('testWebhook', { webhookId })));
  };
  const rotate = async () => {
    const rotated = await run(() => client.call('rotateWebhookSecret', { webhookId }));
    if (rotated) issue(rotated);
  };
  return (
    <>
      <div class="buttons">
        <button type="button" class="main" disabled={isBusy} onClick={() => void test()}>
          {t('Test')}
        </button>
        <button type="button" disabled={isBusy} onClick={edit}>
          {t('Edit')}
        </button>
        <button
          type="button"
          disabled={isBusy}
          onClick={() =>
            void run(
              () => set(isEnabled ? 'DISABLED' : 'ENABLED'),
              isEnabled ? t('Disabled') : t('Enabled'),
              () => set(status),
            )
          }
        >
          {isEnabled ? t('Disable') : t('Enable')}
        </button>
        <ConfirmButton
          label={t('New secret')}
          title={t('Give it a new secret?')}
          class="quiet"
          run={() => void rotate()}
        >
          <p>{t('Both secrets sign for 24 hours. Put the new one into your receiver before then.')}</p>
        </ConfirmButton>
        <ConfirmButton
          label={t('Delete')}
          title={t('Delete this webhook?')}
          run={() =>
            void run(() => client.call('deleteWebhook', { webhookId }), t('Webhook deleted')).then(
              (deleted) => deleted && close(),
            )
          }
        >
          <p>
            {t(
              'Its secret, its waiting events and its deliveries are deleted too. This can’t be undone; disabling it keeps them.',
            )}
          </p>
        </ConfirmButton>
      </div>
      <FailureNote failure={failure} />
      <p role="status" class={tested?.delivered === false ? 'wrong' : 'muted'}>
        {tested && outcomeOf(tested)}
      </p>
    </>
  );
}

/** The result of a test, in words. */
function outcomeOf({ delivered, httpStatus, error, ms, text = '' }: Output<'testWebhook'>): string {
  const answer =
    httpStatus === undefined
      ? (error ?? t('nothing came back'))
      : t('it answered {status}', { status: String(httpStatus) });
  const said = delivered || text === '' ? '' : `: ${beginningOf(text, 200)}`;
  const how = t('{answer} after {ms} ms', { answer, ms });
  return `${delivered ? t('Delivered') : t('Not delivered')}: ${how}${said}`;
}
