import { useState } from 'preact/hooks';
import type { Output } from '../../client/client.ts';
import { type Message, msg, t } from '../../languages/translate.ts';
import { useDashboard } from '../../shell/dashboard.ts';
import { FailureNote } from '../failure.tsx';
import { useAction } from '../use-action.ts';

type Settings = Output<'getAiSettings'>;
type Provider = Settings['provider'];

const providers: readonly (readonly [Provider, Message])[] = [
  ['openai', msg('OpenAI, or an endpoint compatible with it')],
  ['anthropic', msg('Anthropic')],
];

/** The team's AI provider. The key is write-only; another provider or address needs it again. */
export function AiSettingsForm({ settings }: { settings: Settings }) {
  const { client } = useDashboard();
  const { run, failure, isBusy } = useAction();
  const isOwn = settings.source === 'tenant';
  const [provider, setProvider] = useState(settings.provider);
  const [baseUrl, setBaseUrl] = useState(settings.baseUrl ?? '');
  const address = provider === 'openai' ? baseUrl.trim() : '';
  const needsKey = !isOwn || provider !== settings.provider || address !== (settings.baseUrl ?? '');
  const save = async (event: SubmitEvent) => {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    const given = new FormData(form);
    const [model, key, daily] = ['model', 'key', 'dailyTokens'].map((name) => String(given.get(name) ?? '').trim());
    const wanted = {
      provider,
      ...(model && { model }),
      ...(address && { baseUrl: address }),
      ...(key && { key }),
      ...(daily && { dailyTokens: Number(daily) }),
    };
    const saved = await run(() => client.call('setAiSettings', wanted), t('AI settings saved'));
    // Clears the typed key.
    if (saved) form.reset();
  };
  return (
    <form class="fields" onSubmit={save} autocomplete="off">
      <label>
        {t('Provider')}
        <select value={provider} onChange={(event) => setProvider(event.currentTarget.value as Provider)}>
          {providers.map(([name, title]) => (
            <option key={name} value={name}>
              {t(title)}
            </option>
          ))}
        </select>
      </label>
      <label>
        {t('Model')}
        <input
          name="model"
          maxLength={200}
          defaultValue={isOwn ? settings.model : ''}
          placeholder={t('the usual one')}
        />
      </label>
      {provider === 'openai' && (
        <label>
          {t('Base URL, with /v1')}
          <input
            type="url"
            maxLength={2_000}
            value={baseUrl}
            placeholder={t('OpenAI itself')}
            onInput={(event) => setBaseUrl(event.currentTarget.value)}
          />
        </label>
      )}
      <label>
        {t('Key')}
        <input
          name="key"
          type="password"
          autocomplete="new-password"
          maxLength={1_000}
          required={needsKey}
          placeholder={
            needsKey
              ? t('needed for this provider and address')
              : t('stored, and never shown; type another to replace it')
          }
        />
      </label>
      <label>
        {t('Most tokens of a day')}
        <input
          name="dailyTokens"
          type="number"
          min={0}
          step={1}
          defaultValue={settings.dailyTokens}
          placeholder={t('no limit')}
        />
      </label>
      <FailureNote failure={failure} />
      <div class="buttons">
        <button type="submit" class="main" disabled={isBusy}>
          {t('Save')}
        </button>
        {isOwn && (
          <button
            type="button"
            disabled={isBusy}
            onClick={() =>
              void run(
                () => client.call('setAiSettings', { provider: settings.provider, key: null }),
                t('The server’s settings are used again'),
              )
            }
          >
            {t('Use the server’s settings')}
          </button>
        )}
      </div>
    </form>
  );
}
