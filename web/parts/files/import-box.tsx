import { useEffect, useRef, useState } from 'preact/hooks';
import type { Character } from '../../client/api.ts';
import { Failure, type Output } from '../../client/client.ts';
import { useDashboard } from '../../shell/dashboard.ts';
import { FailureNote } from '../failure.tsx';
import { counted } from '../format.ts';
import { Modal } from '../modal.tsx';

/** What the interface takes of one document, in bytes. */
const mostBytes = 5 * 1024 * 1024;

type Report = Output<'importDocument'>;

/** A document that was given, and what came of looking at it. */
interface Given {
  file: File;
  content: string;
  report?: Report;
  failure?: unknown;
}

/** Takes documents that are dropped or chosen: they are looked at first, and imported when that is wanted. */
export function ImportBox({ character }: { character: Character }) {
  const dashboard = useDashboard();
  const { http, toasts } = dashboard;
  const [isOver, setOver] = useState(false);
  const [given, setGiven] = useState<readonly Given[]>();
  /** How far it is, 0 to 1; null: nobody knows yet. */
  const [progress, setProgress] = useState<number | null>();
  const isBusy = progress !== undefined;
  const ending = useRef<AbortController>();

  const send = (one: Given, dryRun: boolean, tell: (share: number) => void, signal: AbortSignal) =>
    http.follow(
      'importDocument',
      {
        characterId: character.id,
        fileName: one.file.name,
        fileContent: one.content,
        encoding: 'base64',
        dryRun,
      },
      (done, total) => tell(done / total),
      signal,
    );
  /** One after the other, so that the bar tells how far it has come; those that were answered, when it is cancelled. */
  const each = async (documents: readonly Given[], dryRun: boolean, { signal }: AbortController): Promise<Given[]> => {
    const results: Given[] = [];
    for (const one of documents) {
      const tell = (share: number) => setProgress((results.length + share) / documents.length);
      if (results.length > 0) tell(0);
      const answered: Given = await send(one, dryRun, tell, signal).then(
        (report) => ({ ...one, report }),
        (failure) => ({ ...one, failure }),
      );
      if (signal.aborted) break;
      results.push(answered);
    }
    if (!signal.aborted) setProgress(undefined);
    return results;
  };
  const begin = (): AbortController => {
    setProgress(null);
    ending.current = new AbortController();
    return ending.current;
  };
  /** A document that is on its way is given up: what has been stored of others stays. */
  const cancel = () => {
    ending.current?.abort();
    setProgress(undefined);
    setGiven(undefined);
  };
  const look = async (files: readonly File[]) => {
    if (files.length === 0) return;
    setGiven([]);
    const own = begin();
    const read = await Promise.all(files.map(readFile));
    const usable = await each(
      read.filter(({ failure }) => failure === undefined),
      true,
      own,
    );
    if (!own.signal.aborted) setGiven([...usable, ...read.filter(({ failure }) => failure !== undefined)]);
  };
  const take = async () => {
    const own = begin();
    // What failed on its way in is tried again.
    const usable = given?.flatMap(({ file, content, report }) => (report ? { file, content, report } : [])) ?? [];
    const results = await each(usable, false, own);
    const failed = results.filter(({ failure }) => failure !== undefined);
    const added = results.reduce((sum, { report, failure }) => sum + (failure ? 0 : (report?.memoriesAdded ?? 0)), 0);
    dashboard.changed();
    if (failed.length < results.length) toasts.show(`Imported ${counted(added, 'memory', 'memories')}`);
    if (!own.signal.aborted) setGiven(failed.length > 0 ? failed : undefined);
  };

  const drop = useRef(look);
  drop.current = isBusy || given ? async () => undefined : look;
  // Wherever on the page it is dropped: elsewhere the browser would leave for it.
  useEffect(() => {
    const controller = new AbortController();
    const on = (name: 'dragover' | 'dragleave' | 'drop', run: (event: DragEvent) => void) =>
      addEventListener(name, (event) => event.dataTransfer?.types.includes('Files') && run(event), controller);
    on('dragover', (event) => {
      event.preventDefault();
      setOver(true);
    });
    on('dragleave', (event) => event.relatedTarget === null && setOver(false));
    on('drop', (event) => {
      event.preventDefault();
      setOver(false);
      void drop.current([...(event.dataTransfer?.files ?? [])]);
    });
    return () => controller.abort();
  }, []);

  return (
    <>
      <div class={isOver ? 'drop over' : 'drop'}>
        <label class="button">
          Choose documents…
          <input
            class="unseen"
            type="file"
            multiple
            onChange={(event) => {
              void look([...(event.currentTarget.files ?? [])]);
              event.currentTarget.value = '';
            }}
          />
        </label>
        <span>
          or drop them on this page: notes, Markdown, Word, PDF, CSV, chats and exports of other products. You see first
          what would be remembered.
        </span>
      </div>
      {given && (
        <Modal label="Import" close={isBusy ? undefined : cancel}>
          <h2>Import for {character.name}</h2>
          {isBusy && <progress aria-label="Progress" max={1} {...(progress !== null && { value: progress })} />}
          {given.map((one, index) => (
            <Seen key={`${index} ${one.file.name}`} given={one} />
          ))}
          <div class="buttons">
            <button
              type="button"
              class="main"
              disabled={isBusy || !given.some(({ report }) => (report?.memoriesAdded ?? 0) > 0)}
              onClick={() => void take()}
            >
              Import
            </button>
            <button type="button" onClick={cancel}>
              Cancel
            </button>
          </div>
        </Modal>
      )}
    </>
  );
}

/** What a document would be remembered as. */
function Seen({ given: { file, report, failure } }: { given: Given }) {
  return (
    <section aria-label={file.name}>
      <h3>{file.name}</h3>
      <FailureNote failure={failure} />
      {report && (
        <>
          <p>
            {counted(report.memoriesAdded, 'new memory', 'new memories')}
            {report.duplicatesSkipped > 0 && <>, {report.duplicatesSkipped.toLocaleString()} known already</>}
            {report.fillerFiltered > 0 && <>, {report.fillerFiltered.toLocaleString()} small talk</>}
            {report.rejectedCount > 0 && <>, {report.rejectedCount.toLocaleString()} refused</>}
          </p>
          <ul class="near">
            {report.examples?.map((example) => (
              <li key={example} dir="auto">
                {example}
              </li>
            ))}
          </ul>
          {report.rejected.slice(0, 5).map(({ line, reason }) => (
            <p key={`${line} ${reason}`} class="muted">
              {line !== undefined && <>Line {line}: </>}
              {reason}
            </p>
          ))}
        </>
      )}
    </section>
  );
}

async function readFile(file: File): Promise<Given> {
  if (file.size > mostBytes) {
    const failure = new Failure('It is larger than 5 MiB. The command “import” takes larger ones.', {
      type: 'TooLarge',
    });
    return { file, content: '', failure };
  }
  try {
    const bytes = new Uint8Array(await file.arrayBuffer());
    let binary = '';
    // As many at once as a call takes.
    for (let at = 0; at < bytes.length; at += 32_768) binary += String.fromCharCode(...bytes.subarray(at, at + 32_768));
    return { file, content: btoa(binary) };
  } catch {
    return { file, content: '', failure: new Failure('The browser can’t read it.', { type: 'Unreadable' }) };
  }
}
