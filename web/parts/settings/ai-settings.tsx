import { useState } from 'preact/hooks';
import type { Output } from '../../client/client.ts';
import { inWords } from '../../languages/sentences.ts';
import { listed, t } from '../../languages/translate.ts';
import { useDashboard } from '../../shell/dashboard.ts';
import { useLoad } from '../../shell/use-load.ts';
import { FailureNote } from '../failure.tsx';
import { Skeleton } from '../skeleton.tsx';
import { useAction } from '../use-action.ts';
import { AiSettingsForm } from './ai-settings-form.tsx';

/** The AI provider of the team, visible only to its OWNER. */
export function AiSettings() {
  const { client, tier } = useDashboard();
  const { run, failure, isBusy } = useAction();
  const [tested, setTested] = useState<Output<'testAiSettings'>>();
  const found = useLoad('ai-settings', (signal) => client.call('getAiSettings', {}, signal));
  if (found.failure?.status === 403) return null;
  const { value: settings } = found;
  const test = async () => {
    setTested(undefined);
    setTested(await run(() => client.call('testAiSettings', {})));
  };
  return (
    <section aria-label={t('AI provider')}>
      <h2 class="heading">{t('AI provider')}</h2>
      {found.failure?.status === 501 ? (
        <p class="muted">{inWords(found.failure.message)}</p>
      ) : (
        <FailureNote failure={found.failure} again={found.again} />
      )}
      <Skeleton of={found} rows={2} />
      {settings && (
        <>
          {settings.keySet || settings.source === 'tenant' ? (
            <p>
              {settings.source === 'tenant' ? t('By the team’s own settings') : t('By the server’s settings')}:{' '}
              <bdi>{listed([settings.provider, settings.model, settings.keySet && t('with a key')])}</bdi>.
              {!settings.keySet && ` ${t('It has no key: built-in rules read the texts.')}`}
            </p>
          ) : (
            <p>{t('No key is set: built-in rules read the texts, and cost nothing.')}</p>
          )}
          {settings.source === 'tenant' && settings.reason === undefined && tier.value && (
            <Embedding of={tier.value.ai.embedding} />
          )}
          {settings.reason !== undefined && <p class="muted">{inWords(settings.reason)}</p>}
          <div class="buttons">
            <button type="button" disabled={isBusy} onClick={() => void test()}>
              {isBusy ? t('Testing…') : t('Test')}
            </button>
            <span role="status" class={tested?.ok === false ? 'wrong' : 'muted'}>
              {tested && `${inWords(tested.message)}${tested.ms > 0 ? ` ${t('{ms} ms', { ms: tested.ms })}` : ''}`}
            </span>
          </div>
          <FailureNote failure={failure} />
          {(settings.source === 'tenant' || settings.reason === undefined) && (
            <AiSettingsForm key={JSON.stringify(settings)} settings={settings} />
          )}
        </>
      )}
    </section>
  );
}

/** Whether a team's own provider also embeds: a store has vectors of one endpoint, because those of two can't be compared. */
function Embedding({ of: { model, reason } }: { of: Output<'getTier'>['ai']['embedding'] }) {
  return (
    <p class="muted">
      {model !== 'internal'
        ? t('It embeds memories too, by {model}, so that they are found by meaning.', { model })
        : t(
            'It extracts only, and meaning is compared inside this server: {reason}. Nothing of the team goes to the server’s own provider.',
            { reason: reason === undefined ? undefined : inWords(reason) },
          )}
    </p>
  );
}
