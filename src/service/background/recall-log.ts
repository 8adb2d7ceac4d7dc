import type { Principal } from '../../domain/principal.ts';
import type { NewRecall } from '../../domain/stores/recalls.ts';
import { dayMs } from '../../domain/text.ts';
import { estimateTokensOf } from '../../text/tokens.ts';
import type { Caller, LoggedRecall, RecallLogging, Services } from '../context.ts';
import { clientOf } from '../memories.ts';
import { storedQuery } from '../recalls.ts';
import type { BackgroundJob } from './background.ts';

/**
 * Recalls are written together after this time (ms) without another one: a write rarely delays calls in quick
 * succession.
 */
const quietMs = 50;
/** The limits of that wait: since the first recall (ms), and the number of waiting ones. */
const maxMs = 1_000;
const maxBatch = 64;
/** Notes that wait for a store which does not take them. */
const maxWaiting = 1_000;
const forgetMs = 60 * 60_000;
const forgottenAtOnce = 500;

interface Note {
  principal: Principal;
  client: string | undefined;
  /** Without its texts: it waits. */
  recall: Omit<LoggedRecall, 'texts'>;
  tokens: number;
  at: number;
}

/**
 * The log of recalls. A call counts the tokens that it gave and queues its recall, which is written a moment later, so
 * that no answer waits for the store or fails with it. Old recalls are deleted once an hour.
 */
export class RecallLog implements RecallLogging, BackgroundJob {
  readonly #services: Pick<Services, 'store' | 'now' | 'log'>;
  readonly #days: number;
  #waiting: Note[] = [];
  #timer: NodeJS.Timeout | undefined;
  #forgetting: NodeJS.Timeout | undefined;
  /** All writes so far, one after another. */
  #writes: Promise<void> = Promise.resolve();

  /** @param days how long recalls are stored; 0: not at all, and existing ones are deleted */
  constructor(services: Pick<Services, 'store' | 'now' | 'log'>, days: number) {
    this.#services = services;
    this.#days = days;
  }

  note(caller: Pick<Caller, 'principal' | 'client'>, { texts, ...recall }: LoggedRecall): void {
    const { principal } = caller;
    // People who search for themselves are no agents.
    if (principal.via === 'dashboard' || this.#waiting.length >= maxWaiting) return;
    const at = this.#services.now();
    this.#waiting.push({ principal, client: clientOf(caller), recall, tokens: estimateTokensOf(texts), at });
    const waited = at - (this.#waiting[0]?.at ?? at);
    if (this.#waiting.length >= maxBatch) void this.written();
    else if (!this.#timer) this.#timer = setTimeout(() => void this.written(), quietMs).unref();
    else if (waited < maxMs) this.#timer.refresh();
  }

  written(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const notes = this.#waiting;
    this.#waiting = [];
    if (notes.length > 0) this.#writes = this.#writes.then(() => this.#guarded(() => this.#write(notes)));
    return this.#writes;
  }

  keptSince(): number {
    return this.#services.now() - this.#days * dayMs;
  }

  start(): void {
    const forget = () => {
      this.#writes = this.#writes.then(() => this.#guarded(() => this.forget()));
    };
    this.#forgetting ??= setInterval(forget, forgetMs).unref();
    forget();
  }

  async stop(): Promise<void> {
    clearInterval(this.#forgetting);
    await this.written();
  }

  /** Deletes old recalls of every tenant. */
  async forget(): Promise<void> {
    const { store, now } = this.#services;
    for (const { id } of await store.tenants.list(now())) {
      while ((await store.recalls.forget(id, this.keptSince(), forgottenAtOnce)) === forgottenAtOnce);
    }
  }

  async #write(notes: readonly Note[]): Promise<void> {
    const ofTenants = new Map<string, NewRecall[]>();
    for (const note of notes) {
      const { tenantId } = note.principal;
      ofTenants.set(tenantId, [...(ofTenants.get(tenantId) ?? []), ...(await this.#recallsOf(note))]);
    }
    for (const [tenantId, recalls] of ofTenants) await this.#services.store.recalls.add(tenantId, recalls);
  }

  /** One recall for each character with results; if there are none, one for each searched character. */
  async #recallsOf({ principal, client, recall, tokens, at }: Note): Promise<NewRecall[]> {
    const { kind, query, characters, memories } = recall;
    const asked = new Set<string>();
    for (const reference of characters) {
      const found = await this.#services.store.characters.identify(principal, reference);
      if (found) asked.add(found.id);
    }
    const about = { at, by: principal.name, via: principal.via, client, kind, query: await storedQuery(query) };
    const recalls = [...asked].map((characterId) => {
      const own = memories.filter((one) => asked.size === 1 || one.characterId === characterId);
      const results = own.map(({ memoryId, relevance, revision }) => ({ memoryId, relevance, revision }));
      return { ...about, characterId, results };
    });
    const answered = recalls.filter(({ results }) => results.length > 0);
    // Several characters share the tokens of the answer.
    for (const one of answered) Object.assign(one, { tokens: Math.round(tokens / answered.length) });
    return answered.length > 0 ? answered : recalls;
  }

  async #guarded(work: () => Promise<void>): Promise<void> {
    await work().catch((error: unknown) => this.#services.log('warn', 'recalls cannot be noted', { error }));
  }
}
