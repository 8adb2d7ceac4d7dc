import { Link } from 'wouter-preact';
import type { Memory } from '../../client/api.ts';
import { known } from '../../languages/known.ts';
import { doubtInWords, doubtsIn, inWords } from '../../languages/sentences.ts';
import { dayInWords } from '../../languages/times.ts';
import { t, tn } from '../../languages/translate.ts';
import { useShared } from '../../shell/shared.ts';
import { shortened } from '../format.ts';
import { Time } from '../time.tsx';
import { CategoryName } from './category.tsx';
import { isOfDocument, pathIn, plainText, shortText } from './marking.ts';
import { ShortText } from './said.tsx';

/** The height of a memory of two lines (px). */
export const memoryHeight = 88;

/** A memory of a list's or a search's answer. */
export type Row = Omit<Memory, 'state' | 'createdAt' | 'updatedAt'> &
  Partial<Pick<Memory, 'createdAt'>> & {
    /** Why it no longer holds, in words, or until when it holds. */
    ended?: string | undefined;
    /** Why it may no longer hold. */
    doubt?: string | undefined;
    holdsUntil?: string | undefined;
    lost?: string | undefined;
    /** How many recalls gave it, where a list is sorted by that. */
    recalls?: number | undefined;
  };

interface Props {
  memory: Row;
  index: number;
  /** The row above it. */
  before?: Row | undefined;
  address: string;
  isOpen: boolean;
  /** Whether it is selected; undefined: nothing can be selected. */
  isSelected?: boolean | undefined;
  /** @param isRange select the range from the last selected one to this one */
  select?: (isRange: boolean) => void;
  /** The name of its character, in a list of several. */
  ofWhom?: string | undefined;
  /** Its actions, at the lower right on hover. */
  actions: readonly { label: string; run: () => void; isDangerous?: boolean }[];
}

/** A memory in a list. */
export function MemoryRow({ index, before, address, isOpen, isSelected, select, ofWhom, actions, ...of }: Props) {
  const memory = useShared().newest(of.memory);
  const { id, content, category, importance, characterId, occurredAt, createdAt, recalls } = memory;
  const at = occurredAt ?? createdAt;
  return (
    <article
      class={[
        'm',
        importance === 'LOW' && 'low',
        isOpen && 'sel',
        isSelected !== undefined && 'selectable',
        isSelected && 'picked',
      ]
        .filter(Boolean)
        .join(' ')}
      data-index={index}
      data-memory={id}
    >
      {isSelected !== undefined && <Tick content={content} isSelected={isSelected} select={select} />}
      <Link href={address} aria-current={isOpen ? 'true' : undefined}>
        <ShortText
          content={content}
          isPiece={isOfDocument(memory)}
          isBelow={before !== undefined && isBelowSame(memory, before)}
        />
      </Link>
      <div class="meta">
        {ofWhom !== undefined && <b dir="auto">{ofWhom}</b>}
        <CategoryName characterId={characterId} name={category} />
        {importance !== 'NORMAL' && <span class="imp">{known(importance.toLowerCase())}</span>}
        <Holding memory={memory} />
        {recalls !== undefined && <span>{tn(recalls, 'given {n} time', 'given {n} times')}</span>}
        {at !== undefined && <Time at={at} as="moment" />}
      </div>
      {actions.length > 0 && (
        <div class={actions.length === 1 ? 'act shown' : 'act'}>
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

/** Whether both are pieces of a document below the same headings. */
function isBelowSame(memory: Row, before: Row): boolean {
  if (!isOfDocument(memory) || !isOfDocument(before) || memory.source.fileId !== before.source.fileId) return false;
  return pathIn(memory.content, true).path === pathIn(before.content, true).path;
}

/**
 * When a memory of an answer ended or may have, and what holds now, or until when it holds; what its project no longer
 * has.
 */
export function Holding({
  memory: { ended, doubt, holdsUntil, lost },
}: {
  memory: Pick<Row, 'ended' | 'doubt' | 'holdsUntil' | 'lost'>;
}) {
  const why = [ended && inWords(ended), doubt && doubtInWords(doubt), lost];
  const outdated = why.filter((one) => one !== undefined).join('; ');
  if (outdated !== '') {
    const each = doubt === undefined ? [outdated] : doubtsIn(doubt).map(({ sentence }) => inWords(sentence));
    return (
      <span class="outdated" title={each.join('\n')}>
        {shortened(plainText(outdated), 160)}
      </span>
    );
  }
  return holdsUntil === undefined ? null : <span>{t('holds until {day}', { day: dayInWords(holdsUntil) })}</span>;
}

/** The box that selects a memory of a list. @param select isRange: everything from the last selected one to this one */
export function Tick(props: {
  content: string;
  isSelected: boolean;
  select: ((isRange: boolean) => void) | undefined;
}) {
  const { content, isSelected, select } = props;
  return (
    <label class="tick">
      <input
        type="checkbox"
        checked={isSelected}
        onClick={(event) => select?.(event.shiftKey)}
        aria-label={t('Select: {content}', { content: shortText(content, 60) })}
      />
    </label>
  );
}
