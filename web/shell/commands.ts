import { chooseLanguage } from '../languages/choice.ts';
import { languages } from '../languages/languages.ts';
import { locale, type Message, msg, t } from '../languages/translate.ts';
import { askForFiles } from '../parts/files/dropped.ts';
import { shortened } from '../parts/format.ts';
import type { Dashboard } from './dashboard.ts';
import { foldCase, inWord, matchOf } from './matches.ts';
import { mainOf, pagesFor } from './pages.ts';
import { everyone, placeOf, queryOf, type Scope } from './places.ts';
import { setTheme, themeNames, themes } from './theme.ts';
import { undoLast } from './undo.ts';

/** An entry of the palette: a page to open or an action. */
export interface Command {
  label: string;
  kind: 'page' | 'character' | 'memory' | 'action' | 'view' | 'thing';
  icon: string;
  /** Other words that find it. */
  words?: string | undefined;
  /** Of its page. */
  name?: string;
  /** An empty palette offers it. */
  isCommon?: true;
  /** The typed words mean it: it comes first. */
  isMeant?: true;
  /** It replaces the palette with its own dialog. */
  stays?: true;
  /** What it acts on, or that it is no more, in place of its kind. */
  of?: string | undefined;
  /** The key that does the same. */
  key?: string | undefined;
  run: () => void;
}

/** The actions of a command on the page. */
export interface Doing {
  go: (address: string) => void;
  /** Undefined: the user may not. */
  remember: ((text: string) => void) | undefined;
  /** As `foldCase` gives it. */
  typed: string;
  pin: () => void;
  /** What the last change did. Undefined: there is none, or it is not known. */
  last: string | undefined;
  showKeys: () => void;
}

/** Words in English, which finds everything, and in the language of the interface. */
const both = (words: Message) => `${words} ${t(words)}`;
/** What a language is called in English and in the language of the interface. */
const namesOf = (tag: string) =>
  ['en', locale()].map((of) => new Intl.DisplayNames(of, { type: 'language' }).of(tag) ?? '').join(' ');

/** How many pinned views and pages an empty palette offers. */
const [maxViews, maxPages] = [3, 4];

