import { useEffect, useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import type { Output } from '../../client/client.ts';
import { rich, t } from '../../languages/translate.ts';
import { useDashboard } from '../../shell/dashboard.ts';
import { placeOf } from '../../shell/places.ts';
import { charactersOf, Heard, nameOf } from '../connections/heard.tsx';

/** The servers that this machine is connected with; `serve` has none, and shows nothing here. */
export function Machines() {
  const { client, isOfMachine } = useDashboard();
  const [found, setFound] = useState<Output<'listConnections'>['connections']>();
  useEffect(() => {
    const controller = new AbortController();
    client.call('listConnections', {}, controller.signal).then(
      ({ connections }) => setFound(connections),
      () => undefined,
    );
    return () => controller.abort();
  }, [client]);
  if (!found && !isOfMachine) return null;
  return (
    <section aria-label={t('Other machines')}>
      <h2 class="heading">{t('Other machines')}</h2>
      {found?.length === 0 && (
        <p class="muted">
          {rich(t('The memories are on this machine alone. {link} with a server and others.'), {
            link: <Link href={placeOf('connections')}>{t('How to connect it')}</Link>,
          })}
        </p>
      )}
      {found?.map((connection) => (
        <div key={connection.url}>
          <p>
            {rich(t('{link} connected with {url}'), {
              url: <bdi>{nameOf(connection)}</bdi>,
              link: <Link href={placeOf('connections')}>{charactersOf(connection)}</Link>,
            })}
          </p>
          <p class="muted">
            <Heard connection={connection} />
          </p>
        </div>
      ))}
    </section>
  );
}
