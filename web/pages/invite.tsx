import { useState } from 'preact/hooks';
import { type Character, type Role, roles } from '../client/api.ts';
import { known } from '../languages/known.ts';
import { listed, type Message, msg, t, tn } from '../languages/translate.ts';
import { Check } from '../parts/check.tsx';
import { FailureNote } from '../parts/failure.tsx';
import { FormEnd } from '../parts/form-end.tsx';
import { Skeleton } from '../parts/skeleton.tsx';
import { type Invitation, InvitationText } from '../parts/team/invitation.tsx';
import { carryOut } from '../parts/team/inviting.ts';
import { addressIn } from '../parts/team/lines.ts';
import { WaysIn } from '../parts/team/ways-in.tsx';
import { useAction } from '../parts/use-action.ts';
import { useDraft } from '../parts/use-draft.ts';
import { useDashboard } from '../shell/dashboard.ts';
import { useChosen } from '../shell/places.ts';
import { useLoad } from '../shell/use-load.ts';

/** What each role may do. */
const powers: Readonly<Record<Role, Message>> = {
  VIEWER: msg('reads'),
  MEMBER: msg('reads and writes'),
  ADMIN: msg('also archives, deletes and restores, and sees the audit log'),
  OWNER: msg('also manages members and keys, and sees everything'),
};

/** How long a link can be good (minutes). */
const lasting: readonly (readonly [minutes: number, name: Message])[] = [
  [60, msg('an hour')],
  [24 * 60, msg('a day')],
];

/** How many characters are named before they are counted. */
const maxNamed = 4;

