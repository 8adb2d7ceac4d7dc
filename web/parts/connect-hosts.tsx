import { useEffect, useState } from 'preact/hooks';
import type { Failure, Output } from '../client/client.ts';
import { listed, t } from '../languages/translate.ts';
import { useDashboard } from '../shell/dashboard.ts';
import { Check } from './check.tsx';
import { CopyLine } from './copy-line.tsx';
import { FailureNote } from './failure.tsx';
import { State } from './state.tsx';

const connecting = 'npx -y agent-memory-service init --all';

type Answer = Output<'connectHost'>;

/** The hosts of this machine with a button for each; elsewhere than in `ui` the command that connects them. */
export function ConnectHosts() {
  const { client } = useDashboard();
  const [answer, setAnswer] = useState<Answer>();
  const [failure, setFailure] = useState<Failure>();
  const [hooks, setHooks] = useState(true);
  /** The host that is being connected. */
  const [present, setPresent] = useState<string>();
  useEffect(() => {
    const controller = new AbortController();
    client.call('connectHost', {}, controller.signal).then(setAnswer, (error) => {
      if (!controller.signal.aborted) setFailure(error as Failure);
    });
    return () => controller.abort();
  }, [client]);
  const connect = async (host: string) => {
    setPresent(host);
    setFailure(undefined);
    try {
      setAnswer(await client.call('connectHost', { host, hooks }));
    } catch (error) {
      setFailure(error as Failure);
    }
    setPresent(undefined);
  };
  if (!answer && !failure) return <p class="muted">{t('Looking for hosts…')}</p>;
  if (!answer || answer.hosts.length === 0) {
    return (
      <>
        <p class="muted">{t('One command connects the hosts of your machine:')}</p>
        <CopyLine text={connecting} />
      </>
    );
  }
  return (
    <>
      <ul class="hosts-found">
        {answer.hosts.map(({ host, title, isConnected }) => (
          <li key={host}>
            <bdi>{title}</bdi>
            {isConnected ? (
              <State is="good">{t('connected')}</State>
            ) : (
              <button
                type="button"
                disabled={present !== undefined}
                aria-label={t('Connect {host}', { host: title })}
                onClick={() => void connect(host)}
              >
                {present === host ? t('Connecting…') : t('Connect')}
              </button>
            )}
          </li>
        ))}
      </ul>
      {answer.hosts.some(({ isConnected }) => !isConnected) && (
        <div class="checks">
          <Check
            label={t('With hooks')}
            about={t('The host then recalls and remembers by itself. Its files are copied before they change.')}
            checked={hooks}
            change={setHooks}
          />
        </div>
      )}
      {answer.files.length > 0 && (
        <p class="muted" role="status">
          {t('Changed: {files}. Start the host again.', { files: listed(answer.files) })}
        </p>
      )}
      {answer.problems.map((problem) => (
        <p key={problem} class="failure" role="alert">
          {problem}
        </p>
      ))}
      <FailureNote failure={failure} />
    </>
  );
}
