import { useEffect, useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import type { Output } from '../../client/client.ts';
import { useDashboard } from '../../shell/dashboard.ts';
import { placeOf } from '../../shell/places.ts';
import { counted } from '../format.ts';

/** The servers that this machine is connected with; `serve` has none, and shows nothing here. */
export function Machines() {
  const { client } = useDashboard();
  const [found, setFound] = useState<Output<'listConnections'>['connections']>();
  useEffect(() => {
    const controller = new AbortController();
    client.call('listConnections', {}, controller.signal).then(
      ({ connections }) => setFound(connections),
      () => undefined,
    );
    return () => controller.abort();
  }, [client]);
  if (!found) return null;
  return (
    <section aria-label="Other machines">
      <h2 class="heading">Other machines</h2>
      {found.length === 0 && (
        <p class="muted">
          The memories are on this machine alone. <Link href={placeOf('connections')}>How to connect it</Link> with a
          server and others.
        </p>
      )}
      {found.map(({ url, characters }) => (
        <p key={url}>
          <Link href={placeOf('connections')}>{counted(characters.length, 'character')}</Link> connected with {url}
        </p>
      ))}
    </section>
  );
}
