import type { ComponentType } from 'preact';
import type { OperationName } from '../client/client.ts';
import { type Message, msg, numeral, t } from '../languages/translate.ts';
import type { Dashboard, PageInfo, PageProps, Waits } from './dashboard.ts';

export interface Page extends PageInfo {
  /** The page of the rail that it is a view of; absent: it is in the rail itself. */
  under?: string;
  /** The key that opens it, after `g`. */
  key?: string;
  /** What it is called among the views of its page; default: its title. */
  view?: Message;
  /** Other words that find it in the palette. */
  words?: Message;
  /** Pages of the second part of the rail are about the service, not about memories. */
  part: 1 | 2;
  /** Users who may not call this operation do not see the page. */
  needs?: OperationName;
  /** The badge beside its name in the rail; `hot`: how many things wait for the user. */
  badge?: (dashboard: Dashboard, characterId: string | undefined) => { text: string; hot?: number } | undefined;
  load: () => Promise<{ default: ComponentType<PageProps> }>;
}

const count = (number: number | undefined) => (number ? { text: numeral(number) } : undefined);

const waitsOf = (waits: Waits | undefined, id: string | undefined) => (waits?.characterId === id ? waits : undefined);
const hot = (count: number, text = numeral(count)) => ({ text, hot: count });
const waiting = (number: number | undefined) => (number ? hot(number) : undefined);

const service = () => import('../pages/service.ts');

/** Every page, in the order of the rail, its views behind it. The dashboard opens with the first. */
export const pages: readonly Page[] = [
  {
    name: 'home',
    key: 'h',
    title: msg('Home'),
    view: msg('What it sees'),
    part: 1,
    hasAll: true,
    load: () => import('../pages/home.tsx'),
  },
  {
    name: 'recalls',
    title: msg('Recalls'),
    under: 'home',
    part: 1,
    hasAll: true,
    words: msg('questions asked answers given what agents got'),
    load: () => import('../pages/recalls.tsx'),
  },
  {
    name: 'captures',
    title: msg('Captures'),
    under: 'home',
    part: 1,
    hasAll: true,
    words: msg('kept left out turns sessions'),
    load: () => import('../pages/captures.tsx'),
  },
  {
    name: 'activity',
    title: msg('Activity'),
    under: 'home',
    part: 1,
    hasAll: true,
    words: msg('history changes batches undo imports moved merged deleted'),
    load: () => import('../pages/activity.tsx'),
  },
  {
    name: 'numbers',
    title: msg('Numbers'),
    under: 'home',
    part: 1,
    hasAll: true,
    words: msg('statistics growth storage size days hooks tokens forget unused'),
    load: () => import('../pages/numbers.tsx'),
  },
  {
    name: 'queue',
    key: 'q',
    title: msg('Queue'),
    part: 1,
    hasAll: true,
    words: msg('inbox review duplicates merge same twice undo keep conflict proposals'),
    badge: (dashboard, id) => (dashboard.may('reviewChange') ? waiting(dashboard.waiting(id)) : undefined),
    load: () => import('../pages/queue.tsx'),
  },
  {
    name: 'memories',
    key: 'm',
    title: msg('Memories'),
    view: msg('List'),
    part: 1,
    hasAll: true,
    isOfItems: true,
    badge: ({ characters, tier }, id) =>
      count(
        id === undefined ? tier.value?.usage.memories : characters.value?.find((one) => one.id === id)?.memoryCount,
      ),
    load: () => import('../pages/memories.tsx'),
  },
  {
    name: 'known',
    title: msg('What is known'),
    under: 'memories',
    part: 1,
    words: msg('page about'),
    load: () => import('../pages/known.tsx'),
  },
  {
    name: 'timeline',
    title: msg('Timeline'),
    under: 'memories',
    part: 1,
    hasAll: true,
    isOfItems: true,
    words: msg('when years months'),
    load: () => import('../pages/timeline.tsx'),
  },
  {
    name: 'files',
    title: msg('Files'),
    under: 'memories',
    part: 1,
    hasAll: true,
    isOfItems: true,
    words: msg('import upload drop documents notes watch folder export chatgpt'),
    badge: ({ waits }, id) => {
      const failed = waitsOf(waits.value, id)?.capture?.failed.length;
      return failed ? hot(failed, t('{failed} failed', { failed })) : undefined;
    },
    load: () => import('../pages/files.tsx'),
  },
  {
    name: 'search',
    key: 's',
    title: msg('Search'),
    part: 1,
    hasAll: true,
    words: msg('find ask lab'),
    load: () => import('../pages/search.tsx'),
  },
  {
    name: 'things',
    key: 'p',
    title: msg('People and things'),
    part: 1,
    hasAll: true,
    words: msg('names entities who forget erase graph'),
    load: () => import('../pages/things.tsx'),
  },
  {
    name: 'characters',
    key: 'c',
    title: msg('Characters'),
    view: msg('All characters'),
    part: 2,
    words: msg('projects people profile share private privacy categories'),
    badge: ({ totalCharacters }) => count(totalCharacters.value),
    load: async () => ({ default: (await service()).Characters }),
  },
  {
    name: 'team',
    key: 't',
    title: msg('Team'),
    view: msg('Members and keys'),
    part: 2,
    words: msg('members keys invite machines sessions'),
    load: async () => ({ default: (await service()).Team }),
  },
  {
    name: 'invite',
    title: msg('Invite'),
    under: 'team',
    part: 2,
    needs: 'addMember',
    words: msg('add member person friend send link share'),
    load: async () => ({ default: (await service()).Invite }),
  },
  {
    name: 'webhooks',
    title: msg('Webhooks'),
    under: 'team',
    part: 2,
    needs: 'listWebhooks',
    load: async () => ({ default: (await service()).Webhooks }),
  },
  {
    name: 'audit',
    title: msg('Audit'),
    under: 'team',
    part: 2,
    needs: 'listAuditEvents',
    words: msg('log who'),
    load: async () => ({ default: (await service()).Audit }),
  },
  {
    name: 'settings',
    key: ',',
    title: msg('Settings'),
    view: msg('Settings'),
    part: 2,
    words: msg(
      'api key model provider connect hosts claude code codex install limits usage passkeys where data is stored',
    ),
    load: async () => ({ default: (await service()).Settings }),
  },
  {
    name: 'connections',
    title: msg('Connections'),
    under: 'settings',
    part: 2,
    words: msg('sync connect another second machine computer device server folder ssh laptop'),
    badge: ({ tier }) =>
      waiting(
        tier.value?.connections?.flatMap(({ characters }) => characters).reduce((sum, { refused }) => sum + refused, 0),
      ),
    load: async () => ({ default: (await service()).Connections }),
  },
];

