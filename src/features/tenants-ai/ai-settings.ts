import type { AiProvider } from '../../domain/ai-providers.ts';
import { ServiceError } from '../../domain/errors.ts';
import { accounted, aiQuotaExceeded } from '../../service/ai-usage.ts';
import type { Context } from '../../service/context.ts';
import { withDeadline } from '../../service/deadline.ts';
import { withOwnAi } from '../../service/tenancy/own-ai.ts';
import type { TenantAiSettings } from './storage/store.ts';
import { noSecretKey, sealedFor, tenantProviders } from './tenant-providers.ts';

/** As long as a person waits for a test; extractions have more. */
const timeoutMs = 20_000;

/** The request of an OWNER. */
export interface WantedAiSettings {
  provider: AiProvider;
  model?: string | undefined;
  baseUrl?: string | undefined;
  /** Undefined: keeps the stored one; null: the environment's settings again. */
  key?: string | null | undefined;
  dailyTokens?: number | undefined;
}

export interface ShownAiSettings extends Omit<WantedAiSettings, 'key'> {
  keySet: boolean;
  source: 'tenant' | 'environment';
  /** Why the settings come from the environment although the tenant could have its own, or why they can't be used. */
  reason?: string | undefined;
}

/** The settings in force for the caller's tenant. The environment's address and key are not reported. */
export async function shownAiSettings(context: Context): Promise<ShownAiSettings> {
  const { store, principal } = context;
  const tenantAi = tenantProviders(context);
  const inForce = await withOwnAi({ ...context, ...tenantAi?.environment });
  const settings = await store.aiSettings.of(principal.tenantId);
  if (!tenantAi || !settings) return ofEnvironment(inForce);
  const { sealedKey: _, ...shown } = settings;
  const reason = (await tenantAi.of(principal.tenantId))?.problem;
  return {
    ...shown,
    model: shown.model ?? inForce.ai.model,
    keySet: true,
    source: 'tenant',
    ...(reason && { reason }),
  };
}

/** Replaces the tenant's settings by the caller's. FeatureNotAvailable, InvalidInput. */
export async function changeAiSettings(context: Context, wanted: WantedAiSettings): Promise<void> {
  const { store, principal, now } = context;
  const tenantAi = tenantProviders(context);
  const { tenantId } = principal;
  if (!tenantAi) throw new ServiceError('FeatureNotAvailable', `${onlyInServe} (source: environment).`);
  await store.aiSettings.set(tenantId, await toStored(context, wanted), now(), principal);
  tenantAi.forget(tenantId);
}

async function toStored(context: Context, { key, ...wanted }: WantedAiSettings): Promise<TenantAiSettings | undefined> {
  const { store, principal } = context;
  const tenantAi = tenantProviders(context);
  if (key === null) return undefined;
  if (!tenantAi?.seal) {
    throw new ServiceError('FeatureNotAvailable', `${noSecretKey} AI settings come from the environment until it has.`);
  }
  if (wanted.baseUrl !== undefined) {
    if (wanted.provider !== 'openai')
      throw new ServiceError('InvalidInput', 'baseUrl is for the provider openai only.');
    tenantAi.outside.check(wanted.baseUrl, 'baseUrl', 'https://example.com/v1');
  }
  const purpose = sealedFor(principal.tenantId, wanted);
  if (key !== undefined) return { ...wanted, sealedKey: tenantAi.seal.seal(key, purpose) };
  const before = await store.aiSettings.of(principal.tenantId);
  // Callers can't read the key, so it must not be sent to a new address of their choice.
  if (!before || sealedFor(principal.tenantId, before) !== purpose) {
    const why = before ? 'the stored one is for another provider or baseUrl' : 'none is stored';
    throw new ServiceError('InvalidInput', `key is needed: ${why}.`);
  }
  return { ...wanted, sealedKey: before.sealedKey };
}

function ofEnvironment({ ai, dailyTokens, tenantAi: given }: Context): ShownAiSettings {
  const tenantAi = tenantProviders({ tenantAi: given });
  const { provider, model, configured } = ai;
  const reason = tenantAi ? (tenantAi.seal ? undefined : noSecretKey) : `${onlyInServe}.`;
  return {
    provider,
    model,
    ...(dailyTokens !== undefined && { dailyTokens }),
    keySet: configured,
    source: 'environment',
    ...(reason !== undefined && { reason }),
  };
}

const onlyInServe = 'Here AI settings come from the environment; a server keeps them for each team';

/** One extraction of a few words with the settings in force; it counts like any other. */
export async function testAiSettings(context: Context): Promise<{ ok: boolean; ms: number; message: string }> {
  const { ai, extractor, signal } = context;
  if (!ai.configured) return { ok: true, ms: 0, message: 'No key is set: everything works by rules, offline.' };
  const started = performance.now();
  const answered = (ok: boolean, message: string) => ({ ok, ms: Math.round(performance.now() - started), message });
  const occurredAt = new Date(context.now()).toISOString();
  const request = { text: 'Ada likes tea.', categories: [], similar: [], occurredAt };
  let isLate = false;
  try {
    const answer = await withDeadline(signal, timeoutMs, (deadline) => {
      deadline.addEventListener('abort', () => {
        isLate = true;
      });
      const estimate = extractor.estimate?.(request) ?? { inputTokens: 0, outputTokens: 0 };
      const call = { estimate, deadlineMs: timeoutMs, signal: deadline };
      return accounted(context, call, () => extractor.extract(request, deadline));
    });
    if (!answer) return answered(false, aiQuotaExceeded(context).message);
    return 'declined' in answer && answer.declined !== undefined
      ? answered(false, answer.declined)
      : answered(true, `${ai.provider} answers with ${ai.model}.`);
  } catch (error) {
    if (isLate) return answered(false, `There was no answer within ${timeoutMs / 1000} s.`);
    if (error instanceof ServiceError) return answered(false, error.message);
    throw error;
  }
}
