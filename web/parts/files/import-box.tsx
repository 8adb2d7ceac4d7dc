import { useEffect, useRef, useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import type { Character } from '../../client/api.ts';
import { Failure, type Output } from '../../client/client.ts';
import { listed, numeral, t, tn } from '../../languages/translate.ts';
import { useDashboard } from '../../shell/dashboard.ts';
import { placeOf, queryOf } from '../../shell/places.ts';
import { FailureNote } from '../failure.tsx';
import { Edits } from '../memory/edits.ts';
import { Modal } from '../modal.tsx';
import { type Document, documentsOf } from './documents.ts';
import { chosenFiles, type Dropped } from './dropped.ts';

type Report = Output<'importDocument'>;
type Brought = { name: string; report: Report };

/** A document and the result of its dry run. */
interface Given extends Omit<Document, 'failure'> {
  report?: Report;
  failure?: unknown;
}

/** How many documents are shown one by one. */
const shownApart = 30;
/** How many documents of the last import are listed. */
const shownBrought = 8;
/** How many names of what is not read are shown. */
const shownLeftOut = 8;
/** The longest wait for the rate of imports (s). */
const maxWaitSeconds = 60;

/** Takes dropped or chosen documents: shows a dry run first, then imports on request. */
export function ImportBox({ character }: { character: Character }) {
  const dashboard = useDashboard();
  const { http, toasts } = dashboard;
  const [given, setGiven] = useState<readonly Given[]>();
  /** The result of the last import. */
  const [brought, setBrought] = useState<readonly Brought[]>([]);
  /** Progress, 0 to 1; null: unknown. */
  const [progress, setProgress] = useState<number | null>();
  const isBusy = progress !== undefined;
  const ending = useRef<AbortController>();

  const send = (one: Given, dryRun: boolean, tell: (share: number) => void, signal: AbortSignal) =>
    http.follow(
      'importDocument',
      {
        characterId: character.id,
        fileName: one.name,
        fileContent: one.content,
        encoding: 'base64',
        dryRun,
      },
      (done, total) => tell(done / total),
      signal,
    );
  /** Serial, so that the bar shows progress. When cancelled: the answers so far. */
  const each = async (documents: readonly Given[], dryRun: boolean, { signal }: AbortController): Promise<Given[]> => {
    const results: Given[] = [];
    for (const one of documents) {
      const tell = (share: number) => setProgress((results.length + share) / documents.length);
      if (results.length > 0) tell(0);
      const answered: Given = await whenAllowed(() => send(one, dryRun, tell, signal), signal).then(
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
  /** Cancels the current document; memories of earlier ones stay. */
  const cancel = () => {
    ending.current?.abort();
    setProgress(undefined);
    setGiven(undefined);
  };
  const look = async (files: readonly Dropped[]) => {
    if (files.length === 0) return;
    setGiven([]);
    const own = begin();
    const documents = await documentsOf(files);
    const usable = await each(
      documents.filter(({ failure }) => failure === undefined),
      true,
      own,
    );
    if (!own.signal.aborted) setGiven([...usable, ...documents.filter(({ failure }) => failure !== undefined)]);
  };
  const take = async () => {
    const own = begin();
    // Retries failed documents.
    const usable = given?.flatMap(({ name, content, report }) => (report ? { name, content, report } : [])) ?? [];
    const results = await each(usable, false, own);
    const failed = results.filter(({ failure }) => failure !== undefined);
    const added = results.reduce((sum, { report, failure }) => sum + (failure ? 0 : (report?.memoriesAdded ?? 0)), 0);
    dashboard.changed();
    if (failed.length < results.length) {
      const brought = results.flatMap(({ name, report, failure }) =>
        report && failure === undefined && report.memoriesAdded > 0 ? [{ name, report }] : [],
      );
      setBrought(brought);
      const batches = brought.map(({ report: { importId } }) => ({ characterId: character.id, batchId: importId }));
      const undo = async () => {
        await new Edits(dashboard).undoBatches(batches);
        setBrought([]);
      };
      toasts.show(tn(added, 'Imported {n} memory', 'Imported {n} memories'), batches.length > 0 ? undo : undefined);
    }
    if (!own.signal.aborted) setGiven(failed.length > 0 ? failed : undefined);
  };

  const isFree = !isBusy && given === undefined;
  const dropped = dashboard.dropped.value;
  useEffect(() => {
    if (!dropped || !isFree) return;
    dashboard.dropped.value = undefined;
    void look(dropped);
  }, [dropped, isFree]);
  const choice = (label: string, isFolder: boolean) => (
    <label class="button">
      {label}
      <input
        class="unseen"
        type="file"
        multiple
        {...(isFolder && { webkitdirectory: true })}
        onChange={(event) => {
          void look(chosenFiles(event.currentTarget.files));
          event.currentTarget.value = '';
        }}
      />
    </label>
  );

  return (
    <>
      <div class="drop">
        {choice(t('Choose documents…'), false)}
        {choice(t('Choose a folder…'), true)}
        <span>
          {t(
            'or drop them anywhere on the dashboard: folders, archives, notes, Word, PDF, CSV, chats and exports of other products, of any size. You see first what would be remembered.',
          )}
        </span>
      </div>
      <BroughtBy characterId={character.id} brought={brought} />
      {given && (
        <Modal label={t('Import')} close={isBusy ? undefined : cancel}>
          <h2>{t('Import for {name}', { name: character.name })}</h2>
          {isBusy && <progress aria-label={t('Progress')} max={1} {...(progress !== null && { value: progress })} />}
          {given.length > 1 && !isBusy && <p>{sumOf(given)}</p>}
          {given.slice(0, shownApart).map((one, index) => (
            <Seen key={`${index} ${one.name}`} given={one} />
          ))}
          {given.length > shownApart && (
            <p class="muted">{tn(given.length - shownApart, 'And {n} other document.', 'And {n} other documents.')}</p>
          )}
          <div class="buttons">
            <button
              type="button"
              class="main"
              disabled={isBusy || !given.some(({ report }) => (report?.memoriesAdded ?? 0) > 0)}
              onClick={() => void take()}
            >
              {t('Import')}
            </button>
            <button type="button" onClick={cancel}>
              {t('Cancel')}
            </button>
          </div>
        </Modal>
      )}
    </>
  );
}

/** The memories that a document would give. */
function Seen({ given: { name, report, failure } }: { given: Given }) {
  return (
    <section aria-label={name}>
      <h3>{name}</h3>
      <FailureNote failure={failure} />
      {report && (
        <>
          <p>
            {listed([
              tn(report.memoriesAdded, '{n} new memory', '{n} new memories'),
              report.duplicatesSkipped > 0 && t('{known} known already', { known: report.duplicatesSkipped }),
              report.fillerFiltered > 0 && t('{filler} small talk', { filler: report.fillerFiltered }),
              report.rejectedCount > 0 && t('{refused} refused', { refused: report.rejectedCount }),
            ])}
          </p>
          <ul class="near">
            {report.examples?.map((example) => (
              <li key={example} dir="auto">
                {example}
              </li>
            ))}
          </ul>
          {report.leftOut && (
            <p class="muted">
              {t('Not read:')}{' '}
              {listed([
                ...report.leftOut.slice(0, shownLeftOut).map((one) => `${one.name} (${numeral(one.count)})`),
                ...(report.leftOut.length > shownLeftOut ? [t('and more')] : []),
              ])}
            </p>
          )}
          {report.rejected.slice(0, 5).map(({ line, reason }) => (
            <p key={`${line} ${reason}`} class="muted">
              {line !== undefined && t('Line {line}:', { line })} {reason}
            </p>
          ))}
        </>
      )}
    </section>
  );
}

/** The results of documents, each with the address of its memories. */
function BroughtBy({ characterId, brought }: { characterId: string; brought: readonly Brought[] }) {
  if (brought.length === 0) return null;
  return (
    <section aria-label={t('Just imported')}>
      <ul class="list">
        {brought.slice(0, shownBrought).map(({ name, report: { importId, memoriesAdded } }) => (
          <li key={importId}>
            <span dir="auto">{name}</span>
            <Link href={placeOf('memories', characterId) + queryOf({ batchId: importId })}>
              {tn(memoriesAdded, '{n} memory', '{n} memories')}
            </Link>
          </li>
        ))}
        {brought.length > shownBrought && (
          <li class="muted">
            {tn(brought.length - shownBrought, 'and {n} other document', 'and {n} other documents')}
          </li>
        )}
      </ul>
    </section>
  );
}

/** The combined result of several documents. */
function sumOf(given: readonly Given[]): string {
  const sum = (of: (report: Report) => number) => given.reduce((all, { report }) => all + (report ? of(report) : 0), 0);
  const added = tn(
    sum(({ memoriesAdded }) => memoriesAdded),
    '{n} new memory',
    '{n} new memories',
  );
  const known = sum(({ duplicatesSkipped }) => duplicatesSkipped);
  const text = `${tn(given.length, '{n} document', '{n} documents')}: ${added}`;
  return known === 0 ? text : `${text}, ${t('{known} known already', { known })}`;
}

/** Tries again when the rate of imports allows it: a folder holds more documents than a minute takes. */
async function whenAllowed<Value>(work: () => Promise<Value>, signal: AbortSignal): Promise<Value> {
  for (let tries = 0; ; tries++) {
    try {
      return await work();
    } catch (error) {
      const wait = error instanceof Failure && error.status === 429 ? error.retryAfter : undefined;
      if (wait === undefined || wait > maxWaitSeconds || tries > 2 || signal.aborted) throw error;
      await new Promise((resolve) => setTimeout(resolve, wait * 1_000));
    }
  }
}
