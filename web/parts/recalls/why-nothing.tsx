import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import type { Memory } from '../../client/api.ts';
import { listed, t, tn } from '../../languages/translate.ts';
import { useDashboard } from '../../shell/dashboard.ts';
import { placeOf } from '../../shell/places.ts';
import { useLoad } from '../../shell/use-load.ts';
import { FailureNote } from '../failure.tsx';
import { groupedBy } from '../format.ts';
import { EditForm } from '../memory/edit-form.tsx';
import { Edits } from '../memory/edits.ts';
import { Held } from '../memory/held.tsx';
import { Holding } from '../memory/memory-row.tsx';
import { relevanceInFigures } from '../memory/rank.ts';
import { useAction } from '../use-action.ts';
import { mendingOf, type Near, type Reasons } from './mending.ts';

type Layer = Reasons['layers'][number];
type Elsewhere = Reasons['elsewhere'][number];

/** The most words of a prompt that are named as lacking. */
const maxLacking = 5;

/** A prompt, whose memory it asked, and when; without a time it is asked now. */
interface Asked {
  characterId: string;
  query: string;
  at?: string;
  /** It tells something, and asks nothing. */
  order?: boolean | undefined;
}

/**
 * Why hooks gave nothing at a prompt, by what was stored then in each memory that they read, and what mends it; what was
 * stored since stands apart.
 */
export function WhyNothing({ of }: { of: Asked }) {
  const { characterId, query, at } = of;
  const dashboard = useDashboard();
  const { client, characters } = dashboard;
  const asked = { characterId, prompt: query, askedAt: at };
  const found = useLoad(`${characterId} ${at} ${query}`, (signal) => client.call('explainPrompt', asked, signal));
  const { value } = found;
  // The shell shows the form: what is stored meanwhile may take this part away.
  const write = (layer: Layer) => {
    const character = characters.value?.find(({ id }) => id === layer.id);
    if (character) dashboard.remembering.value = { character, asked: query };
  };
  const [then, since] = value ? [partOf(value, false), partOf(value, true)] : [];
  const isAnswered = since !== undefined && (memoriesOf(since).length > 0 || since.elsewhere.length > 0);
  return (
    <section class="why" aria-label={t('Why nothing?')} aria-busy={found.isLoading}>
      <FailureNote failure={found.failure} again={found.again} />
      {then && since && (
        <>
          <p role="status">{verdictOn(then, of, isAnswered)}</p>
          {isMissing(then) && !isAnswered && !of.order && (
            <div class="buttons">
              {then.layers
                .filter(({ id }) => dashboard.may('addMemoryDirect', id))
                .map((one, index) => (
                  <button key={one.id} type="button" class={index === 0 ? 'main' : 'quiet'} onClick={() => write(one)}>
                    {t('Write the missing memory in {name}…', { name: shownName(one) })}
                  </button>
                ))}
            </div>
          )}
          <Candidates of={then} isNear={isMissing(then) && !isAnswered && !of.order} query={query} />
          {isAnswered && (
            <>
              <h3>{t('Now there is:')}</h3>
              <Candidates of={since} isNear={false} query={query} />
            </>
          )}
        </>
      )}
    </section>
  );
}

/** What was stored when it was asked, or what was stored since and answers. */
function partOf(reasons: Reasons, isSince: boolean): Reasons {
  const isOf = ({ later = false, outcome }: { later?: boolean | undefined; outcome?: Near['outcome'] }) =>
    later === isSince && !(isSince && outcome === 'weak');
  const layers = reasons.layers.map((one) => ({ ...one, memories: one.memories.filter(isOf) }));
  return { ...reasons, layers, elsewhere: reasons.elsewhere.filter(isOf) };
}

const memoriesOf = ({ layers }: Reasons) => layers.flatMap((one) => one.memories);
/** Kept back, though it answers. */
const isKeptBack = ({ outcome }: Near) => outcome !== 'given' && outcome !== 'weak';
/** Whether no memory of anybody says it. */
const isMissing = (reasons: Reasons) =>
  reasons.asks && reasons.elsewhere.length === 0 && memoriesOf(reasons).every(({ outcome }) => outcome === 'weak');

/** The reason in a sentence. @param isAnswered what was stored since answers it */
function verdictOn(reasons: Reasons, { order }: Asked, isAnswered: boolean): string {
  const { allowed, asks, layers, elsewhere } = reasons;
  const memories = memoriesOf(reasons);
  const names = listed(layers.map(shownName));
  if (!allowed) return t('The plan has no hooks that recall.');
  if (!asks) return t('Hooks looked for nothing: it is small talk, a command or code.');
  const given = memories.filter(({ outcome }) => outcome === 'given').length;
  if (given > 0) return tn(given, 'Asked now, hooks give {n} memory.', 'Asked now, hooks give {n} memories.');
  if (memories.some(isKeptBack)) return t('Hooks searched {names}. What may answer it is kept back:', { names });
  if (elsewhere.length > 0) return t('Hooks searched {names}. The answer is where they do not look:', { names });
  if (isAnswered) return t('Hooks searched {names}. When it was asked, no memory said it.', { names });
  if (order) return t('Hooks searched {names}. It asks nothing, so no answer is missing.', { names });
  return memories.length === 0
    ? t('Hooks searched {names}. No memory has a word of it, or is near to it.', { names })
    : t('Hooks searched {names}. No memory says it well enough:', { names });
}

/**
 * Memories by the character that has them.
 * @param isNear whether those that hardly fit are shown: where something else is the reason, they tell nothing
 */
