import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto';
import { ServiceError } from '../../../domain/errors.ts';

/** The relying party: its domain, and the only origin that may use its passkeys. */
export interface PasskeySite {
  rpId: string;
  origin: string;
}

/** The authenticator's data before its signature. */
interface AuthenticatorData {
  counter: number;
  /** Of a new passkey. */
  credential: Uint8Array | undefined;
}

const [userPresent, userVerified, attested] = [0x01, 0x04, 0x40];
const headLength = 37;
/** The place of the credential's length: after the identifier of the authenticator's model. */
const lengthAt = headLength + 16;
const leastRsaBits = 2_048;
/** Smaller ones make mistakes of RSA's padding exploitable. */
const leastRsaExponent = 65_537n;

/**
 * Verifies a new passkey (WebAuthn level 2, 7.1) without attestation: the authenticator's make does not matter. Uses
 * the public key as the browser extracted it, since nothing signs the authenticator's copy. InvalidInput.
 */
export function readRegistration(
  answer: { clientData: Uint8Array; authenticatorData: Uint8Array; publicKey: Uint8Array },
  challenge: Uint8Array,
  site: PasskeySite,
): { credential: Uint8Array; counter: number } {
  checkClientData(answer.clientData, 'webauthn.create', challenge, site);
  const { credential, counter } = readAuthenticatorData(answer.authenticatorData, site);
  if (!credential || credential.length === 0) throw refused('it brings no credential');
  digestOf(keyOf(answer.publicKey));
  return { credential, counter };
}

/** Checks a sign-in with a passkey (7.2); its new counter. InvalidInput, Unauthorized. */
export function verifyAssertion(
  answer: { clientData: Uint8Array; authenticatorData: Uint8Array; signature: Uint8Array },
  passkey: { publicKey: Uint8Array; counter: number },
  challenge: Uint8Array,
  site: PasskeySite,
): number {
  checkClientData(answer.clientData, 'webauthn.get', challenge, site);
  const { counter } = readAuthenticatorData(answer.authenticatorData, site);
  const signed = Buffer.concat([answer.authenticatorData, sha256(answer.clientData)]);
  const key = keyOf(passkey.publicKey);
  if (!verify(digestOf(key), signed, key, answer.signature)) throw unproven('its signature is not valid');
  const counts = counter > 0 || passkey.counter > 0;
  if (counts && counter <= passkey.counter) throw unproven('it counts backwards: there may be a copy of it');
  return counter;
}

function checkClientData(bytes: Uint8Array, type: string, challenge: Uint8Array, { origin }: PasskeySite): void {
  const said = parsed(bytes);
  if (said.type !== type) throw refused(`it is no ${type}`);
  if (said.challenge !== Buffer.from(challenge).toString('base64url')) throw refused('it signs another challenge');
  const isFramed = said.crossOrigin === true || said.topOrigin !== undefined;
  if (said.origin !== origin || isFramed) throw refused('another page asked for it');
}

function parsed(bytes: Uint8Array): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(Buffer.from(bytes).toString('utf8'));
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>;
  } catch {
    // Said below.
  }
  throw refused('its client data is no JSON object');
}

/** The user was there and has been verified, for this very name. */
function readAuthenticatorData(bytes: Uint8Array, { rpId }: PasskeySite): AuthenticatorData {
  const data = Buffer.from(bytes);
  if (data.length < headLength) throw refused('its authenticator data is too short');
  if (!sha256(rpId).equals(data.subarray(0, 32))) throw refused('it belongs to another name');
  const flags = data.readUInt8(32);
  if (!(flags & userPresent) || !(flags & userVerified)) throw refused('the authenticator has not verified its user');
  const counter = data.readUInt32BE(33);
  if (!(flags & attested)) return { counter, credential: undefined };
  if (data.length < lengthAt + 2) throw refused('its authenticator data is too short');
  const end = lengthAt + 2 + data.readUInt16BE(lengthAt);
  if (data.length < end) throw refused('its authenticator data is too short');
  return { counter, credential: data.subarray(lengthAt + 2, end) };
}

function keyOf(spki: Uint8Array): KeyObject {
  try {
    return createPublicKey({ key: Buffer.from(spki), format: 'der', type: 'spki' });
  } catch {
    throw refused('its public key can’t be read');
  }
}

/** The digest of the kinds of keys that are offered: ES256, EdDSA, RS256. */
function digestOf({ asymmetricKeyType: type, asymmetricKeyDetails: details = {} }: KeyObject): string | null {
  if (type === 'ed25519') return null;
  if (type === 'ec' && details.namedCurve === 'prime256v1') return 'sha256';
  const { modulusLength = 0, publicExponent = 0n } = details;
  if (type === 'rsa' && modulusLength >= leastRsaBits && publicExponent >= leastRsaExponent) return 'sha256';
  throw refused('its key algorithm was not offered');
}

/** As authenticators are asked for them (COSE), the best first. */
export const keyKinds = [-7, -8, -257] as const;

function sha256(of: Uint8Array | string): Buffer {
  return createHash('sha256').update(of).digest();
}

function refused(why: string): ServiceError {
  return new ServiceError('InvalidInput', `The passkey can’t be used: ${why}.`);
}

function unproven(why: string): ServiceError {
  return new ServiceError('Unauthorized', `The passkey can’t be used: ${why}.`);
}
