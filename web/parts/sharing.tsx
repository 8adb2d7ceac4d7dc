import type { Character } from '../client/api.ts';
import type { Input } from '../client/client.ts';
import { useDashboard } from '../shell/dashboard.ts';
import { useLoad } from '../shell/use-load.ts';
import { FailureNote } from './failure.tsx';
import { useAction } from './use-action.ts';

type Change = Omit<Input<'setSharing'>, 'characterId'>;
type Access = NonNullable<Character['shares']>[number]['access'];

const accesses: readonly (readonly [Access, string])[] = [
  ['READ', 'reads'],
  ['WRITE', 'reads and writes'],
];

/** Who sees a character, in words. */
export function audienceOf({ visibility, shares }: Character): string {
  if (visibility === 'PUBLIC') return 'everyone in the team';
  const names = shares?.map(({ member }) => member.name) ?? ['whom it is shared with'];
  return ['its owner', 'the team’s owners', ...names].join(', ');
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
    return set({ members: [...members, { member, access: accessOf(data.get('access')) }] }, `Shared with ${member}`);
  };
  const handOver = (data: FormData) => {
    const to = String(data.get('owner')).trim();
    return set({ owner: to }, `${character.name} belongs to ${to} now`);
  };
  return (
    <details class="part">
      <summary>Sharing</summary>
      <FailureNote failure={failure ?? team.failure} />
      <label>
        Who sees it
        <select
          class="whole"
          value={visibility}
          disabled={isBusy}
          onChange={(event) => {
            const to = event.currentTarget.value === 'PRIVATE' ? 'PRIVATE' : 'PUBLIC';
            void set({ visibility: to }, to === 'PRIVATE' ? 'Private now' : 'Everyone in the team sees it now');
          }}
        >
          <option value="PUBLIC">everyone in the team</option>
          <option value="PRIVATE">only those it is shared with</option>
        </select>
      </label>
      {visibility === 'PRIVATE' && (
        <>
          <ul class="list" aria-label="Shared with">
            {shares.map(({ member, access }) => (
              <li key={member.id}>
                <span>{member.name}</span>
                <select
                  aria-label={`What ${member.name} may do`}
                  value={access}
                  disabled={isBusy}
                  onChange={(event) => {
                    const to = accessOf(event.currentTarget.value);
                    const changed = members.map((one) => (one.member === member.id ? { ...one, access: to } : one));
                    void set({ members: changed }, `${member.name} changed`);
                  }}
                >
                  <Accesses />
                </select>
                <button
                  type="button"
                  class="quiet"
                  disabled={isBusy}
                  aria-label={`Remove ${member.name}`}
                  onClick={() =>
                    void set(
                      { members: members.filter((one) => one.member !== member.id) },
                      `No longer shared with ${member.name}`,
                    )
                  }
                >
                  Remove
                </button>
              </li>
            ))}
          </ul>
          <form class="buttons" onSubmit={submit(share)}>
            <MemberField name="member" label="Share with" />
            <select name="access" aria-label="What the member may do">
              <Accesses />
            </select>
            <button type="submit" disabled={isBusy}>
              Share
            </button>
          </form>
        </>
      )}
      {dashboard.may('updateMember') && (
        <form class="buttons" onSubmit={submit(handOver)}>
          <MemberField name="owner" label="Its next owner" />
          <button type="submit" disabled={isBusy}>
            Hand over
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
      {words}
    </option>
  ));
}

/** A field for a member's name, with suggestions for users who may list members. */
function MemberField({ name, label }: { name: string; label: string }) {
  return (
    <input name={name} aria-label={label} placeholder={label} list="team" required maxLength={200} autocomplete="off" />
  );
}
