import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { onTestFinished } from 'vitest';

/** An issuer's key and a function that signs with it. */
export async function issuerKey(kid: string, alg = 'ES256') {
  const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true });
  const jwk = { ...(await exportJWK(publicKey)), kid, alg, use: 'sig' };
  return { kid, alg, jwk, publicKey, privateKey };
}

export type IssuerKey = Awaited<ReturnType<typeof issuerKey>>;

/** The public side of an identity provider on loopback: its metadata and keys, and how often they were requested. */
export async function publishedIssuer(keys: IssuerKey[]) {
  const issuer = { url: '', keys, asked: 0, answers: true, metadata: '/.well-known/openid-configuration' };
  const server = createServer((request, response) => {
    const send = (body: object, status = 200) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (!issuer.answers) return send({}, 503);
    if (request.url === issuer.metadata) return send({ issuer: issuer.url, jwks_uri: `${issuer.url}/keys` });
    if (request.url !== '/keys') return send({}, 404);
    issuer.asked++;
    return send({ keys: issuer.keys.map(({ jwk }) => jwk) });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise<void>((resolve) => void server.close(() => resolve())));
  server.unref();
  issuer.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return issuer;
}

/** An access token signed by a key; times are seconds. */
export function accessToken({ kid, alg, privateKey }: IssuerKey, claims: JWTPayload, header = {}): Promise<string> {
  return new SignJWT(claims).setProtectedHeader({ alg, kid, typ: 'at+jwt', ...header }).sign(privateKey);
}
