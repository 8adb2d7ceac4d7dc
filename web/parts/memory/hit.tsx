import { Link } from 'wouter-preact';
import type { Output } from '../../client/client.ts';
import { listed } from '../../languages/translate.ts';
import { Time } from '../time.tsx';
import { CategoryName } from './category.tsx';
import { Held } from './held.tsx';
import { excerptFrom } from './marking.ts';
import { Holding, Tick } from './memory-row.tsx';
import {
  type Explanation,
  explanationOf,
  markedPieces,
  place,
  relevanceInFigures,
  remarksOf,
  sharesOf,
} from './rank.ts';
import { ShortText } from './said.tsx';

type Found = Output<'searchMemories'>['memories'][number] & { characterName?: string };

/** A search result with the parts of its rank. */
export function Hit(props: {
  found: Found;
  rank: number;
  address: string;
  isOpen: boolean;
  isSelected: boolean;
  /** @param isRange everything from the last selected one to this one */
  select: (isRange: boolean) => void;
}) {
  const { found, rank, address, isOpen, isSelected, select } = props;
  const explanation = explanationOf(found);
  const shares = sharesOf(explanation, found.relevance);
  return (
    <article class={['hit', isOpen && 'sel', isSelected && 'picked'].filter(Boolean).join(' ')} data-memory={found.id}>
      <div class="rel">
        {relevanceInFigures(found.relevance)}
        <small>{place(rank)}</small>
        <Tick content={found.content} isSelected={isSelected} select={select} />
      </div>
      <div>
        <Link href={address} aria-current={isOpen ? 'true' : undefined}>
          <ShortText content={shownOf(found.content, explanation)} explanation={explanation} />
        </Link>
        {shares.length > 0 && (
          <div class="parts" role="img" aria-label={listed(shares.map(({ label, percent }) => `${label} ${percent}`))}>
            {shares.map(({ part, label, percent }) => (
              <i key={label} class={`by-${part}`} style={{ width: `${percent}%` }} />
            ))}
          </div>
        )}
        <div class="legend">
          {shares.map(({ part, label, percent }) => (
            <span key={label}>
              <i class={`by-${part}`} />
              {label} {percent}
            </span>
          ))}
          {remarksOf(explanation, found.content).map((remark) => (
            <span key={remark}>{remark}</span>
          ))}
          <Holding memory={found} />
          <Held characterId={found.characterId} memoryId={found.id} choice={explanation} />
          <span class="end">
            {found.characterName !== undefined && <b>{found.characterName}</b>}
            <CategoryName characterId={found.characterId} name={found.category} />
            <Time at={found.occurredAt ?? found.createdAt} as="short" />
          </span>
        </div>
      </div>
    </article>
  );
}

/** The part of a long text that matches the query. */
function shownOf(content: string, explanation: Explanation): string {
  const pieces = markedPieces(content, explanation);
  const first = pieces.findIndex(({ isMarked }) => isMarked);
  const at = pieces.slice(0, Math.max(0, first)).reduce((sum, { text }) => sum + text.length, 0);
  return excerptFrom(content, at);
}
