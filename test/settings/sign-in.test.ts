import { expect, test } from 'vitest';
import { readConfig } from '../../src/features/config.ts';
import { ConfigError } from '../../src/settings/setting.ts';

const provider = {
  SERVICE_PUBLIC_URL: 'https://memory.example.com',
  SERVICE_OAUTH_ISSUER: 'https://login.example.com',
};
const faultOf = (environment: Record<string, string>) => {
  try {
    readConfig(environment);
    return undefined;
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return (error as Error).message;
  }
};

test.each(['role', 'realm_access.roles', 'resource_access.my-app.roles', 'https://memory.example.com/roles'])(
  'a claim may be named %s',
  (claim) => {
    const { oauth } = readConfig({ ...provider, SERVICE_OAUTH_ROLE_CLAIM: claim, SERVICE_OAUTH_TENANT_CLAIM: claim });
    expect(oauth).toMatchObject({ roleClaim: claim, tenantClaim: claim });
  },
);

test.each(['.roles', 'roles.', 'realm_access..roles', 'realm access', 'x'.repeat(201)])(
  'the path %j names no claim',
  (claim) => {
    for (const name of ['SERVICE_OAUTH_ROLE_CLAIM', 'SERVICE_OAUTH_TENANT_CLAIM'])
      expect(faultOf({ ...provider, [name]: claim })).toMatch(new RegExp(`^${name} .+\\.$`, 'u'));
  },
);

test.each([
  ['SERVICE_OAUTH_AUDIENCE', 'api://memory'],
  ['SERVICE_OAUTH_TENANT_CLAIM', 'org'],
  ['SERVICE_OAUTH_ROLE_CLAIM', 'roles'],
  ['SERVICE_OAUTH_JOIN', 'MEMBER'],
])('%s without a provider is refused with a reason', (name, value) => {
  expect(faultOf({ [name]: value })).toBe(`${name} has no effect without SERVICE_OAUTH_ISSUER.`);
  expect(faultOf({ ...provider, [name]: value })).toBeUndefined();
});

test('a provider needs the server’s address, and is reached only over a private address or TLS', () => {
  expect(faultOf({ SERVICE_OAUTH_ISSUER: 'https://login.example.com' })).toMatch(/needs SERVICE_PUBLIC_URL/u);
  for (const issuer of ['http://login.example.com', 'login.example.com', 'https://login.example.com/?a=b'])
    expect(faultOf({ ...provider, SERVICE_OAUTH_ISSUER: issuer })).toMatch(/^SERVICE_OAUTH_ISSUER must be an https/u);
});
