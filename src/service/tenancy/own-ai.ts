import type { OwnServices, Services } from '../context.ts';

/** The context of a call: with the tenant's own AI, if it has some. */
export async function withOwnAi<Given extends Pick<Services, 'tenantAi'> & { principal: { tenantId: string } }>(
  given: Given,
): Promise<Given & Partial<OwnServices>> {
  const own = await given.tenantAi?.of(given.principal.tenantId);
  return own ? { ...given, ...own.services } : given;
}
