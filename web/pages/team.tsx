import { useState } from 'preact/hooks';
import { known } from '../languages/known.ts';
import { t } from '../languages/translate.ts';
import { Keys } from '../parts/team/keys.tsx';
import { Members } from '../parts/team/members.tsx';
import { PrivateCharacters } from '../parts/team/private-characters.tsx';
import { Sessions } from '../parts/team/sessions.tsx';
import { useDashboard } from '../shell/dashboard.ts';

/** The members of the team, their keys and their sessions. */
export default function Team() {
  const dashboard = useDashboard();
  const [secret, setSecret] = useState<string>();
  const me = dashboard.me.value;
  return (
    <div class="body">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keys */}
      <section class="scroll paired" aria-label={t('Team')} tabIndex={0}>
        <h1 class="page-title">
          {t('Team')} <small>{me?.tenant.name}</small>
        </h1>
        {me && (
          <>
            <p class="muted">
              {dashboard.isOfMachine
                ? t('This store is your own. Its plan is {tier}.', { tier: known(me.tenant.tier.toLowerCase()) })
                : t('You are signed in as {name}, {role} of the team. Its plan is {tier}.', {
                    name: me.member.name,
                    role: known(me.member.role.toLowerCase()),
                    tier: known(me.tenant.tier.toLowerCase()),
                  })}
            </p>
            <div class="halves">
              {/* Every member may see their own keys and sessions. */}
              {dashboard.may('listMembers') && <Members me={me} />}
              <Keys me={me} secret={secret} onKey={setSecret} />
              <PrivateCharacters />
              <Sessions />
            </div>
          </>
        )}
      </section>
    </div>
  );
}
