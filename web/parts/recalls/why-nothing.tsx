import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import type { Memory } from '../../client/api.ts';
import type { Output } from '../../client/client.ts';
import { listed, t, tn } from '../../languages/translate.ts';
import { useDashboard } from '../../shell/dashboard.ts';
import { placeOf } from '../../shell/places.ts';
import { useLoad } from '../../shell/use-load.ts';
import { FailureNote } from '../failure.tsx';
import { EditForm } from '../memory/edit-form.tsx';
import { Edits } from '../memory/edits.ts';
import { Held } from '../memory/held.tsx';
import { Holding } from '../memory/memory-row.tsx';
import { relevanceInFigures } from '../memory/rank.ts';
import { useAction } from '../use-action.ts';

type Reasons = Output<'explainPrompt'>;
type Layer = Reasons['layers'][number];
type Near = Layer['memories'][number];
type Elsewhere = Reasons['elsewhere'][number];

/** The most words of a prompt that are named as lacking. */
const maxLacking = 5;

/** Why hooks give nothing at a prompt, in each memory that they read, and what mends it. */
export function WhyNothing({ characterId, query }: { characterId: string; query: string }) {
  const dashboard = useDashboard();
  const { client, characters } = dashboard;
  const asked = { characterId, prompt: query };
  const found = useLoad(`${characterId} ${query}`, (signal) => client.call('explainPrompt', asked, signal));
  const { value } = found;
  // The shell shows the form: what is stored meanwhile may take this part away.
  const write = (layer: Layer) => {
    const character = characters.value?.find(({ id }) => id === layer.id);
    if (character) dashboard.remembering.value = { character, asked: query };
  };
  return (
    <section class="why" aria-label={t('Why nothing?')} aria-busy={found.isLoading}>
      <FailureNote failure={found.failure} again={found.again} />
      {value && (
        <>
          <p role="status">{verdictOn(value)}</p>
          {telling(value).map((one) => (
            <OfLayer key={one.id} layer={one} query={query} least={value.least} />
          ))}
          {value.elsewhere.map((one) => (
            <Other key={one.id} found={one} layers={value.layers} />
          ))}
          {isMissing(value) && (
            <div class="buttons">
              {value.layers
                .filter(({ id }) => dashboard.may('addMemoryDirect', id))
                .map((one) => (
                  <button key={one.id} type="button" onClick={() => write(one)}>
                    {t('Write the missing memory in {name}…', { name: one.name })}
                  </button>
                ))}
            </div>
          )}
        </>
      )}
    </section>
  );
}

const memoriesOf = ({ layers }: Reasons) => layers.flatMap((one) => one.memories);
/** Kept back, though it answers. */
const isKeptBack = ({ outcome }: Near) => outcome !== 'given' && outcome !== 'weak';
/** Whether no memory of anybody says it. */
const isMissing = (reasons: Reasons) =>
  reasons.asks && reasons.elsewhere.length === 0 && memoriesOf(reasons).every(({ outcome }) => outcome === 'weak');

/** The layers that tell why: where something else does, memories that hardly fit do not. */
function telling(reasons: Reasons): Layer[] {
  if (isMissing(reasons)) return memoriesOf(reasons).length > 0 ? reasons.layers : [];
  const layers = reasons.layers.map((one) => ({
    ...one,
    memories: one.memories.filter(({ outcome }) => outcome !== 'weak'),
  }));
  return layers.filter(({ memories }) => memories.length > 0);
}

/** The reason in a sentence. */
function verdictOn(reasons: Reasons): string {
  const { allowed, asks, layers, elsewhere } = reasons;
  const memories = memoriesOf(reasons);
  const names = listed(layers.map(({ name, isOwn }) => (isOwn ? t('{name} (your own)', { name }) : name)));
  if (!allowed) return t('The plan has no hooks that recall.');
  if (!asks) return t('Hooks looked for nothing: it is small talk, a command or code.');
  const given = memories.filter(({ outcome }) => outcome === 'given').length;
  if (given > 0) return tn(given, 'Asked now, hooks give {n} memory.', 'Asked now, hooks give {n} memories.');
  if (memories.some(isKeptBack)) return t('Hooks searched {names}. What may answer it is kept back:', { names });
  if (elsewhere.length > 0) return t('Hooks searched {names}. The answer is where they do not look:', { names });
  return memories.length === 0
    ? t('Hooks searched {names}. No memory has a word of it, or is near to it.', { names })
    : t('Hooks searched {names}. No memory says it well enough:', { names });
}

