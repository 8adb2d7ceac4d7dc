import { Link } from 'wouter-preact';
import type { Memory } from '../../client/api.ts';
import { doubtsIn } from '../../languages/sentences.ts';
import { type Message, msg, t } from '../../languages/translate.ts';
import { useDashboard } from '../../shell/dashboard.ts';
import { placeOf } from '../../shell/places.ts';
import { useLoad } from '../../shell/use-load.ts';
import { FailureNote } from '../failure.tsx';
import { type Answer, Answering } from '../queue/answering.ts';
import { linkItem, olderText } from '../queue/items.ts';
import { type Linked, readLinks } from '../queue/links.ts';
import { Time } from '../time.tsx';
import { useAction } from '../use-action.ts';
import type { Doubted } from './end.tsx';
import { shortText } from './marking.ts';

/** The answers of the Queue, said of the older memory, and what is said of each. */
const answers: readonly { answer: Answer; label: Message; done: Message }[] = [
  { answer: 'newer', label: msg('It ended'), done: msg('Ended “{content}”') },
  { answer: 'both', label: msg('It still holds'), done: msg('Still holds: “{content}”') },
  { answer: 'none', label: msg('Neither holds'), done: msg('Both have ended') },
  { answer: 'older', label: msg('Newer is wrong'), done: msg('Deleted the newer of two') },
];

/** What may hold in place of an open memory, or of its parts, and what it may hold in place of, each with the answers. */
export function Doubts({ memory }: { memory: Memory & Doubted }) {
  const dashboard = useDashboard();
  const { id, characterId, revision, doubt } = memory;
  const links = useLoad(`${id} ${revision}`, (signal) => readLinks(dashboard.client, characterId, signal));
  const own = (links.value ?? []).filter(({ older }) => older.id === id);
  const others = (links.value ?? []).filter(({ newer }) => newer.id === id);
  if (doubt === undefined)
    return (
      others.length > 0 && (
        <section class="doubts" aria-label={t('May hold in place of')}>
          <h3>{t('May hold in place of')}</h3>
          {others.map((link) => (
            <Doubt key={link.older.id} link={link} other={link.older} />
          ))}
        </section>
      )
    );
  return (
    <section class="doubts" aria-label={t('Does this still hold?')}>
      <h3>{t('Does this still hold?')}</h3>
      {own.map((link) => (
        <Doubt
          key={link.newer.id}
          link={link}
          other={link.newer}
          beside={(links.value ?? []).filter(({ newer, older }) => newer.id === link.newer.id && older.id !== id)}
        />
      ))}
      {own.length === 0 &&
        doubtsIn(doubt).map(({ part, content }) => (
          <div key={content} class="doubt">
            {part !== undefined && <p dir="auto">{part}</p>}
            <p dir="auto">{shortText(content, maxShown)}</p>
          </div>
        ))}
    </section>
  );
}

/** UTF-16 units of the other text. */
const maxShown = 200;

/**
 * @param props.other that of both that is not open
 * @param props.beside the links of the same newer one with others that say what was before
 */
function Doubt(props: { link: Linked; other: Linked['newer']; beside?: readonly Linked[] }) {
  const { link, other, beside = [] } = props;
  const { newer, older, remains } = link;
  const dashboard = useDashboard();
  const { run, failure, isBusy } = useAction();
  const item = linkItem(link);
  const part = olderText(item) ?? '';
  const give = (answer: Answer, done: string, of = item) => {
    const answering = new Answering(dashboard, of);
    void run(
      () => answering.give(answer),
      done,
      () => answering.takeBack(),
    );
  };
  return (
    <div class="doubt" data-link={`${newer.id} ${older.id}`}>
      {remains !== undefined && other === newer && (
        <p dir="auto">
          <del>{part}</del>
        </p>
      )}
      <p dir="auto">
        <Link href={placeOf('memories', other.characterId, other.id)}>{shortText(other.content, maxShown)}</Link>
      </p>
      <p class="meta">
        {newer.characterId !== older.characterId && <b dir="auto">{dashboard.character(other.characterId)?.name}</b>}
        <Time at={other.occurredAt ?? other.createdAt} as="moment" />
      </p>
      {dashboard.may('keepBoth', newer.characterId) && (
        <div class="buttons">
          {answers.map(({ answer, label, done }, place) => (
            <button
              key={answer}
              type="button"
              class={place > 1 ? 'quiet' : undefined}
              disabled={isBusy}
              onClick={() => give(answer, t(done, { content: shortText(part, 40) }))}
            >
              {t(label)}
            </button>
          ))}
          {beside.length > 0 && (
            <button
              type="button"
              class="quiet"
              disabled={isBusy}
              onClick={() =>
                give(
                  'newer',
                  t('Kept “{content}”', { content: shortText(newer.content, 60) }),
                  linkItem(link, ...beside),
                )
              }
            >
              {t('Keep the newer in all {n}', { n: beside.length + 1 })}
            </button>
          )}
        </div>
      )}
      <FailureNote failure={failure} />
    </div>
  );
}
