import { isDeepStrictEqual } from 'node:util';
import { Lru } from '../../base/lru.ts';
import { type AiSettings, type Embedder, type Extractor, extractionFailed } from '../../domain/ai.ts';
import type { AiProvider } from '../../domain/ai-providers.ts';
import type { OwnAi, OwnServices, Services, TenantAi } from '../../service/context.ts';
import { Embeddings } from '../../service/retrieval/embeddings.ts';
import type { Outside } from '../../service/team/outside.ts';
import type { Seal } from '../../service/tenancy/seal.ts';
import type { TenantAiSettings } from './storage/store.ts';

/** How long cached settings are valid; every node and thread reads them by itself (ms). */
const freshMs = 1_000;
/** How many tenants' settings are cached. */
const maxCached = 10_000;

/** The parts of a request to a provider. */
export interface Endpoint {
  apiKey: string;
  provider: AiProvider;
  model?: string | undefined;
  baseUrl?: string | undefined;
  fetch?: typeof globalThis.fetch | undefined;
}

export interface Provided {
  extractor: Extractor;
  embedder?: Embedder | undefined;
  settings: AiSettings;
}

interface Own extends OwnAi {
  /** Why its key can't be used; undefined when it can. */
  problem?: string | undefined;
  settings: TenantAiSettings;
}

interface CachedSettings {
  since: number;
  own: Promise<Own | undefined>;
}

export interface TenantProvidersParts extends Pick<Services, 'store' | 'now' | 'log'> {
  /** Absent without SERVICE_SECRET_KEY. */
  seal: Seal | undefined;
  outside: Outside;
  /** The settings of tenants without their own. */
  environment: OwnServices;
  create: (endpoint: Endpoint) => Provided;
  /** The model of tenants' own vectors: one at one endpoint. */
  storeModel: string;
}

/** Extraction and embeddings of tenants by settings of their own, in `serve`. */
export class TenantProviders implements TenantAi {
  /** Absent without SERVICE_SECRET_KEY. */
  readonly seal: Seal | undefined;
  readonly outside: Outside;
  readonly environment: OwnServices;
  readonly #parts: TenantProvidersParts;
  readonly #cache = new Lru<string, CachedSettings>(maxCached);
  #storeModel: string;

  constructor(parts: TenantProvidersParts) {
    this.#storeModel = parts.storeModel;
    this.seal = parts.seal;
    this.outside = parts.outside;
    this.environment = parts.environment;
    this.#parts = parts;
  }

