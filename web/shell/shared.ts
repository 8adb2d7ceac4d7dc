import { type Signal, signal } from '@preact/signals';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Category, Character, FileRecord, Memory } from '../client/api.ts';
import type { Client, OperationName } from '../client/client.ts';
import { Drafts } from './drafts.ts';
import { Toasts } from './toasts.ts';

/** Changes by others must not move the text that is being read. */
export type ChangedBy = 'oneself' | 'others';

/** Actions that an archived character allows: they do not change its memory. */
const afterwards: ReadonlySet<OperationName> = new Set(['rateRecall', 'reviewChange', 'unwatchPath']);

/** The context of parts that show memories, in the dashboard and inside a conversation. */
export class Shared {
  readonly client: Client;
  /** Raised after every change: shown data is read again. */
  readonly changes = signal(0);
  /** The author of the last change. */
  lastBy: ChangedBy = 'oneself';
  /** Categories of the characters that were looked at, by id. */
  readonly categories: Signal<ReadonlyMap<string, Category[]>> = signal(new Map());
  /** Files that memories come from, by id: those that were read. */
  readonly files: Signal<ReadonlyMap<string, FileRecord>> = signal(new Map());
  readonly drafts = new Drafts();
  readonly toasts = new Toasts();
  /** Memories that were answers, by id. */
  readonly #answered = new Map<string, Memory>();

  constructor(client: Client) {
    const call: Client['call'] = async (...asked) => {
      const answer = await client.call(...asked);
      // A merge answers with the memory that stays.
      const { memory = answer } = (answer ?? {}) as { memory?: unknown };
      const answered = memory as Partial<Memory> | undefined;
      if (answered?.id !== undefined && answered.revision !== undefined)
        this.#answered.set(answered.id, answered as Memory);
      return answer;
    };
    this.client = { call };
  }

  /** A row of a list, as a later answer has it: until the list is read again. */
  newest<Row extends Pick<Memory, 'id' | 'revision'>>(row: Row): Row {
    const answered = this.#answered.get(row.id);
    return answered && answered.revision > row.revision ? { ...row, ...answered } : row;
  }

  /** Keeps what files are called. */
  know(files: readonly FileRecord[]): void {
    this.files.value = new Map([...this.files.value, ...files.map((one) => [one.fileId, one] as const)]);
  }

  async readCategories(characterId: string): Promise<void> {
    const { categories } = await this.client.call('listCategories', { characterId });
    this.categories.value = new Map(this.categories.value).set(characterId, categories);
  }

  /** A character, as far as it is known. */
  character(_id: string): Pick<Character, 'name' | 'access' | 'status'> | undefined {
    return undefined;
  }

  /**
   * Whether the page offers an operation to its user; the service decides anyway.
   * @param characterId the character that it changes; absent for reading
   */
  may(name: OperationName, characterId?: string): boolean {
    const character = characterId === undefined ? undefined : this.character(characterId);
    if (!character) return true;
    return character.access === 'WRITE' && (character.status === 'ACTIVE' || afterwards.has(name));
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