/** From "I want somebody to use this" to the text to send. */
export default function Invite() {
  const dashboard = useDashboard();
  const { client } = dashboard;
  const { run, failure, isBusy } = useAction();
  const { form: kept, end: forget } = useDraft('invite');
  const isLocal = dashboard.isOfMachine;
  const [role, setRole] = useState<Role>('MEMBER');
  const [isByKey, setByKey] = useState(false);
  const [chosen, setChosen] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [address, setAddress] = useState('');
  const [name, setName] = useState('');
  const [invitation, setInvitation] = useState<Invitation>();
  const own = dashboard.me.value?.ownCharacter;
  const cameFrom = useChosen()?.id;
  const found = useLoad('to invite', async (signal) => {
    const asked = { limit: 100, sortBy: 'NAME', sortOrder: 'ASC' } as const;
    const read = (page: number) => client.call('listCharacters', { ...asked, page }, signal);
    const { characters, total } = await read(0);
    for (let page = 1; characters.length < total && page <= total / asked.limit; page++) {
      characters.push(...(await read(page)).characters);
    }
    return characters.toSorted((one, other) => Number(other.id === own) - Number(one.id === own));
  });
  const members = useLoad('members', (signal) => client.call('listMembers', {}, signal));
  const at = isLocal ? addressIn(address) : location.origin;
  const characters = found.value ?? [];
  // Nobody has decided yet what of a machine others see: at first it is what the user comes from, and never the own memory.
  const isSeen = ({ id, visibility }: Character) =>
    chosen.get(id) ?? (visibility === 'PUBLIC' && (!isLocal || (id === cameFrom && id !== own)));
  const isMember = members.value?.members.some((one) => one.name === name && one.status === 'ACTIVE') ?? false;
  const toHide = isMember ? [] : characters.filter((one) => one.visibility === 'PUBLIC' && !isSeen(one));
  const invite = async (event: SubmitEvent) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget as HTMLFormElement);
    if (at === undefined) return;
    const given = {
      name: String(data.get('name')).trim(),
      role,
      shared: role === 'OWNER' ? [] : characters.filter((one) => one.visibility === 'PRIVATE' && isSeen(one)),
      hidden: role === 'OWNER' ? [] : toHide,
      minutes: isByKey ? undefined : Number(data.get('minutes')),
      until: String(data.get('until') ?? ''),
      address: at,
    };
    const made = await run(() => carryOut(dashboard, given));
    if (!made) return;
    forget();
    setChosen(new Map());
    found.again();
    setInvitation(made);
  };
  return (
    <div class="body">
      <section
        class="scroll"
        aria-label={t('Invite somebody')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keys
        tabIndex={0}
        aria-busy={found.isLoading && !found.value}
      >
        <h1 class="page-title">{t('Invite somebody')}</h1>
        <FailureNote failure={found.failure} again={found.again} />
        {invitation ? (
          <>
            <InvitationText invitation={invitation} />
            <div class="buttons">
              <button type="button" onClick={() => setInvitation(undefined)}>
                {t('Invite somebody else')}
              </button>
            </div>
          </>
        ) : found.isLoading && !found.value ? (
          <Skeleton of={found} />
        ) : (
          <>
            {isLocal && <WaysIn address={address} set={setAddress} />}
            {at !== undefined && (
              <form {...kept} class="fields" onSubmit={invite}>
                <label>
                  {t('Name')}
                  <input
                    name="name"
                    required
                    maxLength={200}
                    autocomplete="off"
                    onInput={(event) => setName(event.currentTarget.value.trim())}
                  />
                </label>
                <label>
                  {t('Role')}
                  <select
                    value={role}
                    onChange={(event) => setRole(roles.find((one) => one === event.currentTarget.value) ?? 'MEMBER')}
                  >
                    {roles.map((one) => (
                      <option key={one} value={one}>
                        {known(one.toLowerCase())}: {t(powers[one])}
                      </option>
                    ))}
                  </select>
                </label>
                {role !== 'OWNER' && characters.length > 0 && (
                  <fieldset class="checks columned">
                    <legend>{t('What this person sees')}</legend>
                    {characters.map((one) => (
                      <Check
                        key={one.id}
                        label={dashboard.nameOf(one)}
                        checked={isSeen(one)}
                        disabled={!dashboard.may('setSharing', one.id)}
                        change={(isOn) => setChosen(new Map([...chosen, [one.id, isOn]]))}
                      />
                    ))}
                    {isMember ? (
                      <p>
                        {t('{name} is a member already: what is ticked is added, and nothing is taken away.', { name })}
                      </p>
                    ) : (
                      <Seen characters={characters.filter(isSeen)} />
                    )}
                    {toHide.length > 0 && (
                      <p class="muted">
                        {tn(
                          toHide.length,
                          '{n} of the others becomes private. Whoever sees it today still does; who joins later sees it when you share it.',
                          '{n} of the others become private. Whoever sees them today still does; who joins later sees them when you share them.',
                        )}
                      </p>
                    )}
                  </fieldset>
                )}
                <fieldset class="checks">
                  <legend>{t('The way in')}</legend>
                  <Check
                    type="radio"
                    name="way"
                    label={t('A link that signs in once')}
                    about={t('For a person: afterwards a passkey signs in.')}
                    checked={!isByKey}
                    change={() => setByKey(false)}
                  />
                  <Check
                    type="radio"
                    name="way"
                    label={t('A key')}
                    about={t('For a program, or where nothing signs people in. It lasts until you revoke it.')}
                    checked={isByKey}
                    change={() => setByKey(true)}
                  />
                </fieldset>
                {isByKey ? (
                  <label>
                    {t('The last day of the new key; empty: it does not end')}
                    <input name="until" type="date" />
                  </label>
                ) : (
                  <label>
                    {t('The link is good for')}
                    <select name="minutes">
                      {lasting.map(([minutes, name]) => (
                        <option key={minutes} value={minutes}>
                          {t(name)}
                        </option>
                      ))}
                    </select>
                  </label>
                )}
                <FormEnd failure={failure} isBusy={isBusy} does={t('Make the invitation')} />
              </form>
            )}
          </>
        )}
      </section>
    </div>
  );
}

/** What is ticked, in a sentence. */
function Seen({ characters }: { characters: readonly Character[] }) {
  const { nameOf } = useDashboard();
  const memories = characters.reduce((sum, { memoryCount }) => sum + memoryCount, 0);
  const of =
    characters.length > maxNamed
      ? tn(characters.length, '{n} character', '{n} characters')
      : listed(characters.map((one) => nameOf(one)));
  return (
    <p>
      {characters.length === 0
        ? t('This person sees none of the memories of today.')
        : tn(
            memories,
            'This person sees {n} memory of {characters}, and no other.',
            'This person sees {n} memories of {characters}, and no others.',
            { characters: of },
          )}{' '}
      {t('Characters that begin later are seen too, unless you make them private.')}
    </p>
  );
}
