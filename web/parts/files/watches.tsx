import { useState } from 'preact/hooks';
import type { Character } from '../../client/api.ts';
import type { Output } from '../../client/client.ts';
import { rich, t, tn } from '../../languages/translate.ts';
import { useDashboard } from '../../shell/dashboard.ts';
import { useLoad } from '../../shell/use-load.ts';
import { ConfirmButton } from '../confirm.tsx';
import { FailureNote } from '../failure.tsx';
import { Time } from '../time.tsx';
import { useAction } from '../use-action.ts';
import { settingsOf, type Watch, WatchDialog } from './watch-form.tsx';

type Watching = NonNullable<Output<'getSyncStatus'>['watching']>;
type Failed = { path: string; error: { message: string } };

/** How many are shown before "show all". */
const shownWatches = 5;

/** What the memories of all characters follow. Only the page of one says more, and watches more. */
export function WatchedOfAll() {
  const { client } = useDashboard();
  const { value, failure, again } = useLoad('all', (signal) => client.call('listWatchedPaths', {}, signal));
  if (value?.watches.length === 0) return null;
  return (
    <section aria-label={t('Watched folders')}>
      <FailureNote failure={failure} again={again} />
      <h2 class="heading">{t('Watched on this machine')}</h2>
      <ul class="list watched">
        {value?.watches.map((watch) => (
          <WatchRow key={`${watch.characterId} ${watch.path}`} watch={watch} isNamed />
        ))}
      </ul>
    </section>
  );
}

/**
 * The folders and files of this machine that a character's memories follow.
 * @param watching the watcher's report on files that are not stored
 */
export function Watches({ character, watching }: { character: Character; watching: Watching }) {
  const dashboard = useDashboard();
  const { client } = dashboard;
  const { id: characterId, name } = character;
  const found = useLoad(characterId, (signal) => client.call('listWatchedPaths', { characterId }, signal));
  const [isAdding, setAdding] = useState(false);
  const [all, setAll] = useState(false);
  const [refused, setRefused] = useState<readonly Failed[]>([]);
  const { run, failure, isBusy } = useAction();
  const watches = found.value?.watches;
  if (!watches) return <FailureNote failure={found.failure} again={found.again} />;
  const look = async (confirm: boolean) => {
    const done = await run(() => client.call('syncNow', { characterId, confirm }));
    if (done) setRefused(done.results.flatMap((one) => ('error' in one ? [one] : [])));
  };
  const heldFiles = watching.held.reduce((sum, { files }) => sum + files, 0);
  return (
    <section aria-label={t('Watched folders')} aria-busy={isBusy}>
      <h2 class="heading">{t('Watched on this machine')}</h2>
      {watches.length === 0 && (
        <p class="muted">{t('Nothing yet: no folder of notes is followed for {name}.', { name })}</p>
      )}
      <ul class="list watched">
        {watches.slice(0, all ? undefined : shownWatches).map((watch) => (
          <WatchRow key={watch.path} watch={watch} />
        ))}
      </ul>
      {!all && watches.length > shownWatches && (
        <button type="button" class="quiet" onClick={() => setAll(true)}>
          {t('Show all {n}', { n: watches.length })}
        </button>
      )}
      {watching.held.map(({ path, files, reason }) => (
        <p key={path} class="failure">
          {path}:{' '}
          {tn(
            files,
            '{n} file is missing, and it is uncertain whether somebody deleted it.',
            '{n} files are missing, and it is uncertain whether somebody deleted them.',
          )}{' '}
          {reason}
        </p>
      ))}
      {watching.failed.map(({ path, error, attempts, nextAttemptAt }) => (
        <p key={path} class="failure">
          {describe(path, error)} ({tn(attempts, '{n} attempt', '{n} attempts')}
          {t(', ')}
          {nextAttemptAt === undefined
            ? t('waits for the file to change')
            : rich(t('the next at {time}'), { time: <Time at={nextAttemptAt} as="clock" /> })}
          )
        </p>
      ))}
      {refused
        .filter(({ path }) => watching.failed.every((known) => known.path !== path))
        .map(({ path, error }) => (
          <p key={path} class="failure">
            {describe(path, error.message)}
          </p>
        ))}
      <FailureNote failure={failure} />
      {dashboard.may('watchPath', characterId) && (
        <div class="buttons">
          <button type="button" onClick={() => setAdding(true)}>
            {t('Watch a folder…')}
          </button>
          {watches.length > 0 && (
            <button type="button" class="quiet" disabled={isBusy} onClick={() => void look(false)}>
              {t('Look for changes now')}
            </button>
          )}
          {heldFiles > 0 && (
            <ConfirmButton
              label={t('They were deleted')}
              title={t('Were the missing files deleted?')}
              run={() => void look(true)}
            >
              <p>
                {tn(heldFiles, '{n} file will count as deleted.', '{n} files will count as deleted.')}{' '}
                {t('Where a folder is watched so, their memories are deleted too; they can be restored.')}
              </p>
            </ConfirmButton>
          )}
        </div>
      )}
      {isAdding && <WatchDialog character={character} watches={watches} close={() => setAdding(false)} />}
    </section>
  );
}

/** A file's error; most messages name the file. */
const describe = (path: string, message: string) => (message.includes(path) ? message : `${path}: ${message}`);

/** @param isNamed with the name of the character */
function WatchRow({ watch, isNamed = false }: { watch: Watch; isNamed?: boolean }) {
  const dashboard = useDashboard();
  const { client } = dashboard;
  const { run, failure, isBusy } = useAction();
  const { characterId, path, kind, label, deleteMissing, files, watchedSince, lastSyncAt } = watch;
  const end = () =>
    run(
      () => client.call('unwatchPath', { characterId, path }),
      t('{name} is no longer watched; its files and memories stay', { name: label ?? path }),
      () => client.call('watchPath', settingsOf(watch)),
    );
  return (
    <li>
      <div>
        <b dir="auto">{label ?? path}</b>
        <small class="muted">
          {isNamed && `${dashboard.character(watch.characterId)?.name}${t(', ')}`}
          {label !== undefined && `${path}${t(', ')}`}
          {kind === 'directory' ? tn(files, '{n} file', '{n} files') : t('one file')}
          {watchedSince !== undefined && (
            <>
              {t(', ')}
              {rich(t('since {time}'), { time: <Time at={watchedSince} as="date" /> })}
            </>
          )}
          {lastSyncAt !== undefined && (
            <>
              {t(', ')}
              {rich(t('last change {time}'), { time: <Time at={lastSyncAt} as="moment" /> })}
            </>
          )}
          {deleteMissing && <>; {t('memories of deleted files are deleted')}</>}
        </small>
        <FailureNote failure={failure} />
      </div>
      {dashboard.may('unwatchPath', characterId) && (
        <button
          type="button"
          class="quiet danger"
          disabled={isBusy}
          aria-label={t('Stop watching {name}', { name: label ?? path })}
          onClick={() => void end()}
        >
          {t('Stop watching')}
        </button>
      )}
    </li>
  );
}
