import { useEffect, useState } from 'preact/hooks';
import type { Input, Output } from '../client/client.ts';
import { known } from '../languages/known.ts';
import { t, tn } from '../languages/translate.ts';
import { useDashboard } from '../shell/dashboard.ts';
import { useLoad } from '../shell/use-load.ts';
import { FailureNote } from './failure.tsx';
import { GoingList, idOf, isUnsure } from './going.tsx';
import { batchesOf, Edits } from './memory/edits.ts';
import { Modal } from './modal.tsx';
import { useAction } from './use-action.ts';

type Asked = Input<'eraseMemories'>;

interface Props {
  /** What goes, or how that is found out at a click. */
  asked: Asked | (() => Promise<Asked>);
  /** Of the button, and of what it opens. */
  label: string;
  title: string;
  /** What is said of so many memories before, and of all afterwards. */
  going: (count: number) => string;
  erased: string;
  /** What stays and may be meant too. */
  beside?: string | undefined;
  /** Called when its dialog opens. */
  begin?: () => void;
  done: () => void;
}

type Plan = Output<'eraseMemories'>;
type Traces = Plan['characters'][number]['traces'];

/** More are erased only after a last question, which names their number. */
const maxUnasked = 20;
/** A rest after a tick, before it is asked what else goes (ms). */
const restMs = 300;

