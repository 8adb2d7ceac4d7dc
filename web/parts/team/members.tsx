import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { roles } from '../../client/api.ts';
import type { Output } from '../../client/client.ts';
import { known } from '../../languages/known.ts';
import { locale, t } from '../../languages/translate.ts';
import { useDashboard } from '../../shell/dashboard.ts';
import { placeOf } from '../../shell/places.ts';
import { useLoad } from '../../shell/use-load.ts';
import { ConfirmButton } from '../confirm.tsx';
import { Secret } from '../copy-line.tsx';
import { FailureNote } from '../failure.tsx';
import { Skeleton } from '../skeleton.tsx';
import { State } from '../state.tsx';
import { Time } from '../time.tsx';
import { useAction } from '../use-action.ts';

export type Me = Output<'whoami'>;
type Member = Output<'listMembers'>['members'][number];

/** The members of the team. */
export function Members({ me }: { me: Me }) {
  const dashboard = useDashboard();
  const { client } = dashboard;
  const { run, failure, isBusy } = useAction();
  const isOwner = dashboard.may('updateMember');
  const mayLink = ({ id, status }: Member) =>
    status === 'ACTIVE' && dashboard.may('createSignInLink') && (isOwner || id === me.member.id);
  const found = useLoad('members', (signal) => client.call('listMembers', {}, signal));
  const change = (member: Member, fields: Partial<Pick<Member, 'role' | 'status'>>) => {
    const { id: memberId, role, status } = member;
    const set = (to: typeof fields) => client.call('updateMember', { memberId, ...to });
    void run(
      () => set(fields),
      t('{name} changed', { name: member.name }),
      () => set({ role, status }),
    );
  };
  const [link, setLink] = useState<Output<'createSignInLink'>>();
  const makeLink = async (memberId: string) => {
    const made = await run(() => client.call('createSignInLink', { memberId }));
    if (made) setLink(made);
    return made;
  };
  const [removed, setRemoved] = useState<string>();
  const remove = async ({ id: memberId, name }: Member) => {
    const gone = await run(() => client.call('removeMember', { memberId }), t('{name} removed', { name }));
    if (gone) setRemoved(name);
  };
  return (
    <section aria-label={t('Members')}>
      <h2 class="heading">{t('Members')}</h2>
      <FailureNote failure={found.failure} again={found.again} />
      <Skeleton of={found} rows={3} />
      {found.value?.total === 0 && (
        <p class="muted">{t('None yet. Members are for a server that several people share.')}</p>
      )}
      <div class="wide" hidden={!found.value?.total}>
        <table class="table members">
          <thead>
            <tr>
              <th>{t('Name')}</th>
              <th>{t('Role')}</th>
              <th>{t('Since')}</th>
              <th>
                <span class="unseen">{t('What can be done')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {found.value?.members.map((member) => (
              <tr key={member.id}>
                <td>
                  {member.name}
                  {member.status === 'SUSPENDED' && (
                    <>
                      {' '}
                      <State is="off">{t('suspended')}</State>
                    </>
                  )}
                </td>
                <td>
                  {isOwner ? (
                    <select
                      aria-label={t('Role of {name}', { name: member.name })}
                      value={member.role}
                      disabled={isBusy}
                      onChange={(event) =>
                        change(member, { role: roles.find((one) => one === event.currentTarget.value) ?? member.role })
                      }
                    >
                      {roles.map((role) => (
                        <option key={role} value={role}>
                          {known(role.toLowerCase())}
                        </option>
                      ))}
                    </select>
                  ) : (
                    known(member.role.toLowerCase())
                  )}
                </td>
                <td>
                  <Time at={member.createdAt} as="short" />
                </td>
                <td>
                  {mayLink(member) && (
                    <button
                      type="button"
                      class="quiet"
                      disabled={isBusy}
                      title={t('A link that signs the member in to the dashboard once')}
                      onClick={() => void makeLink(member.id)}
                    >
                      {t('Sign-in link')}
                    </button>
                  )}
                  {isOwner && member.id !== me.member.id && (
                    <>
                      <button
                        type="button"
                        class="quiet"
                        disabled={isBusy}
                        onClick={() => change(member, { status: member.status === 'ACTIVE' ? 'SUSPENDED' : 'ACTIVE' })}
                      >
                        {member.status === 'ACTIVE' ? t('Suspend') : t('Resume')}
                      </button>
                      <ConfirmButton
                        label={t('Remove')}
                        title={t('Remove {name}?', { name: member.name })}
                        run={() => void remove(member)}
                      >
                        <p>{t('Its keys and sessions end immediately. Its memories stay. This can’t be undone.')}</p>
                      </ConfirmButton>
                    </>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <FailureNote failure={failure} />
      {removed !== undefined && dashboard.may('eraseMemories') && (
        <>
          <p>{t('{name} is removed. What they wrote stays.', { name: removed })}</p>
          <p class="buttons">
            <button type="button" onClick={() => (dashboard.forgetting.value = { author: removed })}>
              {t('Forget what {name} wrote…', { name: removed })}
            </button>
          </p>
        </>
      )}
      {link && (
        <Secret text={new URL(link.url, location.origin).href}>
          {t('Signs {name} in once, until {time}. Who has it signs in as {name}.', {
            name: link.member.name,
            time: new Date(link.expiresAt).toLocaleTimeString(locale(), { timeStyle: 'short' }),
          })}
        </Secret>
      )}
      {dashboard.may('addMember') && (
        <p class="buttons">
          <Link class="button" href={placeOf('invite')}>
            {t('Invite somebody')}
          </Link>
        </p>
      )}
    </section>
  );
}
