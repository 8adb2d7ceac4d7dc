import { useState } from 'preact/hooks';
import { listed, type Message, msg, rich, t, tn } from '../../languages/translate.ts';
import { useDashboard } from '../../shell/dashboard.ts';
import { CopyLine } from '../copy-line.tsx';
import { FailureNote } from '../failure.tsx';
import { State, type StateKind } from '../state.tsx';
import { asWord } from '../team/lines.ts';
import { Time } from '../time.tsx';
import { useAction } from '../use-action.ts';
import { Connected } from './connected.tsx';
import type { Connection } from './connection.ts';
import { DisconnectDialog } from './disconnect-dialog.tsx';

/** A server, a folder or another machine: when it answered last, what waits for it, and its characters. */
export function Server({ connection }: { connection: Connection }) {
  const { client, toasts } = useDashboard();
  const { run, failure, isBusy } = useAction();
  const [isEnding, setEnding] = useState(false);
  const { url, kind, contactedAt, problem, waiting, refused, characters, decides } = connection;
  const name = nameOf(connection);
  const exchange = async () => {
    const done = await run(() => client.call('exchangeNow', {}));
    if (!done) return;
    const own = done.exchanged.filter((one) => one.url === url);
    const failed = own.find((one) => one.problem !== undefined);
    toasts.show(failed?.problem ?? tn(own.length, 'Exchanged {n} character', 'Exchanged {n} characters'));
  };
  return (
    <section aria-label={name} aria-busy={isBusy} class="server">
      <h2 class="heading">
        <bdi>{name}</bdi>
      </h2>
      <p>
        <State is={stateOf(connection)}>
          {problem ?? (
            <span>
              {waiting === 0 &&
                refused === 0 &&
                (kind === 'server' ? t('Everything is as at the server.') : t('Nothing waits here.'))}
              {waiting > 0 && tn(waiting, '{n} change waits for it.', '{n} changes wait for it.')}{' '}
              {refused > 0 && tn(refused, 'It refused {n} memory.', 'It refused {n} memories.')}
            </span>
          )}
        </State>
      </p>
      <p class="muted">
        {orderOf(connection)}{' '}
        {contactedAt === undefined
          ? decides.length === 0 && t('It has never answered.')
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
      {kind !== 'server' && (
        <>
          <p>{t(whenExchanged(connection))}</p>
          <CopyLine text="agent-memory-service sync" />
        </>
      )}
      <div class="buttons">
        {kind === 'server' && (
          <button type="button" disabled={isBusy} onClick={() => void exchange()}>
            {t('Exchange now')}
          </button>
        )}
        {characters.length > 0 && (
          <button type="button" class="quiet danger" onClick={() => setEnding(true)}>
            {t('Disconnect…')}
          </button>
        )}
      </div>
      {characters.length === 0 && (
        <>
          <p>{t('This line ends it:')}</p>
          <CopyLine text={`agent-memory-service disconnect ${asWord(name)}`} />
        </>
      )}
      <FailureNote failure={failure} />
      {characters.map((character) => (
        <Connected key={character.id} character={character} connected={characters} />
      ))}
      {isEnding && <DisconnectDialog url={name} characters={characters} close={() => setEnding(false)} />}
    </section>
  );
}

/** A folder by its path. */
function nameOf({ kind, url }: Connection): string {
  return kind === 'folder' ? decodeURIComponent(url.replace(/^file:\/\//u, '')) : url;
}

/** A folder is read before it is written: what the second machine wrote reaches the first in a second round. */
function whenExchanged({ kind, decides }: Connection): Message {
  if (kind === 'folder')
    return msg('It is exchanged when you run this line here, then on the other machine, then once more on each:');
  return decides.length > 0
    ? msg('It is exchanged when you run this line on the other machine:')
    : msg('It is exchanged when you run this line here:');
}

/** As whom it is reached, or which store decides the order of changes. */
function orderOf({ kind, member, decides }: Connection): string {
  if (kind === 'server') return t('As {member}.', { member });
  return decides.length > 0
    ? t('This machine decides the order of changes of {names}.', { names: listed(decides) })
    : t('The store of {member} decides the order of changes.', { member });
}

function stateOf({ problem, refused, waiting }: Connection): StateKind {
  if (problem !== undefined) return 'bad';
  if (refused > 0) return 'attention';
  return waiting > 0 ? 'waiting' : 'good';
}
