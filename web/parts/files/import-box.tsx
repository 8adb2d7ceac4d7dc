import { useEffect, useRef } from 'preact/hooks';
import { Link, useLocation } from 'wouter-preact';
import type { Character } from '../../client/api.ts';
import { listed, numeral, t, tn } from '../../languages/translate.ts';
import { useDashboard } from '../../shell/dashboard.ts';
import { placeOf, queryOf } from '../../shell/places.ts';
import { FailureNote } from '../failure.tsx';
import { Modal } from '../modal.tsx';
import { OwnerChoice } from '../owner-choice.tsx';
import { State } from '../state.tsx';
import { useAction } from '../use-action.ts';
import { ChooseFiles } from './choose-files.tsx';
import { Conversations } from './conversations.tsx';
import type { Dropped } from './dropped.ts';
import { addedBy } from './given.ts';
import { Documents } from './import-preview.tsx';
import { type Brought, Importing } from './importing.ts';
import { conversationsOf } from './parts-of.ts';

/** What the service reads (docs/importing.md). */
const formats = 'Markdown, text, Org, HTML, Word, PDF, CSV, JSON, JSON lines, SQLite, zip, iCalendar, vCard, Jupyter';
/** How many documents of the last import are listed. */
const shownBrought = 8;

/**
 * Takes dropped or chosen documents: shows a dry run first, then imports on request.
 * @param isOfAll also what others than the character got is named
 */
export function ImportBox({ character, isOfAll = false }: { character: Character; isOfAll?: boolean }) {
  const dashboard = useDashboard();
  dashboard.importing.value ??= new Importing(dashboard);
  const importing = dashboard.importing.value;
  const { given, brought, isAside } = importing;
  const look = async (files: readonly Dropped[]) => {
    // Of all, nobody was chosen: it is for the user, not for whoever was written to last.
    const owner = isOfAll ? await dashboard.ownCharacter(character.id) : character.id;
    await importing.look(files, owner);
  };
  const take = (files: readonly Dropped[]) => void look(files).catch((error) => dashboard.toasts.fail(error));
  const isFree = given.value === undefined;
  const dropped = dashboard.dropped.value;
  useEffect(() => {
    if (!dropped || !isFree) return;
    dashboard.dropped.value = undefined;
    take(dropped);
  }, [dropped, isFree]);
  return (
    <>
      <div class="drop">
        <ChooseFiles label={t('Choose documents…')} take={take} />
        <ChooseFiles label={t('Choose a folder…')} isFolder take={take} />
        <span>
          {t(
            'or drop them anywhere on the dashboard: folders, archives, notes, Word, PDF, CSV, chats and exports of other products, of any size. You see first what would be remembered.',
          )}
        </span>
      </div>
      {isFree && brought.value && (isOfAll || brought.value.characterId === character.id) && (
        <BroughtBy brought={brought.value} />
      )}
      {given.value && !isAside.value && <ImportDialog importing={importing} isOfAll={isOfAll} />}
    </>
  );
}

