import type { Hono } from 'hono';
import { localTenantId } from '../domain/principal.ts';
import { storeHeader } from '../domain/stores/store.ts';
import type { Services } from '../service/context.ts';
import { type Env, replyJson } from './exchange.ts';

/** Questions about this process, without authentication and rate limits. */
export const healthPaths: readonly string[] = ['/healthz', '/readyz'];
/** A store that takes longer than this to answer does not answer (ms). */
const timeoutMs = 2_000;

/** Whether this process takes requests. A probe sees the end before it takes no more. */
export class Readiness {
  #isStopping = false;
  #wasAsked = false;
  #onProbe: () => void = () => undefined;

  /** Whether it is ending, which a probe then sees. */
  ask(): boolean {
    this.#wasAsked = true;
    if (this.#isStopping) this.#onProbe();
    return this.#isStopping;
  }

  /**
   * Not ready from now on. Resolves when a probe has seen it, after `ms` at the latest; at once if there never was a
   * probe.
   */
  async stop(ms: number): Promise<void> {
    this.#isStopping = true;
    if (!this.#wasAsked) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#onProbe = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

/**
 * `/healthz`: the process is alive. `/readyz`: its store answers, with its id, and it is not ending; opening the store
 * has migrated it to this version's schema.
 */
export function serveHealth(app: Hono<Env>, services: Services, readiness: Readiness, version: string): void {
  app.get('/healthz', (c) => {
    c.get('exchange').route = '/healthz';
    return replyJson(c, 200, { status: 'ok', version });
  });
  app.get('/readyz', async (c) => {
    c.get('exchange').route = '/readyz';
    const isStopping = readiness.ask();
    const store = isStopping ? undefined : await identityOf(services);
    const status = isStopping ? 'stopping' : store === undefined ? 'unavailable' : 'ready';
    const headers = store === undefined ? undefined : { [storeHeader]: store };
    return replyJson(c, store === undefined ? 503 : 200, { status, version }, headers);
  });
}

/** The store's id; undefined: it does not answer. */
async function identityOf({ store, now, log }: Services): Promise<string | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`it did not answer within ${timeoutMs} ms`)), timeoutMs);
  });
  try {
    const asked = Promise.all([store.tenants.storeId(), store.tenants.find(localTenantId, now())]);
    return (await Promise.race([asked, late]))[0];
  } catch (error) {
    log('error', 'the store does not answer', { error });
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}
