import { isConfidential } from '../base/web-address.ts';
import { atMost, ConfigError, choice, localPath, names, type Read, text, trimmed } from './setting.ts';

const readBy = ['serve'];

const plain = (address: string) => {
  const { search, hash, username, password } = new URL(address);
  return `${search}${hash}${username}${password}` === '';
};

/** An address that others learn. */
const address = trimmed.must(
  (given) => isConfidential(given) && plain(given),
  'must be an https address without query, such as https://memory.example.com (http on loopback only)',
);

const tenantClaim = 'tenant';
const roleClaim = 'role';

/** A claim, or the names that lead to one. */
const claimName = atMost(200).must(
  (given) => /^(?!\.)(?!.*(?:\s|\.\.|\.$))/.test(given),
  'must name a claim, or lead to one with dots, such as realm_access.roles',
);

/** The settings of sign-in for callers of `serve`, besides API keys. */
export const signInSettings = {
  SERVICE_JWT_SECRET: {
    schema: text.must((secret) => Buffer.byteLength(secret) >= 32, 'must be at least 32 bytes long'),
    secret: true,
    meaning: 'accepts tokens signed with this secret (HS256, at least 32 bytes)',
    readBy,
  },
  SERVICE_JWT_JWKS: {
    schema: text,
    meaning: 'accepts tokens signed by a key of this file (RS256, JSON Web Key Set)',
    readBy,
  },
  SERVICE_JWT_ISSUER: { schema: text, meaning: 'the required `iss` of such tokens', readBy },
  SERVICE_JWT_AUDIENCE: { schema: text, meaning: 'the required `aud` of such tokens', readBy },
  SERVICE_PUBLIC_URL: {
    schema: address.to((given) => given.replace(/\/$/, '')),
    meaning: 'the address at which its clients reach it, such as `https://memory.example.com`',
    readBy,
  },
  SERVICE_SIGN_IN: {
    schema: choice(['built-in']),
    meaning:
      '`built-in`: `serve` is its own authorization server, so that claude.ai, ChatGPT and other hosts sign in to it ([web hosts](web-hosts.md)); needs `SERVICE_PUBLIC_URL`',
    readBy,
  },
  SERVICE_OAUTH_CLIENT_HOSTS: {
    schema: names,
    meaning:
      'comma list of `host` or `host:port` that the documents of clients may be at although they are not on the public Internet, by `http` too; for `SERVICE_SIGN_IN=built-in`',
    readBy,
  },
  SERVICE_OAUTH_ISSUER: {
    schema: address,
    meaning:
      'accepts access tokens of this OAuth 2.1 or OpenID Connect provider, written as in their `iss`; needs `SERVICE_PUBLIC_URL`',
    readBy,
  },
  SERVICE_OAUTH_AUDIENCE: {
    schema: trimmed,
    meaning: 'one more `aud` that is accepted, besides `SERVICE_PUBLIC_URL` and that with `/mcp`',
    readBy,
  },
  SERVICE_OAUTH_TENANT_CLAIM: {
    schema: claimName.default(tenantClaim),
    meaning:
      'the claim that names the tenant (id or name), or the path to it with dots; not needed while there is only one',
    readBy,
  },
  SERVICE_OAUTH_ROLE_CLAIM: {
    schema: claimName.default(roleClaim),
    meaning:
      "the claim that holds the role or a list of roles, or the path to it (`realm_access.roles`); a token can lower a member's role, never raise it",
    readBy,
  },
  SERVICE_OAUTH_JOIN: {
    schema: choice(['MEMBER', 'VIEWER']),
    meaning: "`MEMBER` or `VIEWER`: a person without a member becomes one with that role, within the tier's seats",
    readBy,
  },
} as const;

type Given = Read<typeof signInSettings>;

/** How callers may sign in; `oauth` is absent without a provider, `builtIn` unless this server is one itself. ConfigError. */
export function signInOf(read: Given) {
  const { SERVICE_OAUTH_ISSUER: issuer, SERVICE_PUBLIC_URL: publicUrl } = read;
  const isBuiltIn = read.SERVICE_SIGN_IN === 'built-in';
  if (isBuiltIn && publicUrl === undefined) {
    throw new ConfigError('SERVICE_SIGN_IN needs SERVICE_PUBLIC_URL, the address to which clients send people.');
  }
  if (isBuiltIn && issuer !== undefined) {
    throw new ConfigError('SERVICE_SIGN_IN=built-in and SERVICE_OAUTH_ISSUER exclude each other.');
  }
  if (!isBuiltIn && read.SERVICE_OAUTH_CLIENT_HOSTS.length > 0) {
    throw new ConfigError('SERVICE_OAUTH_CLIENT_HOSTS has no effect without SERVICE_SIGN_IN=built-in.');
  }
  if (issuer !== undefined && publicUrl === undefined) {
    throw new ConfigError('SERVICE_OAUTH_ISSUER needs SERVICE_PUBLIC_URL, for which its tokens are.');
  }
  const idle = issuer === undefined && idleIn(read);
  if (idle) throw new ConfigError(`${idle} has no effect without SERVICE_OAUTH_ISSUER.`);
  return {
    publicUrl,
    builtIn:
      isBuiltIn && publicUrl !== undefined ? { publicUrl, clientHosts: read.SERVICE_OAUTH_CLIENT_HOSTS } : undefined,
    jwt: {
      secret: read.SERVICE_JWT_SECRET,
      keySetPath: read.SERVICE_JWT_JWKS === undefined ? undefined : localPath(read.SERVICE_JWT_JWKS),
      issuer: read.SERVICE_JWT_ISSUER,
      audience: read.SERVICE_JWT_AUDIENCE,
    },
    oauth:
      issuer === undefined || publicUrl === undefined
        ? undefined
        : {
            issuer,
            publicUrl,
            audience: read.SERVICE_OAUTH_AUDIENCE,
            tenantClaim: read.SERVICE_OAUTH_TENANT_CLAIM,
            roleClaim: read.SERVICE_OAUTH_ROLE_CLAIM,
            join: read.SERVICE_OAUTH_JOIN,
          },
  };
}

/** A setting about tokens of a provider that is given. */
function idleIn(read: Given): string | undefined {
  const usual: Partial<Given> = { SERVICE_OAUTH_TENANT_CLAIM: tenantClaim, SERVICE_OAUTH_ROLE_CLAIM: roleClaim };
  const about = [
    'SERVICE_OAUTH_AUDIENCE',
    'SERVICE_OAUTH_TENANT_CLAIM',
    'SERVICE_OAUTH_ROLE_CLAIM',
    'SERVICE_OAUTH_JOIN',
  ] as const;
  return about.find((name) => read[name] !== usual[name]);
}
