import { diffLines } from 'diff';
import type { ComponentChildren } from 'preact';
import { fromMarks } from '../../../src/base/invisible.ts';
import type { Output } from '../../client/client.ts';
import { t } from '../../languages/translate.ts';
import { useDashboard } from '../../shell/dashboard.ts';
import { useLoad } from '../../shell/use-load.ts';
import { download } from '../download.ts';
import { FailureNote } from '../failure.tsx';
import { formatBytes } from '../format.ts';
import { PaneClose, PaneFailure } from '../pane-close.tsx';
import { Time } from '../time.tsx';
import { FileMemories } from './file-memories.tsx';

/** Larger texts can only be downloaded: showing or comparing them would take too long. */
const longText = 200_000;
/** How many versions of a file the store has. */
const maxVersions = 20;

type Version = Output<'getFile'>;

interface Props {
  fileId: string;
  /** Undefined: the newest. */
  version: number | undefined;
  choose: (version: number) => void;
  close: (() => void) | undefined;
}

/** A file beside the list: its text, the differences of one version from the one before, and its memories. */
export function FilePane({ fileId, version: asked, choose, close }: Props) {
  const { client } = useDashboard();
  const newest = useLoad(fileId, (signal) => client.call('getFile', { fileId }, signal));
  const file = newest.value;
  const version = asked ?? file?.version;
  const shown = useLoad(
    `${fileId} ${version} of ${file?.version}`,
    file && version !== undefined
      ? async (signal): Promise<{ file: Version; before: Version | undefined }> => {
          const read = (one: number) => client.call('getFile', { fileId, version: one }, signal);
          // Old versions are deleted.
          const before = version > 1 ? await read(version - 1).catch(() => undefined) : undefined;
          return { file: version === file.version ? file : await read(version), before };
        }
      : undefined,
  );
  if (!file) {
    return (
      <aside class="pane" aria-label={t('The file')}>
        <PaneClose close={close} />
        <PaneFailure failure={newest.failure} again={newest.again} close={close} />
      </aside>
    );
  }
  return (
    <aside class="pane listed" aria-label={t('The file')}>
      <FileMemories characterId={file.characterId} fileId={fileId}>
        <PaneClose close={close} />
        <FailureNote failure={newest.failure} again={newest.again} />
        <h2 dir="auto">{file.label ?? file.path}</h2>
        <dl>
          {file.label !== undefined && (
            <>
              <dt>{t('Path')}</dt>
              <dd>{file.path}</dd>
            </>
          )}
          <dt>{t('Size')}</dt>
          <dd>{formatBytes(file.sizeBytes)}</dd>
          <dt>{t('Taken over')}</dt>
          <dd>
            <Time at={file.capturedAt} as="moment" />
          </dd>
          {file.missingSince !== undefined && (
            <>
              <dt>{t('Gone since')}</dt>
              <dd>
                <Time at={file.missingSince} as="moment" />
              </dd>
            </>
          )}
        </dl>
        <div class="buttons">
          {file.version > 1 && (
            <select
              aria-label={t('Version')}
              value={version}
              onChange={(event) => choose(Number(event.currentTarget.value))}
            >
              {Array.from({ length: Math.min(maxVersions, file.version) }, (_, i) => file.version - i).map((one) => (
                <option key={one} value={one}>
                  {t('Version {version}', { version: one })}
                </option>
              ))}
            </select>
          )}
          {shown.value && (
            <button type="button" onClick={() => save(shown.value?.file)}>
              {t('Download')}
            </button>
          )}
        </div>
        <FailureNote failure={shown.failure} again={shown.again} />
        {shown.value && <Content file={shown.value.file} before={shown.value.before} />}
      </FileMemories>
    </aside>
  );
}

function save(file: Version | undefined): void {
  if (!file) return;
  const name = file.path.slice(file.path.lastIndexOf('/') + 1);
  const content =
    file.encoding === 'base64'
      ? Uint8Array.from(atob(file.content), (one) => one.charCodeAt(0))
      : fromMarks(file.content);
  download(name, content, 'application/octet-stream');
}

function Content({ file, before }: { file: Version; before: Version | undefined }) {
  if (file.encoding === 'base64') return <p class="muted">{t('This is not a text. Download it to open it.')}</p>;
  if (file.content.length + (before?.content.length ?? 0) > longText) {
    return <p class="muted">{t('This text is too long to show. Download it to read it.')}</p>;
  }
  if (!before || before.encoding === 'base64') return <Lines>{file.content}</Lines>;
  return (
    <>
      <h3>{t('What version {version} changed', { version: file.version })}</h3>
      <Lines>
        {diffLines(before.content, file.content).map(({ value, added, removed }, at) => {
          const key = `${at}`;
          if (added) return <ins key={key}>{value}</ins>;
          return removed ? <del key={key}>{value}</del> : value;
        })}
      </Lines>
    </>
  );
}

/** Lines of a file, which scroll sideways. */
function Lines({ children }: { children: ComponentChildren }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keys
    <section class="diff" dir="auto" aria-label={t('Contents')} tabIndex={0}>
      {children}
    </section>
  );
}
