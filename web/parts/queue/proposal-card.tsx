import { warningOf } from '../../../src/base/orders.ts';
import type { Memory } from '../../client/api.ts';
import { known } from '../../languages/known.ts';
import { msg, t } from '../../languages/translate.ts';
import { useDashboard } from '../../shell/dashboard.ts';
import { isOfDocument, shortText } from '../memory/marking.ts';
import { HeadedText } from '../memory/said.tsx';
import { originIn } from '../memory/source.ts';
import { Time } from '../time.tsx';
import { Around } from './around.tsx';
import { keep, propose, reject } from './proposals.ts';
import { type Settle, useDecision } from './use-decision.ts';

/** The actions for a proposal. */
const choices = [
  { label: msg('Keep'), name: 'restoreMemory', decide: keep, done: msg('Kept “{content}”') },
  { label: msg('Reject'), name: 'deleteMemory', decide: reject, done: msg('Rejected “{content}”') },
] as const;

/**
 * A proposal of hooks. It becomes a memory when a user accepts it, or says it again; words of others and orders that could
 * do harm only when a user accepts them.
 */
export function ProposalCard({ memory, settle }: { memory: Memory; settle: Settle }) {
  const { id, characterId, content, category, createdAt, sessionId } = memory;
  const dashboard = useDashboard();
  const { client } = dashboard;
  const run = useDecision(settle);
  const warning = warningOf(content);
  return (
    <article class="change" data-proposal={id}>
      <HeadedText content={content} isPiece={isOfDocument(memory)} />
      {warning !== undefined && (
        <p class="warning" role="note">
          {t('Careful: {warning}. Keep it only if you wrote it.', { warning })}
        </p>
      )}
      <div class="meta">
        <span>{t('{category}, in doubt', { category: known(category) })}</span>
        <span>{originIn(memory.origin)}</span>
        <Time at={createdAt} as="moment" />
      </div>
      {sessionId !== undefined && <Around memory={memory} session={sessionId} />}
      <p class="muted">{t('Agents get it only if you keep it.')}</p>
      <div class="buttons">
        {choices.map(({ label, name, decide, done }) =>
          dashboard.may(name, characterId) ? (
            <button
              key={name}
              type="button"
              class={name === 'deleteMemory' ? 'quiet' : undefined}
              onClick={() =>
                run(
                  () => decide(client, memory),
                  t(done, { content: shortText(content, 60) }),
                  () => propose(client, memory),
                )
              }
            >
              {t(label)}
            </button>
          ) : null,
        )}
      </div>
    </article>
  );
}
