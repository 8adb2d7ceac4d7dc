import { ChangedCard } from './changed-card.tsx';
import { ConflictCard } from './conflict-card.tsx';
import { EditCard } from './edit-card.tsx';
import { EndingCard } from './ending-card.tsx';
import { ForgetCard } from './forget-card.tsx';
import { GapCard } from './gap-card.tsx';
import { GroupCard } from './group-card.tsx';
import type { Item } from './items.ts';
import { OwnCard } from './own-card.tsx';
import { PairCard } from './pair-card.tsx';
import { ProposalCard } from './proposal-card.tsx';
import type { Settle } from './use-decision.ts';

/** The card of a decision. @param props.settle called when it was made or taken back */
export function Card({ item, settle }: { item: Item; settle: Settle }) {
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
  }
}
