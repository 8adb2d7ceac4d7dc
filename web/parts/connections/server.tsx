import { useEffect, useRef, useState } from 'preact/hooks';
import { type Message, msg, t, tn } from '../../languages/translate.ts';
import { useDashboard } from '../../shell/dashboard.ts';
import { CopyLine } from '../copy-line.tsx';
import { FailureNote } from '../failure.tsx';
import { State, type StateKind } from '../state.tsx';
import { program, syncLine } from '../team/lines.ts';
import { useAction } from '../use-action.ts';
import { Connected } from './connected.tsx';
import type { Connection } from './connection.ts';
import { DisconnectDialog } from './disconnect-dialog.tsx';
import { charactersOf, Heard, nameOf } from './heard.tsx';

/** A server, a folder or another machine: when it answered last, what waits for it, and its characters. */
export function Server({ connection, again }: { connection: Connection; again: () => void }) {
  const { client, toasts, characters: known } = useDashboard();
  const { run, failure, isBusy } = useAction();
  const [isEnding, setEnding] = useState(false);
  const { url, kind, member, contactedAt, problem, waiting, refused, characters, decides, machines } = connection;
  const name = nameOf(connection);
  const shared = new Set([...characters, ...decides].map(({ id }) => id));
  const memories = (known.value ?? []).reduce((sum, one) => sum + (shared.has(one.id) ? one.memoryCount : 0), 0);
  const isAwaited = kind === 'folder' && (decides.length > 0 ? machines.length === 0 : contactedAt === undefined);
  useArrival(isAwaited, connection, again);
  const exchange = async () => {
    const done = await run(() => client.call('exchangeNow', { url }));
    if (!done) return;
    const own = done.exchanged;
    const failed = own.find((one) => one.problem !== undefined);
    toasts.show(failed?.problem ?? tn(own.length, 'Synced {n} character', 'Synced {n} characters'));
  };
  return (
    <section aria-label={name} aria-busy={isBusy} class="server">
      <h2 class="heading">
        <bdi>{name}</bdi>
      </h2>
      {(!isAwaited || problem !== undefined) && (
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
      )}
      <p class="muted">
        {t('{memories} of {characters}.', {
          memories: tn(memories, '{n} memory', '{n} memories'),
          characters: charactersOf(connection),
        })}{' '}
        {contactedAt === undefined && decides.length === 0 && !isAwaited && t('It has never answered.')}
        <Heard connection={connection} />
      </p>
      {problem !== undefined && (
        <p class="muted">
          {waiting === 0
            ? t('Nothing is lost: changes wait here until it can be reached.')
            : tn(
                waiting,
                'Nothing is lost: {n} change waits here until it can be reached.',
                'Nothing is lost: {n} changes wait here until it can be reached.',
              )}
        </p>
      )}
      {kind !== 'server' && (
        <>
          {isAwaited && decides.length > 0 && (
            <>
              <p role="status">
                {t(
                  'Waiting for the other machine. There, share in the same folder in Connections of the dashboard, or run this line with its own path of the folder. You may close this page:',
                )}
              </p>
              <CopyLine text={syncLine(name, ' --wait')} />
            </>
          )}
          {isAwaited && decides.length === 0 && (
            <p role="status">
              {t('Waiting for {member}. It answers while an agent or the dashboard runs there.', { member })}
            </p>
          )}
          {!isAwaited && (
            <>
              <p>{t(whenExchanged(connection))}</p>
              <CopyLine text={`${program} sync`} />
            </>
          )}
        </>
      )}
      <div class="buttons">
        {kind !== 'ssh' && (
          <button type="button" disabled={isBusy} onClick={() => void exchange()}>
            {t('Sync now')}
          </button>
        )}
        <button type="button" class="quiet danger" onClick={() => setEnding(true)}>
          {t('Disconnect…')}
        </button>
      </div>
      <FailureNote failure={failure} />
      <details class="further">
        <summary>{t('More')}</summary>
        <p>{orderOf(connection)}</p>
      </details>
      {characters.map((character) => (
        <Connected key={character.id} character={character} connected={characters} />
      ))}
      {isEnding && (
        <DisconnectDialog url={name} characters={characters} decided={decides} close={() => setEnding(false)} />
      )}
    </section>
  );
}

/** How often the folder is read while another machine is awaited (ms). */
const awaitingMs = 5_000;

/** Exchanges by itself until the other machine is there, and says so. */
function useArrival(isAwaited: boolean, { url, machines }: Connection, again: () => void) {
  const { client, toasts } = useDashboard();
  const wasAwaited = useRef(isAwaited);
  useEffect(() => {
    if (wasAwaited.current && !isAwaited)
      toasts.show(t('{machine} is connected', { machine: machines[0]?.name ?? nameOf({ url, kind: 'folder' }) }));
    wasAwaited.current = isAwaited;
    if (!isAwaited) return undefined;
    const timer = setInterval(() => {
      if (document.visibilityState !== 'visible') return;
      client.call('exchangeNow', { url }).then(again, () => undefined);
    }, awaitingMs);
    return () => clearInterval(timer);
  }, [isAwaited, url]);
}

function whenExchanged({ kind, decides }: Connection): Message {
  if (kind === 'folder')
    return msg('It syncs by itself while an agent or the dashboard runs here and there. This line does it at once:');
  return decides.length > 0
    ? msg('It syncs when you run this line on the other machine:')
    : msg('It syncs when you run this line here:');
}

/** Which account signs in there, or which machine decides the order of changes. */
function orderOf({ kind, member, decides }: Connection): string {
  if (kind === 'server') return t('As {member}.', { member });
  return decides.length > 0
    ? t('When two machines change the same memory, this one decides which change came last.')
    : t('When two machines change the same memory, {member} decides which change came last.', { member });
}

function stateOf({ problem, refused, waiting }: Connection): StateKind {
  if (problem !== undefined) return 'bad';
  if (refused > 0) return 'attention';
  return waiting > 0 ? 'waiting' : 'good';
}