function Candidates({ of, isNear, query }: { of: Reasons; isNear: boolean; query: string }) {
  const layers = of.layers.map((one) => ({
    ...one,
    memories: isNear ? one.memories : one.memories.filter(({ outcome }) => outcome !== 'weak'),
  }));
  return (
    <>
      {layers.map(
        (one) => one.memories.length > 0 && <OfLayer key={one.id} layer={one} query={query} least={of.least} />,
      )}
      {groupedBy(of.elsewhere, (one) => one.characterName).map(([name, found]) => (
        <section key={name} aria-label={name}>
          <b dir="auto">{name}</b>
          {found.map((one) => (
            <Other key={one.id} found={one} layers={of.layers} />
          ))}
        </section>
      ))}
    </>
  );
}

function OfLayer({ layer, query, least }: { layer: Layer; query: string; least: number }) {
  const { name, memories } = layer;
  return (
    <section aria-label={name}>
      <b dir="auto">{shownName(layer)}</b>
      {memories.map((one) => (
        <NearMemory key={one.id} near={one} query={query} least={least} />
      ))}
    </section>
  );
}

/** A memory near a prompt: why hooks leave it out, and what changes that. */
function NearMemory({ near, query, least }: { near: Near; query: string; least: number }) {
  const dashboard = useDashboard();
  const { run, failure, isBusy } = useAction();
  const [editing, setEditing] = useState<Memory>();
  const { id, characterId, content, outcome } = near;
  const of = { characterId, memoryId: id };
  const mend = mendingOf(near, query, dashboard);
  const edit = async () => {
    const [memory] = await Promise.all([dashboard.client.call('getMemory', of), dashboard.readCategories(characterId)]);
    setEditing(memory);
  };
  return (
    <div class="given" data-memory={id}>
      {editing ? (
        <EditForm memory={editing} close={() => setEditing(undefined)} />
      ) : (
        <p class="said" dir="auto">
          {content}
        </p>
      )}
      <div class="foot">
        <div class="meta">
          <span>{reasonFor(near, least)}</span>
          <Holding memory={near} />
          {(outcome === 'held' || outcome === 'muted') && <Held {...of} choice={{ [outcome]: true }} />}
        </div>
        <div class="buttons">
          {mend && (
            <button type="button" disabled={isBusy} onClick={() => void run(mend.does, mend.done, mend.undo)}>
              {mend.label}
            </button>
          )}
          {outcome === 'weak' && dashboard.may('updateMemory', characterId) && !editing && (
            <button
              type="button"
              class="quiet"
              title={t('Say what is asked: {query}', { query })}
              onClick={() => void edit().catch((error) => dashboard.toasts.fail(error))}
            >
              {t('Correct it')}
            </button>
          )}
          {outcome !== 'proposed' && (
            <Link class="button quiet" href={placeOf('memories', characterId, id)}>
              {t('Open')}
            </Link>
          )}
        </div>
      </div>
      <FailureNote failure={failure} />
    </div>
  );
}

function reasonFor({ outcome, relevance, lacks }: Near, least: number): string {
  const figures = { relevance: relevanceInFigures(relevance), least: relevanceInFigures(least) };
  switch (outcome) {
    case 'given':
      return t('given, with {relevance}', figures);
    case 'weak': {
      const words = listed(lacks.slice(0, maxLacking).map((word) => t('“{word}”', { word })));
      const missed = t('fits with {relevance}; hooks give from {least} on', figures);
      return lacks.length === 0 ? missed : `${missed}${t(', ')}${t('it lacks {words}', { words })}`;
    }
    case 'ended':
      return t('it no longer holds');
    case 'wrong':
      return t('you called it wrong for this question');
    case 'proposed':
      return t('proposed: hooks give it when you keep it');
    case 'forgetting':
      return t('the prompt asks to forget it');
    case 'room':
      return t('fits with {relevance}, but others filled the room, or say the same', figures);
    default:
      return t('fits with {relevance}', figures);
  }
}

/**
 * A memory that answers, of a character that hooks do not read here; moved, they give it. From the user's own memory they
 * give it in every project.
 */
function Other({ found, layers }: { found: Elsewhere; layers: readonly Layer[] }) {
  const dashboard = useDashboard();
  const { run, isBusy, failure } = useAction();
  const { id, characterId, content, relevance } = found;
  const targets = layers
    .filter((one) => dashboard.may('changeMemories', characterId) && dashboard.may('changeMemories', one.id))
    .toSorted((one, other) => Number(other.isOwn) - Number(one.isOwn));
  const move = (to: Layer) => new Edits(dashboard).changeMany([{ characterId, ids: [id] }], { moveTo: to.id });
  return (
    <div class="given" data-memory={id}>
      <p class="said" dir="auto">
        {content}
      </p>
      <div class="foot">
        <div class="meta">
          <span>{t('fits with {relevance}', { relevance: relevanceInFigures(relevance) })}</span>
        </div>
        <div class="buttons">
          {targets.map((one, index) => (
            <button
              key={one.id}
              type="button"
              class={index === 0 ? undefined : 'quiet'}
              disabled={isBusy}
              onClick={() => void run(() => move(one))}
            >
              {t('Move it to {name}', { name: shownName(one) })}
            </button>
          ))}
          <Link class="button quiet" href={placeOf('memories', characterId, id)}>
            {t('Open')}
          </Link>
        </div>
      </div>
      <FailureNote failure={failure} />
    </div>
  );
}

const shownName = ({ name, isOwn }: Layer) => (isOwn ? t('Personal') : name);
