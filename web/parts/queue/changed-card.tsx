import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import type { Memory } from '../../client/api.ts';
import { msg, t } from '../../languages/translate.ts';
import { useDashboard } from '../../shell/dashboard.ts';
import { placeOf } from '../../shell/places.ts';
import { FailureNote } from '../failure.tsx';
import { Diff } from '../memory/diff.tsx';
import { EditForm } from '../memory/edit-form.tsx';
import { Time } from '../time.tsx';
import type { Linked } from './links.ts';
import { type Settle, useDecision } from './use-decision.ts';

const answers = [
  { answer: 'changed', label: msg('It changed'), done: msg('The older one has ended') },
  { answer: 'both', label: msg('Both hold'), done: msg('Both hold') },
  { answer: 'neither', label: msg('Both are wrong'), done: msg('Both have ended') },
] as const;
type Answer = (typeof answers)[number]['answer'];

/** A memory that may be outdated, with the newer one: a person says what holds. */
export function ChangedCard({ link: { newer, older, remains, edit }, settle }: { link: Linked; settle: Settle }) {
  const dashboard = useDashboard();
  const { client } = dashboard;
  const { run, failure, isBusy } = useDecision(settle);
  // Of an older memory that says several things, one may still hold.
  const [isCorrecting, setCorrecting] = useState(dashboard.drafts.has(older.id));
  const { characterId } = newer;
  const of = { characterId, memoryId: newer.id, otherId: older.id };
  const back = async ({ id: memoryId, revision }: Memory) => {
    await client.call('revertMemory', { characterId, memoryId, revision });
  };
  const undo = async (answer: Answer) => {
    if (answer !== 'both') await back(older);
    if (answer === 'neither') await back(newer);
    await client.call('keepBoth', { ...of, answer, kept: false });
  };
  return (
    <article class="pair" data-link={`${newer.id} ${older.id}`}>
      {([older, newer] as const).map((memory) => (
        <div key={memory.id} class="side">
          <div>
            <p class="said" dir="auto">
              <Diff from={older.content} to={newer.content} isShort only={memory === newer ? 'to' : 'from'} />
            </p>
            <div class="meta">
              <span>{memory === newer ? t('newer') : t('may be outdated')}</span>
              <Time at={memory.occurredAt ?? memory.createdAt} as="moment" />
              <Link href={placeOf('memories', characterId, memory.id)}>{t('History')}</Link>
              {memory === older && !isCorrecting && dashboard.may('updateMemory', characterId) && (
                <button type="button" class="quiet apart" disabled={isBusy} onClick={() => setCorrecting(true)}>
                  {t('Correct it')}
                </button>
              )}
            </div>
          </div>
        </div>
      ))}
      {edit && (
        <p class="muted">{t('You changed {from} to {to} in the newer one; the older one still says {from}', edit)}</p>
      )}
      {remains !== undefined && (
        <p class="muted" dir="auto">
          {t('If it changed, the older one still says: {remains}', { remains })}
        </p>
      )}
      {isCorrecting && <EditForm memory={older} close={() => setCorrecting(false)} />}
      {dashboard.may('keepBoth', characterId) && (
        <div class="buttons">
          {answers.map(({ answer, label, done }) => (
            <button
              key={answer}
              type="button"
              class={answer === 'changed' ? undefined : 'quiet'}
              disabled={isBusy}
              onClick={() =>
                void run(
                  () => client.call('keepBoth', { ...of, answer }),
                  answer === 'changed' && remains !== undefined ? t('The older one says what still holds') : t(done),
                  () => undo(answer),
                )
              }
            >
              {t(label)}
            </button>
          ))}
        </div>
      )}
      <FailureNote failure={failure} />
    </article>
  );
}