/** Pages, characters and actions, not filtered. */
export function commandsOf(dashboard: Dashboard, { character, isAll }: Scope, page: string, doing: Doing): Command[] {
  const { go, remember, typed, pin, showKeys, last } = doing;
  const { toasts, characters } = dashboard;
  const fail = (error: unknown) => toasts.fail(error);
  const wantsAll = isAll || dashboard.remembered.value === everyone;
  const pages = pagesFor(dashboard, character?.id).map((one): Command => {
    const { name, title, hasAll, words } = one;
    const of = wantsAll && hasAll ? everyone : character?.id;
    return {
      label: t(title),
      kind: 'page',
      icon: mainOf(one),
      name,
      words: `${title} ${words ? both(words) : ''}`,
      run: () => go(placeOf(name, of)),
    };
  });
  const people = (characters.value ?? []).map(({ id, name }): Command => {
    const run = () => {
      dashboard.remember(id);
      go(placeOf(page === 'home' ? 'known' : page, id));
    };
    return { label: name, kind: 'character', icon: 'characters', run };
  });
  const action = (label: string, words: string, run: () => void): Command => {
    return { label, kind: 'action', icon: 'action', words, run };
  };
  const actions = themes.map((theme) => action(t(themeNames[theme]), both(msg('theme mode')), () => setTheme(theme)));
  const scope = wantsAll ? everyone : character?.id;
  actions.push({
    label: last === undefined ? t('Undo the last change') : t('Undo: {what}', { what: last }),
    kind: 'action',
    icon: 'undo',
    isCommon: true,
    words: both(msg('Undo the last change')),
    run: () => undoLast(dashboard),
  });
  if (dashboard.may('importDocument', wantsAll ? undefined : character?.id)) {
    actions.unshift({
      label: t('Import…'),
      kind: 'action',
      icon: 'add',
      isCommon: true,
      words: both(msg('import upload drop documents notes watch folder export chatgpt')),
      run: () => {
        go(placeOf('files', scope));
        askForFiles((files) => {
          dashboard.dropped.value = files;
        });
      },
    });
    actions.push({
      label: t('Undo the last import'),
      kind: 'action',
      icon: 'undo',
      words: both(msg('import undo take back')),
      run: () =>
        void import('../parts/home/undo-earlier.ts')
          .then(async (of) => toasts.ask(await of.findImport(dashboard)))
          .catch(fail),
    });
  }
  if (remember) {
    actions.unshift({
      label: t('Remember…'),
      kind: 'action',
      icon: 'add',
      isCommon: true,
      words: both(msg('write new add')),
      run: () => remember(''),
    });
  }
  if ((isAll || character) && dashboard.may('eraseMemories', character?.id)) {
    actions.push({
      label: t('Forget…'),
      kind: 'action',
      icon: 'action',
      isCommon: true,
      words: both(msg('forget erase delete remove')),
      run: () => {
        dashboard.forgetting.value = { words: '' };
      },
    });
  }
  const isTyped = (name: string) => typed.split(/\s+/u).some((word) => matchOf(name, word) < inWord);
  const own = dashboard.me.value?.ownCharacter ?? characters.value?.[0]?.id;
  const isFirst = ({ id }: { id: string }) => id === character?.id || id === own;
  const exported = (characters.value ?? [])
    .filter((one) => isFirst(one) || isTyped(one.name))
    .toSorted((a, b) => Number(isFirst(b)) - Number(isFirst(a)));
  actions.push(
    ...exported.map(({ id, name }) =>
      action(t('Export {name}…', { name }), both(msg('download save backup copy data for or with a friend')), () =>
        go(placeOf('characters', id) + queryOf({ export: 'true' })),
      ),
    ),
  );
  if (dashboard.may('addMember')) {
    actions.push(
      action(t('Invite somebody…'), both(msg('add member person friend send link share')), () => go(placeOf('invite'))),
    );
  }
  actions.push(
    {
      label: t('Pin this view…'),
      kind: 'action',
      icon: 'pin',
      words: both(msg('save bookmark favourite')),
      isCommon: true,
      stays: true,
      run: pin,
    },
    action(t('Keys'), both(msg('help shortcuts keyboard')), showKeys),
    action(t('Sign out'), both(msg('log out leave')), () => void dashboard.signOut().catch(fail)),
    ...languages.map(({ tag, name }) =>
      action(name, `${both(msg('language'))} ${namesOf(tag)}`, () => void chooseLanguage(tag).catch(fail)),
    ),
  );
  const views = dashboard.views.all.value.map(({ name, address }): Command => {
    return { label: name, kind: 'view', icon: 'pin', words: t('pinned'), run: () => go(address) };
  });
  return [...views, ...pages, ...people, ...actions];
}

/** What an empty palette offers: pinned views, the pages shown last or those of the rail, common actions. */
export function offeredFirst(all: readonly Command[], visited: readonly string[], page: string): Command[] {
  const of = (kind: Command['kind']) => all.filter((one) => one.kind === kind);
  const pages = of('page').filter(({ name }) => name !== page);
  const lately = visited.flatMap((name) => pages.filter((one) => one.name === name));
  return [
    ...of('view').slice(0, maxViews),
    ...[...new Set([...lately, ...pages.filter(({ name, icon }) => name === icon)])].slice(0, maxPages),
    ...all.filter(({ isCommon }) => isCommon),
  ];
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
  const { remember } = doing;
  if (remember) {
    commands.push({
      label: t('Remember “{text}”', { text: shortened(said, 50) }),
      kind: 'action',
      icon: 'add',
      run: () => remember(said),
    });
  }
  const isForgetting = forgetting().has(foldCase(verb)) && rest.length > 0;
  if (isForgetting && (isAll || character) && dashboard.may('eraseMemories', character?.id)) {
    const name = rest.join(' ');
    commands.unshift({
      label: t('Forget all about “{query}”…', { query: shortened(name, 50) }),
      kind: 'action',
      icon: 'action',
      isMeant: true,
      run: () => {
        dashboard.forgetting.value = { words: name };
      },
    });
  }
  const place = placeOf('search', isAll ? everyone : character?.id) + queryOf({ q: wanted });
  const search: Command = {
    label: t('Search for “{text}”', { text: shortened(wanted, 50) }),
    kind: 'action',
    icon: 'search',
    run: () => doing.go(place),
  };
  return isRemembering || isForgetting ? [...commands, search] : [search, ...commands];
}
