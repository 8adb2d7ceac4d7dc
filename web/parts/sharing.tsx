import type { Character } from '../client/api.ts';
import type { Input } from '../client/client.ts';
import { listed, type Message, msg, t } from '../languages/translate.ts';
import { useDashboard } from '../shell/dashboard.ts';
import { useLoad } from '../shell/use-load.ts';
import { FailureNote } from './failure.tsx';
import { useAction } from './use-action.ts';

type Change = Omit<Input<'setSharing'>, 'characterId'>;
type Access = NonNullable<Character['shares']>[number]['access'];

const accesses: readonly (readonly [Access, Message])[] = [
  ['READ', msg('reads')],
  ['WRITE', msg('reads and writes')],
];

/** Who of a team sees a character, in words. */
export function audienceOf({ visibility, shares }: Character): string {
  if (visibility === 'PUBLIC') return t('everyone in the team');
  const names = shares?.map(({ member }) => member.name) ?? [t('whom it is shared with')];
  return listed([t('its owner'), t('the team’s owners'), ...names]);
}

/** Who sees a character. A store of a machine has no team until somebody is invited. */
export function Audience({ character }: { character: Character }) {
  const dashboard = useDashboard();
  const mayBeAlone = dashboard.isOfMachine && dashboard.may('listMembers');
  const read = (signal: AbortSignal) => dashboard.client.call('listMembers', {}, signal);
  const members = useLoad('members', mayBeAlone ? read : undefined);
  if (members.isLoading && !members.value) return null;
  return <>{members.value?.total === 0 ? t('only you') : audienceOf(character)}</>;
}

/**
 * The sharing of a character, for members who may change it. Every change is sent at once, and `took` gets the result,
 * from which the next change and its Undo start.
 */
export function Sharing(props: {
  character: Character;
  shares: NonNullable<Character['shares']>;
  took: (character: Character) => void;
}) {
  const { character, shares, took } = props;
  const dashboard = useDashboard();
  const { client } = dashboard;
  const { run, failure, isBusy } = useAction();
  const { id: characterId, visibility, owner } = character;
  const team = useLoad(
    'members',
    dashboard.may('listMembers') ? (signal) => client.call('listMembers', {}, signal) : undefined,
  );
  const members = shares.map(({ member, access }) => ({ member: member.id, access }));
  const before: Change = { visibility, members, owner: owner.id };
  const set = (change: Change, done: string) => {
    const back = Object.fromEntries(Object.keys(change).map((field) => [field, before[field as keyof Change]]));
    const put = async (to: Change) => {
      const now = await client.call('setSharing', { characterId, ...to });
      took(now);
      return now;
    };
    return run(
      () => put(change),
      done,
      () => put(back),
    );
  };
  const accessOf = (given: unknown): Access => (given === 'WRITE' ? 'WRITE' : 'READ');
  const submit = (act: (data: FormData) => Promise<unknown>) => async (event: SubmitEvent) => {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    if (await act(new FormData(form))) form.reset();
  };
  const share = (data: FormData) => {
    const member = String(data.get('member')).trim();
    return set(
      { members: [...members, { member, access: accessOf(data.get('access')) }] },
      t('Shared with {member}', { member }),
    );
  };
  const handOver = (data: FormData) => {
    const to = String(data.get('owner')).trim();
    return set({ owner: to }, t('{name} belongs to {owner} now', { name: character.name, owner: to }));
  };
  return (
    <details class="part">
      <summary>{t('Sharing')}</summary>
      <FailureNote failure={failure ?? team.failure} />
      <label>
        {t('Who sees it')}
        <select
          class="whole"
          value={visibility}
          disabled={isBusy}
          onChange={(event) => {
            const to = event.currentTarget.value === 'PRIVATE' ? 'PRIVATE' : 'PUBLIC';
            void set({ visibility: to }, to === 'PRIVATE' ? t('Private now') : t('Everyone in the team sees it now'));
          }}
        >
          <option value="PUBLIC">{t('everyone in the team')}</option>
          <option value="PRIVATE">{t('only those it is shared with')}</option>
        </select>
      </label>
      {visibility === 'PRIVATE' && (
        <>
          <ul class="list" aria-label={t('Shared with')}>
            {shares.map(({ member, access }) => (
              <li key={member.id}>
                <span>{member.name}</span>
                <select
                  aria-label={t('What {name} may do', { name: member.name })}
                  value={access}
                  disabled={isBusy}
                  onChange={(event) => {
                    const to = accessOf(event.currentTarget.value);
                    const changed = members.map((one) => (one.member === member.id ? { ...one, access: to } : one));
                    void set({ members: changed }, t('{name} changed', { name: member.name }));
                  }}
                >
                  <Accesses />
                </select>
                <button
                  type="button"
                  class="quiet danger"
                  disabled={isBusy}
                  aria-label={t('Remove {name}', { name: member.name })}
                  onClick={() =>
                    void set(
                      { members: members.filter((one) => one.member !== member.id) },
                      t('No longer shared with {member}', { member: member.name }),
                    )
                  }
                >
                  {t('Remove')}
                </button>
              </li>
            ))}
          </ul>
          <form class="buttons" onSubmit={submit(share)}>
            <MemberField name="member" label={t('Share with')} />
            <select name="access" aria-label={t('What the member may do')}>
              <Accesses />
            </select>
            <button type="submit" disabled={isBusy}>
              {t('Share')}
            </button>
          </form>
        </>
      )}
      {dashboard.may('updateMember') && (
        <form class="buttons" onSubmit={submit(handOver)}>
          <MemberField name="owner" label={t('Its next owner')} />
          <button type="submit" disabled={isBusy}>
            {t('Hand over')}
          </button>
        </form>
      )}
      <datalist id="team">
        {team.value?.members.map(({ id, name }) => (
          <option key={id} value={name} />
        ))}
      </datalist>
    </details>
  );
}

function Accesses() {
  return accesses.map(([access, words]) => (
    <option key={access} value={access}>
      {t(words)}
    </option>
  ));
}

/** A field for a member's name, with suggestions for users who may list members. */
function MemberField({ name, label }: { name: string; label: string }) {
  return (
    <input name={name} aria-label={label} placeholder={label} list="team" required maxLength={200} autocomplete="off" />
  );
}