/** Pages that are gone, each with the one that has their part. */
export const moved: ReadonlyMap<string, string> = new Map([
  ['inbox', 'queue'],
  ['review', 'queue'],
  ['duplicates', 'queue'],
]);

/** Whether the user sees a page; for a page about memories, also by the user's access to the character. */
export function isOffered({ name, needs, part }: Page, dashboard: Dashboard, characterId: string | undefined): boolean {
  // An empty store has nothing to show on pages about memories.
  if (part === 1 && name !== firstPage.name && dashboard.characters.value?.length === 0) return false;
  return needs === undefined || dashboard.may(needs, part === 1 ? characterId : undefined);
}

export function pagesFor(dashboard: Dashboard, characterId: string | undefined): Page[] {
  return pages.filter((page) => isOffered(page, dashboard, characterId));
}

/** The name of the page of the rail that a page is, or is a view of. */
export function mainOf({ name, under }: Page): string {
  return under ?? name;
}

/** The badge of a page of the rail: its own, or the first of its views that waits for the user. */
export function badgeOf(
  page: Page,
  dashboard: Dashboard,
  characterId: string | undefined,
): ReturnType<NonNullable<Page['badge']>> {
  const views = pagesFor(dashboard, characterId).filter(({ under }) => under === page.name);
  const badges = views.map((one) => one.badge?.(dashboard, characterId)).filter((one) => one?.hot);
  return badges[0] ?? page.badge?.(dashboard, characterId);
}

export const firstPage = pages[0] as Page;

/** The page of an address. */
export function pageAt(path: string): Page {
  const [, name] = path.split('/');
  return pages.find((page) => page.name === name) ?? firstPage;
}
