import { ChangedCard } from './changed-card.tsx';
import { ConflictCard } from './conflict-card.tsx';
import { EditCard } from './edit-card.tsx';
import { EndingCard } from './ending-card.tsx';
import { ForgetCard } from './forget-card.tsx';
import { GapCard } from './gap-card.tsx';
import type { Item } from './items.ts';
import { OwnCard } from './own-card.tsx';
import { PairCard } from './pair-card.tsx';
import { ProposalCard } from './proposal-card.tsx';

/**
 * The card of a decision.
 * @param settle called when a decision that only the page knows was made or taken back
 */
export function Card({ item, settle }: { item: Item; settle: (isSettled: boolean) => void }) {
  switch (item.kind) {
    case 'forget':
      return <ForgetCard request={item.request} />;
    case 'own':
      return <OwnCard projects={item.projects} />;
    case 'conflict':
      return <ConflictCard change={item.change} other={item.other} />;
    case 'changed':
      return <ChangedCard link={item.link} />;
    case 'proposal':
      return <ProposalCard memory={item.memory} />;
    case 'edit':
      return <EditCard change={item.change} />;
    case 'gap':
      return <GapCard gap={item.recall} />;
    case 'ending':
      return <EndingCard ending={item.ending} settle={settle} />;
    case 'contradiction':
    case 'pair':
      return <PairCard pair={item.pair} isKept={false} decide={settle} />;
  }
}
