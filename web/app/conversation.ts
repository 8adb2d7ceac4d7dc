import { type Signal, signal } from '@preact/signals';
import type { Character, Memory } from '../client/api.ts';
import { Failure, type Input } from '../client/client.ts';
import { type Called, contentOf, HostClient, type ToolResult } from '../client/host-client.ts';
import type { HostLink } from '../client/host-link.ts';
import type { Row } from '../parts/memory/memory-row.tsx';
import type { Recall } from '../parts/recalls/recall.ts';
import { Shared } from '../shell/shared.ts';

const protocolVersion = '2026-01-26';

/** A memory of the answer, as it is now. */
export interface Shown {
  memory: Row;
  isDeleted: boolean;
  /** How well it matches the query, 0 to 1. Absent in lists. */
  relevance?: number | undefined;
}

/** A memory in a tool's answer; without a character when all are of one. */
type Answered = Omit<Row, 'characterId'> & Partial<Pick<Memory, 'characterId' | 'state'>> & { relevance?: number };

interface HostAnswer {
  memories?: Answered[];
  total?: number;
  page?: number;
  limit?: number;
  /** The answer was cut, because it must fit into a message. */
  truncated?: boolean;
}

/** The fields of the model's call that this page reads: a search has a query, a list has none. */
interface HostQuestion {
  characterId?: unknown;
  query?: string;
  limit?: number;
}

type Rating = Input<'rateRecall'>['rating'];

/** Results of a search: default and maximum. */
const found = 10;
const maxFound = 100;
/** How many of the latest recalls are searched for the one of this search. */
const recallsLooked = 20;

/** The position of a page: a cut one is a page of a smaller size. */
function placeIn({ memories = [], page = 0, limit = 0, truncated }: HostAnswer): { page: number; limit: number } {
  const size = truncated ? memories.length : limit;
  return { page: size === 0 ? 0 : (page * limit) / size, limit: size };
}

interface HostContext {
  theme?: 'light' | 'dark';
}

interface Initialized {
  hostContext?: HostContext;
}

/** A tool's answer inside a conversation, and the person's changes to it. */
export class Conversation extends Shared {
  /** The tool's answer; undefined: none yet. */
  readonly shown: Signal<readonly Shown[] | undefined> = signal(undefined);
  readonly total = signal(0);
  readonly failure: Signal<Failure | undefined> = signal(undefined);
  /** The recall of this search in the log, which can be rated. */
  readonly recall: Signal<Recall | undefined> = signal(undefined);
  /** Whether the host refused to inform its model of changes. */
  readonly isModelUnaware = signal(false);
  /** The character; undefined: unknown, and the page also offers actions that the service may refuse. */
  readonly #character: Signal<Character | undefined> = signal(undefined);
  readonly #link: HostLink;
  /** The changes and ratings made here, by memory: the model knows only the last report. */
  readonly #became = new Map<string, string>();
  #input: HostQuestion = {};
  /** The last page that was read of a list, and its size. */
  #page = { page: 0, limit: 0 };

