import { rich, t } from '../../languages/translate.ts';
import { useDashboard } from '../../shell/dashboard.ts';
import { useLoad } from '../../shell/use-load.ts';
import { FailureNote } from '../failure.tsx';
import { shortened } from '../format.ts';
import { State } from '../state.tsx';
import { Time } from '../time.tsx';
import { useAction } from '../use-action.ts';

/** The sessions of the dashboard. */
export function Sessions() {
  const { client } = useDashboard();
  const { run, failure, isBusy } = useAction();
  const found = useLoad('sessions', (signal) => client.call('listSessions', {}, signal));
  return (
    <section aria-label={t('Sessions')}>
      <h2 class="heading">{t('Signed in to the dashboard')}</h2>
      <FailureNote failure={found.failure ?? failure} again={found.again} />
      <ul class="list">
        {found.value?.sessions.map(({ id, member, userAgent, lastUsedAt, current, linkBy }) => (
          <li key={id}>
            <span>
              {member}
              {t(', ')}
              <span title={userAgent}>{browserOf(userAgent)}</span>
              {linkBy !== undefined && `${t(', ')}${t('by a link that {member} made', { member: linkBy })}`}
            </span>
            <span class="muted">{rich(t('last used {time}'), { time: <Time at={lastUsedAt} as="moment" /> })}</span>
            {current ? (
              <State is="good">{t('this one')}</State>
            ) : (
              <button
                type="button"
                class="quiet"
                disabled={isBusy}
                onClick={() => void run(() => client.call('endSession', { sessionId: id }), t('Signed out'))}
              >
                {t('Sign out')}
              </button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The first match wins: user agents also name the browsers below them. */
const browsers = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/Chrom(?:e|ium)\//, 'Chrome'],
  [/Safari\//, 'Safari'],
] as const;
const systems = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
] as const;

/** A browser in words, such as "Firefox on Linux". */
export function browserOf(userAgent: string): string {
  const named = (of: typeof browsers | typeof systems) => of.find(([pattern]) => pattern.test(userAgent))?.[1];
  const browser = named(browsers) ?? (userAgent === '' ? t('an unknown browser') : shortened(userAgent, 40));
  const system = named(systems);
  return system === undefined ? browser : t('{browser} on {system}', { browser, system });
}
