import { useEffect, useState } from 'preact/hooks';
import { known } from '../languages/known.ts';
import { rich, t } from '../languages/translate.ts';
import { Check } from '../parts/check.tsx';
import { FailureNote } from '../parts/failure.tsx';
import { Modal } from '../parts/modal.tsx';
import { useAction } from '../parts/use-action.ts';
import { useDashboard } from '../shell/dashboard.ts';
import { useLoad } from '../shell/use-load.ts';

type Access = 'READ' | 'WRITE' | 'REPLICATE';

interface Asking {
  client: { name: string; host?: string };
  returnsTo: { kind: 'site' | 'machine' | 'program'; name: string };
}

interface Asked extends Asking {
  access: Access;
  member: { name: string; role: string };
}

/** An invalid request: why, and the address at which the client gets the error. */
interface Faulty extends Asking {
  fault: string;
  location: string;
}

/** The consent page: the client that asks, and the access that the user allows. */
export default function Consent() {
  const { http } = useDashboard();
  const found = useLoad('consent', (signal) =>
    http.request<Asked | Faulty>('GET', `/oauth/consent${location.search}`, undefined, signal),
  );
  useEffect(() => {
    document.title = `${t('Allow access')} · ${t('Memory')}`;
  }, []);
  return (
    <Modal label={t('Allow access')} class="sign-in">
      {!found.value && <FailureNote failure={found.failure} />}
      {found.value && ('fault' in found.value ? <Refused {...found.value} /> : <Decision asked={found.value} />)}
    </Modal>
  );
}

function Decision({ asked: { client, returnsTo, access, member } }: { asked: Asked }) {
  const dashboard = useDashboard();
  const { run, failure, isBusy } = useAction();
  const [isOfSome, setOfSome] = useState(true);
  const [sentTo, setSentTo] = useState<string>();
  const decide = async (decision: object) => {
    const body = { request: location.search, ...decision };
    const answer = await run(() => dashboard.http.request<{ location: string }>('POST', '/oauth/consent', body));
    if (!answer) return;
    setSentTo(answer.location);
    location.assign(answer.location);
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    const characterIds = isOfSome ? form.getAll('character') : undefined;
    void decide({ allow: true, access: form.get('access') ?? access, characterIds });
  };
  if (sentTo !== undefined) {
    // A program's own scheme opens the program and leaves this page as it is.
    return (
      <p>
        {rich(t('{link}. This page can be closed.'), {
          link: <a href={sentTo}>{t('Go back to {name}', { name: client.name })}</a>,
        })}
      </p>
    );
  }
  return (
    <>
      <h2>{t('{name} asks for your memories', { name: client.name })}</h2>
      <p>
        <Voucher {...client} /> {rich(t('You come back to {place}.'), { place: <ReturnsTo {...returnsTo} /> })}
      </p>
      <form class="fields" onSubmit={submit}>
        <fieldset class="checks">
          <legend>{t('It may')}</legend>
          {access === 'REPLICATE' ? (
            <Check
              type="radio"
              name="access"
              value="REPLICATE"
              label={t('Keep a copy on this machine')}
              about={t(
                'Allow it only if you have just run “connect” here: it reads and writes, and says who made each change and when.',
              )}
              defaultChecked
            />
          ) : (
            <Check type="radio" name="access" value="READ" label={t('Only read')} defaultChecked />
          )}
          {access === 'WRITE' && <Check type="radio" name="access" value="WRITE" label={t('Read and write')} />}
        </fieldset>
        <fieldset class="checks">
          <legend>{t('Of')}</legend>
          <Check type="radio" name="which" label={t('Only these')} checked={isOfSome} change={() => setOfSome(true)} />
          {isOfSome &&
            dashboard.characters.value?.map(({ id, name }) => (
              <Check key={id} name="character" value={id} label={name} />
            ))}
          <Check
            type="radio"
            name="which"
            label={t('Every character that you see')}
            about={t('Later ones too.')}
            checked={!isOfSome}
            change={() => setOfSome(false)}
          />
        </fieldset>
        <FailureNote failure={failure} />
        <div class="buttons">
          <button type="submit" class="main" disabled={isBusy}>
            {t('Allow')}
          </button>
          <button type="button" disabled={isBusy} onClick={() => void decide({ allow: false })}>
            {t('Refuse')}
          </button>
        </div>
      </form>
      <p class="muted">
        {t('You are {name}, {role}.', { name: member.name, role: known(member.role.toLowerCase()) })}{' '}
        <button type="button" class="quiet" onClick={() => void dashboard.signOut(location.href)}>
          {t('Sign in as another member')}
        </button>
      </p>
      <p class="muted">{t('In Settings you see every client that you have allowed, and can revoke it.')}</p>
    </>
  );
}

function Refused({ client, returnsTo, fault, location }: Faulty) {
  return (
    <>
      <h2>{t('{name} can’t be allowed in', { name: client.name })}</h2>
      <p>{fault}</p>
      <p>
        <Voucher {...client} />{' '}
        {rich(t('Its program gets this error when you {link} to {place}. Otherwise close this page.'), {
          link: <a href={location}>{t('go back')}</a>,
          place: <ReturnsTo {...returnsTo} />,
        })}
      </p>
    </>
  );
}

function Voucher({ host }: Asked['client']) {
  if (host === undefined) return <>{t('It has registered itself: its name is not verified.')}</>;
  return <>{rich(t('It is a client of {host}.'), { host: <b>{host}</b> })}</>;
}

function ReturnsTo({ kind, name }: Asked['returnsTo']) {
  if (kind === 'site') return <b>{name}</b>;
  if (kind === 'machine') return <>{t('a program on this machine ({name})', { name })}</>;
  return <>{rich(t('the program that opens {scheme} links'), { scheme: <b>{name}:</b> })}</>;
}
