import { Link } from 'wouter-preact';
import { t } from '../../languages/translate.ts';
import { useDashboard } from '../../shell/dashboard.ts';
import { placeOf } from '../../shell/places.ts';
import { authorOf, type Change } from '../memory/change.ts';
import { Diff } from '../memory/diff.tsx';
import { pathIn } from '../memory/marking.ts';
import { Headed } from '../memory/said.tsx';
import { Time } from '../time.tsx';
import { type Settle, useDecision } from './use-decision.ts';

/**
 * A memory that two machines changed at once: the present text, and the one that it replaced.
 * @param other the change with that text, if it waits too
 */
export function ConflictCard(props: { change: Change; other: Change | undefined; settle: Settle }) {
  const { change, other, settle } = props;
  const dashboard = useDashboard();
  const { client } = dashboard;
  const run = useDecision(settle);
  const { characterId, memoryId, revision, content, previousContent = content } = change;
  const of = { characterId, memoryId };
  const review = async (kept: 'this' | 'other') => {
    await client.call('reviewChange', { changeId: change.id, verdict: kept === 'this' ? 'kept' : 'undone' });
    if (other) await client.call('reviewChange', { changeId: other.id, verdict: 'kept' });
  };
  const keepThis = () => review('this');
  const keepOther = async () => {
    await client.call('revertMemory', { ...of, revision: revision - 1 });
    await review('other');
  };
  const keepBoth = async () => {
    const { category } = await client.call('getMemory', of);
    // The user has seen the text, so a stored credential stays.
    await client.call('addMemoryDirect', { characterId, content: previousContent, category, allowSecret: true });
    await review('this');
  };
  const restore = async () => {
    await client.call('revertMemory', { ...of, revision });
  };
  const [from, to] = [pathIn(previousContent, true), pathIn(content, true)];
  const sides = [
    { of: other, text: 'from', note: t('the other machine'), path: from.path },
    { of: change, text: 'to', note: t('the present text'), path: to.path },
  ] as const;
  return (
    <article class="pair" data-conflict={change.id}>
      {sides.map(({ of: side, text, note, path }) => (
        <div key={text} class="side">
          <div>
            <Headed path={path}>
              <Diff from={from.text} to={to.text} isShort only={text} />
            </Headed>
            <div class="meta">
              <span>{note}</span>
              {side && <span>{t('by {author}', { author: authorOf(side.by) })}</span>}
              {side && <Time at={side.createdAt} as="moment" />}
            </div>
          </div>
        </div>
      ))}
      <div class="meta">
        <Link href={placeOf('memories', characterId, memoryId)}>{t('History')}</Link>
      </div>
      {dashboard.may('revertMemory', characterId) && (
        <div class="buttons">
          <button type="button" onClick={() => run(keepThis, t('The present text is kept'))}>
            {t('Keep the present text')}
          </button>
          <button type="button" onClick={() => run(keepOther, t('The other text is kept'), restore)}>
            {t('Keep the other text')}
          </button>
          <button type="button" class="quiet" onClick={() => run(keepBoth, t('Both are kept'))}>
            {t('Keep both')}
          </button>
        </div>
      )}
    </article>
  );
}
