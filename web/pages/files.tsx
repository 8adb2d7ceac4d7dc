import { useEffect, useRef, useState } from 'preact/hooks';
import { Link, useLocation, useSearch } from 'wouter-preact';
import type { Character, FileRecord } from '../client/api.ts';
import { numeral, t, tn } from '../languages/translate.ts';
import { Captures } from '../parts/captures.tsx';
import { CharacterOf } from '../parts/character-of.tsx';
import { FailureNote } from '../parts/failure.tsx';
import { readFilesOfAll } from '../parts/files/all-files.ts';
import { FilePane } from '../parts/files/file-pane.tsx';
import { ImportBox } from '../parts/files/import-box.tsx';
import { WatchedOfAll, Watches } from '../parts/files/watches.tsx';
import { formatBytes } from '../parts/format.ts';
import { ActivityRows } from '../parts/home/activity.tsx';
import { type Batch, isBatch, maxBatches, rowsOf } from '../parts/home/batches.ts';
import { Skeleton } from '../parts/skeleton.tsx';
import { Time } from '../parts/time.tsx';
import { useOpen } from '../parts/use-open.ts';
import { MoreOf, usePages } from '../parts/use-pages.tsx';
import { type ListHandle, step, VirtualList } from '../parts/virtual-list.tsx';
import { WithoutCharacter } from '../parts/welcome.tsx';
import { type PageProps, useDashboard } from '../shell/dashboard.ts';
import { usePageKeys } from '../shell/page-keys.ts';
import { everyone, placeOf, queryOf, useCharacter, useScope } from '../shell/places.ts';
import { useLoad } from '../shell/use-load.ts';

const size = 50;
const rowHeight = 62;
/** How many of the latest imports are shown at first. */
const shownImports = 8;
/** The polling interval for the state of watched files. */
const watchedMs = 5_000;

/** The files of a character's memories, or of all, and the import of documents. */
export default function Files({ character: id, item: named }: PageProps) {
  const dashboard = useDashboard();
  const { client, changes } = dashboard;
  const { isAll } = useScope(id);
  const character = useCharacter(id);
  const totals = useRef(new Map<string, number>());
  const search = useSearch();
  const [, go] = useLocation();
  const list = useRef<ListHandle<FileRecord>>(null);
  const characterId = isAll ? undefined : character?.id;
  const scope = isAll ? everyone : characterId;
  const [first, setFirst] = useState<{ fileId?: string | undefined; of: string }>();
  const { open, isByItself } = useOpen(named, first?.of === scope ? first?.fileId : undefined);
  const addressOf = (fileId?: string) => placeOf('files', scope, fileId);
  usePageKeys((key) => {
    if (key === 'Escape') go(addressOf());
    if (key !== 'j' && key !== 'k') return;
    const isOpen = ({ fileId }: FileRecord) => fileId === open;
    step(list.current, isOpen, key === 'j' ? 1 : -1, ({ fileId }) =>
      go(addressOf(fileId), { replace: named !== undefined }),
    );
  });
  const { importing } = dashboard;
  const brought = importing.value?.brought.value;
  const [all, setAll] = useState(false);
  const imports = usePages<Batch>(`${scope}`, async (cursor, signal) => {
    const found = await client.call('listBatches', { characterId, limit: maxBatches, cursor }, signal);
    // An undo is a state of its import.
    const rows = found.batches.filter(({ documents, undoes }) => documents?.length || undoes !== undefined);
    return { rows, nextCursor: found.nextCursor };
  });
  if (!character || scope === undefined) return <WithoutCharacter />;
  const imported = rowsOf(imports.value?.rows ?? [], []).filter(
    (row) => isBatch(row) && row.documents?.length && row.batchId !== brought?.batchId,
  );
  const read = async (page: number, signal: AbortSignal) => {
    const found =
      characterId === undefined
        ? await readFilesOfAll(client, dashboard.characters.value ?? [], totals.current, { page, size }, signal)
        : await client
            .call('listFiles', { characterId, page, limit: size }, signal)
            .then(({ files: rows, total }) => ({ rows, total }));
    dashboard.know(found.rows);
    if (page === 0) setFirst({ fileId: found.rows[0]?.fileId, of: scope });
    return found;
  };
  return (
    <div class={open === undefined ? 'body' : 'body two'}>
      <VirtualList<FileRecord>
        about={scope}
        version={changes.value}
        size={size}
        estimate={rowHeight}
        identify={({ fileId }) => fileId}
        label={t('Files')}
        handle={list}
        read={read}
        empty={
          imports.value &&
          imported.length === 0 && (
            <p class="empty">
              {isAll
                ? t('No file is followed yet. When a followed file changes, its memories change with it.')
                : t('No file of {name} is followed yet. When a followed file changes, its memories change with it.', {
                    name: character.name,
                  })}
            </p>
          )
        }
        draw={(file, index) => (
          <article key={file.fileId} data-index={index} class={file.fileId === open ? 'm slim sel' : 'm slim'}>
            <Link href={addressOf(file.fileId)} aria-current={file.fileId === open ? 'true' : undefined}>
              <p class="said" dir="auto">
                {file.label ?? file.path}
              </p>
            </Link>
            <div class="meta">
              {isAll && <b dir="auto">{dashboard.character(file.characterId)?.name}</b>}
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
          {t('Files')} <CharacterOf character={isAll ? undefined : character} />
        </h1>
        {dashboard.may('importDocument', character.id) && <ImportBox character={character} isOfAll={isAll} />}
        <FailureNote failure={imports.failure} again={imports.again} />
        <Skeleton of={imports} />
        {imported.length > 0 && (
          <section aria-label={t('Imported')}>
            <h2 class="heading">{t('Imported')}</h2>
            <ActivityRows rows={all ? imported : imported.slice(0, shownImports)} isNamed={isAll} />
            {!all && imported.length > shownImports ? (
              <button type="button" class="more" onClick={() => setAll(true)}>
                {t('Show all {n}', { n: numeral(imported.length) })}
              </button>
            ) : (
              <MoreOf found={imports} />
            )}
          </section>
        )}
        {/* It is read meanwhile, below what is not read yet. */}
        {isAll ? dashboard.isOfMachine && <WatchedOfAll /> : <State character={character} />}
      </VirtualList>
      {open !== undefined && (
        <FilePane
          key={open}
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
