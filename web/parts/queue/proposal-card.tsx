import { warningOf } from '../../../src/base/orders.ts';
import type { Memory } from '../../client/api.ts';
import { known } from '../../languages/known.ts';
import { t } from '../../languages/translate.ts';
import { useDashboard } from '../../shell/dashboard.ts';
import { Edits } from '../memory/edits.ts';
import { isOfDocument, partsOf, shortText } from '../memory/marking.ts';
import { saidBy } from '../memory/origin.ts';
import { HeadedText, Path } from '../memory/said.tsx';
import { Time } from '../time.tsx';
import { Around } from './around.tsx';
import { EditedText, useEditedText } from './edited-text.tsx';
import { keep, keepAs, propose, reject } from './proposals.ts';
import { type Settle, useDecision } from './use-decision.ts';

/**
 * A proposal of hooks. It becomes a memory when a user accepts it, or says it again; words of others and orders that could
 * do harm only when a user accepts them.
 */
export function ProposalCard({ memory, settle }: { memory: Memory; settle: Settle }) {
  const { id, characterId, content, category, createdAt, sessionId } = memory;
  const dashboard = useDashboard();
  const { client } = dashboard;
  const run = useDecision(settle);
  const editing = useEditedText();
  const { edited } = editing;
  const { path, before, text } = partsOf(memory);
  const kept = edited === undefined ? content : before + edited.trim();
  const warning = warningOf(kept);
  const said = { content: shortText(kept, 60) };
  const back = () => propose(client, memory);
  const keepIt = () => {
    const done = t('Kept “{content}”', said);
    if (kept === content) return run(() => keep(client, memory), done, back);
    const batches: { batchId: string }[] = [];
    const undo = () => new Edits(dashboard).undoBatches(batches);
    return run(async () => batches.push(await keepAs(client, memory, kept)), done, undo);
  };
  return (
    <article class="change" data-proposal={id}>
      {edited === undefined ? (
        <HeadedText content={content} isPiece={isOfDocument(memory)} />
      ) : (
        <>
          <Path path={path} />
          <EditedText of={editing} label={t('Text of the memory')} />
        </>
      )}
      {warning !== undefined && (
        <p class="warning" role="note">
          {t('Careful: {warning}. Keep it only if you wrote it.', { warning })}
        </p>
      )}
      <div class="meta">
        <span>{t('{category}, in doubt', { category: known(category) })}</span>
        <span>{saidBy(memory)}</span>
        <Time at={createdAt} as="moment" />
      </div>
      {sessionId !== undefined && <Around memory={memory} session={sessionId} />}
      <p class="muted">{t('Agents get it only if you keep it.')}</p>
      <div class="buttons" ref={editing.buttons}>
        {dashboard.may('restoreMemory', characterId) && (
          <button type="button" disabled={edited?.trim() === ''} onClick={keepIt}>
            {t('Keep')}
          </button>
        )}
        {dashboard.may('deleteMemory', characterId) && (
          <button
            type="button"
            class="quiet"
            onClick={() => run(() => reject(client, memory), t('Rejected “{content}”', said), back)}
          >
            {t('Reject')}
          </button>
        )}
        {dashboard.may('changeMemories', characterId) && (
          <button
            type="button"
            class="quiet apart"
            onClick={() => editing.edit(edited === undefined ? text : undefined)}
          >
            {edited === undefined ? t('Edit') : t('Cancel')}
          </button>
        )}
      </div>
    </article>
  );
}
