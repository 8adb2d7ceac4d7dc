import { useEffect, useRef, useState } from 'preact/hooks';
import { Link, useLocation, useSearch } from 'wouter-preact';
import type { Character, FileRecord } from '../client/api.ts';
import { t, tn } from '../languages/translate.ts';
import { Captures } from '../parts/captures.tsx';
import { CharacterOf } from '../parts/character-of.tsx';
import { FailureNote } from '../parts/failure.tsx';
import { FilePane } from '../parts/files/file-pane.tsx';
import { ImportBox } from '../parts/files/import-box.tsx';
import { Watches } from '../parts/files/watches.tsx';
import { formatBytes } from '../parts/format.ts';
import { Time } from '../parts/time.tsx';
import { useOpen } from '../parts/use-open.ts';
import { type ListHandle, step, VirtualList } from '../parts/virtual-list.tsx';
import { WithoutCharacter } from '../parts/welcome.tsx';
import { type PageProps, useDashboard } from '../shell/dashboard.ts';
import { usePageKeys } from '../shell/page-keys.ts';
import { placeOf, queryOf, useCharacter } from '../shell/places.ts';
import { useLoad } from '../shell/use-load.ts';

const size = 50;
const rowHeight = 62;
/** The polling interval for the state of watched files. */
const watchedMs = 5_000;

/** The files of a character's memories, and the import of documents. */
export default function Files({ character: id, item: named }: PageProps) {
  const dashboard = useDashboard();
  const { client, changes } = dashboard;
  const character = useCharacter(id);
  const search = useSearch();
  const [, go] = useLocation();
  const list = useRef<ListHandle<FileRecord>>(null);
  const characterId = character?.id;
  const [first, setFirst] = useState<{ fileId?: string | undefined; of: string }>();
  const { open, isByItself } = useOpen(named, first?.of === characterId ? first?.fileId : undefined);
  const addressOf = (fileId?: string) => placeOf('files', characterId, fileId);
  usePageKeys((key) => {
    if (key === 'Escape') go(addressOf());
    if (key !== 'j' && key !== 'k') return;
    const isOpen = ({ fileId }: FileRecord) => fileId === open;
    step(list.current, isOpen, key === 'j' ? 1 : -1, ({ fileId }) =>
      go(addressOf(fileId), { replace: named !== undefined }),
    );
  });
  if (!character || characterId === undefined) return <WithoutCharacter />;
  const read = async (page: number, signal: AbortSignal) => {
    const { files, total } = await client.call('listFiles', { characterId, page, limit: size }, signal);
    dashboard.know(files);
    if (page === 0) setFirst({ fileId: files[0]?.fileId, of: characterId });
    return { rows: files, total };
  };
  return (
    <div class={open === undefined ? 'body' : 'body two'}>
      <VirtualList<FileRecord>
        about={characterId}
        version={changes.value}
        size={size}
        estimate={rowHeight}
        identify={({ fileId }) => fileId}
        label={t('Files')}
        handle={list}
        read={read}
        empty={
          <p class="empty">
            {t('No file of {name} is followed yet. When a followed file changes, its memories change with it.', {
              name: character.name,
            })}
          </p>
        }
        draw={(file, index) => (
          <article key={file.fileId} data-index={index} class={file.fileId === open ? 'm slim sel' : 'm slim'}>
            <Link href={addressOf(file.fileId)} aria-current={file.fileId === open ? 'true' : undefined}>
              <p class="said" dir="auto">
                {file.label ?? file.path}
              </p>
            </Link>
            <div class="meta">
              {file.label !== undefined && <span>{file.path}</span>}
              <span>{formatBytes(file.sizeBytes)}</span>
              <span>{tn(file.version, '{n} version', '{n} versions')}</span>
              {file.missingSince !== undefined && <b class="imp">{t('no longer there')}</b>}
              <Time at={file.capturedAt} as="short" />
            </div>
          </article>
        )}
      >
        <h1 class="page-title">
          {t('Files')} <CharacterOf character={character} />
        </h1>
        {dashboard.may('importDocument', characterId) && <ImportBox character={character} />}
        <State character={character} />
      </VirtualList>
      {open !== undefined && (
        <FilePane
          key={open}
          characterId={characterId}
          fileId={open}
          version={versionOf(search)}
          choose={(version) => go(addressOf(open) + queryOf({ version: String(version) }), { replace: true })}
          close={isByItself ? undefined : () => go(addressOf())}
        />
      )}
    </div>
  );
}

/** The version in an address. */
function versionOf(search: string): number | undefined {
  const given = new URLSearchParams(search).get('version') ?? '';
  return /^[1-9]\d{0,8}$/.test(given) ? Number(given) : undefined;
}

/** Watched paths, waiting extractions and failures. */
function State({ character }: { character: Character }) {
  const { client } = useDashboard();
  const { id: characterId } = character;
  const found = useLoad(characterId, (signal) => client.call('getSyncStatus', { characterId }, signal));
  const { capture, watching } = found.value ?? {};
  const isWatching = watching !== undefined;
  const { again } = found;
  // Files that are not stored change nothing in the store, so no event reports them.
  useEffect(() => {
    if (!isWatching) return undefined;
    const timer = setInterval(() => document.hidden || again(), watchedMs);
    return () => clearInterval(timer);
  }, [isWatching, characterId]);
  return (
    <>
      <FailureNote failure={found.failure} again={found.again} />
      {/* `serve` watches nothing, and shows nothing here. */}
      {watching && <Watches character={character} watching={watching} />}
      {capture && <Captures capture={capture} />}
    </>
  );
}