function OfLayer({ layer, query, least }: { layer: Layer; query: string; least: number }) {
  const { name, isOwn, memories } = layer;
  return (
    <section aria-label={name}>
      <b dir="auto">{isOwn ? t('{name} (your own)', { name }) : name}</b>
      {memories.length === 0 && <p class="muted">{t('Nothing near it is stored here.')}</p>}
      {memories.map((one) => (
        <NearMemory key={one.id} near={one} query={query} least={least} />
      ))}
    </section>
  );
}

/** A memory near a prompt: why hooks leave it out, and what changes that. */
function NearMemory({ near, query, least }: { near: Near; query: string; least: number }) {
  const dashboard = useDashboard();
  const { client } = dashboard;
  const { run, failure, isBusy } = useAction();
  const [editing, setEditing] = useState<Memory>();
  const { id, characterId, content, outcome } = near;
  const of = { characterId, memoryId: id };
  const may = (name: 'updateMemory' | 'restoreMemory') => dashboard.may(name, characterId);
  const edit = async () => {
    const [memory] = await Promise.all([client.call('getMemory', of), dashboard.readCategories(characterId)]);
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
      <div class="meta">
        <span>{reasonFor(near, least)}</span>
        <Holding memory={near} />
        {(outcome === 'held' || outcome === 'muted') && <Held {...of} choice={{ [outcome]: true }} />}
      </div>
      <div class="buttons">
        {outcome === 'weak' && may('updateMemory') && !editing && (
          <button
            type="button"
            class="quiet"
            disabled={isBusy}
            title={t('Say what is asked: {query}', { query })}
            onClick={() => void edit().catch((error) => dashboard.toasts.fail(error))}
          >
            {t('Correct it')}
          </button>
        )}
        {outcome === 'proposed' && may('restoreMemory') && (
          <button
            type="button"
            class="quiet"
            disabled={isBusy}
            onClick={() =>
              void run(
                () => client.call('restoreMemory', of),
                t('Kept'),
                () => client.call('deleteMemory', of),
              )
            }
          >
            {t('Keep')}
          </button>
        )}
        {outcome !== 'proposed' && (
          <Link class="button quiet" href={placeOf('memories', characterId, id)}>
            {t('Open')}
          </Link>
        )}
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

/** A memory that answers, of a character that hooks do not read here; moved, they give it. */
function Other({ found, layers }: { found: Elsewhere; layers: readonly Layer[] }) {
  const dashboard = useDashboard();
  const { run, isBusy, failure } = useAction();
  const { id, characterId, characterName, content, relevance } = found;
  const targets = layers.filter(
    (one) => dashboard.may('changeMemories', characterId) && dashboard.may('changeMemories', one.id),
  );
  return (
    <section aria-label={characterName}>
      <b dir="auto">{characterName}</b>
      <div class="given" data-memory={id}>
        <p class="said" dir="auto">
          {content}
        </p>
        <div class="meta">
          <span>{t('fits with {relevance}', { relevance: relevanceInFigures(relevance) })}</span>
        </div>
        <div class="buttons">
          {targets.map((one) => (
            <button
              key={one.id}
              type="button"
              class="quiet"
              disabled={isBusy}
              onClick={() =>
                void run(() => new Edits(dashboard).changeMany([{ characterId, ids: [id] }], { moveTo: one.id }))
              }
            >
              {t('Move it to {name}', { name: one.name })}
            </button>
          ))}
          <Link class="button quiet" href={placeOf('memories', characterId, id)}>
            {t('Open')}
          </Link>
        </div>
        <FailureNote failure={failure} />
      </div>
    </section>
  );
}
