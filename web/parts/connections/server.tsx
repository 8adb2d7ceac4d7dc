import { useState } from 'preact/hooks';
import { rich, t, tn } from '../../languages/translate.ts';
import { useDashboard } from '../../shell/dashboard.ts';
import { FailureNote } from '../failure.tsx';
import { State, type StateKind } from '../state.tsx';
import { Time } from '../time.tsx';
import { useAction } from '../use-action.ts';
import { Connected } from './connected.tsx';
import type { Connection } from './connection.ts';
import { DisconnectDialog } from './disconnect-dialog.tsx';

/** One server: when it answered last, what waits for it, and its characters. */
export function Server({ connection }: { connection: Connection }) {
  const { client, toasts } = useDashboard();
  const { run, failure, isBusy } = useAction();
  const [isEnding, setEnding] = useState(false);
  const { url, member, contactedAt, problem, waiting, refused, characters } = connection;
  const exchange = async () => {
    const done = await run(() => client.call('exchangeNow', {}));
    if (!done) return;
    const own = done.exchanged.filter((one) => one.url === url);
    const failed = own.find((one) => one.problem !== undefined);
    toasts.show(failed?.problem ?? tn(own.length, 'Exchanged {n} character', 'Exchanged {n} characters'));
  };
  return (
    <section aria-label={url} aria-busy={isBusy} class="server">
      <h2 class="heading">{url}</h2>
      <p>
        <State is={stateOf(connection)}>
          {problem ?? (
            <span>
              {waiting === 0 && refused === 0 && t('Everything is as at the server.')}
              {waiting > 0 && tn(waiting, '{n} change waits for it.', '{n} changes wait for it.')}{' '}
              {refused > 0 && tn(refused, 'It refused {n} memory.', 'It refused {n} memories.')}
            </span>
          )}
        </State>
      </p>
      <p class="muted">
        {t('As {member}.', { member })}{' '}
        {contactedAt === undefined
          ? t('It has never answered.')
          : rich(t('It answered last: {time}.'), { time: <Time at={contactedAt} as="moment" /> })}
        {problem !== undefined && (
          <>
            {' '}
            {waiting === 0
              ? t('Nothing is lost: changes wait here until it can be reached.')
              : tn(
                  waiting,
                  'Nothing is lost: {n} change waits here until it can be reached.',
                  'Nothing is lost: {n} changes wait here until it can be reached.',
                )}
          </>
        )}
      </p>
      <div class="buttons">
        <button type="button" disabled={isBusy} onClick={() => void exchange()}>
          {t('Exchange now')}
        </button>
        <button type="button" class="quiet danger" onClick={() => setEnding(true)}>
          {t('Disconnect…')}
        </button>
      </div>
      <FailureNote failure={failure} />
      {characters.map((character) => (
        <Connected key={character.id} character={character} connected={characters} />
      ))}
      {isEnding && <DisconnectDialog url={url} characters={characters} close={() => setEnding(false)} />}
    </section>
  );
}

function stateOf({ problem, refused, waiting }: Connection): StateKind {
  if (problem !== undefined) return 'bad';
  if (refused > 0) return 'attention';
  return waiting > 0 ? 'waiting' : 'good';
}