function ImportDialog({ importing, isOfAll }: { importing: Importing; isOfAll: boolean }) {
  const dashboard = useDashboard();
  const [, go] = useLocation();
  // The page follows: what was imported is there afterwards.
  const giveTo = (id: string) => {
    importing.giveTo(id);
    if (isOfAll) return;
    dashboard.remember(id);
    go(placeOf('files', id), { replace: true });
  };
  const { without, others, memories, takes, leftOut, present, progress, isStoring, isAside, isCounting } = importing;
  const given = importing.given.value ?? [];
  const ownerId = importing.ownerId.value;
  const isBusy = progress.value !== undefined;
  const cancel = () => importing.cancel();
  const putAside = () => {
    isAside.value = true;
  };
  const taken = given.filter(({ name }) => !without.value.has(name));
  const conversations = conversationsOf(taken);
  const left = { parts: others.value, memories: memories.value };
  const added = taken.reduce((sum, one) => sum + addedBy(one, left), 0);
  const main = useRef<HTMLButtonElement>(null);
  // Until a new choice is counted, nobody knows what it gives.
  const isReady = !isBusy && !isCounting.value && added > 0;
  // Cancel is the only button while it reads.
  useEffect(() => {
    if (isReady && main.current?.parentElement?.contains(document.activeElement)) main.current.focus();
  }, [isReady]);
  return (
    <Modal label={t('Import')} class="import" close={isBusy ? putAside : cancel}>
      <h2>{t('Import for {name}', { name: dashboard.character(ownerId)?.name ?? '' })}</h2>
      <OwnerChoice operation="importDocument" ownerId={ownerId} isDisabled={isBusy} choose={giveTo} />
      {isBusy && present.value && (
        <p class="muted" role="status">
          {present.value.of > 1 && t('{at} of {of}:', { at: present.value.at, of: present.value.of })}{' '}
          <bdi>{present.value.name}</bdi>
        </p>
      )}
      {isBusy && (
        <progress aria-label={t('Progress')} max={1} {...(progress.value !== null && { value: progress.value })} />
      )}
      {!isBusy && given.length > 0 && (
        <Documents
          given={given}
          without={{ parts: without.value, memories: memories.value }}
          choose={(next) => importing.leaveOut(next)}
        />
      )}
      {leftOut.value.size > 0 && (
        <p class="muted">
          {t('Not read:')} {listed([...leftOut.value].map(([ending, count]) => `${ending} (${numeral(count)})`))}
        </p>
      )}
      {!isBusy && (given.length === 0 || given.some(({ failure }) => failure !== undefined)) && (
        <p class="muted">{t('What is read: {formats}; exports of chats, notes and memory services.', { formats })}</p>
      )}
      {!isBusy && conversations.length > 0 && (
        <Conversations
          all={conversations}
          without={left}
          choose={(next) => importing.choose(next)}
          takes={takes.value}
          take={(next) => importing.take(next)}
        />
      )}
      <div class="buttons foot">
        {isBusy && isStoring.value ? (
          <button type="button" class="main" onClick={putAside}>
            {t('Go on in the background')}
          </button>
        ) : (
          <button ref={main} type="button" class="main" disabled={!isReady} onClick={() => void importing.store()}>
            {isReady ? tn(added, 'Import {n} memory', 'Import {n} memories') : t('Import')}
          </button>
        )}
        <button type="button" onClick={cancel}>
          {t('Cancel')}
        </button>
        {isCounting.value && (
          <span class="muted" role="status">
            {t('its memories are being counted')}
          </span>
        )}
      </div>
    </Modal>
  );
}

/** The documents that gave memories, and the address of these. */
function BroughtBy({ brought: { batchId, characterId, documents, unread, undo } }: { brought: Brought }) {
  const { run, failure, isBusy } = useAction();
  const added = documents.reduce((sum, { report }) => sum + report.memoriesAdded, 0);
  if (added === 0) return null;
  return (
    <section aria-label={t('Just imported')}>
      <h2 class="heading">{t('Just imported')}</h2>
      <ul class="list">
        {documents.slice(0, shownBrought).map(({ name, report }) => (
          <li key={report.importId + name}>
            <span dir="auto">{name}</span>
            <span>{tn(report.memoriesAdded, '{n} memory', '{n} memories')}</span>
          </li>
        ))}
        {documents.length > shownBrought && (
          <li class="muted">
            {tn(documents.length - shownBrought, 'and {n} other document', 'and {n} other documents')}
          </li>
        )}
        {unread.map(({ name, failure }) => (
          <li key={name}>
            <span dir="auto">{name}</span>
            <State is="bad">{failure instanceof Error ? failure.message : t('not read')}</State>
          </li>
        ))}
      </ul>
      <div class="buttons">
        <button type="button" class="main" onClick={() => document.getElementById('find')?.focus()}>
          {t('Ask something about it…')}
        </button>
        <Link class="button" href={placeOf('memories', characterId) + queryOf({ batchId })}>
          {tn(added, 'Show {n} memory', 'Show {n} memories')}
        </Link>
        <button type="button" class="quiet" disabled={isBusy} onClick={() => void run(undo)}>
          {t('Undo')}
        </button>
        <FailureNote failure={failure} />
      </div>
    </section>
  );
}
