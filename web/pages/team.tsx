import { useState } from 'preact/hooks';
import { FailureNote } from '../parts/failure.tsx';
import { Keys } from '../parts/keys.tsx';
import { Members } from '../parts/members.tsx';
import { Sessions } from '../parts/sessions.tsx';
import { useDashboard } from '../shell/dashboard.ts';
import { useLoad } from '../shell/use-load.ts';

/** Who belongs to the team, by which keys they come in, and where they are signed in. */
export default function Team() {
  const { client } = useDashboard();
  const [secret, setSecret] = useState<string>();
  const me = useLoad('me', (signal) => client.call('whoami', {}, signal));
  return (
    <div class="body">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keys */}
      <section class="scroll" aria-label="Team" tabIndex={0}>
        <FailureNote failure={me.failure} again={me.again} />
        <h1 class="page-title">{me.value?.tenant.name ?? 'Team'}</h1>
        {me.value && (
          <>
            <p class="muted">
              You are {me.value.member.name}, {me.value.member.role.toLowerCase()}. Tier{' '}
              {me.value.tenant.tier.toLowerCase()}.
            </p>
            <Members me={me.value} onKey={setSecret} />
            <Keys me={me.value} secret={secret} onKey={setSecret} />
            <Sessions />
          </>
        )}
      </section>
    </div>
  );
}