/** A button that erases memories for good, after showing what goes, each with a tick. */
export function Erase({ asked: of, label, title, going, erased, beside, begin, done }: Props) {
  const dashboard = useDashboard();
  const { client } = dashboard;
  const { run, failure, isBusy } = useAction();
  const [plan, setPlan] = useState<Plan>();
  const [asked, setAskedFor] = useState<Asked>(typeof of === 'function' ? {} : of);
  const [staying, setStaying] = useState<ReadonlySet<string>>(new Set());
  /** How many were erased while others stay. */
  const [gone, setGone] = useState<number>();
  const [isAsked, setAsked] = useState(false);
  const except = [...staying];
  const count = (plan?.total ?? 0) - staying.size;
  const look = async () => {
    const found = await run(async () => {
      const asked = typeof of === 'function' ? await of() : of;
      setAskedFor(asked);
      return client.call('eraseMemories', asked);
    });
    if (!found) return;
    begin?.();
    setStaying(new Set(canChoose(found) ? found.memories.filter(isUnsure).map(idOf) : []));
    setPlan(found);
  };
  // What else goes depends on the ticks.
  const [rested, setRested] = useState(staying);
  useEffect(() => {
    const timer = setTimeout(() => setRested(staying), restMs);
    return () => clearTimeout(timer);
  }, [staying]);
  const rest = useLoad(
    [...rested].join(),
    plan && rested.size > 0 && rested.size < plan.total
      ? (signal) => client.call('eraseMemories', { ...asked, except: [...rested] }, signal)
      : undefined,
  );
  const end = () => {
    setPlan(undefined);
    setAsked(false);
    if (gone !== undefined) done();
    setGone(undefined);
  };
  const erase = async () => {
    setAsked(false);
    const confirmed = { ...asked, except, confirm: true };
    if (except.length === 0 || !asked.naming) {
      const all = beside === undefined ? erased : `${erased}. ${beside}`;
      const said = except.length === 0 ? all : tn(count, '{n} memory erased', '{n} memories erased');
      if (!(await run(() => client.call('eraseMemories', confirmed), said))) return;
      setPlan(undefined);
      setGone(undefined);
      done();
      return;
    }
    const rest = await run(async () => {
      const { total } = await client.call('eraseMemories', confirmed);
      setGone(total);
      return client.call('eraseMemories', asked);
    });
    if (!rest) return;
    setPlan(rest);
    setStaying(new Set(rest.memories.map(idOf)));
  };
  const active = plan?.memories.filter((one) => one.state === 'ACTIVE' && !staying.has(idOf(one))) ?? [];
  /** As any deletion: they can be restored. */
  const remove = async () => {
    await run(() => new Edits(dashboard).changeMany(batchesOf(active), { state: 'DELETED' }));
    setPlan(undefined);
    done();
  };
  const characters = (except.length === 0 ? plan : rest.value)?.characters ?? [];
  const nameOf = new Map(plan?.characters.map((one) => [one.id, dashboard.nameOf(one)]));
  const isOfSeveral = nameOf.size > 1;
  const tick = (ids: readonly string[], isTicked: boolean) =>
    setStaying((before) => new Set(isTicked ? withoutIds(before, ids) : [...before, ...ids]));
  return (
    <section class="part" aria-label={t('Forget')}>
      <button type="button" class="quiet danger" disabled={isBusy} onClick={() => void look()}>
        {label}
      </button>
      {!plan && <FailureNote failure={failure} />}
      {plan && (
        <Modal label={title} close={end}>
          <h2>{title}</h2>
          {gone !== undefined && (
            <p role="status">
              <b>{tn(gone, '{n} memory erased', '{n} memories erased')}</b>
              {t(', ')}
              {isOnlyHeading(plan)
                ? tn(plan.total, '{n} still has the name in its heading', '{n} still have the name in their heading')
                : tn(plan.total, '{n} still has the name', '{n} still have the name')}
            </p>
          )}
          {(gone === undefined || count > 0) && <p>{going(count)}</p>}
          {isAsked && (
            <p role="alert">
              <b>{tn(count, 'Erase {n} memory for good?', 'Erase {n} memories for good?')}</b>{' '}
              {staying.size > 0 && tn(staying.size, '{n} memory stays', '{n} memories stay')}
            </p>
          )}
          {beside !== undefined && <p class="muted">{beside}</p>}
          {!isAsked && (
            <GoingList
              memories={plan.memories}
              tick={canChoose(plan) ? tick : undefined}
              staying={staying}
              nameOf={nameOf}
            />
          )}
          {plan.memories.length < plan.total && (
            <p class="muted">{tn(plan.total - plan.memories.length, 'and {n} more', 'and {n} more')}</p>
          )}
          {characters.map((one) => (
            <Beside
              key={one.id}
              name={isOfSeveral ? dashboard.nameOf(one) : undefined}
              left={one.stays ? one.memories : 0}
              traces={one.traces}
            />
          ))}
          <FailureNote failure={failure ?? rest.failure} />
          <div class="buttons">
            {gone !== undefined && count === 0 ? (
              <button type="button" class="danger" disabled={isBusy} onClick={() => setStaying(new Set())}>
                {tn(plan.total, 'Erase it too…', 'Erase these {n} too…')}
              </button>
            ) : (
              <button
                type="button"
                class="main danger"
                disabled={isBusy || (count === 0 && plan.total > 0)}
                onClick={() => (count > maxUnasked && !isAsked ? setAsked(true) : void erase())}
              >
                {isAsked
                  ? tn(count, 'Erase {n} memory for good', 'Erase {n} memories for good')
                  : tn(count, 'Erase {n} memory', 'Erase {n} memories')}
              </button>
            )}
            {!isAsked && gone === undefined && canChoose(plan) && active.length > 0 && (
              <button type="button" disabled={isBusy} onClick={() => void remove()}>
                {tn(active.length, 'Only delete {n}: it can be undone', 'Only delete {n}: that can be undone')}
              </button>
            )}
            {isAsked && (
              <button type="button" onClick={() => setAsked(false)}>
                {t('Back to the list')}
              </button>
            )}
            <button type="button" onClick={end}>
              {gone === undefined ? t('Cancel') : t('Close')}
            </button>
          </div>
        </Modal>
      )}
    </section>
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

function withoutIds(some: ReadonlySet<string>, ids: readonly string[]): string[] {
  const gone = new Set(ids);
  return [...some].filter((id) => !gone.has(id));
}

const isOnlyHeading = ({ memories }: Plan) => memories.every(({ named }) => named === 'heading');
/** Only where all of them are shown. */
const canChoose = ({ memories, total }: Plan) => memories.length === total;
