import { download } from '../parts/download.ts';
import { shortened } from '../parts/format.ts';
import { findAmong } from '../parts/search/find-among.ts';
import type { Dashboard } from './dashboard.ts';
import { pagesFor } from './pages.ts';
import { everyone, placeOf, queryOf, type Scope } from './places.ts';
import { setTheme, themes } from './theme.ts';

/** An entry of the palette: a page to open or an action. */
export interface Command {
  label: string;
  kind: 'page' | 'character' | 'memory' | 'action' | 'view';
  /** Other words that find it. */
  words?: string | undefined;
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
export function commandsOf(dashboard: Dashboard, { character }: Scope, page: string, doing: Doing): Command[] {
  const { go, remember, pin, showKeys } = doing;
  const { client, toasts, characters } = dashboard;
  const fail = (error: unknown) => toasts.fail(error);
  const wantsAll = dashboard.remembered.value === everyone;
  const pages = pagesFor(dashboard, character?.id).map(({ name, title, hasAll, words }): Command => {
    const of = wantsAll && hasAll ? everyone : character?.id;
    return { label: title, kind: 'page', words, run: () => go(placeOf(name, of)) };
  });
  const people = (characters.value ?? []).map(({ id, name }): Command => {
    const run = () => {
      dashboard.remember(id);
      go(placeOf(page === 'home' ? 'known' : page, id));
    };
    return { label: name, kind: 'character', run };
  });
  const actions: Command[] = themes.map((theme) => ({
    label: theme === 'system' ? 'Colours of the system' : `${theme === 'dark' ? 'Dark' : 'Light'} colours`,
    kind: 'action',
    words: 'theme mode',
    run: () => setTheme(theme),
  }));
  if (character && dashboard.may('addMemoryDirect', character.id)) {
    actions.unshift({
      label: 'Remember…',
      kind: 'action',
      words: 'write new add',
      stays: true,
      run: () => remember(''),
    });
  }
  if (character) {
    const save = async () => {
      const text = await client.call('exportCharacter', { characterId: character.id });
      download(`${character.name}.md`, text, 'text/markdown');
    };
    actions.push({
      label: `Export ${character.name}`,
      kind: 'action',
      words: 'download save',
      run: () => void save().catch(fail),
    });
  }
  actions.push(
    { label: 'Pin this view…', kind: 'action', words: 'save bookmark favourite', stays: true, run: pin },
    { label: 'Undo the last change', kind: 'action', run: () => toasts.undoLast() },
    { label: 'Keys', kind: 'action', words: 'help shortcuts', run: showKeys },
    { label: 'Sign out', kind: 'action', words: 'log out leave', run: () => void dashboard.signOut().catch(fail) },
  );
  const views = dashboard.views.all.value.map(({ name, address }): Command => {
    return { label: name, kind: 'view', words: 'pinned', run: () => go(address) };
  });
  return [...views, ...pages, ...people, ...actions];
}

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
      label: `Remember “${shortened(said, 50)}”`,
      kind: 'action',
      stays: true,
      run: () => doing.remember(said),
    });
  }
  const place = placeOf('search', isAll ? everyone : character?.id) + queryOf({ q: wanted });
  const search: Command = {
    label: `Search for “${shortened(wanted, 50)}”`,
    kind: 'action',
    run: () => doing.go(place),
  };
  return isRemembering ? [...commands, search] : [search, ...commands];
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
  const ids = isAll ? (dashboard.characters.value ?? []).map(({ id }) => id) : character ? [character.id] : [];
  if (query.length < minLetters || ids.length === 0) return [];
  const { memories } = await findAmong(dashboard.client, ids, { query, limit: maxMemories }, signal);
  return memories.map(({ id, characterId, content }) => ({
    label: shortened(content.replaceAll(/\s+/gu, ' '), 90),
    kind: 'memory',
    run: () => go(placeOf('memories', characterId, id)),
  }));
}
