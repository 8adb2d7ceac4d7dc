import { useRef, useState } from 'preact/hooks';
import { Link, useLocation, useSearch } from 'wouter-preact';
import type { Character } from '../client/api.ts';
import { listed, t, tn } from '../languages/translate.ts';
import { CharacterPane } from '../parts/characters/character-pane.tsx';
import { FormEnd } from '../parts/form-end.tsx';
import { ShortText } from '../parts/memory/said.tsx';
import { Modal } from '../parts/modal.tsx';
import { Time } from '../parts/time.tsx';
import { useAction } from '../parts/use-action.ts';
import { useDraft } from '../parts/use-draft.ts';
import { useOpen } from '../parts/use-open.ts';
import { type ListHandle, VirtualList } from '../parts/virtual-list.tsx';
import { FirstSteps } from '../parts/welcome.tsx';
import { type PageProps, useDashboard } from '../shell/dashboard.ts';
import { placeOf, queryOf, useCharacter } from '../shell/places.ts';

const size = 50;
const rowHeight = 96;

/** The list of characters, with the open one beside it. */
export default function Characters({ character: named }: PageProps) {
  const dashboard = useDashboard();
  const { client, changes } = dashboard;
  const current = useCharacter(undefined)?.id;
  const given = new URLSearchParams(useSearch());
  const isArchived = given.get('status') === 'ARCHIVED';
  const isPrivate = given.get('visibility') === 'PRIVATE';
  const { open, isByItself } = useOpen(named, isArchived || isPrivate ? undefined : current);
  const [, go] = useLocation();
  const list = useRef<ListHandle<Character>>(null);
  const [isCreating, setCreating] = useState(false);
  const status = isArchived ? 'ARCHIVED' : 'ACTIVE';
  const queryFor = (archived: boolean, onlyPrivate: boolean) =>
    queryOf({ status: archived ? 'ARCHIVED' : undefined, visibility: onlyPrivate ? 'PRIVATE' : undefined });
  const query = queryFor(isArchived, isPrivate);
  const read = async (page: number, signal: AbortSignal) => {
    const asked = { page, limit: size, status, sortBy: 'LAST_MEMORY_AT' } as const;
    const visibility = isPrivate ? 'PRIVATE' : undefined;
    const { characters, total } = await client.call('listCharacters', { ...asked, visibility }, signal);
    return { rows: characters, total };
  };
  return (
    <div class={open === undefined ? 'body' : 'body two'}>
      <VirtualList<Character>
        about={query}
        version={changes.value}
        size={size}
        estimate={rowHeight}
        identify={({ id }) => id}
        label={t('Characters')}
        handle={list}
        read={read}
        empty={
          query === '' ? (
            <FirstSteps />
          ) : (
            <p class="empty">{isPrivate ? t('Nobody is private.') : t('Nobody is archived.')}</p>
          )
        }
        draw={(character) => (
          <article key={character.id} class={character.id === open ? 'm slim who-row sel' : 'm slim who-row'}>
            <Link
              href={placeOf('characters', character.id) + query}
              aria-current={character.id === open ? 'true' : undefined}
            >
              <h2>
                <bdi>{dashboard.nameOf(character)}</bdi>
              </h2>
            </Link>
            {character.id === dashboard.me.value?.ownCharacter ? (
              <p class="said">{t('what every agent should know of you')}</p>
            ) : (
              character.profile.background !== undefined && (
                <ShortText content={character.profile.background} isPiece={false} />
              )
            )}
            <div class="meta">
              <span>{tn(character.memoryCount, '{n} memory', '{n} memories')}</span>
              {character.visibility === 'PRIVATE' && <span>{t('private')}</span>}
              {character.tags.length > 0 && <span>{listed(character.tags)}</span>}
              {character.lastMemoryAt !== undefined && <Time at={character.lastMemoryAt} as="short" />}
            </div>
          </article>
        )}
      >
        <div class="opening">
          <h1 class="page-title">{t('Characters')}</h1>
          {dashboard.may('createCharacter') && (
            <button type="button" class="main" onClick={() => setCreating(true)}>
              {t('New character…')}
            </button>
          )}
        </div>
        <p class="muted">{t('A memory of its own: yours, a project’s, a team’s.')}</p>
        <div class="facets">
          <Link class="chip" aria-current={!isArchived} href={placeOf('characters') + queryFor(false, isPrivate)}>
            {t('Active')}
          </Link>
          <Link class="chip" aria-current={isArchived} href={placeOf('characters') + queryFor(true, isPrivate)}>
            {t('Archived')}
          </Link>
          <Link class="chip" aria-current={isPrivate} href={placeOf('characters') + queryFor(isArchived, !isPrivate)}>
            {t('Private')}
          </Link>
        </div>
      </VirtualList>
      {open !== undefined && (
        <CharacterPane
          key={open}
          characterId={open}
          isByItself={isByItself}
          close={() => go(placeOf('characters') + query)}
        />
      )}
      {isCreating && <CreateDialog close={() => setCreating(false)} />}
    </div>
  );
}

function CreateDialog({ close }: { close: () => void }) {
  const { client } = useDashboard();
  const [, go] = useLocation();
  const { run, failure, isBusy } = useAction();
  const { form: kept, end: forget } = useDraft('new character');
  const discard = () => {
    forget();
    close();
  };
  const create = async (event: SubmitEvent) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget as HTMLFormElement);
    const categoryPreset = data.get('preset') === 'developer' ? 'developer' : 'standard';
    const visibility = data.get('visibility') === 'PRIVATE' ? 'PRIVATE' : undefined;
    const fields = { name: String(data.get('name')), categoryPreset, visibility } as const;
    const made = await run(() => client.call('createCharacter', fields));
    if (!made) return;
    discard();
    go(placeOf('characters', made.id));
  };
  return (
    <Modal label={t('New character')} close={close}>
      <h2>{t('New character')}</h2>
      <form {...kept} class="fields" onSubmit={create}>
        <label>
          {t('Name')}
          <input name="name" required maxLength={200} autocomplete="off" />
        </label>
        <label>
          {t('Categories to begin with')}
          <select name="preset">
            <option value="standard">{t('standard: facts, preferences, relationships, …')}</option>
            <option value="developer">{t('developer: decisions, conventions, …')}</option>
          </select>
        </label>
        <label>
          {t('Who sees it')}
          <select name="visibility">
            <option value="PUBLIC">{t('everyone in the team')}</option>
            <option value="PRIVATE">{t('only those it is shared with')}</option>
          </select>
        </label>
        <FormEnd failure={failure} isBusy={isBusy} does={t('Create')} close={discard} />
      </form>
    </Modal>
  );
}
