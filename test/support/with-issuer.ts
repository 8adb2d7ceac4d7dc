import type { JWTPayload } from 'jose';
import { type HttpOptions, openHttp } from './http-harness.ts';
import { accessToken, type IssuerKey, issuerKey, publishedIssuer } from './issuer.ts';

export const publicUrl = 'https://memory.example.com';
/** The parameter of WWW-Authenticate with the metadata's URL. */
export const metadataOf = (suffix = '') =>
  `resource_metadata="${publicUrl}/.well-known/oauth-protected-resource${suffix}"`;

/** A server that accepts the tokens of an issuer with one key, and a member whom it knows. */
export async function openWithIssuer(oauth: object = {}, options: HttpOptions = {}) {
  const key = await issuerKey('one');
  const issuer = await publishedIssuer([key]);
  const settings = { issuer: issuer.url, publicUrl, tenantClaim: 'tenant', roleClaim: 'role', ...oauth };
  const http = await openHttp({ ...options, http: { oauth: settings, ...options.http } });
  const { services, store, clock } = http.session;
  const ann = { id: services.newId(), name: 'ann', role: 'ADMIN' as const, externalId: 'idp|ann' };
  await store.members.add('local', ann, clock.now);
  const seconds = () => Math.floor(clock.now / 1000);
  const usual = (): JWTPayload => {
    return { sub: 'idp|ann', iss: issuer.url, aud: publicUrl, iat: seconds(), exp: seconds() + 600 };
  };
  const token = (claims: JWTPayload = {}, by: IssuerKey = key) => accessToken(by, { ...usual(), ...claims });
  const get = async (bearer: string, path = '/v1/whoami') => http.ask('GET', path, { key: bearer });
  return { http, issuer, key, ann, token, usual, seconds, get, store, clock };
}
