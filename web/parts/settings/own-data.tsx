import { useState } from 'preact/hooks';
import type { Character } from '../../client/api.ts';
import { rich, t, tn } from '../../languages/translate.ts';
import { useDashboard } from '../../shell/dashboard.ts';
import { CopyLine } from '../copy-line.tsx';
import { download } from '../download.ts';
import { FailureNote } from '../failure.tsx';
import { formatBytes } from '../format.ts';
import { Time } from '../time.tsx';
import { useAction } from '../use-action.ts';
import { zipped } from './zip.ts';

/** The command that makes a checked copy of the store. */
const backingUp = 'npx -y agent-memory-service backup memory-backup.db';

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
      {store && (
        <>
          <h3>{t('Backup')}</h3>
          <p class="muted">
            {store.lastBackup
              ? rich(t('The last one was made {time}: {file}'), {
                  time: <Time at={store.lastBackup.at} as="moment" />,
                  file: <code dir="ltr">{store.lastBackup.file}</code>,
                })
              : t('None was made yet. This line makes a checked copy, also while servers run; restore brings it back:')}
          </p>
          <CopyLine text={backingUp} />
        </>
      )}
    </section>
  );
}

/** The name of a character as one of a file that no other has. */
function nameAmong(files: readonly { name: string }[], { name, id }: Character): string {
  const plain = name.replaceAll(/[/\\:*?"<>|\p{Cc}]/gu, '-').replace(/^\.+/u, '-');
  const isTaken = files.some((one) => one.name.toLowerCase() === `${plain}.md`.toLowerCase());
  return isTaken ? `${plain} ${id.slice(0, 8)}` : plain;
}
