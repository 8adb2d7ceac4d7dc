import type { Output } from '../../client/client.ts';
import { known } from '../../languages/known.ts';
import { reasonsInWords } from '../../languages/reasons.ts';
import { msg, t, tn } from '../../languages/translate.ts';
import { useDashboard } from '../../shell/dashboard.ts';
import { FailureNote } from '../failure.tsx';
import { Time } from '../time.tsx';
import { useAction } from '../use-action.ts';

export type Turn = Output<'listHookReceipts'>['turns'][number];
type Clause = Turn['clauses'][number];

export const speakers = { user: msg('You'), assistant: msg('The agent') };

/** More statements of a turn that were left out are one line. */
const fewLeftOut = 2;

/** A turn of a session, clause by clause, each with its outcome and reason. */
export function CapturedTurn({ turn, characterName }: { turn: Turn; characterName: string | undefined }) {
  const { at, host, speaker, clauses, characterId } = turn;
  const isLeftOut = ({ memoryId }: Clause) => memoryId === undefined;
  const folded = clauses.filter(isLeftOut).length > fewLeftOut;
  const stored = folded ? clauses.filter((clause) => !isLeftOut(clause)) : clauses;
  const leftOut = folded ? clauses.filter(isLeftOut) : [];
  return (
    <article class="turn">
      <div class="meta">
        {characterName !== undefined && (
          <b>
            <bdi>{characterName}</bdi>
          </b>
        )}
        <span>
          {host === undefined
            ? t(speakers[speaker])
            : t('{speaker} in {host}', { speaker: t(speakers[speaker]), host })}
        </span>
        <Time at={at} as="clock" />
      </div>
      {stored.map((clause) => (
        <ClauseRow key={clause.id} clause={clause} characterId={characterId} />
      ))}
      {leftOut.length > 0 && (
        <details>
          <summary>{tn(leftOut.length, '{n} statement left out', '{n} statements left out')}</summary>
          {leftOut.map((clause) => (
            <ClauseRow key={clause.id} clause={clause} characterId={characterId} />
          ))}
        </details>
      )}
    </article>
  );
}

/** The present state of a clause: that of its memory. */
function standingOf({ outcome, state }: Clause): string {
  if (state === 'ACTIVE') return outcome === 'known' ? 'known' : 'kept';
  if (state === 'PROPOSED') return 'proposed';
  return state === 'DELETED' ? 'forgotten' : outcome;
}

function ClauseRow({ clause, characterId }: { clause: Clause; characterId: string }) {
  const dashboard = useDashboard();
  const { client } = dashboard;
  const { run, failure, isBusy } = useAction();
  const { id, text, outcome, kind, state, memoryId } = clause;
  const standing = standingOf(clause);
  const why = reasonsInWords(clause.reason);
  const review = (verdict: 'kept' | 'undone') => client.call('reviewCapture', { clauseId: id, verdict });
  const takeBack = async (verdict: 'kept' | 'undone') => {
    const wasProposed = state === 'PROPOSED' && memoryId !== undefined;
    if (verdict === 'kept' || !wasProposed) await review(verdict === 'kept' ? 'undone' : 'kept');
    const of = { characterId: clause.characterId ?? characterId, memoryId: memoryId ?? '' };
    if (wasProposed) await client.call('restoreMemory', { ...of, asProposal: true });
  };
  const button = (label: string, verdict: 'kept' | 'undone', done: string) => (
    <button
      type="button"
      class="quiet"
      aria-describedby={`clause-${id}`}
      disabled={isBusy}
      onClick={() =>
        void run(
          () => review(verdict),
          done,
          () => takeBack(verdict),
        )
      }
    >
      {label}
    </button>
  );
  return (
    <div class="clause" data-clause={id}>
      <p id={`clause-${id}`} class={standing === 'kept' || standing === 'known' ? 'said' : 'said muted'} dir="auto">
        {text}
      </p>
      <div class="foot">
        <div class="meta">
          <span>
            <b>{known(standing)}</b>:{' '}
            {standing === outcome ? why : t('at first {outcome}: {reason}', { outcome: known(outcome), reason: why })}
          </span>
          {kind !== undefined && memoryId !== undefined && <span>{known(kind)}</span>}
        </div>
        {dashboard.may('reviewCapture', characterId) && (
          <div class="buttons">
            {state !== 'ACTIVE' && button(t('Keep this too'), 'kept', t('Kept'))}
            {(state === 'ACTIVE' || state === 'PROPOSED') && button(t('Forget'), 'undone', t('Forgotten'))}
            <FailureNote failure={failure} />
          </div>
        )}
      </div>
    </div>
  );
}
