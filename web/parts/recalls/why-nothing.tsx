import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import type { Memory } from '../../client/api.ts';
import { t } from '../../languages/translate.ts';
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
import { ShortText } from '../memory/said.tsx';
import { useAction } from '../use-action.ts';
import type { Answer } from './again.ts';
import { mendingOf } from './mending.ts';
import {
  figuresOf,
  isLeftToWrite,
  isMissing,
  memoriesOf,
  type Near,
  partOf,
  type Reasons,
  reasonFor,
  shownName,
  verdictOn,
} from './verdict.ts';

type Layer = Reasons['layers'][number];
type Elsewhere = Reasons['elsewhere'][number];

/** A prompt, whose memory it asked, and when; without a time it is asked now. */
interface Asked {
  characterId: string;
  query: string;
  at?: string;
  /** It tells something, and asks nothing. */
  order?: boolean | undefined;
  /** What was held back then. */
  held?: readonly unknown[] | undefined;
}

/** Called when a memory was written or changed so that it answers. */
export type Mended = (answer: Answer) => void;

/**
 * Why hooks gave nothing at a prompt, by what was stored then in each memory that they read, and what mends it; what was
 * stored since stands apart.
 * @param props.isOpen whether it waits for an answer, whatever is near it
 * @param props.isMended whether it is answered by now, or asked again
 */
export function WhyNothing(props: { of: Asked; mended?: Mended | undefined; isOpen?: boolean; isMended?: boolean }) {
  const { of, mended, isOpen = false, isMended = false } = props;
  const { characterId, query, at } = of;
  const dashboard = useDashboard();
  const { client, characters } = dashboard;
  const asked = { characterId, prompt: query, askedAt: at };
  const found = useLoad(`${characterId} ${at} ${query}`, (signal) => client.call('explainPrompt', asked, signal));
  const { value } = found;
  // The shell shows the form: what is stored meanwhile may take this part away.
  const write = (layer: Layer) => {
    const character = characters.value?.find(({ id }) => id === layer.id);
    const done = mended && ((stored: Memory) => mended({ memoryId: stored.id, characterId: stored.characterId }));
    if (character) dashboard.remembering.value = { character, asked: query, ...(done && { done }) };
  };
  const [then, since] = value ? [partOf(value, false), partOf(value, true)] : [];
  const isLacking = then !== undefined && isMissing(then) && !of.order;
  const isWaiting = isOpen && !isMended;
  const isAnswered = since !== undefined && (memoriesOf(since).length > 0 || since.elsewhere.length > 0);
  return (
    <section class="why" aria-label={t('Why nothing?')} aria-busy={found.isLoading}>
      <h3>{t('Why nothing?')}</h3>
      <FailureNote failure={found.failure} again={found.again} />
      {then && since && (
        <>
          <p role="status">{verdictOn(then, of, isAnswered, isMended)}</p>
          {!isMended && ((isLacking && !isAnswered) || (isOpen && value !== undefined && isLeftToWrite(value))) && (
            <div class="buttons">
              {then.layers
                .filter(({ id }) => dashboard.may('addMemoryDirect', id))
                .map((one, index) => (
                  <button
                    key={one.id}
                    type="button"
                    class={index === 0 && isLacking ? 'main' : 'quiet'}
                    onClick={() => write(one)}
                  >
                    {t('Write the missing memory in {name}…', { name: shownName(one) })}
                  </button>
                ))}
            </div>
          )}
          <Candidates of={then} isNear={isLacking && !isAnswered} {...{ query, mended, isMended }} isOpen={isWaiting} />
          {isAnswered && (
            <>
              <h3>{t('Now there is:')}</h3>
              <Candidates of={since} isNear={false} {...{ query, mended, isMended }} isOpen={isWaiting} />
            </>
          )}
        </>
      )}
    </section>
  );
}

/**
 * Memories by the character that has them.
 * @param isNear whether those that hardly fit are shown: where something else is the reason, they tell nothing
 */
