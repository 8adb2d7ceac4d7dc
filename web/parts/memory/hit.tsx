import { Link } from 'wouter-preact';
import type { Output } from '../../client/client.ts';
import { listed, t } from '../../languages/translate.ts';
import { useShared } from '../../shell/shared.ts';
import { Time } from '../time.tsx';
import { CategoryName } from './category.tsx';
import { Held } from './held.tsx';
import { excerptFrom, isOfDocument, pathIn, plainText } from './marking.ts';
import { Holding, Tick } from './memory-row.tsx';
import {
  bandOf,
  type Explanation,
  explanationOf,
  markedPieces,
  olderOf,
  place,
  relevanceInFigures,
  remarksOf,
  sharesOf,
} from './rank.ts';
import { ShortText } from './said.tsx';

type Found = Output<'searchMemories'>['memories'][number] & { characterName?: string };

/** A search result: how well it matches at a glance, and the parts of its rank behind "Why". */
export function Hit(props: {
  found: Found;
  rank: number;
  /** Where it opens, and a memory in whose place it stands. */
  addressOf: (memory: Pick<Found, 'id' | 'characterId'>) => string;
  isOpen: boolean;
  isSelected: boolean;
  /** @param isRange everything from the last selected one to this one */
  select: (isRange: boolean) => void;
}) {
  const { rank, addressOf, isOpen, isSelected, select } = props;
  const shared = useShared();
  const found = shared.newest(props.found);
  const explanation = explanationOf(found);
  const ofWhom = found.characterName && (shared.character(found.characterId)?.name ?? found.characterName);
  const isPast = found.ended !== undefined;
  const classes = ['m hit selectable', isOpen && 'sel', isSelected && 'picked', isPast && 'past'];
  return (
    <article class={classes.filter(Boolean).join(' ')} data-memory={found.id}>
      <Tick content={found.content} isSelected={isSelected} select={select} />
      <Link href={addressOf(found)} aria-current={isOpen ? 'true' : undefined}>
        <ShortText
          content={found.content}
          part={shownOf(pathIn(found.content, isOfDocument(found)).text, explanation)}
          explanation={explanation}
          isPiece={isOfDocument(found)}
        />
      </Link>
      <div class="notes">
        {olderOf(explanation).map(({ older, said }) => (
          <Link key={older.id} href={addressOf(older)}>
            {said}
          </Link>
        ))}
        <Holding memory={found} />
        <Held characterId={found.characterId} memoryId={found.id} choice={explanation} />
      </div>
      <div class="meta">
        {ofWhom !== undefined && <b dir="auto">{ofWhom}</b>}
        <CategoryName characterId={found.characterId} name={found.category} />
        <Time at={found.occurredAt ?? found.createdAt} as="moment" />
      </div>
      <Why found={found} rank={rank} explanation={explanation} />
    </article>
  );
}

/** A relevance as three rising bars of one colour, of which a strong match has all. */
function Band({ relevance }: { relevance: number }) {
  const { band, label } = bandOf(relevance);
  const filled = ['weak', 'likely', 'strong'].indexOf(band);
  return (
    <span class={`band ${band}`} role="img" aria-label={label} title={label}>
      {[0, 1, 2].map((bar) => (
        <i key={bar} class={bar <= filled ? 'on' : undefined} />
      ))}
    </span>
  );
}

/** The rank of a result, its relevance in figures and the parts of it. */
function Why({ found, rank, explanation }: { found: Found; rank: number; explanation: Explanation }) {
  const shares = sharesOf(explanation, found.relevance);
  return (
    <details class="why-hit">
      <summary>
        {found.ended === undefined ? <Band relevance={found.relevance} /> : <small>{t('ended')}</small>} {t('Why')}
      </summary>
      {shares.length > 0 && (
        <div class="parts" role="img" aria-label={listed(shares.map(({ label, percent }) => `${label} ${percent}`))}>
          {shares.map(({ part, label, percent }) => (
            <i key={label} class={`by-${part}`} style={{ width: `${percent}%` }} />
          ))}
        </div>
      )}
      <div class="legend">
        <span>
          {t('{rank}, relevance {relevance}.', { rank: place(rank), relevance: relevanceInFigures(found.relevance) })}
        </span>
        {shares.map(({ part, label, percent }) => (
          <span key={label}>
            <i class={`by-${part}`} />
            {label} {percent}
          </span>
        ))}
        {remarksOf(explanation).map((remark) => (
          <span key={remark}>{remark}</span>
        ))}
      </div>
    </details>
  );
}

/** The part of a long text that matches the query, below its headings. */
function shownOf(content: string, explanation: Explanation): string {
  const plain = plainText(content);
  const pieces = markedPieces(plain, explanation);
  const first = pieces.findIndex(({ isMarked }) => isMarked);
  const at = pieces.slice(0, Math.max(0, first)).reduce((sum, { text }) => sum + text.length, 0);
  const excerpt = excerptFrom(plain, at);
  // What begins with its beginning keeps its headings and marks.
  return excerpt === plain ? content : excerpt;
}
