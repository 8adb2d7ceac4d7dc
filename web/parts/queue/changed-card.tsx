import { useEffect, useState } from 'preact/hooks';
import { t } from '../../languages/translate.ts';
import { useDashboard } from '../../shell/dashboard.ts';
import { FailureNote } from '../failure.tsx';
import { EditForm } from '../memory/edit-form.tsx';
import { Answers } from './answers.tsx';
import { type OfTwo, twoOf } from './items.ts';
import { Sides } from './sides.tsx';
import { type Settle, useDecision } from './use-decision.ts';

/** A memory that may be outdated, with the newer one: a person says what holds, and what of the older one stays. */
export function ChangedCard({ item, settle }: { item: Extract<OfTwo, { kind: 'changed' }>; settle: Settle }) {
  const dashboard = useDashboard();
  const { run, failure, isBusy } = useDecision(settle);
  const { remains, edit } = item.link;
  const memories = twoOf(item);
  const [newer, older] = memories;
  const { characterId } = newer;
  const [isCorrecting, setCorrecting] = useState(dashboard.drafts.has(older.id));
  const [stays, setStays] = useState(remains);
  useEffect(() => setStays(remains), [remains]);
  const isOffered = dashboard.may('keepBoth', characterId);
  const { ownCharacter } = dashboard.me.value ?? {};
  const moves = older.characterId === ownCharacter && characterId !== ownCharacter;
  return (
    <article class="pair" data-link={`${newer.id} ${older.id}`}>
      <Sides memories={memories} />
      {edit && (
        <p class="muted">{t('You changed {from} to {to} in the newer one; the older one still says {from}', edit)}</p>
      )}
      {isCorrecting && <EditForm memory={older} close={() => setCorrecting(false)} />}
      {isOffered && (
        <>
          {stays === undefined ? (
            <p class="muted">{t('The one that is not kept ends: nothing recalls it, its history stays.')}</p>
          ) : (
            <label class="stays">
              {t('If you keep the newer, this stays of the older:')}
              <textarea
                dir="auto"
                rows={Math.min(6, 1 + Math.ceil(stays.length / 80))}
                value={stays}
                placeholder={t('Nothing: it ends')}
                onInput={({ currentTarget }) => setStays(currentTarget.value)}
              />
            </label>
          )}
          {moves && (
            <p class="muted">{t('If you keep the newer, it moves to your own memory, where the older one is.')}</p>
          )}
          <div class="buttons">
            <Answers item={item} remains={stays} run={run} isBusy={isBusy} />
            {stays === undefined && (
              <button type="button" class="quiet apart" disabled={isBusy} onClick={() => setStays(older.content)}>
                {t('A part of the older stays…')}
              </button>
            )}
            {!isCorrecting && dashboard.may('updateMemory', characterId) && (
              <button type="button" class="quiet apart" disabled={isBusy} onClick={() => setCorrecting(true)}>
                {t('Correct the older…')}
              </button>
            )}
          </div>
        </>
      )}
      <FailureNote failure={failure} />
    </article>
  );
}
