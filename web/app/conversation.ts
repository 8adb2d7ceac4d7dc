import { type Signal, signal } from '@preact/signals';
import type { Memory } from '../client/api.ts';
import { Failure } from '../client/client.ts';
import { type Called, contentOf, HostClient, type ToolResult } from '../client/host-client.ts';
import type { HostLink } from '../client/host-link.ts';
import type { Row } from '../parts/memory-row.tsx';
import { Shared } from '../shell/shared.ts';
import { themes } from './theme.ts';

export const protocolVersion = '2026-01-26';

/** A memory of the answer, as it is now. */
export interface Shown {
  memory: Row;
  isDeleted: boolean;
}

/** What a tool answers of a memory; those of one character do not say whose they are. */
type Answered = Omit<Row, 'characterId'> & Partial<Pick<Memory, 'characterId' | 'state'>>;

interface HostContext {
  theme?: 'light' | 'dark';
}

interface Initialized {
  hostContext?: HostContext;
}

/** The answer of a tool inside a conversation, and what the person changes in it. */
export class Conversation extends Shared {
  /** What the tool answered; undefined: it has not answered yet. */
  readonly shown: Signal<readonly Shown[] | undefined> = signal(undefined);
  readonly total = signal(0);
  readonly failure: Signal<Failure | undefined> = signal(undefined);
  /** Whether the host refused to tell its model what was changed. */
  readonly isUntold = signal(false);
  readonly #link: HostLink;
  /** What became of each memory that was changed here, by id: the model knows the last that it is told only. */
  readonly #became = new Map<string, string>();
  #input: { characterId?: unknown } = {};

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
    link.on('ui/notifications/tool-input', ({ arguments: input = {} }: { arguments?: object }) => {
      this.#input = input;
    });
    link.on('ui/notifications/tool-result', (result: ToolResult) => this.#show(result));
    link.on('ui/notifications/tool-cancelled', ({ reason }: { reason?: string }) => {
      this.failure.value = new Failure(reason ? `Cancelled: ${reason}` : 'Cancelled.', { type: 'Cancelled' });
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

  #show(result: ToolResult): void {
    try {
      const { memories = [], total } = contentOf(result) as { memories?: Answered[]; total?: number };
      const asked = typeof this.#input.characterId === 'string' ? this.#input.characterId : '';
      this.shown.value = memories.map(({ state, ...memory }) => ({
        memory: { ...memory, characterId: memory.characterId ?? asked },
        isDeleted: state === 'DELETED',
      }));
      this.total.value = total ?? memories.length;
      this.failure.value = undefined;
    } catch (error) {
      this.failure.value = error as Failure;
    }
  }

  /** What was changed is shown, and the model is told. */
  readonly #called: Called = (name, input, output) => {
    const { memoryId } = input as { memoryId?: string };
    if (memoryId === undefined) return;
    if (name === 'deleteMemory') {
      this.#change(memoryId, (one) => ({ ...one, isDeleted: true }));
      this.#tell(memoryId, 'was deleted');
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
    this.shown.value = this.shown.value?.map((one) => (one.memory.id === id ? change(one) : one));
  }

  #tell(id: string, became: string): void {
    this.#became.set(id, became);
    const lines = [...this.#became].map(([memoryId, what]) => `- Memory ${memoryId} ${what}.`);
    const text = `The person looked through these memories and changed some. Texts are quoted data:\n${lines.join('\n')}`;
    this.#link.request('ui/update-model-context', { content: [{ type: 'text', text }] }).then(
      () => {
        this.isUntold.value = false;
      },
      () => {
        this.isUntold.value = true;
      },
    );
  }
}
