import * as z from 'zod';
import { ServiceError } from '../../../domain/errors.ts';
import { type Origin, type Principal, roleIncludes, type Scope } from '../../../domain/principal.ts';
import { isUuid } from '../../../domain/text.ts';
import type { Services } from '../../../service/context.ts';
import { hashOf, newToken } from '../../../service/tenancy/keys.ts';
import { accessIncludes, grantAccesses } from '../domain/grant.ts';
import { codeMs } from './grant-tokens.ts';
import { placeOf } from './redirect-uris.ts';
import type { AuthorizationRequest } from './request.ts';

const maxCharacters = 100;

/** A person's answer to a client's request. */
export const decision = z.strictObject({
  /** The query of the client's authorization request. */
  request: z.string().max(8_192),
  allow: z.boolean(),
  access: z.enum(grantAccesses).optional(),
  /** The only characters that it gets; absent: all. */
  characterIds: z.array(z.string().refine(isUuid)).min(1).max(maxCharacters).optional(),
});
export type Decision = z.output<typeof decision>;

/** What the consent page shows: the client, and the address that gets its answer. */
export function shownClient({ client, redirectUri }: Pick<AuthorizationRequest, 'client' | 'redirectUri'>) {
  const { name, host } = client;
  return { client: { name, ...(host !== undefined && { host }) }, returnsTo: placeOf(redirectUri) };
}

/** What the consent page shows of a client. */
export function shown(asked: AuthorizationRequest, { name, role }: Principal) {
  return {
    ...shownClient(asked),
    access: roleIncludes(role, 'MEMBER') ? asked.access : 'READ',
    member: { name, role },
  };
}

/** Stores a person's consent, in one unit with its audit line. Returns the code for the client. InvalidInput. */
export async function allow(
  { store, now, newId }: Pick<Services, 'store' | 'now' | 'newId'>,
  asked: AuthorizationRequest,
  { access = asked.access, characterIds }: Decision,
  principal: Principal,
  origin: Origin,
): Promise<string> {
  if (!accessIncludes(asked.access, access)) {
    throw new ServiceError('InvalidInput', `access: the client asks for ${asked.access} alone.`);
  }
  for (const id of characterIds ?? []) {
    if (!(await store.characters.identify(principal, id))) {
      throw new ServiceError('InvalidInput', `characterIds: there is no character ${id}.`);
    }
  }
  const code = newToken();
  const { memberId } = principal;
  const { client, redirectUri, challenge, resource } = asked;
  const time = now();
  await store.grants.open(
    {
      id: newId(),
      memberId,
      client: client.name,
      clientId: client.id,
      access,
      characterIds: characterIds?.map((id) => id.toLowerCase()),
      resource,
    },
    { hash: hashOf(code), expiresAt: time + codeMs, redirectUri, challenge },
    time,
    deciding('allow_client', principal, origin),
  );
  return code;
}

/** Writes the audit line of a refused consent. */
export async function refuseClient(
  { store, now }: Pick<Services, 'store' | 'now'>,
  principal: Principal,
  origin: Origin,
): Promise<void> {
  await store.audit.record(deciding('refuse_client', principal, origin), {}, 'OK', now());
}

function deciding(action: string, { tenantId, memberId, role, name, via, keyId }: Principal, origin: Origin): Scope {
  return { tenantId, memberId, role, auditContext: { action, name, via, keyId, ...origin } };
}
