import * as z from 'zod';
import { ServiceError } from '../../../domain/errors.ts';
import type { Role } from '../../../domain/principal.ts';
import type { MemberStatus } from '../../../domain/tenant.ts';

/** A passkey of a member, as it is shown. */
export const shownPasskey = z.object({
  id: z.string(),
  name: z.string(),
  member: z.object({ id: z.string(), name: z.string() }),
  createdAt: z.string(),
  lastUsedAt: z.string().optional(),
});
export type Passkey = z.output<typeof shownPasskey>;

/** The most passkeys of a member. */
export const passkeysOfMember = 10;

/** A passkey to be stored. */
export interface NewPasskey {
  id: string;
  name: string;
  /** The authenticator's id of it. */
  credential: Uint8Array;
  /** SubjectPublicKeyInfo (DER). */
  publicKey: Uint8Array;
  /** The authenticator's count of signatures; 0 forever if it does not count. */
  counter: number;
}

/** The member and credential of a presented passkey, as of now. */
export interface PasskeyHolder {
  tenantId: string;
  memberId: string;
  /** The member's name. */
  member: string;
  role: Role;
  memberStatus: MemberStatus;
  passkeyId: string;
  publicKey: Uint8Array;
  counter: number;
}

export function passkeyNotFound(passkeyId: string): ServiceError {
  return new ServiceError('NotFound', `There is no passkey ${passkeyId}.`);
}

export function challengeExpired(): ServiceError {
  return new ServiceError('Unauthorized', 'This took too long, or was sent twice: begin again.');
}

/** InvalidInput when the member has as many as it may. */
export function requireRoomForPasskey(count: number): void {
  if (count < passkeysOfMember) return;
  throw new ServiceError('InvalidInput', `A member has at most ${passkeysOfMember} passkeys: remove one.`);
}
