import { Link } from 'wouter-preact';
import type { Memory } from '../../client/api.ts';
import { Time } from '../time.tsx';
import { CategoryName } from './category.tsx';
import { useSource } from './source.ts';

/** A memory of two lines with what is said about it (px). */
export const memoryHeight = 88;

/** Texts beyond this are cut in lists; the pane has the whole. */
const longText = 700;

/** A memory as a list or a search answers it. */
export type Row = Omit<Memory, 'state' | 'sessionId' | 'createdAt' | 'updatedAt'> & Partial<Pick<Memory, 'createdAt'>>;

interface Props {
  memory: Row;
  index: number;
  address: string;
  isOpen: boolean;
  /** Whether it is chosen; undefined: nothing is being chosen. */
  isChosen?: boolean | undefined;
  choose?: () => void;
  /** How its time is shown. */
  when?: 'clock' | 'short';
  /** Where it comes from is known from what is around it. */
  isWithoutSource?: boolean;
  /** What can be done with it, at the lower right while it is pointed at. */
  actions: readonly { label: string; run: () => void; isDangerous?: boolean }[];
}

/** A memory in a list. */
export function MemoryRow({ memory, index, address, isOpen, isChosen, choose, actions, ...shown }: Props) {
  const { when = 'clock', isWithoutSource = false } = shown;
  const { id, content, category, importance, characterId, occurredAt, createdAt } = memory;
  const at = occurredAt ?? createdAt;
  const sourceOf = useSource();
  const classes = ['m', isOpen && 'sel', content.length > longText && 'long'].filter(Boolean).join(' ');
  return (
    <article class={classes} data-index={index} data-memory={id}>
      {isChosen !== undefined && (
        <input class="tick" type="checkbox" checked={isChosen} onChange={choose} aria-label="Choose this memory" />
      )}
      <Link href={address} aria-current={isOpen ? 'true' : undefined}>
        <p class="said" dir="auto">
          {content.length > longText ? content.slice(0, longText) : content}
        </p>
      </Link>
      <div class="meta">
        <CategoryName characterId={characterId} name={category} />
        {importance !== 'NORMAL' && <span class="imp">{importance.toLowerCase()}</span>}
        {!isWithoutSource && <span>{sourceOf(memory)}</span>}
        {at !== undefined && <Time at={at} as={when} />}
      </div>
      {actions.length > 0 && (
        <div class="act">
          {actions.map(({ label, run, isDangerous }) => (
            <button key={label} type="button" class={isDangerous ? 'quiet danger' : 'quiet'} onClick={run}>
              {label}
            </button>
          ))}
        </div>
      )}
    </article>
  );
}
