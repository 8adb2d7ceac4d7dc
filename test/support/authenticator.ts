import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

const sha256 = (of: Uint8Array | string) => createHash('sha256').update(of).digest();
const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');

/** The page's request to an authenticator and the device's result; a test may change each part. */
export interface Asked {
  ticket: string;
  challenge: string;
  rpId: string;
}
export interface Lies {
  origin?: string;
  challenge?: string;
  type?: string;
  rpId?: string;
  flags?: number;
  counter?: number;
  crossOrigin?: boolean;
  topOrigin?: string;
  userHandle?: string;
  credential?: string;
}

const kinds = {
  es256: () => generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  eddsa: () => generateKeyPairSync('ed25519'),
  rs256: () => generateKeyPairSync('rsa', { modulusLength: 2048 }),
  /** Keys that the service refuses. */
  'rs256 with exponent 3': () => generateKeyPairSync('rsa', { modulusLength: 2048, publicExponent: 3 }),
  es384: () => generateKeyPairSync('ec', { namedCurve: 'P-384' }),
};

/** One passkey on a device without a screen, with the browser around it. */
export class Authenticator {
  readonly credential = randomBytes(32);
  readonly #privateKey: KeyObject;
  readonly #publicKey: KeyObject;
  readonly #origin: string;
  #userHandle = '';
  counter = 0;

  constructor(origin: string, kind: keyof typeof kinds = 'es256') {
    this.#origin = origin;
    const { privateKey, publicKey } = kinds[kind]();
    this.#privateKey = privateKey;
    this.#publicKey = publicKey;
  }

  register(asked: Asked & { user: { id: string } }, name: string, lies: Lies = {}) {
    this.#userHandle = asked.user.id;
    const { clientData, authenticatorData } = this.#answer('webauthn.create', asked, { flags: 0x45, ...lies });
    const credential = lies.credential === undefined ? this.credential : Buffer.from(lies.credential, 'base64url');
    const length = Buffer.alloc(2);
    length.writeUInt16BE(credential.length);
    const attested = Buffer.concat([authenticatorData, Buffer.alloc(16), length, credential]);
    const publicKey = this.#publicKey.export({ format: 'der', type: 'spki' });
    const given = { clientData: text(clientData), authenticatorData: text(attested), publicKey: text(publicKey) };
    return { ticket: asked.ticket, name, ...given };
  }

  sign(asked: Asked, lies: Lies = {}) {
    this.counter += 1;
    const { clientData, authenticatorData } = this.#answer('webauthn.get', asked, lies);
    const digest = this.#privateKey.asymmetricKeyType === 'ed25519' ? null : 'sha256';
    const signature = sign(digest, Buffer.concat([authenticatorData, sha256(clientData)]), this.#privateKey);
    return {
      ticket: asked.ticket,
      credential: lies.credential ?? text(this.credential),
      clientData: text(clientData),
      authenticatorData: text(authenticatorData),
      signature: text(signature),
      userHandle: lies.userHandle ?? this.#userHandle,
    };
  }

  #answer(type: string, asked: Asked, lies: Lies) {
    const { flags = 0x05, counter = this.counter, rpId = asked.rpId, crossOrigin = false } = lies;
    const said = {
      type: lies.type ?? type,
      challenge: lies.challenge ?? asked.challenge,
      crossOrigin,
      topOrigin: lies.topOrigin,
    };
    const clientData = Buffer.from(JSON.stringify({ ...said, origin: lies.origin ?? this.#origin }));
    const head = Buffer.alloc(5);
    head.writeUInt8(flags, 0);
    head.writeUInt32BE(counter, 1);
    return { clientData, authenticatorData: Buffer.concat([sha256(rpId), head]) };
  }
}
