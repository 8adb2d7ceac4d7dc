import { msg, rich, t, tn } from '../../languages/translate.ts';
import { useDashboard } from '../../shell/dashboard.ts';
import { useLoad } from '../../shell/use-load.ts';
import { FailureNote } from '../failure.tsx';
import { Time } from '../time.tsx';
import { useAction } from '../use-action.ts';

const does = { READ: msg('reads'), WRITE: msg('reads and writes'), REPLICATE: msg('keeps a synced copy') } as const;

/** The clients that a member has allowed in by signing in, of an owner's whole team; nothing while there are none. */
export function Grants() {
  const { client } = useDashboard();
  const { run, failure, isBusy } = useAction();
  const found = useLoad('grants', (signal) => client.call('listGrants', {}, signal));
  const grants = found.value?.grants ?? [];
  if (grants.length === 0 && !found.failure) return null;
  return (
    <section aria-label={t('Allowed clients')}>
      <h2 class="heading">{t('Allowed clients')}</h2>
      <FailureNote failure={found.failure ?? failure} again={found.again} />
      <ul class="list">
        {grants.map(({ id, client: name, member, access, characterIds, lastUsedAt, createdAt }) => (
          <li key={id}>
            <span>
              {t('{name}, for {member}: {does} {characters}', {
                name,
                member: member.name,
                does: t(does[access]),
                characters: characterIds
                  ? tn(characterIds.length, '{n} character', '{n} characters')
                  : t('all characters'),
              })}
            </span>
            <span class="muted">
              {rich(t('last used {time}'), { time: <Time at={lastUsedAt ?? createdAt} as="moment" /> })}
            </span>
            <button
              type="button"
              class="quiet danger"
              disabled={isBusy}
              onClick={() =>
                void run(() => client.call('revokeGrant', { grantId: id }), t('{name} is shut out', { name }))
              }
            >
              {t('Shut out')}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
