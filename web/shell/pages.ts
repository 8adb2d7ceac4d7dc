import type { Dashboard, Page, Waits } from './dashboard.ts';

const count = (number: number | undefined) => (number ? { text: number.toLocaleString() } : undefined);

const waitsOf = (waits: Waits | undefined, id: string | undefined) => (waits?.characterId === id ? waits : undefined);
const waiting = (number: number | undefined, what = '') =>
  number ? { text: `${number.toLocaleString()} ${what}`.trim(), hot: true } : undefined;

const care = () => import('../pages/care.ts');
const service = () => import('../pages/service.ts');

/** Every page, in the order of the rail. The dashboard opens with the first. */
export const pages: readonly Page[] = [
  { name: 'home', title: 'Home', part: 1, hasAll: true, load: () => import('../pages/home.tsx') },
  { name: 'inbox', title: 'Inbox', part: 1, hasAll: true, load: async () => ({ default: (await care()).Inbox }) },
  { name: 'known', title: 'What is known', part: 1, load: () => import('../pages/known.tsx') },
  {
    name: 'memories',
    title: 'Memories',
    part: 1,
    badge: ({ characters }, id) => count(characters.value?.find((one) => one.id === id)?.memoryCount),
    load: () => import('../pages/memories.tsx'),
  },
  { name: 'search', title: 'Search lab', part: 1, hasAll: true, load: () => import('../pages/search.tsx') },
  { name: 'recalls', title: 'Recalls', part: 1, hasAll: true, load: () => import('../pages/recalls.tsx') },
  { name: 'numbers', title: 'Numbers', part: 1, hasAll: true, load: () => import('../pages/numbers.tsx') },
  { name: 'timeline', title: 'Timeline', part: 1, load: () => import('../pages/timeline.tsx') },
  {
    name: 'files',
    title: 'Files',
    part: 1,
    badge: ({ waits }, id) => waiting(waitsOf(waits.value, id)?.capture?.failed.length, 'failed'),
    load: () => import('../pages/files.tsx'),
  },
  {
    name: 'review',
    title: 'Review',
    part: 1,
    hasAll: true,
    needs: 'reviewChange',
    badge: ({ waits }) => waiting(waits.value?.everywhere),
    load: async () => ({ default: (await care()).Review }),
  },
  {
    name: 'duplicates',
    title: 'Duplicates',
    part: 1,
    hasAll: true,
    load: async () => ({ default: (await care()).Duplicates }),
  },
  { name: 'captures', title: 'Captures', part: 1, load: async () => ({ default: (await care()).Captures }) },
  {
    name: 'characters',
    title: 'Characters',
    part: 2,
    badge: ({ totalCharacters }) => count(totalCharacters.value),
    load: async () => ({ default: (await service()).Characters }),
  },
  {
    name: 'connections',
    title: 'Connections',
    part: 2,
    isThere: ({ tier }) => tier.value?.connections !== undefined,
    badge: ({ tier }) =>
      waiting(
        tier.value?.connections?.flatMap(({ characters }) => characters).reduce((sum, { refused }) => sum + refused, 0),
      ),
    load: async () => ({ default: (await service()).Connections }),
  },
  {
    name: 'team',
    title: 'Team',
    part: 2,
    load: async () => ({ default: (await service()).Team }),
  },
  {
    name: 'webhooks',
    title: 'Webhooks',
    part: 2,
    needs: 'listWebhooks',
    load: async () => ({ default: (await service()).Webhooks }),
  },
  {
    name: 'audit',
    title: 'Audit',
    part: 2,
    needs: 'listAuditEvents',
    load: async () => ({ default: (await service()).Audit }),
  },
  { name: 'settings', title: 'Settings', part: 2, load: async () => ({ default: (await service()).Settings }) },
];

/** Whether the user sees a page; for a page about memories, also by the user's access to the character. */
export function isOffered(
  { needs, part, isThere }: Page,
  dashboard: Dashboard,
  characterId: string | undefined,
): boolean {
  if (isThere?.(dashboard) === false) return false;
  return needs === undefined || dashboard.may(needs, part === 1 ? characterId : undefined);
}

export function pagesFor(dashboard: Dashboard, characterId: string | undefined): Page[] {
  return pages.filter((page) => isOffered(page, dashboard, characterId));
}

export const firstPage = pages[0] as Page;

/** The page of an address. */
export function pageAt(path: string): Page {
  const [, name] = path.split('/');
  return pages.find((page) => page.name === name) ?? firstPage;
}