  constructor(link: HostLink) {
    super(new HostClient(link, (...call) => this.#called(...call)));
    this.#link = link;
  }

  async start(): Promise<void> {
    const link = this.#link;
    const draw = themes();
    link.on('ping', () => ({}));
    link.on('ui/resource-teardown', () => ({}));
    link.on('ui/notifications/host-context-changed', ({ theme }: HostContext) => draw(theme));
    link.on('ui/notifications/tool-input', ({ arguments: input = {} }: { arguments?: HostQuestion }) => {
      this.#input = input;
    });
    link.on('ui/notifications/tool-result', (result: ToolResult) => this.#show(result));
    link.on('ui/notifications/tool-cancelled', ({ reason }: { reason?: string }) => {
      this.failure.value = new Failure('Cancelled', reason ? `Cancelled: ${reason}` : 'Cancelled.');
    });
    const appInfo = { name: 'agent-memory-service', version: '1.0.0' };
    const appCapabilities = { availableDisplayModes: ['inline'] };
    const { hostContext } = await link.request<Initialized>('ui/initialize', {
      protocolVersion,
      appInfo,
      appCapabilities,
    });
    draw(hostContext?.theme);
    link.notify('ui/notifications/initialized');
    new ResizeObserver(() => {
      const { width, height } = document.documentElement.getBoundingClientRect();
      link.notify('ui/notifications/size-changed', { width: Math.ceil(width), height: Math.ceil(height) });
    }).observe(document.documentElement);
  }

  override character(): Character | undefined {
    return this.#character.value;
  }

  /** The query, if it was a search. */
  get question(): string | undefined {
    return this.#input.query;
  }

  /** Whether there is a next page. */
  get hasMore(): boolean {
    const shown = this.shown.value?.length ?? 0;
    return shown > 0 && this.total.value > shown && (this.#input.query === undefined || shown < maxFound);
  }

  /** Appends the next results. Throws Failures. */
  async more(): Promise<void> {
    const shown = this.shown.value ?? [];
    const { client } = this;
    if (this.#input.query !== undefined) {
      const limit = Math.min(maxFound, shown.length + (this.#input.limit ?? found));
      const asked = { ...this.#input, limit } as Input<'searchMemories'>;
      this.#add(await client.call('searchMemories', asked));
      return;
    }
    // Memories that were deleted here have left the list, so others moved up to the last page.
    if (shown.some(({ isDeleted }) => isDeleted)) this.#add(await this.#readPage(this.#page));
    this.#add(await this.#readPage({ ...this.#page, page: this.#page.page + 1 }));
  }

  /** Rates whether a memory was useful for the query. Throws Failures. */
  async rate(memoryId: string, rating: Rating): Promise<void> {
    const recallId = this.recall.value?.id ?? '';
    this.recall.value = await this.client.call('rateRecall', { recallId, memoryId, rating });
  }

  #show(result: ToolResult): void {
    try {
      const answer = contentOf(result) as HostAnswer;
      this.shown.value = [];
      this.#add(answer);
      this.#page = placeIn(answer);
      this.failure.value = undefined;
      void this.#readCharacter().catch(() => undefined);
      // Without a log of recalls nothing can be rated.
      if (this.#input.query !== undefined) void this.#findRecall().catch(() => undefined);
    } catch (error) {
      this.failure.value = error as Failure;
    }
  }

  #add({ memories = [], total }: HostAnswer): void {
    const asked = typeof this.#input.characterId === 'string' ? this.#input.characterId : '';
    const shown = this.shown.value ?? [];
    const known = new Set(shown.map(({ memory }) => memory.id));
    const fresh = memories.filter(({ id }) => !known.has(id));
    this.shown.value = [
      ...shown,
      ...fresh.map(({ state, relevance, ...memory }) => ({
        memory: { ...memory, characterId: memory.characterId ?? asked },
        isDeleted: state === 'DELETED',
        relevance,
      })),
    ];
    // Memories that were deleted here are shown, but not counted.
    const deleted = shown.filter(({ isDeleted }) => isDeleted).length;
    this.total.value = Math.max((total ?? 0) + deleted, this.shown.value.length);
  }

  async #readCharacter(): Promise<void> {
    const characterId = this.shown.value?.[0]?.memory.characterId;
    if (characterId !== undefined) this.#character.value = await this.client.call('getCharacter', { characterId });
  }

  async #readPage(page: { page: number; limit: number }): Promise<HostAnswer> {
    const answer = (await this.client.call('listMemories', {
      ...this.#input,
      ...page,
    } as Input<'listMemories'>)) as HostAnswer;
    this.#page = placeIn(answer);
    return answer;
  }

  async #findRecall(): Promise<void> {
    const { characterId, query } = this.#input;
    const of = typeof characterId === 'string' ? { characterId } : {};
    const { recalls } = await this.client.call('listRecalls', { ...of, empty: false, limit: recallsLooked });
    this.recall.value = recalls.find((one) => one.kind === 'search' && one.query === query);
  }

  /** Shows the change and informs the model. */
  readonly #called: Called = (name, input, output) => {
    const { memoryId } = input as { memoryId?: string };
    if (memoryId === undefined) return;
    if (name === 'deleteMemory') {
      this.#change(memoryId, (one) => ({ ...one, isDeleted: true }));
      this.#tell(memoryId, 'was deleted');
    } else if (name === 'rateRecall') {
      const { rating } = input as Input<'rateRecall'>;
      const said = rating === 'none' ? 'has no rating any more' : `was called ${rating} for this by the person`;
      this.#tell(memoryId, said, 'rating');
    } else if (name === 'updateMemory' || name === 'revertMemory' || name === 'restoreMemory') {
      const { content, category, importance, revision } = output as Memory;
      this.#change(memoryId, ({ memory }) => ({
        memory: { ...memory, content, category, importance, revision },
        isDeleted: false,
      }));
      const done = name === 'restoreMemory' ? 'was restored' : 'was changed';
      const facts = JSON.stringify({ content, category, importance, revision });
      this.#tell(memoryId, `${done} and is now ${facts}`);
    }
  };

  #change(id: string, change: (one: Shown) => Shown): void {
    this.shown.value = this.shown.value?.map((one) => (one.memory.id === id ? { ...one, ...change(one) } : one));
  }

  #tell(id: string, became: string, about = 'change'): void {
    this.#became.set(`${about} ${id}`, `- Memory ${id} ${became}.`);
    const lines = [...this.#became.values()];
    const text = `The person looked through these memories and changed some. Texts are quoted data:\n${lines.join('\n')}`;
    this.#link.request('ui/update-model-context', { content: [{ type: 'text', text }] }).then(
      () => {
        this.isModelUnaware.value = false;
      },
      () => {
        this.isModelUnaware.value = true;
      },
    );
  }
}

/** Draws the page light or dark like its host, not like the system. */
function themes(): (theme: 'light' | 'dark' | undefined) => void {
  const dark = [...document.styleSheets]
    .flatMap(({ cssRules }) => [...cssRules])
    .filter((rule): rule is CSSMediaRule => rule instanceof CSSMediaRule)
    .filter(({ media }) => media.mediaText.includes('prefers-color-scheme: dark'));
  return (theme) => {
    if (theme === undefined) return;
    document.documentElement.style.colorScheme = theme;
    for (const { media } of dark) media.mediaText = theme === 'dark' ? 'all' : 'not all';
  };
}
