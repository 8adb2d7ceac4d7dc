import { t } from '../languages/translate.ts';
import { Failure } from './client.ts';
import type { HttpClient } from './http-client.ts';

const path = '/session/passkeys';

interface Asked {
  ticket: string;
  challenge: string;
  rpId: string;
}

interface AskedForNew extends Asked {
  user: { id: string; name: string };
  /** The kinds of keys that the service takes, as COSE numbers them. */
  kinds: number[];
  /** The passkeys that the user has already. */
  known: string[];
}

/** Whether this browser has passkeys and the service takes them at this address. */
export async function arePasskeysOffered(http: HttpClient, signal?: AbortSignal): Promise<boolean> {
  // A passkey belongs to a domain: never to a plain address (WebAuthn, effective domain).
  const isDomain = !/^[\d.]+$|^\[/u.test(location.hostname);
  if (!window.isSecureContext || !isDomain || typeof PublicKeyCredential === 'undefined') return false;
  return (await http.request<{ isOffered: boolean }>('GET', path, undefined, signal)).isOffered;
}

/** The signature of a passkey that the user chooses, to be exchanged for a session. Failures. */
export async function signedByPasskey(http: HttpClient): Promise<object> {
  const { ticket, challenge, rpId } = await http.request<Asked>('POST', path, {});
  const publicKey = { challenge: bytesOf(challenge), rpId, userVerification: 'required' } as const;
  const { rawId, response } = await byUser(() => navigator.credentials.get({ publicKey }));
  const { clientDataJSON, authenticatorData, signature, userHandle } = response as AuthenticatorAssertionResponse;
  return {
    ticket,
    credential: textOf(rawId),
    clientData: textOf(clientDataJSON),
    authenticatorData: textOf(authenticatorData),
    signature: textOf(signature),
    userHandle: textOf(userHandle ?? new ArrayBuffer(0)),
  };
}

/** Makes a passkey of the user on a device that the user chooses. Failures. */
export async function addPasskey(http: HttpClient, name: string): Promise<void> {
  const { ticket, challenge, rpId, user, kinds, known } = await http.request<AskedForNew>('POST', `${path}/new`, {});
  const publicKey: PublicKeyCredentialCreationOptions = {
    challenge: bytesOf(challenge),
    rp: { id: rpId, name: 'Memory' },
    user: { id: bytesOf(user.id), name: user.name, displayName: user.name },
    pubKeyCredParams: kinds.map((alg) => ({ type: 'public-key', alg })),
    excludeCredentials: known.map((id) => ({ type: 'public-key', id: bytesOf(id) })),
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    attestation: 'none',
  };
  const { response } = await byUser(() => navigator.credentials.create({ publicKey }));
  const made = response as AuthenticatorAttestationResponse;
  const key = made.getPublicKey();
  if (!key) throw new Failure('NoPasskey', t('This device makes a kind of passkey that the service does not know.'));
  await http.request('PUT', `${path}/new`, {
    ticket,
    name,
    clientData: textOf(made.clientDataJSON),
    authenticatorData: textOf(made.getAuthenticatorData()),
    publicKey: textOf(key),
  });
}

/** The user's response. Failures. */
async function byUser(ask: () => Promise<Credential | null>): Promise<PublicKeyCredential> {
  try {
    const given = await ask();
    if (given) return given as PublicKeyCredential;
  } catch (error) {
    const isKnown = error instanceof DOMException && error.name === 'InvalidStateError';
    if (isKnown) throw new Failure('NoPasskey', t('This device has a passkey of yours already.'));
  }
  throw new Failure('NoPasskey', t('No passkey was used: it was not allowed, or took too long.'));
}

function textOf(bytes: ArrayBuffer): string {
  const text = String.fromCharCode(...new Uint8Array(bytes));
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.charCodeAt(0));
}
