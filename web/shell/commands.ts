import { chooseLanguage } from '../languages/choice.ts';
import { languages } from '../languages/languages.ts';
import { t } from '../languages/translate.ts';
import { download } from '../parts/download.ts';
import { shortened } from '../parts/format.ts';
import type { Dashboard } from './dashboard.ts';
import { foldCase } from './matches.ts';
import { pagesFor } from './pages.ts';
import { everyone, placeOf, queryOf, type Scope } from './places.ts';
import { setTheme, themeNames, themes } from './theme.ts';

/** An entry of the palette: a page to open or an action. */
export interface Command {
  label: string;
  kind: 'page' | 'character' | 'memory' | 'action' | 'view';
  /** Other words that find it. */
  words?: string | undefined;
  /** The typed words mean it: it comes first. */
  isMeant?: true;
  /** It replaces the palette with its own dialog. */
  stays?: true;
  run: () => void;
}

/** The actions of a command on the page. */
interface Doing {
  go: (address: string) => void;
  remember: (text: string) => void;
  pin: () => void;
  showKeys: () => void;
}

/** How many memories are shown, and the shortest query for them. */
const [maxMemories, minLetters] = [5, 2];

/** Pages, characters and actions, not filtered. */
export function commandsOf(dashboard: Dashboard, { character, isAll }: Scope, page: string, doing: Doing): Command[] {
  const { go, remember, pin, showKeys } = doing;
  const { client, toasts, characters } = dashboard;
  const fail = (error: unknown) => toasts.fail(error);
  const wantsAll = isAll || dashboard.remembered.value === everyone;
  const pages = pagesFor(dashboard, character?.id).map(({ name, title, hasAll, words }): Command => {
    const of = wantsAll && hasAll ? everyone : character?.id;
    return {
      label: t(title),
      kind: 'page',
      words: `${title} ${words ?? ''} ${words ? t(words) : ''}`,
      run: () => go(placeOf(name, of)),
    };
  });
  const people = (characters.value ?? []).map(({ id, name }): Command => {
    const run = () => {
      dashboard.remember(id);
      go(placeOf(page === 'home' ? 'known' : page, id));
    };
    return { label: name, kind: 'character', run };
  });
  const actions: Command[] = themes.map((theme) => ({
    label: t(themeNames[theme]),
    kind: 'action',
    words: t('theme mode'),
    run: () => setTheme(theme),
  }));
  if (character && dashboard.may('addMemoryDirect', character.id)) {
    actions.unshift({
      label: t('Remember…'),
      kind: 'action',
      words: t('write new add'),
      run: () => remember(''),
    });
  }
  const scope = wantsAll ? everyone : character?.id;
  if (character && dashboard.may('eraseMemories', character.id)) {
    actions.push({
      label: t('Forget…'),
      kind: 'action',
      words: t('forget erase delete remove'),
      run: () => go(placeOf('things', scope)),
    });
  }
  if (character) {
    const save = async () => {
      const text = await client.call('exportCharacter', { characterId: character.id });
      download(`${character.name}.md`, text, 'text/markdown');
    };
    actions.push({
      label: t('Export {name}', { name: character.name }),
      kind: 'action',
      words: t('download save'),
      run: () => void save().catch(fail),
    });
  }
  actions.push(
    { label: t('Pin this view…'), kind: 'action', words: t('save bookmark favourite'), stays: true, run: pin },
    { label: t('Undo the last change'), kind: 'action', run: () => toasts.undoLast() },
    { label: t('Keys'), kind: 'action', words: t('help shortcuts'), run: showKeys },
    {
      label: t('Sign out'),
      kind: 'action',
      words: t('log out leave'),
      run: () => void dashboard.signOut().catch(fail),
    },
  );
  actions.push(
    ...languages.map(({ tag, name }): Command => {
      return { label: name, kind: 'action', words: t('language'), run: () => void chooseLanguage(tag).catch(fail) };
    }),
  );
  const views = dashboard.views.all.value.map(({ name, address }): Command => {
    return { label: name, kind: 'view', words: t('pinned'), run: () => go(address) };
  });
  return [...views, ...pages, ...people, ...actions];
}

/** The words that begin a request to forget, in English and the language of the interface. */
const forgetting = () =>
  new Set(
    ['forget erase delete remove', t('forget erase delete remove')].flatMap((words) => foldCase(words).split(' ')),
  );

/** Commands that search for the typed text, or remember it. */
export function commandsFor(text: string, dashboard: Dashboard, { character, isAll }: Scope, doing: Doing): Command[] {
  const wanted = text.trim();
  if (wanted === '') return [];
  const [verb = '', ...rest] = wanted.split(/\s+/u);
  const isRemembering = /^remember:?$/iu.test(verb) && rest.length > 0;
  const said = isRemembering ? wanted.slice(verb.length).trim() : wanted;
  const commands: Command[] = [];
  if (character && dashboard.may('addMemoryDirect', character.id)) {
    commands.push({
      label: t('Remember “{text}”', { text: shortened(said, 50) }),
      kind: 'action',
      run: () => doing.remember(said),
    });
  }
  const isForgetting = forgetting().has(foldCase(verb)) && rest.length > 0;
  if (isForgetting && (isAll || character) && dashboard.may('eraseMemories', character?.id)) {
    const name = rest.join(' ');
    commands.unshift({
      label: t('Forget all about {name}…', { name: shortened(name, 50) }),
      kind: 'action',
      isMeant: true,
      run: () => doing.go(placeOf('things', isAll ? everyone : character?.id, name)),
    });
  }
  const place = placeOf('search', isAll ? everyone : character?.id) + queryOf({ q: wanted });
  const search: Command = {
    label: t('Search for “{text}”', { text: shortened(wanted, 50) }),
    kind: 'action',
    run: () => doing.go(place),
  };
  return isRemembering || isForgetting ? [...commands, search] : [search, ...commands];
}

/** Memories that answer the typed text. */
export async function memoriesFor(
  text: string,
  dashboard: Dashboard,
  { character, isAll }: Scope,
  go: Doing['go'],
  signal: AbortSignal,
): Promise<Command[]> {
  const query = text.trim();
  if (query.length < minLetters || !(isAll || character)) return [];
  const within = character ? { characterIds: [character.id] } : { everywhere: true };
  const asked = { query, limit: maxMemories, ...within };
  const { memories } = await dashboard.client.call('searchSeveral', asked, signal);
  return memories.map(({ id, characterId, content }) => ({
    label: shortened(content.replaceAll(/\s+/gu, ' '), 90),
    kind: 'memory',
    words: content,
    run: () => go(placeOf('memories', characterId, id)),
  }));
}
