import { useEffect, useRef, useState } from 'preact/hooks';
import type { Input, Output } from '../../client/client.ts';
import { known } from '../../languages/known.ts';
import { t, tn } from '../../languages/translate.ts';
import { useDashboard } from '../../shell/dashboard.ts';
import { useLoad } from '../../shell/use-load.ts';
import { FailureNote } from '../failure.tsx';
import { SearchField } from '../filters.tsx';
import { batchesOf, Edits } from '../memory/edits.ts';
import { Modal } from '../modal.tsx';
import { Skeleton } from '../skeleton.tsx';
import { useAction } from '../use-action.ts';
import { findAbout, findBy, type Going } from './about.ts';
import { GoingList, idOf, isUnsure } from './going.tsx';

type Plan = Output<'eraseMemories'>;
type Traces = Plan['characters'][number]['traces'];

/** A rest in typing, after which it is looked for (ms). */
const restMs = 350;
/** Of the list while it is looked for. */
const waitingRows = 5;

/** Forgets all about a name or a topic: shows what speaks of it, each with a tick, and deletes it, or erases it for good. */
export function ForgetDialog(props: { about: { words: string } | { author: string }; close: () => void }) {
  const { close } = props;
  const author = 'author' in props.about ? props.about.author : undefined;
  const given = 'words' in props.about ? props.about.words : '';
  const dashboard = useDashboard();
  const { client } = dashboard;
  const { run, failure, isBusy } = useAction();
  const [text, setText] = useState(given);
  const [words, setWords] = useState(given.trim());
  /** Other names that were added or left out, and memories that were ticked or not. */
  const [names, setNames] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [ticks, setTicks] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [isAsked, setAsked] = useState(false);
  useEffect(() => {
    const wanted = text.trim();
    if (wanted === words) return undefined;
    const timer = setTimeout(() => {
      setWords(wanted);
      setNames(new Map());
      setTicks(new Map());
    }, restMs);
    return () => clearTimeout(timer);
  }, [text]);
  const isSaid = author !== undefined || /[\p{L}\p{N}]/u.test(words);
  const found = useLoad(
    JSON.stringify([author, words, ...names]),
    isSaid
      ? (signal) => (author === undefined ? findAbout(client, words, names, signal) : findBy(client, author, signal))
      : undefined,
  );
  const last = useRef(found.value);
  if (found.value) last.current = found.value;
  // While other names are looked for, the list stays.
  const about = isSaid ? (found.value ?? (names.size > 0 ? last.current : undefined)) : undefined;
  const plan = about?.plan;
  const memories = plan?.memories ?? [];
  /** Only where all of them are shown. */
  const canChoose = plan !== undefined && memories.length === plan.total;
  const isGoing = (one: Going) => !canChoose || (ticks.get(one.id) ?? !isUnsure(one));
  const staying = memories.filter((one) => !isGoing(one));
  const count = (plan?.total ?? 0) - staying.length;
  const active = memories.filter((one) => one.state === 'ACTIVE' && isGoing(one));
  const named = staying.filter((one) => one.named !== 'near');
  const also = memories.filter((one) => one.named === 'near' && isGoing(one)).map(idOf);
  const asked = { ...about?.asked, except: named.map(idOf), ...(also.length > 0 && { also }) };
  const erasing = useLoad(
    JSON.stringify([isAsked, asked]),
    isAsked ? (signal) => client.call('eraseMemories', asked, signal) : undefined,
  );
  const query = words;
  const rest = staying.length === 0 ? '' : `. ${tn(staying.length, '{n} memory stays', '{n} memories stay')}`;
  const remove = async () => {
    const done = (n: number) =>
      author === undefined
        ? tn(n, 'Deleted {n} memory about “{query}”', 'Deleted {n} memories about “{query}”', { query }) + rest
        : tn(n, 'Deleted {n} memory', 'Deleted {n} memories');
    const isDone = await run(async () => {
      const forgotten = about?.asked.naming?.[0];
      const send = (part: Input<'changeMemories'>) => client.call('changeMemories', { ...part, forgotten });
      await new Edits(dashboard).changeMany(batchesOf(active), { state: 'DELETED' }, send, done);
      return true;
    });
    if (isDone) close();
  };
  const erase = async () => {
    const done =
      author === undefined
        ? tn(count, 'Erased {n} memory about “{query}”', 'Erased {n} memories about “{query}”', { query }) + rest
        : tn(count, '{n} memory erased', '{n} memories erased');
    if (await run(() => client.call('eraseMemories', { ...asked, confirm: true }), done)) close();
  };
  const nameOf = new Map(plan?.characters.map((one) => [one.id, dashboard.nameOf(one)]));
  const tick = (ids: readonly string[], isTicked: boolean) =>
    setTicks((before) => new Map([...before, ...ids.map((id) => [id, isTicked] as const)]));
  const ofWords = words === '' ? t('Forget…') : t('Forget all about “{query}”', { query });
  const title = author === undefined ? ofWords : t('Forget what {name} wrote', { name: author });
  const hasTraces = plan?.traces.some(({ stays }) => !stays) ?? false;
  return (
    <Modal label={title} class="forgetting" close={close}>
      <h2>{isAsked ? tn(count, 'Erase {n} memory for good?', 'Erase {n} memories for good?') : title}</h2>
      {!isAsked && author === undefined && (
        <SearchField
          label={t('Name or topic')}
          placeholder={t('A person, a thing or a topic')}
          value={text}
          set={setText}
        />
      )}
      {isSaid && <Skeleton rows={waitingRows} of={{ value: about, isLoading: found.failure === undefined }} />}
      {about && !isAsked && about.others.length > 0 && (
        <p class="facets muted" aria-busy={found.isLoading}>
          {t('Also look for')}
          {about.others.map(({ name, isMeant }) => (
            <button
              key={name}
              type="button"
              class="chip"
              aria-pressed={isMeant}
              onClick={() => setNames(new Map([...names, [name, !isMeant]]))}
            >
              <bdi>{name}</bdi>
            </button>
          ))}
        </p>
      )}
      {plan && plan.total === 0 && <p>{t('No memory speaks of it.')}</p>}
      {plan && !isAsked && (
        <GoingList
          memories={memories}
          tick={canChoose ? tick : undefined}
          staying={new Set(staying.map(idOf))}
          nameOf={nameOf}
          names={about?.asked.naming ?? []}
          opened={close}
        />
      )}
      {plan && memories.length < plan.total && (
        <p class="muted">{tn(plan.total - memories.length, 'and {n} more', 'and {n} more')}</p>
      )}
      {isAsked && (
        <>
          <p>{t('Their texts, their history and what else holds them are removed. Nothing brings them back.')}</p>
          {(erasing.value?.characters ?? []).map((one) => (
            <Beside
              key={one.id}
              name={nameOf.size > 1 ? dashboard.nameOf(one) : undefined}
              left={one.stays ? one.memories : 0}
              traces={one.traces}
            />
          ))}
        </>
      )}
      <FailureNote failure={failure ?? found.failure ?? erasing.failure} />
      {plan && !isAsked && active.length > 0 && (
        <p class="muted">
          {canChoose && count > active.length && (
            <>{tn(count - active.length, '{n} of them is deleted already.', '{n} of them are deleted already.')} </>
          )}
          {t('What is deleted can be brought back, also later in Activity. What is erased can’t.')}
        </p>
      )}
      <div class="buttons">
        {isAsked ? (
          <button type="button" class="main danger" disabled={isBusy || !erasing.value} onClick={() => void erase()}>
            {tn(count, 'Erase {n} memory for good', 'Erase {n} memories for good')}
          </button>
        ) : (
          canChoose && (
            <button
              type="button"
              class="main danger"
              disabled={isBusy || found.isLoading || active.length === 0}
              onClick={() => void remove()}
            >
              {tn(active.length, 'Delete {n} memory', 'Delete {n} memories')}
            </button>
          )
        )}
        <button type="button" onClick={isAsked ? () => setAsked(false) : close}>
          {isAsked ? t('Back to the list') : t('Cancel')}
        </button>
        {plan && !isAsked && (count > 0 || hasTraces) && (
          <button
            type="button"
            class="quiet danger"
            disabled={isBusy || found.isLoading}
            onClick={() => setAsked(true)}
          >
            {t('Erase for good…')}
          </button>
        )}
      </div>
    </Modal>
  );
}

/** What else of a character goes with the memories, or stays. */
function Beside({ name, left, traces }: { name: string | undefined; left: number; traces: Traces }) {
  if (left === 0 && traces.length === 0) return null;
  return (
    <section aria-label={name ?? t('What else has it')}>
      {name !== undefined && <b dir="auto">{name}</b>}
      <ul class="list">
        {left > 0 && (
          <li>{tn(left, '{n} memory there has it too, and stays', '{n} memories there have it too, and stay')}</li>
        )}
        {traces.map(({ kind, count, stays }) => (
          <li key={kind}>
            <span>{known(kind)}</span>
            <span>
              {stays
                ? tn(count, '{n} stays: change it yourself', '{n} stay: change them yourself')
                : tn(count, '{n} goes too', '{n} go too')}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
