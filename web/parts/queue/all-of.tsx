import { useState } from 'preact/hooks';
import { type Message, msg, t, tn } from '../../languages/translate.ts';
import { type Dashboard, useDashboard } from '../../shell/dashboard.ts';
import { FailureNote } from '../failure.tsx';
import { staying } from '../staying.ts';
import { useAction } from '../use-action.ts';
import { Answering } from './answering.ts';
import { type Item, type Kind, type OfTwo, saysTheSame } from './items.ts';
import { keep, propose, reject } from './proposals.ts';

/** One decision on a card, and what takes it back. */
interface Decision<Of extends Item = Item> {
  label: Message;
  isDangerous?: true;
  /** The cards that it is for; default: all. */
  among?: (items: readonly Of[]) => readonly Of[];
  /** @param batchId of the items before; returns that of the item, if it has one: the batch is undone as a whole */
  decide: (dashboard: Dashboard, item: Of, batchId: string | undefined) => Promise<unknown> | unknown;
  back?: ((dashboard: Dashboard, item: Of) => Promise<unknown> | unknown) | undefined;
}

type Decisions = { [Of in Kind]?: readonly Decision<Extract<Item, { kind: Of }>>[] };

const keepBoth: Omit<Decision<OfTwo>, 'among'> = {
  label: msg('Keep both in all {n}'),
  decide: (dashboard, item, batchId) => new Answering(dashboard, item).give('both', { batchId }),
};

/** The decisions that make sense for all cards of a kind at once. */
const decisions: Decisions = {
  proposal: [
    {
      label: msg('Keep all {n}'),
      decide: ({ client }, { memory }) => keep(client, memory),
      back: ({ client }, { memory }) => propose(client, memory),
    },
    {
      label: msg('Reject all {n}'),
      isDangerous: true,
      decide: ({ client }, { memory }) => reject(client, memory),
      back: ({ client }, { memory }) => propose(client, memory),
    },
  ],
  gap: [
    {
      label: msg('Dismiss all {n}'),
      decide: ({ client }, { recall }) => client.call('dismissQuestion', { recallId: recall.id, dismissed: true }),
      back: ({ client }, { recall }) => client.call('dismissQuestion', { recallId: recall.id, dismissed: false }),
    },
  ],
  changed: [
    {
      label: msg('Keep the newer in all {n}'),
      decide: (dashboard, item, batchId) => new Answering(dashboard, item).give('newer', { batchId }),
    },
    keepBoth,
  ],
  ending: [
    {
      label: msg('Keep all {n} as they are'),
      decide: ({ later }, { key }) => later.put(key, true),
      back: ({ later }, { key }) => later.take(key),
    },
  ],
  contradiction: [keepBoth],
  pair: [
    keepBoth,
    {
      label: msg('Keep the newer of {n} that say the same'),
      isDangerous: true,
      among: sayingTheSame,
      decide: async ({ client }, { pair }, batchId) => {
        const { id, characterId } = pair.memories[1];
        const change = { characterId, ids: [id], change: { state: 'DELETED' as const }, batchId };
        return (await client.call('changeMemories', change)).batchId;
      },
    },
  ],
};

/** The decisions on all waiting cards of a kind at once, each with one Undo. */
export function AllOf({ items, settle }: { items: readonly Item[]; settle: (of: Item, isSettled: boolean) => void }) {
  const dashboard = useDashboard();
  const { run, failure, isBusy } = useAction();
  const [decided, setDecided] = useState(0);
  const [first] = items;
  if (!first || items.length < 2) return null;
  const offered = (decisions[first.kind] ?? []) as readonly Decision[];
  const all = async (of: readonly Item[], { decide, back }: Pick<Decision, 'decide' | 'back'>) => {
    const done: Item[] = [];
    let batchId: string | undefined;
    const undo = async () => {
      if (batchId !== undefined) await dashboard.client.call('undoEverywhere', { batchId });
      for (const item of done.toReversed()) {
        await back?.(dashboard, item);
        settle(item, false);
      }
      dashboard.changed();
    };
    try {
      for (const item of of) {
        setDecided(done.length);
        const batch = await decide(dashboard, item, batchId);
        if (typeof batch === 'string') batchId = batch;
        done.push(item);
        settle(item, true);
      }
    } finally {
      // Also what was decided before a failure can be undone.
      if (done.length > 0)
        dashboard.toasts.show(tn(done.length, '{n} card is decided', '{n} cards are decided'), undo, batchId);
    }
  };
  return (
    <>
      {offered.map(({ label, isDangerous, among = (of) => of, decide, back }) => {
        const of = among(items);
        const n = of.length;
        return (
          n > 1 && (
            <button
              key={label}
              type="button"
              class={isDangerous ? 'quiet danger' : 'quiet'}
              disabled={isBusy}
              onClick={() => void run(() => staying(all(of, { decide, back })))}
            >
              {isBusy && decided > 0 ? t('{at} of {n}', { at: decided, n }) : t(label, { n })}
            </button>
          )
        );
      })}
      <FailureNote failure={failure} />
    </>
  );
}

/** Keeps every waiting edit, also those that are not shown yet. */
export function KeepAll({ characterId }: { characterId: string | undefined }) {
  const { client } = useDashboard();
  const { run, failure, isBusy } = useAction();
  const [reviewed, setReviewed] = useState(0);
  const kept: string[] = [];
  const undo = async () => {
    for (const changeId of kept) await client.call('reviewChange', { changeId, verdict: 'open' });
  };
  const keepAll = async () => {
    setReviewed(0);
    for (let more = true; more; ) {
      const page = await client.call('listChanges', { characterId, toReview: true, limit: 100 });
      for (const { id: changeId } of page.changes) {
        await client.call('reviewChange', { changeId, verdict: 'kept' });
        kept.push(changeId);
        setReviewed(kept.length);
      }
      more = page.changes.length > 0 && page.nextCursor !== undefined;
    }
  };
  return (
    <>
      <button
        type="button"
        class="quiet"
        disabled={isBusy}
        onClick={() => void run(() => staying(keepAll()), t('All of them are kept'), undo)}
      >
        {reviewed > 0 && isBusy ? t('Keep all ({reviewed} done)', { reviewed }) : t('Keep all')}
      </button>
      <FailureNote failure={failure} />
    </>
  );
}

/** Those of which the older memory may go, each of these once. */
function sayingTheSame(items: readonly Extract<Item, { kind: 'pair' }>[]) {
  const alike = items.filter(saysTheSame);
  return [...new Map(alike.map((one) => [one.pair.memories[1].id, one])).values()];
}
