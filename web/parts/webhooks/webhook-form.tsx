import { useState } from 'preact/hooks';
import type { Output } from '../../client/client.ts';
import { events as sentEvents } from '../../client/events.ts';
import { t } from '../../languages/translate.ts';
import { useDashboard } from '../../shell/dashboard.ts';
import { Check } from '../check.tsx';
import { FormEnd } from '../form-end.tsx';
import { useAction } from '../use-action.ts';
import { useDraft } from '../use-draft.ts';

export type Webhook = Output<'listWebhooks'>['webhooks'][number];
type EventName = Webhook['events'][number];

/** The fields of a webhook. */
type WebhookFields = Pick<Webhook, 'url' | 'events' | 'includeContent' | 'characterIds' | 'description'>;

const all = '*';
const names = Object.keys(sentEvents) as (keyof typeof sentEvents)[];

/**
 * The form of a webhook: its address and events.
 * @param webhook its present state; absent: a new one
 */
export function WebhookForm<Saved>(props: {
  webhook?: Webhook;
  save: (fields: WebhookFields) => Promise<Saved>;
  done: (saved: Saved) => void;
  close: () => void;
}) {
  const { webhook, save, done, close } = props;
  const { characters } = useDashboard();
  const { run, failure, isBusy } = useAction();
  const { form: kept, end: forget } = useDraft(`webhook ${webhook?.id ?? ''}`);
  const [isAll, setAll] = useState(webhook?.events.includes(all) ?? true);
  const [isOfSome, setOfSome] = useState(webhook?.characterIds !== undefined);
  const discard = () => {
    forget();
    close();
  };
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget as HTMLFormElement);
    const description = String(data.get('description')).trim();
    const saved = await run(() =>
      save({
        url: String(data.get('url')).trim(),
        events: isAll ? [all] : (data.getAll('event') as EventName[]),
        includeContent: data.has('includeContent'),
        description: description === '' ? undefined : description,
        characterIds: isOfSome ? data.getAll('character').map(String) : undefined,
      }),
    );
    if (saved === undefined) return;
    forget();
    done(saved);
  };
  return (
    <form {...kept} class="fields" onSubmit={submit}>
      <label>
        {t('Address')}
        <input
          name="url"
          type="url"
          required
          maxLength={2_000}
          placeholder="https://"
          autocomplete="off"
          defaultValue={webhook?.url ?? ''}
        />
      </label>
      <label>
        {t('What it is for')}
        <input name="description" maxLength={500} autocomplete="off" defaultValue={webhook?.description ?? ''} />
      </label>
      <fieldset class="checks">
        <legend>{t('Events')}</legend>
        <Check label={t('Every event')} checked={isAll} change={setAll} />
        {!isAll &&
          names.map((name) => (
            <Check
              key={name}
              name="event"
              value={name}
              label={name}
              about={t(sentEvents[name]).replaceAll('`', '')}
              defaultChecked={webhook?.events.includes(name) ?? false}
            />
          ))}
      </fieldset>
      <fieldset class="checks">
        <legend>{t('Characters')}</legend>
        <Check label={t('Every character that you see')} checked={!isOfSome} change={(on) => setOfSome(!on)} />
        {isOfSome &&
          characters.value?.map(({ id, name }) => (
            <Check
              key={id}
              name="character"
              value={id}
              label={name}
              defaultChecked={webhook?.characterIds?.includes(id) ?? false}
            />
          ))}
      </fieldset>
      <fieldset class="checks">
        <legend>{t('Contents')}</legend>
        <Check
          name="includeContent"
          label={t('With the texts of memories')}
          about={t('Without them only ids, names and categories leave the store.')}
          defaultChecked={webhook?.includeContent ?? false}
        />
      </fieldset>
      <FormEnd failure={failure} isBusy={isBusy} does={webhook ? t('Save') : t('Create')} close={discard} />
    </form>
  );
}
