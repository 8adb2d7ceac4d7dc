import type { ComponentChildren } from 'preact';
import { Link } from 'wouter-preact';
import { known } from '../../languages/known.ts';
import { listed, t } from '../../languages/translate.ts';
import { placeOf } from '../../shell/places.ts';
import { Time } from '../time.tsx';
import { authorOf, type Change, doneBy } from './change.ts';
import { pathIn } from './marking.ts';
import { Headed, InPlaceOf, Said, ShortText } from './said.tsx';

/** What a change did beside the text. */
function otherFields({ changeType, previousContent, ...change }: Change): (string | false)[] {
  const { category, previousCategory, importance, previousImportance } = change;
  const fields = [
    previousCategory !== undefined &&
      t('category {from} → {to}', { from: known(previousCategory), to: known(category) }),
    previousImportance !== undefined &&
      t('importance {from} → {to}', {
        from: known(previousImportance.toLowerCase()),
        to: known(importance.toLowerCase()),
      }),
  ];
  const isOther = changeType === 'UPDATED' && previousContent === undefined && !fields.some(Boolean);
  return [...fields, isOther && t('not the text')];
}

/** One change of a memory with its author: the text, below it what it replaced. @param characterName where there are several characters */
export function ChangeRow(props: {
  change: Change;
  isChosen?: boolean;
  /** Shown in place of the text and of what that replaced. */
  said?: ComponentChildren;
  isUndone?: boolean;
  characterName?: string | undefined;
  /** The format of its time. */
  when?: 'clock' | 'moment';
  /** What became of it. */
  state?: ComponentChildren;
  children: ComponentChildren;
}) {
  const { change, isChosen, said, isUndone = false, characterName, when = 'moment', state, children } = props;
  const { id, characterId, memoryId, changeType, content, previousContent, by, createdAt } = change;
  const { path, text } = pathIn(content, true);
  const isGone = changeType === 'DELETED' || changeType === 'REJECTED';
  return (
    <article class={isChosen ? 'change sel' : 'change'} data-change={id}>
      {isGone && !isUndone ? (
        <Headed path={path}>
          <del class="short">
            <Said content={text} />
          </del>
        </Headed>
      ) : (
        (said ?? (
          <>
            <ShortText content={content} />
            {previousContent !== undefined && <InPlaceOf older={previousContent} />}
          </>
        ))
      )}
      <div class="meta">
        {characterName !== undefined && <b>{characterName}</b>}
        <span>
          {listed([
            t('{done} by {author}', { done: t(doneBy(change)), author: authorOf(by) }),
            ...otherFields(change),
            change.isConflict && t('while it was changed on another machine too'),
          ])}
        </span>
        {state}
        <Link href={placeOf('memories', characterId, memoryId)}>{t('History')}</Link>
        <Time at={createdAt} as={when} />
      </div>
      <div class="buttons">{children}</div>
    </article>
  );
}
