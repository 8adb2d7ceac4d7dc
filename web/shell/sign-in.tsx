import { useState } from 'preact/hooks';
import { FailureNote } from '../parts/failure.tsx';
import { Modal } from '../parts/modal.tsx';
import { useDashboard } from './dashboard.ts';

/** Covers the page, also when a session ends, so that the user can continue after signing in. */
export function SignIn() {
  const dashboard = useDashboard();
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const key = new FormData(event.currentTarget as HTMLFormElement).get('key');
    setBusy(true);
    await dashboard.signIn(String(key));
    setBusy(false);
  };
  return (
    <Modal label="Sign in" class="sign-in">
      <h2>Sign in to your memories</h2>
      <form class="fields" onSubmit={submit}>
        <label>
          API key
          <input name="key" type="password" autocomplete="current-password" required autofocus spellcheck={false} />
        </label>
        <div class="buttons">
          <button type="submit" class="main" disabled={isBusy}>
            Sign in
          </button>
        </div>
      </form>
      <FailureNote failure={dashboard.signInFailure.value} />
      <p class="muted">
        <code>agent-memory-service keys create</code> makes a key. On your own machine{' '}
        <code>agent-memory-service ui</code> opens the dashboard without one: press Enter where it runs for a new link.
      </p>
      <p class="muted">
        At an address such as 127.0.0.1 each tab signs in for itself. Tabs that you open from links of a tab that is
        signed in are signed in too.
      </p>
    </Modal>
  );
}
