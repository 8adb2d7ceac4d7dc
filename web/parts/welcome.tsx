import { useState } from 'preact/hooks';
import { Link, useLocation } from 'wouter-preact';
import type { Character } from '../client/api.ts';
import { rich, t } from '../languages/translate.ts';
import { useDashboard } from '../shell/dashboard.ts';
import { everyone, placeOf } from '../shell/places.ts';
import { ConnectHosts } from './connect-hosts.tsx';
import { FailureNote } from './failure.tsx';
import { ChooseFiles } from './files/choose-files.tsx';
import type { Dropped } from './files/dropped.ts';

/** The memories of the example: one of every category, one of them edited. */
const exampleMemories: readonly (readonly [content: string, category: string])[] = [
  ['Ada prefers TypeScript over JavaScript for anything that outlives a week, and dislikes decorators.', 'preferences'],
  ['The beta goes to the five design partners on 2 February 2027.', 'decisions'],
  ['The release is planned for 12 March 2027.', 'decisions'],
  ['Commits are small and whole; their messages say why.', 'preferences'],
  ['`npm test` takes two minutes: run one file with `npx vitest run FILE`.', 'skills'],
  ['The staging database is restored every Monday at six, so it forgets what was tried last week.', 'events'],
  ['Nora is allergic to hazelnuts; the emergency kit is in the blue rucksack.', 'relationships'],
];
const exampleEdit = ['12 March 2027', '19 March 2027, a week later, for the audit'] as const;

/** The page of an empty store: how to connect agents, how to import, and an example. */
export function FirstSteps() {
  const dashboard = useDashboard();
  const { client, toasts } = dashboard;
  const [, go] = useLocation();
  const [failure, setFailure] = useState<unknown>();
  const [isConnected, setConnected] = useState(false);
  const example = async () => {
    const { id } = await client.call('createCharacter', { name: 'Example', categoryPreset: 'developer' });
    const { categories } = await client.call('listCategories', { characterId: id });
    const known = new Set(categories.map(({ name }) => name));
    const standard = categories.find(({ isDefault }) => isDefault)?.name ?? 'general';
    for (const [content, category] of exampleMemories) {
      const of = { characterId: id, category: known.has(category) ? category : standard };
      const { id: memoryId } = await client.call('addMemoryDirect', { ...of, content });
      if (!content.includes(exampleEdit[0])) continue;
      // Gives one memory a history.
      await client.call('updateMemory', { characterId: id, memoryId, content: content.replace(...exampleEdit) });
    }
    dashboard.changed();
    toasts.show(t('An example has been loaded'), async () => {
      await client.call('deleteCharacter', { characterId: id });
      dashboard.changed();
      go('/');
    });
    go(placeOf('memories', id));
  };
  const start = (work: () => Promise<void>) => {
    setFailure(undefined);
    void work().catch(setFailure);
  };
  const take = (files: readonly Dropped[]) =>
    start(async () => {
      if (files.length === 0) return;
      const owner = await dashboard.ownCharacter();
      dashboard.dropped.value = files;
      go(placeOf('files', owner));
    });
  if (!dashboard.may('createCharacter')) {
    return (
      <div class="empty">
        <h1>{t('Nothing is shared with you yet')}</h1>
        <p>{t('Whoever has a character of this team can share it with you, on the page Characters.')}</p>
      </div>
    );
  }
  return (
    <div class="empty">
      <h1>{t('Give your agent a memory')}</h1>
      {dashboard.isOfMachine && <p>{t('It stays on this machine, in one file that is yours.')}</p>}
      <ol class="first-steps">
        <li class={isConnected ? 'done' : 'next'}>
          <h2>{t('Connect your agent')}</h2>
          <ConnectHosts isFirst tell={setConnected} />
        </li>
        <li class={isConnected ? 'next' : undefined}>
          <h2>{t('Bring what you have')}</h2>
          <div class="drop">
            <ChooseFiles label={t('Choose documents…')} isMain={isConnected} take={take} />
            <ChooseFiles label={t('Choose a folder…')} isFolder take={take} />
            <span>{t('or drop them here: notes, documents, exports of ChatGPT, Claude and other products.')}</span>
          </div>
        </li>
        <li>
          <h2>{t('Say the first thing')}</h2>
          <button
            type="button"
            onClick={() => {
              dashboard.remembering.value = {};
            }}
          >
            {t('Remember…')}
          </button>
        </li>
      </ol>
      <p class="muted">
        {t('What agents learn appears here by itself. Then ask something in the field above.')}{' '}
        <button type="button" class="quiet" onClick={() => start(example)}>
          {t('Load an example')}
        </button>
      </p>
      <FailureNote failure={failure} />
    </div>
  );
}

/** A character without memories, or without matches of a filter. */
export function NoMemories({ character, isFiltered }: { character: Character | undefined; isFiltered: boolean }) {
  const dashboard = useDashboard();
  if (isFiltered) {
    return (
      <div class="empty">
        <h2>{t('Nothing fits')}</h2>
        <p>
          <Link href={placeOf('memories', character?.id ?? everyone)}>
            {character ? t('Show all memories of {name}', { name: character.name }) : t('Show all memories')}
          </Link>
        </p>
      </div>
    );
  }
  if (!character) return <p class="empty">{t('Nothing is remembered yet')}</p>;
  return (
    <div class="empty">
      <h2>{t('{name} remembers nothing yet', { name: character.name })}</h2>
      {dashboard.may('addMemoryDirect', character.id) ? (
        <>
          <p>{t('Memories of agents appear here. Connect the agents on this machine:')}</p>
          <ConnectHosts />
          <p>{t('Or write the first memory yourself: “Remember…” at the top.')}</p>
        </>
      ) : (
        <p>{t('Memories of others appear here.')}</p>
      )}
    </div>
  );
}

/** A page without a character: none exists yet, or the user can't see the one in the address. */
export function WithoutCharacter() {
  const { characters } = useDashboard();
  return <div class="scroll">{characters.value?.length === 0 ? <FirstSteps /> : <NoCharacter />}</div>;
}

function NoCharacter() {
  return (
    <div class="empty">
      <h1>{t('There is no such character')}</h1>
      <p>
        {rich(t('It may belong to another team. {link}'), { link: <Link href="/">{t('See all characters')}</Link> })}
      </p>
    </div>
  );
}
