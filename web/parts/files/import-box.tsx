import { useEffect, useRef, useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import type { Character } from '../../client/api.ts';
import { Failure } from '../../client/client.ts';
import { t, tn } from '../../languages/translate.ts';
import { useDashboard } from '../../shell/dashboard.ts';
import { placeOf, queryOf } from '../../shell/places.ts';
import { Edits } from '../memory/edits.ts';
import { Modal } from '../modal.tsx';
import { ChooseFiles } from './choose-files.tsx';
import { Conversations, conversationsOf } from './conversations.tsx';
import { documentsOf } from './documents.ts';
import type { Dropped } from './dropped.ts';
import type { Given, How, Report } from './given.ts';
import { Seen, sumOf } from './import-preview.tsx';

type Brought = { name: string; report: Report; characterId: string };

/** How many documents are shown one by one. */
const shownApart = 30;
/** How many documents of the last import are listed. */
const shownBrought = 8;
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
  /** The document that is with the service, by its place and name. */
  const [present, setPresent] = useState<{ at: number; of: number; name: string }>();
  /** Conversations that are not to be imported, and whether the assistant's answers are. */
  const [others, setOthers] = useState<ReadonlySet<string>>(new Set());
  const [answers, setAnswers] = useState(false);
  /** Who remembers it, if the user has chosen another character. */
  const [chosenId, setChosen] = useState<string>();
  const ownerId = chosenId ?? character.id;
  const isBusy = progress !== undefined;
  const ending = useRef<AbortController>();

  const send = (one: Given, how: How, tell: (share: number) => void, signal: AbortSignal) => {
    const own = one.report?.conversations?.map(({ id }) => id) ?? [];
    const isChosen = (id: string) => !others.has(id);
    return http.follow(
      'importDocument',
      {
        fileName: one.name,
        fileContent: one.content,
        encoding: 'base64',
        ...how,
        ...(!how.dryRun && !own.every(isChosen) && { conversations: own.filter(isChosen) }),
      },
      (done, total) => tell(done / total),
      signal,
    );
  };
  /** Serial, so that the bar shows progress. When cancelled: the answers so far. */
  const each = async (documents: readonly Given[], how: How, { signal }: AbortController): Promise<Given[]> => {
    const results: Given[] = [];
    for (const one of documents) {
      const tell = (share: number) => setProgress((results.length + share) / documents.length);
      setPresent({ at: results.length + 1, of: documents.length, name: one.name });
      if (results.length > 0) tell(0);
      const answered: Given = await whenAllowed(() => send(one, how, tell, signal), signal).then(
        (report) => ({ ...one, report, failure: undefined }),
        (failure) => ({ ...one, failure }),
      );
      if (signal.aborted) break;
      results.push(answered);
    }
    if (!signal.aborted) setProgress(undefined);
    setPresent(undefined);
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
    setOthers(new Set());
    setAnswers(false);
    setChosen(undefined);
    const own = begin();
    const documents = await documentsOf(files);
    await preview(documents, { characterId: character.id, answers: false }, own);
  };
  /** A dry run of what can be read. */
  const preview = async (documents: readonly Given[], how: Omit<How, 'dryRun'>, own: AbortController) => {
    const isReadable = ({ content }: Given) => content !== '';
    const read = await each(documents.filter(isReadable), { ...how, dryRun: true }, own);
    if (!own.signal.aborted) setGiven([...read, ...documents.filter((one) => !isReadable(one))]);
  };
  const withAnswers = (isOn: boolean) => {
    setAnswers(isOn);
    void preview(given ?? [], { characterId: ownerId, answers: isOn }, begin());
  };
  const giveTo = (characterId: string) => {
    setChosen(characterId);
    void preview(given ?? [], { characterId, answers }, begin());
  };
  const take = async () => {
    const own = begin();
    // Retries failed documents.
    const usable = given?.flatMap(({ name, content, report }) => (report ? { name, content, report } : [])) ?? [];
    const results = await each(usable, { characterId: ownerId, dryRun: false, answers }, own);
    const failed = results.filter(({ failure }) => failure !== undefined);
    const added = results.reduce((sum, { report, failure }) => sum + (failure ? 0 : (report?.memoriesAdded ?? 0)), 0);
    dashboard.changed();
    if (failed.length < results.length) {
      const brought = results.flatMap(({ name, report, failure }) =>
        report && failure === undefined && report.memoriesAdded > 0 ? [{ name, report, characterId: ownerId }] : [],
      );
      setBrought(brought);
      const batches = brought.map(({ characterId, report: { importId } }) => ({ characterId, batchId: importId }));
      const undo = async () => {
        await new Edits(dashboard).undoBatches(batches);
        setBrought([]);
      };
      toasts.show(tn(added, 'Imported {n} memory', 'Imported {n} memories'), batches.length > 0 ? undo : undefined);
    }
    if (!own.signal.aborted) setGiven(failed.length > 0 ? failed : undefined);
  };

  const writable = (dashboard.characters.value ?? []).filter(({ id }) => dashboard.may('importDocument', id));
  const conversations = conversationsOf(given ?? []);
  const isNothing =
    !given?.some(({ report }) => (report?.memoriesAdded ?? 0) > 0) ||
    (conversations.length > 0 && conversations.every(({ id }) => others.has(id)));
  const isFree = !isBusy && given === undefined;
  const dropped = dashboard.dropped.value;
  useEffect(() => {
    if (!dropped || !isFree) return;
    dashboard.dropped.value = undefined;
    void look(dropped);
  }, [dropped, isFree]);
  return (
    <>
      <div class="drop">
        <ChooseFiles label={t('Choose documents…')} take={(files) => void look(files)} />
        <ChooseFiles label={t('Choose a folder…')} isFolder take={(files) => void look(files)} />
        <span>
          {t(
            'or drop them anywhere on the dashboard: folders, archives, notes, Word, PDF, CSV, chats and exports of other products, of any size. You see first what would be remembered.',
          )}
        </span>
      </div>
      <BroughtBy brought={brought} />
      {given && (
        <Modal label={t('Import')} close={isBusy ? undefined : cancel}>
          <h2>{t('Import for {name}', { name: dashboard.character(ownerId)?.name ?? character.name })}</h2>
          {writable.length > 1 && (
            <div class="fields">
              <label>
                {t('Who remembers it')}
                <select value={ownerId} disabled={isBusy} onChange={(event) => giveTo(event.currentTarget.value)}>
                  {writable.map(({ id, name }) => (
                    <option key={id} value={id}>
                      {name}
                    </option>
                  ))}
                </select>
              </label>
            </div>
          )}
          {isBusy && present && (
            <p class="muted" role="status">
              {present.of > 1 && t('{at} of {of}:', { at: present.at, of: present.of })} <bdi>{present.name}</bdi>
            </p>
          )}
          {isBusy && <progress aria-label={t('Progress')} max={1} {...(progress !== null && { value: progress })} />}
          {given.length > 1 && !isBusy && <p>{sumOf(given)}</p>}
          {given.slice(0, shownApart).map((one, index) => (
            <Seen key={`${index} ${one.name}`} given={one} />
          ))}
          {given.length > shownApart && (
            <p class="muted">{tn(given.length - shownApart, 'And {n} other document.', 'And {n} other documents.')}</p>
          )}
          {!isBusy && conversations.length > 0 && (
            <Conversations
              all={conversations}
              others={others}
              choose={setOthers}
              answers={answers}
              take={withAnswers}
            />
          )}
          <div class="buttons">
            <button type="button" class="main" disabled={isBusy || isNothing} onClick={() => void take()}>
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

/** The results of documents, each with the address of its memories. */
function BroughtBy({ brought }: { brought: readonly Brought[] }) {
  if (brought.length === 0) return null;
  return (
    <section aria-label={t('Just imported')}>
      <ul class="list">
        {brought.slice(0, shownBrought).map(({ name, characterId, report: { importId, memoriesAdded } }) => (
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
      <button type="button" onClick={() => document.getElementById('find')?.focus()}>
        {t('Ask something about it…')}
      </button>
    </section>
  );
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
