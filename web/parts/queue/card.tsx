import { ChangedCard } from './changed-card.tsx';
import { ConflictCard } from './conflict-card.tsx';
import { EditCard } from './edit-card.tsx';
import { EndingCard } from './ending-card.tsx';
import { ForgetCard } from './forget-card.tsx';
import { GapCard } from './gap-card.tsx';
import { GroupCard } from './group-card.tsx';
import type { Item, OfTwo } from './items.ts';
import { OwnCard } from './own-card.tsx';
import { PairCard } from './pair-card.tsx';
import { ProposalCard } from './proposal-card.tsx';
import type { Settle } from './use-decision.ts';
import { WeakCard } from './weak-card.tsx';

/**
 * The card of a decision.
 * @param settle called when a decision was made or taken back; `settleOne`: one of several on the card
 */
export function Card(props: { item: Item; settle: Settle; settleOne: (of: OfTwo) => Settle }) {
  const { item, settle, settleOne } = props;
  switch (item.kind) {
    case 'forget':
      return <ForgetCard request={item.request} settle={settle} />;
    case 'own':
      return <OwnCard projects={item.projects} settle={settle} />;
    case 'conflict':
      return <ConflictCard change={item.change} other={item.other} settle={settle} />;
    case 'changed':
      return <ChangedCard item={item} settle={settle} />;
    case 'proposal':
      return <ProposalCard memory={item.memory} settle={settle} />;
    case 'edit':
      return <EditCard change={item.change} earlier={item.earlier} settle={settle} />;
    case 'gap':
      return <GapCard gap={item.recall} />;
    case 'ending':
      return <EndingCard itemKey={item.key} ending={item.ending} settle={settle} />;
    case 'contradiction':
    case 'pair':
      return <PairCard item={item} settle={settle} />;
    case 'group':
      return <GroupCard item={item} settle={settle} />;
    case 'weak':
      return <WeakCard item={item} settle={settle} settleOne={settleOne} />;
  }
}
