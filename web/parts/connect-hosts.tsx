import { useEffect, useState } from 'preact/hooks';
import type { Failure, Output } from '../client/client.ts';
import { listed, t } from '../languages/translate.ts';
import { useDashboard } from '../shell/dashboard.ts';
import { Check } from './check.tsx';
import { CopyLine } from './copy-line.tsx';
import { FailureNote } from './failure.tsx';
import { State } from './state.tsx';

const connecting = 'npx -y agent-memory-service init --all';
const readingSessions = 'npx -y agent-memory-service import --sessions';

type Answer = Output<'connectHost'>;

/**
 * The hosts of this machine with a button for each; elsewhere than in `ui` the command that connects them.
 * @param props.isFirst nothing else is to be done before
 * @param props.isOfOthers only those that are not connected yet
 * @param props.tell called with whether one is connected
 */
export function ConnectHosts(props: {
  isFirst?: boolean;
  isOfOthers?: boolean;
  tell?: (isConnected: boolean) => void;
}) {
  const { isFirst = false, isOfOthers = false, tell } = props;
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
  const isAny = answer?.hosts.some(({ isConnected }) => isConnected) === true;
  useEffect(() => tell?.(isAny), [isAny]);
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
  const hosts = (answer?.hosts ?? []).filter(({ isConnected }) => !isOfOthers || !isConnected);
  if (isOfOthers && hosts.length === 0 && !answer?.files.length) return null;
  if (!answer && !failure) return <p class="muted">{t('Looking for your agents…')}</p>;
  if (!answer || (answer.hosts.length === 0 && !isOfOthers)) {
    return (
      <>
        <p class="muted">{t('One command connects the agents on your machine:')}</p>
        <CopyLine text={connecting} />
      </>
    );
  }
  return (
    <>
      <ul class="hosts-found">
        {hosts.map(({ host, title, isConnected }) => (
          <li key={host}>
            <bdi>{title}</bdi>
            {isConnected ? (
              <State is="good">{t('connected')}</State>
            ) : (
              <button
                type="button"
                class={isFirst && !isAny && host === answer.hosts[0]?.host ? 'main' : undefined}
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
      {hosts.some(({ isConnected }) => !isConnected) && (
        <div class="checks">
          <Check
            label={t('With hooks')}
            about={t('The agent then recalls and remembers by itself. Its files are copied before they change.')}
            checked={hooks}
            change={setHooks}
          />
        </div>
      )}
      {answer.files.length > 0 && (
        <p class="muted" role="status">
          {t('Connected. Start it again. Changed files: {files}', { files: listed(answer.files) })}
        </p>
      )}
      {isFirst && isAny && (
        <>
          <p class="muted">{t('This line brings what you told it before today:')}</p>
          <CopyLine text={readingSessions} />
        </>
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
