import { type Principal, requireScope, type TokenScope } from '../../domain/principal.ts';
import { scopeOf } from '../../gate/operation.ts';
import type { Backend } from '../../mcp/backend.ts';

/** Methods of MCP whose answers hold nothing of a tenant's. Whatever else there is reads, but for the calls of tools. */
const free = new Set([
  'initialize',
  'ping',
  'logging/setLevel',
  'prompts/list',
  'resources/templates/list',
  'server/discover',
  'tools/list',
]);

/**
 * Refuses a message that needs more than its token allows before it is answered, because only then the refusal has a
 * status and a header of its own. InsufficientScope.
 */
export function requireScopeOf(
  principal: Principal,
  message: unknown,
  operations: Pick<Backend['operations'], 'get'>,
): void {
  const scope = neededScope(message, operations);
  if (scope) requireScope(principal, scope);
}

function neededScope(message: unknown, operations: Pick<Backend['operations'], 'get'>): TokenScope | undefined {
  const { method, params } = (message ?? {}) as { method?: unknown; params?: { name?: unknown } };
  if (typeof method !== 'string' || method.startsWith('notifications/') || free.has(method)) return undefined;
  if (method !== 'tools/call') return 'memory:read';
  const called = operations.get(String(params?.name));
  return called && scopeOf(called);
}
