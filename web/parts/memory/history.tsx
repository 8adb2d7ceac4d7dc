import type { Memory, Revision } from '../../client/api.ts';
import { known } from '../../languages/known.ts';
import { listed, t } from '../../languages/translate.ts';
import { type Shared, useShared } from '../../shell/shared.ts';
import { Time } from '../time.tsx';
import { kinds, nameless, nameOf } from './change.ts';
import { Diff } from './diff.tsx';
import { Edits } from './edits.ts';
import { shortText } from './marking.ts';
import { Said } from './said.tsx';

/** The revisions of a memory, newest first, each compared with the one before it; an only one says what the memory says. */
export function History(props: { memory: Memory; revisions: readonly Revision[]; isDeleted: boolean }) {
  const { memory, revisions, isDeleted } = props;
  const shared = useShared();
  const { toasts } = shared;
  const edits = new Edits(shared);
  return (
    <section class="history" aria-label={t('History')}>
      <h3>{t('History')}</h3>
      {revisions.map((revision, place) => {
        const earlier = revisions[place + 1];
        const isCurrent = place === 0 && !isDeleted;
        return (
          <div class="rev" key={revision.revision} data-revision={revision.revision}>
            <small>
              <span>
                <Time at={revision.createdAt} as="moment" /> · {whatHappened(revision, shared)}
                {revision.changedBy !== nameless && ` ${t('by {author}', { author: nameOf(revision.changedBy) })}`}
                {revision.client !== undefined && ` ${t('in {client}', { client: revision.client })}`}
                {changesIn(revision, earlier)}
                {revision.isUndone && ` · ${t('undone')}`}
                {revision.mergedWith && (
                  <bdi> · {t('merged with: {text}', { text: shortText(revision.mergedWith, 160) })}</bdi>
                )}
              </span>
              {!isCurrent && revision.changeType !== 'DELETED' && shared.may('revertMemory', memory.characterId) && (
                <button
                  type="button"
                  class="quiet"
                  onClick={() => void edits.revert(memory, revision, isDeleted).catch((error) => toasts.fail(error))}
                >
                  {t('Restore')}
                </button>
              )}
            </small>
            {isCurrent && !earlier ? null : revision.changeType === 'DELETED' ? (
              <del dir="auto">
                <Said content={revision.content} />
              </del>
            ) : (
              <div dir="auto">
                <Diff from={earlier?.content} to={revision.content} />
              </div>
            )}
          </div>
        );
      })}
    </section>
  );
}

/** A move keeps the history: there it is deleted, here restored. */
function whatHappened({ changeType, moved }: Revision, shared: Pick<Shared, 'character'>): string {
  const name = moved === undefined ? undefined : shared.character(moved)?.name;
  if (name === undefined) return t(kinds[changeType]);
  return changeType === 'DELETED' ? t('moved to {category}', { category: name }) : t('moved from {name}', { name });
}

/** The fields that a revision changed, without the text. */
function changesIn(to: Revision, from: Revision | undefined): string {
  if (!from) return '';
  const fields = [
    to.category !== from.category && t('moved to {category}', { category: known(to.category) }),
    to.importance !== from.importance &&
      t('importance {importance}', { importance: known(to.importance.toLowerCase()) }),
    to.salience !== from.salience && t('weight {salience}', { salience: to.salience }),
  ].filter(Boolean);
  return fields.length === 0 ? '' : ` · ${listed(fields)}`;
}