  async of(tenantId: string): Promise<Own | undefined> {
    const now = this.#parts.now();
    const before = this.#cache.get(tenantId);
    if (before && Math.abs(now - before.since) < freshMs) return before.own;
    const cached = { since: now, own: this.#read(tenantId, before) };
    this.#cache.set(tenantId, cached);
    try {
      return await cached.own;
    } catch (error) {
      if (this.#cache.get(tenantId) === cached) this.#cache.delete(tenantId);
      throw error;
    }
  }

  use(embeddings: Embeddings | undefined, storeModel: string): void {
    this.environment.embeddings = embeddings;
    this.#storeModel = storeModel;
    this.#cache.clear();
  }

  async embeds(): Promise<boolean> {
    for (const { tenantId } of await this.#parts.store.aiSettings.all()) {
      const embeddings = (await this.of(tenantId))?.services.embeddings;
      if (embeddings && embeddings !== this.environment.embeddings) return true;
    }
    return false;
  }

  /** Has settings that were changed read at the next use. */
  forget(tenantId: string): void {
    this.#cache.delete(tenantId);
  }

  /** Encrypts again with the current key, so that the old key can be dropped. */
  async resealAll(): Promise<void> {
    const { store, log } = this.#parts;
    const unopened: string[] = [];
    for (const { tenantId, settings } of await store.aiSettings.all()) {
      if ((await this.#open(tenantId, settings)) === undefined) unopened.push(tenantId);
    }
    if (unopened.length === 0) return;
    const tenants = unopened.slice(0, 10);
    log('error', `AI settings of tenants can't be used. ${this.#why()}`, { count: unopened.length, tenants });
  }

  /** Clients and the state of their endpoint are reused as long as the settings are the same. */
  async #read(tenantId: string, before: CachedSettings | undefined): Promise<Own | undefined> {
    const settings = await this.#parts.store.aiSettings.of(tenantId);
    if (!settings) return undefined;
    const known = await before?.own.catch(() => undefined);
    return known && isDeepStrictEqual(known.settings, settings) ? known : this.#make(tenantId, settings);
  }

  async #make(tenantId: string, settings: TenantAiSettings): Promise<Own> {
    const { create, log, environment } = this.#parts;
    const { provider, model, baseUrl, dailyTokens } = settings;
    const apiKey = await this.#open(tenantId, settings);
    const problem = apiKey === undefined ? this.#why() : undefined;
    // A tenant without an address of its own uses the operator's network.
    const fetch = baseUrl === undefined ? undefined : this.outside.fetch;
    const provided = create({ apiKey: apiKey ?? '', provider, model, baseUrl, fetch });
    const { embedder, settings: ai } = provided;
    const extractor = problem === undefined ? provided.extractor : unusable(provided.extractor, problem);
    const { withoutVectors } = environment;
    const isOther = embedder !== undefined && embedder.generation.name !== this.#storeModel;
    const reason = problem ?? withoutVectors ?? (isOther ? otherEndpoint : undefined);
    const canEmbed = embedder !== undefined && reason === undefined;
    const onMachine = environment.embeddings?.embedder.onMachine;
    // An encoder on the server sends nothing away, so it can be used with any provider of a tenant.
    if (onMachine && !(onMachine.isOwn && canEmbed)) {
      const { embeddings } = environment;
      return { settings, problem, services: { ai, extractor, embeddings, withoutVectors, dailyTokens } };
    }
    const embeddings = canEmbed ? new Embeddings(embedder, log) : undefined;
    return { settings, problem, services: { ai, extractor, embeddings, withoutVectors: reason, dailyTokens } };
  }

  /** The key itself, sealed again where the old one opened it; undefined when none does. */
  async #open(tenantId: string, settings: TenantAiSettings): Promise<string | undefined> {
    const purpose = sealedFor(tenantId, settings);
    const opened = this.seal?.open(settings.sealedKey, purpose);
    if (!this.seal || !opened) return undefined;
    const { store, log } = this.#parts;
    if (opened.isOld) {
      const resealed = this.seal.seal(opened.text, purpose);
      await store.aiSettings.reseal(tenantId, settings.sealedKey, resealed).catch((error: unknown) => {
        log('warn', 'a key could not be sealed with the new secret; the old sealing stays', { error });
      });
    }
    return opened.text;
  }

  #why(): string {
    const what = this.seal ? 'The key in them was sealed with another SERVICE_SECRET_KEY.' : noSecretKey;
    return `${what} Nothing is lost: with that one as SERVICE_SECRET_KEY or SERVICE_SECRET_KEY_OLD they work again, and a key that is set again replaces it.`;
  }
}

export const noSecretKey = 'This server has no SERVICE_SECRET_KEY, which keys of providers are sealed with.';

const otherEndpoint =
  'the memories of this store are embedded at another endpoint, and vectors of two cannot be compared';

/** Throws at every use, because another key or the rules would not be the tenant's choice. */
function unusable({ kind, deadlineMs }: Extractor, problem: string): Extractor {
  const message = `The tenant's AI settings can't be used. ${problem}`;
  return { kind, deadlineMs, extract: () => Promise.reject(extractionFailed(message)) };
}

/** The AI settings of tenants, where the server has them. */
export function tenantProviders({ tenantAi }: Pick<Services, 'tenantAi'>): TenantProviders | undefined {
  return tenantAi instanceof TenantProviders ? tenantAi : undefined;
}

/** The authenticated data of an encrypted key: it can be decrypted only for this tenant and this endpoint. */
export function sealedFor(tenantId: string, { provider, baseUrl }: Pick<TenantAiSettings, 'provider' | 'baseUrl'>) {
  return JSON.stringify([tenantId, provider, baseUrl ?? null]);
}