function Candidates(props: {
  of: Reasons;
  isNear: boolean;
  query: string;
  mended: Mended | undefined;
  isOpen: boolean;
  isMended: boolean;
}) {
  const { of, isNear, query, mended, isOpen, isMended } = props;
  const layers = of.layers.map((one) => ({
    ...one,
    memories: isNear ? one.memories : one.memories.filter(({ outcome }) => outcome !== 'weak'),
  }));
  return (
    <>
      {layers.map(
        (one) =>
          one.memories.length > 0 && (
            <OfLayer key={one.id} layer={one} {...{ query, mended, isOpen }} least={of.least} />
          ),
      )}
      {groupedBy(of.elsewhere, (one) => one.characterName).map(([name, found]) => (
        <section key={name} aria-label={name}>
          <b dir="auto">{name}</b>
          {found.map((one) => (
            <Other key={one.id} found={one} layers={isMended ? [] : of.layers} mended={mended} />
          ))}
        </section>
      ))}
    </>
  );
}

function OfLayer(props: { layer: Layer; query: string; least: number; mended: Mended | undefined; isOpen: boolean }) {
  const { layer, ...others } = props;
  const { name, memories } = layer;
  return (
    <section aria-label={name}>
      <b dir="auto">{shownName(layer)}</b>
      {memories.map((one) => (
        <NearMemory key={one.id} near={one} {...others} />
      ))}
    </section>
  );
}

/** A memory near a prompt: why hooks leave it out, and what changes that. */
function NearMemory(props: { near: Near; query: string; least: number; mended: Mended | undefined; isOpen: boolean }) {
  const { near, query, least, mended, isOpen } = props;
  const dashboard = useDashboard();
  const { run, failure, isBusy } = useAction();
  const [editing, setEditing] = useState<Memory>();
  const { id, characterId, content, outcome } = near;
  const of = { characterId, memoryId: id };
  const mend = mendingOf(near, query, dashboard);
  const mending = async ({ does, done, undo }: NonNullable<typeof mend>) => {
    const isMended = await run(
      async () => {
        await does();
        return true;
      },
      done,
      undo,
    );
    if (isMended) mended?.(of);
  };
  const edit = async () => {
    const [memory] = await Promise.all([dashboard.client.call('getMemory', of), dashboard.readCategories(characterId)]);
    setEditing(memory);
  };
  return (
    <div class="given" data-memory={id}>
      {editing ? (
        <EditForm memory={editing} close={() => setEditing(undefined)} saved={() => mended?.(of)} />
      ) : (
        <ShortText content={content} />
      )}
      <div class="foot">
        <div class="meta">
          <span title={figuresOf(near, least)}>{reasonFor(near)}</span>
          <Holding memory={near} />
          {(outcome === 'held' || outcome === 'muted') && <Held {...of} choice={{ [outcome]: true }} />}
        </div>
        <div class="buttons">
          {mend && (
            <button type="button" disabled={isBusy} onClick={() => void mending(mend)}>
              {mend.label}
            </button>
          )}
          {(outcome === 'given' || outcome === 'weak' || outcome === 'room') && isOpen && mended && (
            <button type="button" class="quiet" onClick={() => mended(of)}>
              {t('This answers it')}
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

/**
 * A memory that answers, of a character that hooks do not read here; moved, they give it. From the user's own memory they
 * give it in every project.
 */
function Other(props: { found: Elsewhere; layers: readonly Layer[]; mended: Mended | undefined }) {
  const { found, layers, mended } = props;
  const dashboard = useDashboard();
  const { run, isBusy, failure } = useAction();
  const { id, characterId, content, relevance } = found;
  const targets = layers
    .filter((one) => dashboard.may('changeMemories', characterId) && dashboard.may('changeMemories', one.id))
    .toSorted((one, other) => Number(other.isOwn) - Number(one.isOwn));
  const move = async (to: Layer) => {
    const isMoved = await run(async () => {
      await new Edits(dashboard).changeMany([{ characterId, ids: [id] }], { moveTo: to.id });
      return true;
    });
    if (isMoved) mended?.({ memoryId: id, characterId: to.id });
  };
  return (
    <div class="given" data-memory={id}>
      <ShortText content={content} />
      <div class="foot">
        <div class="meta">
          <span title={t('relevance {relevance}', { relevance: relevanceInFigures(relevance) })}>{t('it fits')}</span>
        </div>
        <div class="buttons">
          {targets.map((one, index) => (
            <button
              key={one.id}
              type="button"
              class={index === 0 ? undefined : 'quiet'}
              disabled={isBusy}
              onClick={() => void move(one)}
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
