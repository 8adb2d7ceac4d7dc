import { type Signal, signal } from '@preact/signals';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Category, FileRecord } from '../client/api.ts';
import type { Client, OperationName } from '../client/client.ts';
import { Toasts } from './toasts.ts';

/** What is typed and not saved yet, by memory: leaving a page must not lose it. */
export type Drafts = Map<string, { content: string; revision: number }>;

/** What somebody else changes must not move what is being read. */
export type ChangedBy = 'oneself' | 'others';

/** What the parts that show memories need, in the dashboard and inside a conversation. */
export class Shared {
  readonly client: Client;
  /** Raised whenever something was changed: what is shown is read again. */
  readonly changes = signal(0);
  /** Whose the last change was. */
  lastBy: ChangedBy = 'oneself';
  /** Categories of the characters that were looked at, by id. */
  readonly categories: Signal<ReadonlyMap<string, Category[]>> = signal(new Map());
  /** Files that memories come from, by id: the newest of the characters that were looked at. */
  readonly files: Signal<ReadonlyMap<string, FileRecord>> = signal(new Map());
  readonly drafts: Drafts = new Map();
  readonly toasts = new Toasts();

  constructor(client: Client) {
    this.client = client;
  }

  async readCategories(characterId: string): Promise<void> {
    const { categories } = await this.client.call('listCategories', { characterId });
    this.categories.value = new Map(this.categories.value).set(characterId, categories);
  }

  /** Whether an operation is offered to whoever looks at the page; the service decides all the same. */
  may(_: OperationName): boolean {
    return true;
  }

  /** Something was changed: every list on the page is read again. */
  changed(by: ChangedBy = 'oneself'): void {
    this.lastBy = by;
    this.changes.value += 1;
  }
}

export const SharedContext = createContext<Shared | undefined>(undefined);

export function useShared(): Shared {
  const shared = useContext(SharedContext);
  if (!shared) throw new Error('outside of the page');
  return shared;
}
