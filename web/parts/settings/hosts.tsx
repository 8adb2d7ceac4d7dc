import { useEffect, useState } from 'preact/hooks';
import type { Failure, Output } from '../../client/client.ts';
import { inWords } from '../../languages/sentences.ts';
import { t } from '../../languages/translate.ts';
import { useDashboard } from '../../shell/dashboard.ts';
import { ConnectHosts } from '../connect-hosts.tsx';
import { FailureNote } from '../failure.tsx';
import { groupedBy } from '../format.ts';
import { State } from '../state.tsx';

/** `doctor`'s report on the hosts of this machine; `serve` checks none, and shows nothing here. */
export function Hosts() {
  const { client } = useDashboard();
  const [attempt, setAttempt] = useState(0);
  const [found, setFound] = useState<Output<'checkHosts'>['hosts']>();
  const [failure, setFailure] = useState<Failure>();
  // A check launches every host's server, so it does not run after each change.
  useEffect(() => {
    const controller = new AbortController();
    setFound(undefined);
    setFailure(undefined);
    client.call('checkHosts', {}, controller.signal).then(
      ({ hosts }) => setFound(hosts),
      (error) => !controller.signal.aborted && setFailure(error as Failure),
    );
    return () => controller.abort();
  }, [client, attempt]);
  const again = () => setAttempt((count) => count + 1);
  if (failure && [403, 404].includes(failure.status)) return null;
  return (
    <section aria-label={t('Hosts')} aria-busy={!found && !failure}>
      <h2 class="heading">{t('Hosts of this machine')}</h2>
      <FailureNote failure={failure} again={again} />
      {!found && !failure && <p class="muted">{t('Launching each as its host does…')}</p>}
      {found?.length === 0 && (
        <>
          <p class="muted">{t('No host of this machine is connected.')}</p>
          <ConnectHosts />
        </>
      )}
      {found && found.length > 0 && (
        <dl>
          {groupedBy(found, ({ host }) => host).map(([host, checks]) => (
            <>
              <dt>{host}</dt>
              {checks.map(({ file, ok, detail, advice, ms }) => (
                <dd key={file}>
                  <State is={ok ? 'good' : 'bad'}>{ok ? t('works') : t('fails')}</State>:{' '}
                  {detail.split('; ').map(inWords).join('; ')}
                  {ms !== undefined && <span class="muted"> {t('{ms} ms', { ms: Math.round(ms) })}</span>}
                  <br />
                  <small class="muted">{file}</small>
                  {advice !== undefined && <p>{advice}</p>}
                </dd>
              ))}
            </>
          ))}
        </dl>
      )}
      {found && found.length > 0 && <ConnectHosts isOfOthers />}
      {found && (
        <button type="button" onClick={again}>
          {t('Check again')}
        </button>
      )}
    </section>
  );
}
