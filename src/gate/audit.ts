import { AnswerNeeded, PassingLimit, type ServiceError } from '../domain/errors.ts';
import type { Principal } from '../domain/principal.ts';
import type { Context } from '../service/context.ts';
import type { Operation } from './operation.ts';

/** Fields that identify the object: a line has it elsewhere. */
const references = /^(?:character|memory|file|member|key|webhook|delivery|recall|session)Id$/;

/** The caller with this call as the audit context of its changes. */
export function withAuditContext(
  { principal, origin }: Context,
  { name: action }: Operation,
  given: Record<string, unknown> = {},
): Principal {
  const { name, via, keyId } = principal;
  const fields = Object.keys(given).filter((field) => !references.test(field));
  const { requestId, address } = origin ?? {};
  return Object.assign({}, principal, { auditContext: { action, name, via, keyId, requestId, address, fields } });
}

/** Whether a call was refused because of its caller or tier, not by a rate limit or a pending question. */
function isRefusal(error: ServiceError): boolean {
  if (error instanceof PassingLimit || error instanceof AnswerNeeded) return false;
  return [
    'AccessDenied',
    'InsufficientRole',
    'FeatureNotAvailable',
    'CharacterLimitExceeded',
    'TierLimitExceeded',
  ].includes(error.type);
}

/** Writes the line of a refusal. That it can't be written is logged: the call is refused all the same. */
export async function recordRefusal(context: Context, operation: Operation, error: ServiceError): Promise<void> {
  if (!isRefusal(error)) return;
  const { store, now, log } = context;
  await store.audit.record(withAuditContext(context, operation), {}, error.type, now()).catch((failure: unknown) => {
    log('error', 'a refusal is not in the audit log', { operation: operation.name, error: failure });
  });
}

/** Writes the line of a call that changed nothing but is recorded; without it nothing is answered. */
export async function recordExport(
  { store, principal, now }: Context,
  input: Record<string, unknown>,
  output: Record<string, unknown>,
): Promise<void> {
  const { characterId = input.characterId, fileId } = output;
  const found = characterId === undefined ? undefined : await store.characters.identify(principal, String(characterId));
  const target = fileId ?? input.webhookId;
  const targetId = target === undefined ? undefined : String(target);
  await store.audit.record(principal, { characterId: found?.id, targetId }, 'OK', now());
}
