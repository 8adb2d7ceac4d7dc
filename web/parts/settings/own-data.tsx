import { useState } from 'preact/hooks';
import type { Character } from '../../client/api.ts';
import type { Output } from '../../client/client.ts';
import { rich, t, tn } from '../../languages/translate.ts';
import { useDashboard } from '../../shell/dashboard.ts';
import { CopyLine } from '../copy-line.tsx';
import { download } from '../download.ts';
import { FailureNote } from '../failure.tsx';
import { formatBytes } from '../format.ts';
import { Time } from '../time.tsx';
import { useAction } from '../use-action.ts';
import { zipped } from './zip.ts';

/** The command that puts a backup in the place of the store. */
const restoring = (file: string) =>
  `npx -y agent-memory-service restore ${/^[\w./~-]+$/u.test(file) ? file : JSON.stringify(file)}`;

type StorePlace = NonNullable<Output<'getTier'>['store']>;

/** Characters that one call lists. */
const pageSize = 100;

/** Where the memory lies, and how a person takes it along: everything as Markdown, or a copy of the store. */
export function OwnData() {
  const dashboard = useDashboard();
  const { client, characters, totalCharacters, tier } = dashboard;
  const { run, failure, isBusy } = useAction();
  const [written, setWritten] = useState(0);
  const total = totalCharacters.value;
  const { store, usage } = tier.value ?? {};
  if (!characters.value || total === 0) return null;
  const exportAll = async () => {
    setWritten(0);
    const files: { name: string; text: string }[] = [];
    for (let page = 0; page * pageSize < total; page++) {
      const asked = { page, limit: pageSize, sortBy: 'NAME', sortOrder: 'ASC' } as const;
      for (const one of (await client.call('listCharacters', asked)).characters) {
        if (one.memoryCount > 0) {
          const text = await client.call('exportCharacter', { characterId: one.id });
          files.push({ name: `${nameAmong(files, one)}.md`, text });
        }
        setWritten((count) => count + 1);
      }
    }
    download('memory.zip', zipped(files), 'application/zip');
  };
  return (
    <section aria-label={t('Your data')}>
      <h2 class="heading">{t('Your data')}</h2>
      {store && (
        <p>
          {rich(t('All of it is in one file of this machine, {file}.'), { file: <code dir="ltr">{store.file}</code> })}
        </p>
      )}
      <p class="muted">
        {usage && `${tn(usage.memories, '{n} memory', '{n} memories')}${t(', ')}${formatBytes(usage.storageBytes)}. `}
        {t('The export is Markdown, one file for each character, which people, editors and an import can read.')}
      </p>
      <div class="buttons">
        <button type="button" disabled={isBusy} onClick={() => void run(exportAll)}>
          {isBusy ? t('{at} of {n}', { at: written, n: total }) : t('Export everything')}
        </button>
      </div>
      <FailureNote failure={failure} />
      {store && <Backup last={store.lastBackup} />}
    </section>
  );
}

/** Makes a checked copy of the store, and says how it comes back. */
function Backup({ last }: { last: StorePlace['lastBackup'] }) {
  const { client, toasts } = useDashboard();
  const { run, failure, isBusy } = useAction();
  const backUp = async () => {
    const { memories, bytes } = await client.call('backUpStore', {});
    toasts.show(
      tn(memories, 'Backed up: {n} memory, {size}', 'Backed up: {n} memories, {size}', { size: formatBytes(bytes) }),
    );
  };
  return (
    <>
      <h3>{t('Backup')}</h3>
      <p class="muted">
        {last
          ? rich(t('The last one was made {time}: {file}'), {
              time: <Time at={last.at} as="moment" />,
              file: <code dir="ltr">{last.file}</code>,
            })
          : t('None was made yet.')}{' '}
        {t('A backup is a checked copy of everything in one file, with all histories.')}
      </p>
      <div class="buttons">
        <button type="button" disabled={isBusy} onClick={() => void run(backUp)}>
          {isBusy ? t('Copying…') : t('Back up now')}
        </button>
      </div>
      <FailureNote failure={failure} />
      {last && (
        <>
          <p class="muted">{t('This line brings it back, and keeps the present store beside it:')}</p>
          <CopyLine text={restoring(last.file)} />
        </>
      )}
    </>
  );
}

/** The name of a character as one of a file that no other has. */
function nameAmong(files: readonly { name: string }[], { name, id }: Character): string {
  const plain = name.replaceAll(/[/\\:*?"<>|\p{Cc}]/gu, '-').replace(/^\.+/u, '-');
  const isTaken = files.some((one) => one.name.toLowerCase() === `${plain}.md`.toLowerCase());
  return isTaken ? `${plain} ${id.slice(0, 8)}` : plain;
}
