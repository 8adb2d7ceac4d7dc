import { lackOf, type Origin, type TokenScope } from '../../domain/principal.ts';
import { scopeOf } from '../../gate/operation.ts';
import { calledBy } from '../../mcp/apps.ts';
import type { Backend } from '../../mcp/backend.ts';
import type { Authenticated } from '../../service/tenancy/keys.ts';
import type { Refusals } from '../../service/tenancy/refusals.ts';

/** Methods of MCP whose answers have no data of a tenant. All others read, except the calls of tools. */
const free = new Set([
  'initialize',
  'ping',
  'logging/setLevel',
  'prompts/list',
  'resources/templates/list',
  'server/discover',
  'tools/list',
]);

/** The audit log of refusals, and the operations. */
export interface ScopeParts {
  operations: Pick<Backend['operations'], 'get'>;
  refusals: Refusals;
}

/**
 * Refuses a batch if a message in it needs more than its token allows, before any is answered: only then the refusal
 * can have its own status and header. The gate does not see it, so its audit line is written here. InsufficientScope.
 */
export async function requireScopes(
  { principal, identity }: Authenticated,
  messages: readonly unknown[],
  { operations, refusals }: ScopeParts,
  origin: Origin,
): Promise<void> {
  for (const message of messages) {
    const { scope, action } = needOf(message, operations);
    const refusal = scope && lackOf(principal, scope);
    if (!refusal) continue;
    await refusals.record({ ...principal, identity, action }, refusal, origin);
    throw refusal;
  }
}

/** The scope that a message needs, and the operation that it calls. */
function needOf(message: unknown, operations: ScopeParts['operations']): { scope?: TokenScope; action?: string } {
  const { method, params } = (message ?? {}) as { method?: unknown; params?: { name?: unknown } };
  if (typeof method !== 'string' || method.startsWith('notifications/') || free.has(method)) return {};
  if (method !== 'tools/call') return { scope: 'memory:read' };
  const called = operations.get(calledBy(String(params?.name)).operation);
  return called ? { scope: scopeOf(called), action: called.name } : {};
}
