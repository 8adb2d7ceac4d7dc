import { useState } from 'preact/hooks';
import { t } from '../../languages/translate.ts';
import { useDashboard } from '../../shell/dashboard.ts';
import { partsOf } from '../memory/marking.ts';
import { movesTo } from './answering.ts';
import { Answers } from './answers.tsx';
import { EditedText, useEditedText } from './edited-text.tsx';
import type { OfTwo } from './items.ts';
import type { Linked } from './links.ts';
import { Sides } from './sides.tsx';
import { type Settle, useDecision } from './use-decision.ts';

type Of = Pick<Linked, 'older' | 'remains'>;

/** Memories that may be outdated, with the newer one: a person says what holds, and what of the older ones stays. */
export function ChangedCard({ item, settle }: { item: Extract<OfTwo, { kind: 'changed' }>; settle: Settle }) {
  const dashboard = useDashboard();
  const run = useDecision(settle);
  const { links } = item;
  const [{ newer, older, remains }] = links;
  const edit = links.find((one) => one.edit)?.edit;
  const isOfSeveral = links.length > 1;
  /** Of several older ones those that still hold beside the newer one. */
  const [holding, setHolding] = useState<readonly string[]>([]);
  const { characterId } = newer;
  const editing = useEditedText();
  const { edited } = editing;
  /** Which older one is edited, and what the user has typed of the others, by their ids. */
  const [at, setAt] = useState(older.id);
  const [done, setDone] = useState<ReadonlyMap<string, string>>(new Map());
  // What is typed stays under the headings of the older one.
  const headingsOf = ({ older: one, remains: rest }: Of) => {
    const { before } = partsOf(one);
    return rest === undefined || rest.startsWith(before) ? before : '';
  };
  const edits = links.find((one) => one.older.id === at) ?? links[0];
  const typed = edited === undefined ? done : new Map([...done, [at, edited.trim() && headingsOf(edits) + edited]]);
  const stays = typed.get(older.id) ?? remains;
  const change = (link: Of) => {
    const { id } = link.older;
    setDone(new Map([...typed].filter(([one]) => one !== id)));
    setAt(id);
    const text = typed.get(id) ?? link.remains;
    editing.edit(text === undefined ? partsOf(link.older).text : text.slice(headingsOf(link).length));
  };
  const isOffered = dashboard.may('keepBoth', characterId);
  const goes = isOfSeveral
    ? t(
        'If you keep the newer, what is struck out stays known only as what was before. Mark an older one that still holds.',
      )
    : stays === undefined
      ? t('What is not kept ends: it stays known only as what was before.')
      : t(
          'If you keep the newer, what is struck out stays known only as what was before; the rest of the older still holds.',
        );
  const hints = [
    ...(edited === undefined ? [goes] : []),
    ...(movesTo(dashboard, item) === undefined ? [] : [t('The newer one then moves to your own memory.')]),
  ];
  const mark = (id: string) =>
    setHolding((before) => (before.includes(id) ? before.filter((one) => one !== id) : [...before, id]));
  const changing = (link: Of) =>
    (edited === undefined || link.older.id !== at) && (
      <button type="button" class="quiet apart" onClick={() => change(link)}>
        {t('Change what stays…')}
      </button>
    );
  return (
    <article class="pair" data-link={`${newer.id} ${older.id}`}>
      <Sides
        newer={newer}
        olders={links.map(({ older: memory, remains: rest }) => ({
          memory,
          stays: holding.includes(memory.id)
            ? memory.content
            : (typed.get(memory.id) ?? rest ?? (isOfSeveral ? '' : undefined)),
          button: isOfSeveral && isOffered && (
            <>
              <button
                type="button"
                class="chip"
                aria-pressed={holding.includes(memory.id)}
                onClick={() => mark(memory.id)}
              >
                {t('It still holds')}
              </button>
              {!holding.includes(memory.id) && changing({ older: memory, remains: rest })}
            </>
          ),
        }))}
      />
      {edit && (
        <p class="muted">{t('You changed {from} to {to} in the newer one; the older one still says {from}', edit)}</p>
      )}
      {isOffered && (
        <>
          {hints.length > 0 && <p class="muted">{hints.join(' ')}</p>}
          <EditedText
            of={editing}
            label={t('If you keep the newer, this stays of the older:')}
            isLabelShown
            placeholder={t('Nothing: it ends')}
          />
          <div class="buttons" ref={editing.buttons}>
            <Answers item={item} given={{ remains: typed, holding }} run={run} />
            {!isOfSeveral && changing(links[0])}
          </div>
        </>
      )}
    </article>
  );
}
