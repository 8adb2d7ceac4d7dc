import type { Output } from '../../client/client.ts';
import { t, tn } from '../../languages/translate.ts';
import { useDashboard } from '../../shell/dashboard.ts';
import { useLoad } from '../../shell/use-load.ts';
import { FailureNote } from '../failure.tsx';
import { authorOf, kinds, nameOf } from '../memory/change.ts';
import { ShortText } from '../memory/said.tsx';
import { Time } from '../time.tsx';
import { useAction } from '../use-action.ts';

type Batch = Output<'listBatches'>['batches'][number];
/** A batch of one character, or of several. */
type Row = Batch & { characters: number };
type Erasure = Output<'listErasures'>['erasures'][number];

/** How many batches are shown. */
const maxShown = 12;
/** How many are read: a batch has one for each of its characters. */
const maxRead = 100;

/** What was changed at once, newest first, each batch with one Undo; erasures have none. */
export function Activity({ characterId }: { characterId: string | undefined }) {
  const dashboard = useDashboard();
  const { client } = dashboard;
  const found = useLoad(`${characterId}`, async (signal) => {
    const [{ batches }, { erasures }] = await Promise.all([
      client.call('listBatches', { characterId, limit: maxRead }, signal),
      client.call('listErasures', { characterId }, signal),
    ]);
    return rowsOf(batches, erasures);
  });
  return (
    <section aria-label={t('Activity')}>
      <h2 class="heading">{t('Activity')}</h2>
      <FailureNote failure={found.failure} again={found.again} />
      {found.value?.length === 0 && <p class="muted">{t('Nothing was imported, moved, merged or deleted at once.')}</p>}
      {found.value?.map((row) =>
        'batchId' in row ? (
          <BatchRow key={row.batchId} batch={row} isNamed={characterId === undefined} />
        ) : (
          <ErasureRow key={row.id} erasure={row} />
        ),
      )}
    </section>
  );
}

/** Both, newest first. A batch has one row, whatever characters it changed; a move counts its memories once. */
export function rowsOf(batches: readonly Batch[], erasures: readonly Erasure[]): (Row | Erasure)[] {
  const once = new Map<string, Row>();
  for (const one of batches) {
    const before = once.get(one.batchId);
    if (!before) once.set(one.batchId, { ...one, characters: 1 });
    else if (one.moved === undefined) {
      before.memories += one.memories;
      before.characters += 1;
      before.changedSince &&= one.changedSince;
    }
  }
  const at = (row: Batch | Erasure) => ('batchId' in row ? row.createdAt : row.erasedAt);
  return [...once.values(), ...erasures].toSorted((a, b) => at(b).localeCompare(at(a))).slice(0, maxShown);
}

/** The document that a batch was imported from; undefined for any other, or while it is read. */
function useDocument({ batchId, characterId, memoryId, changeType }: Row): string | undefined {
  const { client } = useDashboard();
  const read = async (signal: AbortSignal) => {
    const { origin } = await client.call('getMemory', { characterId, memoryId }, signal);
    return /^import (?<name>.+)$/su.exec(origin ?? '')?.groups?.name;
  };
  return useLoad(batchId, changeType === 'CREATED' ? read : undefined).value;
}

function BatchRow({ batch, isNamed }: { batch: Row; isNamed: boolean }) {
  const dashboard = useDashboard();
  const { client } = dashboard;
  const { run, failure, isBusy } = useAction();
  const from = useDocument(batch);
  const { batchId, characterId, characters, createdAt, by, memories, changeType, content, moved, changedSince } = batch;
  const what = t('{memories} {done}', {
    memories: tn(memories, '{n} memory', '{n} memories'),
    done: moved === undefined ? t(kinds[changeType]) : t('moved'),
  });
  const undo = async () => {
    const undone = await client.call('undoEverywhere', { batchId });
    if (undone.changed === 0) {
      dashboard.toasts.show(t('All of it was changed again since: nothing was undone.'));
      return;
    }
    const again = undone.batchId;
    dashboard.toasts.show(
      tn(undone.changed, 'Undone: {n} memory', 'Undone: {n} memories'),
      again === undefined
        ? undefined
        : async () => {
            await client.call('undoEverywhere', { batchId: again });
            dashboard.changed();
          },
    );
  };
  return (
    <article class="change" data-batch={batchId}>
      <ShortText content={memories > 1 ? `${content} …` : content} />
      <div class="meta">
        {characters > 1 ? (
          <b>{tn(characters, '{n} character', '{n} characters')}</b>
        ) : (
          isNamed && <b>{dashboard.character(characterId)?.name}</b>
        )}
        {from !== undefined && <b dir="auto">{from}</b>}
        <span>{t('{done} by {author}', { done: what, author: authorOf(by) })}</span>
        <Time at={createdAt} as="moment" />
      </div>
      <div class="buttons">
        {changedSince ? (
          <span class="muted">{t('changed since')}</span>
        ) : (
          dashboard.may('undoBatch', characterId) && (
            <button
              type="button"
              class="quiet"
              aria-label={t('Undo: {what}', { what })}
              disabled={isBusy}
              onClick={() => void run(undo)}
            >
              {t('Undo')}
            </button>
          )
        )}
        <FailureNote failure={failure} />
      </div>
    </article>
  );
}

function ErasureRow({ erasure: { id, memories, erasedBy, erasedAt, doneAt } }: { erasure: Erasure }) {
  return (
    <article class="change" data-erasure={id}>
      <p class="said">{tn(memories, '{n} memory erased for good', '{n} memories erased for good')}</p>
      <div class="meta">
        <span>{t('by {author}', { author: nameOf(erasedBy) })}</span>
        {doneAt === undefined && <span>{t('still under way')}</span>}
        <Time at={erasedAt} as="moment" />
      </div>
    </article>
  );
}
