import { useState } from 'preact/hooks';
import { rich, t } from '../languages/translate.ts';
import { FailureNote } from '../parts/failure.tsx';
import { Modal } from '../parts/modal.tsx';
import { usePasskeysOffered } from '../parts/use-passkeys-offered.ts';
import { useDashboard } from './dashboard.ts';

/** Covers the page, also when a session ends, so that the user can continue after signing in. */
export function SignIn() {
  const dashboard = useDashboard();
  const [isBusy, setBusy] = useState(false);
  const isOffered = usePasskeysOffered();
  const spent = dashboard.spent.value;
  const busyWhile = async (signingIn: Promise<void>) => {
    setBusy(true);
    await signingIn;
    setBusy(false);
  };
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const given = String(new FormData(event.currentTarget as HTMLFormElement).get('key'));
    const secret = /#link=([\w-]+)/.exec(given)?.[1];
    await busyWhile(dashboard.signIn(secret ?? given, secret === undefined ? undefined : 'member'));
  };
  return (
    <Modal label={t('Sign in')} class="sign-in alone">
      {spent ? (
        <div role="alert">
          <h2>{t('This link was used before, or has run out')}</h2>
          <p>
            {spent === 'ui'
              ? rich(t('Press Enter where {ui} runs for a new link, or run it again.'), {
                  ui: <code>agent-memory-service ui</code>,
                })
              : t('A link signs in once. Ask the person who sent it for a new one, or sign in as you did before:')}
          </p>
        </div>
      ) : (
        <h2>{t('Sign in to your memories')}</h2>
      )}
      <form class="fields" onSubmit={submit}>
        <label>
          {t('API key or sign-in link')}
          <input name="key" type="password" autocomplete="current-password" required autofocus spellcheck={false} />
        </label>
        <div class="buttons">
          <button type="submit" class="main" disabled={isBusy}>
            {t('Sign in')}
          </button>
          {isOffered && (
            <button type="button" disabled={isBusy} onClick={() => void busyWhile(dashboard.signInByPasskey())}>
              {t('Sign in with a passkey')}
            </button>
          )}
        </div>
      </form>
      {!spent && <FailureNote failure={dashboard.signInFailure.value} />}
      <p class="muted">
        {rich(
          t(
            'An admin of your team makes links on the page Team, or the person who runs the server: {link}, and {key} makes a key. On your own machine {ui} opens the dashboard without one: press Enter where it runs for a new link.',
          ),
          {
            link: <code>agent-memory-service members link</code>,
            key: <code>keys create</code>,
            ui: <code>agent-memory-service ui</code>,
          },
        )}
      </p>
      <p class="muted">
        {t(
          'At an address such as 127.0.0.1 each tab signs in for itself. Tabs that you open from links of a tab that is signed in are signed in too.',
        )}
      </p>
    </Modal>
  );
}

/**
 * A link signs in only after a click. Programs that scan messages open links too, and somebody else's link would make
 * the user write into another's memory.
 */
export function SignInByLink({ secret }: { secret: string }) {
  const dashboard = useDashboard();
  const [isBusy, setBusy] = useState(false);
  const member = dashboard.me.value?.member;
  const leave = () => {
    dashboard.link.value = undefined;
  };
  const signIn = async () => {
    setBusy(true);
    await dashboard.signIn(secret, 'member');
    leave();
  };
  return (
    <Modal label={t('Sign in by a link')} class="sign-in" close={leave}>
      <h2>{t('Sign in by this link?')}</h2>
      <p>{t('It works once, and signs you in as the member that its sender chose.')}</p>
      {member && (
        <p>
          {t('You are signed in as {name}. The link takes the place of that, if it is another member’s.', {
            name: member.name,
          })}
        </p>
      )}
      <div class="buttons">
        <button type="button" class="main" disabled={isBusy} onClick={() => void signIn()}>
          {t('Sign in')}
        </button>
        <button type="button" disabled={isBusy} onClick={leave}>
          {t('Don’t')}
        </button>
      </div>
    </Modal>
  );
}
