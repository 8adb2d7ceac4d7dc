import { useState } from 'preact/hooks';
import type { Character } from '../client/api.ts';
import { Failure, type Output } from '../client/client.ts';
import { useDashboard } from '../shell/dashboard.ts';
import { FailureNote } from './failure.tsx';
import { counted } from './format.ts';
import { Modal } from './modal.tsx';

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
  const { client, toasts } = dashboard;
  const [isOver, setOver] = useState(false);
  const [given, setGiven] = useState<readonly Given[]>();
  const [progress, setProgress] = useState<{ done: number; of: number }>();

  const send = (one: Given, dryRun: boolean) =>
    client.call('importDocument', {
      characterId: character.id,
      fileName: one.file.name,
      fileContent: one.content,
      encoding: 'base64',
      dryRun,
    });
  /** One after the other, so that the bar tells how far it has come. */
  const each = async (documents: readonly Given[], dryRun: boolean): Promise<Given[]> => {
    const results: Given[] = [];
    for (const one of documents) {
      setProgress({ done: results.length, of: documents.length });
      results.push(
        await send(one, dryRun).then(
          (report) => ({ ...one, report }),
          (failure) => ({ ...one, failure }),
        ),
      );
    }
    setProgress(undefined);
    return results;
  };
  const look = async (files: readonly File[]) => {
    setOver(false);
    if (files.length === 0) return;
    setGiven([]);
    setProgress({ done: 0, of: files.length });
    const read = await Promise.all(files.map(readFile));
    const usable = await each(
      read.filter(({ failure }) => failure === undefined),
      true,
    );
    setGiven([...usable, ...read.filter(({ failure }) => failure !== undefined)]);
  };
  const take = async () => {
    const usable = given?.filter(({ failure }) => failure === undefined) ?? [];
    const results = await each(usable, false);
    const added = results.reduce((sum, { report }) => sum + (report?.memoriesAdded ?? 0), 0);
    dashboard.changed();
    toasts.show(`Imported ${counted(added, 'memory', 'memories')}`);
    const failed = results.filter(({ failure }) => failure !== undefined);
    setGiven(failed.length > 0 ? failed : undefined);
  };

  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: what is dropped here can be chosen by the button as well */}
      <div
        class={isOver ? 'drop over' : 'drop'}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          void look([...(event.dataTransfer?.files ?? [])]);
        }}
      >
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
          or drop them here: notes, Markdown, Word, PDF, CSV, chats and exports of other products. You see first what
          would be remembered.
        </span>
      </div>
      {given && (
        <Modal label="Import" close={progress ? undefined : () => setGiven(undefined)}>
          <h2>Import for {character.name}</h2>
          {progress && (
            // How far one document has come is not known.
            <progress aria-label="Progress" max={progress.of} {...(progress.of > 1 && { value: progress.done })} />
          )}
          {given.map((one) => (
            <Seen key={one.file.name} given={one} />
          ))}
          <div class="buttons">
            <button
              type="button"
              class="main"
              disabled={progress !== undefined || !given.some(({ report }) => (report?.memoriesAdded ?? 0) > 0)}
              onClick={() => void take()}
            >
              Import
            </button>
            <button type="button" disabled={progress !== undefined} onClick={() => setGiven(undefined)}>
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
