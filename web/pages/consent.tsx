import { useEffect, useState } from 'preact/hooks';
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
    document.title = 'Allow access · Memory';
  }, []);
  return (
    <Modal label="Allow access" class="sign-in">
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
        <a href={sentTo}>Go back to {client.name}</a>. This page can be closed.
      </p>
    );
  }
  return (
    <>
      <h2>{client.name} asks for your memories</h2>
      <p>
        <Voucher {...client} /> You come back to <ReturnsTo {...returnsTo} />.
      </p>
      <form class="fields" onSubmit={submit}>
        <fieldset class="checks">
          <legend>It may</legend>
          {access === 'REPLICATE' ? (
            <Check
              type="radio"
              name="access"
              value="REPLICATE"
              label="Keep a copy on this machine"
              about="Allow it only if you have just run “connect” here: it reads and writes, and says who made each change and when."
              defaultChecked
            />
          ) : (
            <Check type="radio" name="access" value="READ" label="Only read" defaultChecked />
          )}
          {access === 'WRITE' && <Check type="radio" name="access" value="WRITE" label="Read and write" />}
        </fieldset>
        <fieldset class="checks">
          <legend>Of</legend>
          <Check type="radio" name="which" label="Only these" checked={isOfSome} change={() => setOfSome(true)} />
          {isOfSome &&
            dashboard.characters.value?.map(({ id, name }) => (
              <Check key={id} name="character" value={id} label={name} />
            ))}
          <Check
            type="radio"
            name="which"
            label="Every character that you see"
            about="Later ones too."
            checked={!isOfSome}
            change={() => setOfSome(false)}
          />
        </fieldset>
        <FailureNote failure={failure} />
        <div class="buttons">
          <button type="submit" class="main" disabled={isBusy}>
            Allow
          </button>
          <button type="button" disabled={isBusy} onClick={() => void decide({ allow: false })}>
            Refuse
          </button>
        </div>
      </form>
      <p class="muted">
        You are {member.name}, {member.role.toLowerCase()}.{' '}
        <button type="button" class="quiet" onClick={() => void dashboard.signOut()}>
          Sign in as another member
        </button>
      </p>
      <p class="muted">In Settings you see every client that you have allowed, and can revoke it.</p>
    </>
  );
}

function Refused({ client, returnsTo, fault, location }: Faulty) {
  return (
    <>
      <h2>{client.name} can’t be allowed in</h2>
      <p>{fault}</p>
      <p>
        <Voucher {...client} /> Its program gets this error when you <a href={location}>go back</a> to{' '}
        <ReturnsTo {...returnsTo} />. Otherwise close this page.
      </p>
    </>
  );
}

function Voucher({ host }: Asked['client']) {
  if (host === undefined) return <>It has registered itself: its name is not verified.</>;
  return (
    <>
      It is a client of <b>{host}</b>.
    </>
  );
}

function ReturnsTo({ kind, name }: Asked['returnsTo']) {
  if (kind === 'site') return <b>{name}</b>;
  if (kind === 'machine') return <>a program on this machine ({name})</>;
  return (
    <>
      the program that opens <b>{name}:</b> links
    </>
  );
}
