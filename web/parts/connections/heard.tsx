import { rich, t, tn } from '../../languages/translate.ts';
import { Time } from '../time.tsx';
import type { Connection } from './connection.ts';

/** A folder by its path. */
export function nameOf({ kind, url }: Pick<Connection, 'kind' | 'url'>): string {
  return kind === 'folder' ? decodeURIComponent(url.replace(/^file:\/\//u, '')) : url;
}

/** How many characters are exchanged, also those of which this machine decides the order. */
export function charactersOf({ characters, decides }: Connection): string {
  return tn(characters.length + decides.length, '{n} character', '{n} characters');
}

/** Which other machine was heard when, or when the server answered. */
export function Heard({ connection: { machines, contactedAt } }: { connection: Connection }) {
  if (machines.length > 0) {
    return (
      <>
        {machines.map(({ name, heardAt }) => (
          <span key={name}>
            {' '}
            {rich(t('{machine} was heard last: {time}.'), {
              machine: <bdi>{name}</bdi>,
              time: <Time at={heardAt} as="moment" />,
            })}
          </span>
        ))}
      </>
    );
  }
  if (contactedAt === undefined) return null;
  return <> {rich(t('It answered last: {time}.'), { time: <Time at={contactedAt} as="moment" /> })}</>;
}
