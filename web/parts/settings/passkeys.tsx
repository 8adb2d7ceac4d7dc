import { addPasskey } from '../../client/passkeys.ts';
import { rich, t } from '../../languages/translate.ts';
import { useDashboard } from '../../shell/dashboard.ts';
import { useLoad } from '../../shell/use-load.ts';
import { FailureNote } from '../failure.tsx';
import { browserOf } from '../team/sessions.tsx';
import { Time } from '../time.tsx';
import { useAction } from '../use-action.ts';
import { usePasskeysOffered } from '../use-passkeys-offered.ts';

/** The user's passkeys, for an owner the team's; nothing where there are none and none can be added. */
export function Passkeys() {
  const { client, http, me } = useDashboard();
  const { run, failure, isBusy } = useAction();
  const isOffered = usePasskeysOffered();
  const found = useLoad('passkeys', (signal) => client.call('listPasskeys', {}, signal));
  const passkeys = found.value?.passkeys ?? [];
  if (!isOffered && passkeys.length === 0 && !found.failure) return null;
  const add = async (event: SubmitEvent) => {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    const typed = String(new FormData(form).get('name')).trim();
    const name = typed === '' ? browserOf(navigator.userAgent) : typed;
    await run(() => addPasskey(http, name), t('{name} added', { name }));
    form.reset();
  };
  return (
    <section aria-label={t('Passkeys')}>
      <h2 class="heading">{t('Passkeys')}</h2>
      <p class="muted">
        {t('You sign in with a passkey of this device, your phone or a security key, without typing.')}
      </p>
      <FailureNote failure={found.failure ?? failure} again={found.again} />
      <ul class="list" hidden={passkeys.length === 0}>
        {passkeys.map(({ id, name, member, createdAt, lastUsedAt }) => (
          <li key={id}>
            <span>
              {name}
              {member.id !== me.value?.member.id && `${t(', ')}${t('of {member}', { member: member.name })}`}
            </span>
            <span class="muted">
              {rich(lastUsedAt === undefined ? t('made {time}') : t('last used {time}'), {
                time: <Time at={lastUsedAt ?? createdAt} as="moment" />,
              })}
            </span>
            <button
              type="button"
              class="quiet danger"
              disabled={isBusy}
              onClick={() =>
                void run(() => client.call('removePasskey', { passkeyId: id }), t('{name} removed', { name }))
              }
            >
              {t('Remove')}
            </button>
          </li>
        ))}
      </ul>
      {isOffered && (
        <form class="buttons" onSubmit={add}>
          <input
            name="name"
            aria-label={t('Name of a new passkey')}
            placeholder={t('Where it is')}
            maxLength={200}
            autocomplete="off"
          />
          <button type="submit" disabled={isBusy}>
            {t('Add a passkey')}
          </button>
        </form>
      )}
    </section>
  );
}
