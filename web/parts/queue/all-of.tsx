import { useState } from 'preact/hooks';
import { type Message, msg, t, tn } from '../../languages/translate.ts';
import { type Dashboard, useDashboard } from '../../shell/dashboard.ts';
import { FailureNote } from '../failure.tsx';
import { useAction } from '../use-action.ts';
import type { Item, Kind } from './items.ts';
import type { Pair } from './pairs.ts';

/** One decision on a card, and what takes it back. */
interface Decision<Of extends Item = Item> {
  label: Message;
  isDangerous?: true;
  /** The cards that it is for; default: all. */
  among?: (items: readonly Of[]) => readonly Of[];
  decide: (dashboard: Dashboard, item: Of) => Promise<unknown> | unknown;
  back: (dashboard: Dashboard, item: Of) => Promise<unknown> | unknown;
}

type Decisions = { [Of in Kind]?: readonly Decision<Extract<Item, { kind: Of }>>[] };

const bothAreRight: Omit<Decision<Extract<Item, { pair: Pair }>>, 'among'> = {
  label: msg('All {n}: both are right'),
  decide: ({ client }, { pair }) => client.call('keepBoth', { ...pairOf(pair.memories), kept: true }),
  back: ({ client }, { pair }) => client.call('keepBoth', { ...pairOf(pair.memories), kept: false }),
};

/** The decisions that make sense for all cards of a kind at once. */
const decisions: Decisions = {
  proposal: [
    {
      label: msg('Keep all {n}'),
      decide: ({ client }, { memory }) => client.call('restoreMemory', memoryOf(memory)),
      back: ({ client }, { memory }) => client.call('deleteMemory', memoryOf(memory)),
    },
    {
      label: msg('Reject all {n}'),
      isDangerous: true,
      decide: ({ client }, { memory }) => client.call('deleteMemory', memoryOf(memory)),
      back: ({ client }, { memory }) => client.call('restoreMemory', memoryOf(memory)),
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
      label: msg('All {n}: both hold'),
      decide: ({ client }, { link: { newer, older } }) =>
        client.call('keepBoth', { ...pairOf([newer, older]), answer: 'both' }),
      back: ({ client }, { link: { newer, older } }) =>
        client.call('keepBoth', { ...pairOf([newer, older]), answer: 'both', kept: false }),
    },
  ],
  ending: [
    {
      label: msg('All {n} stay as they are'),
      decide: ({ later }, { key }) => later.put(key, true),
      back: ({ later }, { key }) => later.take(key),
    },
  ],
  contradiction: [bothAreRight],
  pair: [
    bothAreRight,
    {
      label: msg('Keep the newer of {n} that say the same'),
      isDangerous: true,
      among: sayingTheSame,
      decide: ({ client }, { pair }) => client.call('deleteMemory', memoryOf(pair.memories[1])),
      back: ({ client }, { pair }) => client.call('restoreMemory', memoryOf(pair.memories[1])),
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
    const undo = async () => {
      for (const item of done) {
        await back(dashboard, item);
        settle(item, false);
      }
      dashboard.changed();
    };
    try {
      for (const item of of) {
        setDecided(done.length);
        await decide(dashboard, item);
        done.push(item);
        settle(item, true);
      }
    } finally {
      // Also what was decided before a failure can be undone.
      if (done.length > 0) dashboard.toasts.show(tn(done.length, '{n} card is decided', '{n} cards are decided'), undo);
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
              onClick={() => void run(() => all(of, { decide, back }))}
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
  const keepAll = async () => {
    setReviewed(0);
    for (let more = true; more; ) {
      const page = await client.call('listChanges', { characterId, toReview: true, limit: 100 });
      for (const { id: changeId } of page.changes) {
        await client.call('reviewChange', { changeId, verdict: 'kept' });
        setReviewed((count) => count + 1);
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
        onClick={() => void run(keepAll, t('All of them are kept'))}
      >
        {reviewed > 0 && isBusy ? t('Keep all ({reviewed} done)', { reviewed }) : t('Keep all')}
      </button>
      <FailureNote failure={failure} />
    </>
  );
}

/** Pairs of so much likeness say the same. */
const same = 0.95;

/** Those of which the older memory may go, each of these once. */
function sayingTheSame(items: readonly Extract<Item, { kind: 'pair' }>[]) {
  const alike = items.filter(({ pair }) => pair.likeness >= same);
  return [...new Map(alike.map((one) => [one.pair.memories[1].id, one])).values()];
}

interface Named {
  id: string;
  characterId: string;
}

const memoryOf = ({ id, characterId }: Named) => ({ characterId, memoryId: id });

const pairOf = ([newer, older]: readonly [Named, Named]) => ({ ...memoryOf(newer), otherId: older.id });
