import { describe, expect, test } from 'vitest';
import { findSecrets, redactSecrets } from '../../src/text/secrets.ts';
import { fc, holds } from '../support/law.ts';
import { filled, withoutSecret, withSecret } from './secret-cases.ts';

/** Random-looking letters and digits, always the same: stand-ins for generated secrets. */
function noise(length: number, alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'): string {
  let state = 7;
  let text = 'a1B';
  while (text.length < length) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    text += alphabet[Math.floor(state / 65_536) % alphabet.length];
  }
  return text.slice(0, length);
}
const hex = (length: number) => noise(length + 3, '0123456789abcdef').slice(3);
const upper = (length: number) => noise(length + 3, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567').slice(3);

const shapes: [kind: string, secret: string][] = [
  ['AWS access key', `AKIA${upper(16)}`],
  ['AWS access key', `ASIA${upper(16)}`],
  ['Google API key', `AIza${noise(35)}`],
  ['Google OAuth token', `ya29.${noise(60)}`],
  ['Google OAuth secret', `GOCSPX-${noise(28)}`],
  ['GitHub token', `ghp_${noise(36)}`],
  ['GitHub token', `ghs_${noise(36)}`],
  ['GitHub token', `github_pat_${noise(22)}_${noise(59)}`],
  ['GitLab token', `glpat-${noise(20)}`],
  ['Slack token', `xoxb-${noise(12, '0123456789')}-${noise(24)}`],
  ['Slack token', `xapp-1-${noise(30)}`],
  ['Slack webhook', `T${upper(8)}/B${upper(8)}/${noise(24)}`],
  ['Stripe key', `sk_live_${noise(24)}`],
  ['Stripe key', `rk_test_${noise(24)}`],
  ['webhook secret', `whsec_${noise(32)}`],
  ['OpenAI key', `sk-proj-${noise(48)}`],
  ['OpenAI key', `sk-${noise(48)}`],
  ['Anthropic key', `sk-ant-api03-${noise(80)}`],
  ['npm token', `npm_${noise(36)}`],
  ['PyPI token', `pypi-AgEIcHlwaS5vcmc${noise(60)}`],
  ['Twilio key', `SK${hex(32)}`],
  ['SendGrid key', `SG.${noise(22)}.${noise(43)}`],
  ['Mailgun key', `key-${hex(32)}`],
  ['Mailchimp key', `${hex(32)}-us12`],
  ['Hugging Face token', `hf_${noise(34)}`],
  ['DigitalOcean token', `dop_v1_${hex(64)}`],
  ['Shopify token', `shpat_${hex(32)}`],
  ['Telegram bot token', `123456789:AA${noise(33)}`],
  ['Databricks token', `dapi${hex(32)}`],
  ['Linear key', `lin_api_${noise(40)}`],
  ['Notion token', `ntn_${noise(46)}`],
  ['Docker token', `dckr_pat_${noise(27)}`],
  ['Vault token', `hvs.${noise(90)}`],
  ['Supabase token', `sbp_${hex(40)}`],
  ['key of this service', `ams_${noise(43)}`],
  ['token of this service', `amsg_${noise(43)}`],
  ['token of this service', `amsr_${noise(43)}`],
  ['JSON web token', `eyJ${noise(20)}.eyJ${noise(40)}.${noise(43)}`],
  ['private key', `-----BEGIN RSA PRIVATE KEY-----\n${noise(64)}\n${noise(64)}\n-----END RSA PRIVATE KEY-----`],
  ['private key', `-----BEGIN PRIVATE KEY-----\\n${noise(64)}\\n-----END PRIVATE KEY-----\\n`.replace(/\\n$/, '')],
  ['private key', `-----BEGIN OPENSSH PRIVATE KEY-----\n${noise(70)}\n${noise(70)}`],
  [
    'private key',
    `-----BEGIN PGP PRIVATE KEY BLOCK-----\nVersion: GnuPG v2.1\n\n${noise(64)}\n=aB1c\n-----END PGP PRIVATE KEY BLOCK-----`,
  ],
];

const told: [kind: string, before: string, secret: string, after?: string][] = [
  ['Wi-Fi password', 'The code says WIFI:T:WPA;S:Office;P:', 'correct-horse-7', ';; for guests'],
  [
    'seed phrase',
    'Our seed phrase: ',
    'legal winner thank year wave sausage worth useful legal winner thank yellow',
    ', keep it safe.',
  ],
  ['password', 'the wifi password is ', 'hunter2!'],
  ['password', 'The password for the router is ', 'admin@123', ' and the network is called home.'],
  ['password', 'My new password is now ', 'Tr0ub4dor&3'],
  ['password', 'password=', 'correct1horse'],
  ['password', 'DB_PASSWORD="', 's3cr3t pass phrase', '"'],
  ['password', 'passwd: ', 'Xk92!mm'],
  ['password', '{"user": "bob", "password": "', 'hunter22', '", "port": 5432}'],
  ['password', 'my PIN is ', '4821', '.'],
  ['password', 'Passphrase: ', 'correct-horse-battery-staple'],
  ['password', '**Password**: ', 'Summer2024'],
  ['password', 'Das WLAN-Passwort ist ', 'hunter2!'],
  ['password', 'the wifi key is ', 'kestrel-guest-99', '.'],
  ['password', 'The key for the guest wifi is ', 'kestrel99'],
  ['password', 'Der WLAN-Schlüssel ist ', 'kestrel-guest-99'],
  ['password', 'La clé wifi est ', 'kestrel99'],
  ['password', 'la clave del wifi es ', 'kestrel99'],
  ['password', 'A chave do Wi-Fi é ', 'kestrel99'],
  ['password', 'Klucz do wifi to ', 'kestrel99'],
  ['password', 'ключ от wifi: ', 'kestrel99'],
  ['password', 'wifi 密钥是 ', 'kestrel99'],
  ['password', 'Wi-Fiのキーは', 'kestrel99'],
  ['password', '와이파이 키는 ', 'kestrel99'],
  ['password', 'Das Kennwort lautet: ', 'Sommer99'],
  ['password', 'Le mot de passe du wifi est ', 'hunter2!'],
  ['password', 'La contraseña del wifi es ', 'hunter2!'],
  ['password', 'A senha do wifi é ', 'hunter2!'],
  ['password', 'La password del wifi è ', 'hunter2!'],
  ['password', 'Het wifi-wachtwoord is ', 'hunter2!'],
  ['password', 'Hasło do wifi to ', 'hunter2!'],
  ['password', 'Wifi şifresi ', 'hunter2!'],
  ['password', 'Wifi-lösenordet är ', 'hunter2!'],
  ['key or token', 'api_key: ', '9f8a7b6c5d4e3f2a1b0c'],
  ['key or token', 'aws_secret_access_key = ', noise(40)],
  ['key or token', 'our API key is ', 'aB3dE5gH7jK9mN1p'],
  ['key or token', 'TWILIO_AUTH_TOKEN=', hex(32)],
  ['key or token', "client_secret: '", noise(32), "'"],
  ['bearer token', 'Authorization: Bearer ', noise(40)],
  ['connection string with a password', 'DATABASE_URL=postgres://bob:', 'hunter2', '@db.example.com:5432/app'],
  ['connection string with a password', 'redis://:', 'x9Fq2mmZ', '@cache:6379'],
  ['connection string with a password', 'mongodb+srv://root:', 'a%21b3', '@cluster0.mongodb.net/test'],
];

const falseAlarms = [
  'commit 9fceb02d0ae598e95dc970b74767f19372d61af8',
  'Fixed in 9fceb02, see 2fd4e1c67a2d28fced849ee1bb76e7391b93eb12.',
  'The trace id is 550e8400-e29b-41d4-a716-446655440000.',
  `sha256:${hex(64)}`,
  `MD5 (file.iso) = ${hex(32)}`,
  `"integrity": "sha512-${noise(86)}=="`,
  `![logo](data:image/png;base64,iVBORw0KGgo${noise(400)})`,
  `ssh-rsa AAAAB3NzaC1yc2E${noise(300)} bob@laptop`,
  `ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI${noise(43)} bob`,
  `-----BEGIN PUBLIC KEY-----\nMIIBIjANBgkq${noise(64)}\n-----END PUBLIC KEY-----`,
  `-----BEGIN CERTIFICATE-----\nMIID${noise(64)}\n-----END CERTIFICATE-----`,
  `-----BEGIN PGP PUBLIC KEY BLOCK-----\n${noise(64)}\n-----END PGP PUBLIC KEY BLOCK-----`,
  'A key file begins with -----BEGIN PRIVATE KEY----- and ends likewise.',
  'my password manager is Bitwarden',
  'The password manager we use is 1Password.',
  'the password is on the fridge',
  'The wifi key is on the router, under sticker 2.',
  'The wifi code is 2000 lines long.',
  'The primary key is user_id_2024.',
  'Our key for the wifi driver is order1.',
  'The password is stored in 1Password.',
  'My password is 12 characters long.',
  'The password is 2FA-protected.',
  'The password is case-sensitive and must be changed every 90 days.',
  'Password: required, at least 8 characters.',
  'He forgot his password again in 2024.',
  'I changed my password yesterday.',
  'password: string;',
  'password: z.string().min(8)',
  'password = os.environ["DB_PASSWORD1"]',
  'const token = getToken2(request)',
  'PASSWORD=$DB_PASSWORD1',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is meant for a shell
  'PASSWORD=${DB_PASSWORD_2}',
  'password: {{ vault_password_1 }}',
  'password: <your-password-1>',
  'password=********',
  'api_key: YOUR_API_KEY_12345',
  'token: process.env.GITHUB_TOKEN_2',
  'secret: config.oauth2.clientSecret',
  'max_tokens: 4096',
  'Each token costs 0.000015 dollars.',
  'The token limit is 128000 tokens for gpt-4o.',
  'The secret is to use fresh basil.',
  "Victoria's secret: good timing in 1999.",
  'The brand colour is #1a2b3c, the accent #FF8800.',
  'I dropped a pin at 48.2082, 16.3738.',
  'The pin is broken.',
  'Das Passwort steht auf dem Kühlschrank.',
  'Le mot de passe est dans le coffre.',
  'La contraseña está en la nevera.',
  'La clave es la paciencia.',
  'https://example.com/reset?user=42#section-2',
  'git@github.com:org/repo2.git and https://github.com/org/repo2',
  'Send it to bob2@example.com, reply to ana@example.org.',
  'postgres://localhost:5432/app and redis://cache:6379/0',
  'postgres://user:password@localhost/app',
  'class="sk-circle-fade-dot sk-chase-dot-animation"',
  'pk_live_ keys are public; sk_live_ keys are not.',
  'AKIA is how such keys begin.',
  'Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor.',
  'ISBN 978-3-16-148410-0, IBAN AT61 1904 3002 3457 3201',
  'Version 2.10.3-beta+exp.sha.5114f85',
  'The bearer of bad news arrives at noon.',
  'The recovery phrase is what every person should write down on paper and never store on this computer at all.',
  'WIFI:T:nopass;S:Guests;;',
  'Call me on +43 660 1234567 after 18:00.',
];

describe('credentials are found', () => {
  test.each(shapes)('the credential is found by its shape: %s', (kind, secret) => {
    const text = kind === 'Slack webhook' ? `https://hooks.slack.com/services/${secret} now` : `It is ${secret} now`;
    expect(findSecrets(text).map(({ start, end, ...found }) => [found.kind, text.slice(start, end)])).toStrictEqual([
      [kind, secret],
    ]);
  });

  test.each(told)('the credential is found by the words before it: %s: %s', (kind, before, secret, after = '') => {
    expect(redactSecrets(`${before}${secret}${after}`)).toBe(`${before}[redacted: ${kind}]${after}`);
  });

  test('several credentials in one text are found, each by its kind', () => {
    const text = `Use ghp_${noise(36)} or ask for the password, it is not here; password: hunter22`;
    expect(redactSecrets(text)).toBe(
      'Use [redacted: GitHub token] or ask for the password, it is not here; password: [redacted: password]',
    );
  });
});

test.each(falseAlarms)('no credential is found in: %s', (text) => {
  expect(findSecrets(text)).toStrictEqual([]);
});

test('nothing of sixty credentials of other services, commands and languages stays in the text', () => {
  const left = withSecret.filter((template) => {
    const { text, values } = filled(template);
    const redacted = redactSecrets(text);
    return redacted === text || values.some((value) => value.length >= 8 && redacted.includes(value));
  });
  expect(left).toStrictEqual([]);
});

test('sixty ids, digests, addresses, commands and policies are no credentials', () => {
  expect(withoutSecret.filter((template) => findSecrets(filled(template).text).length > 0)).toStrictEqual([]);
});

test('redaction is idempotent', async () => {
  const parts = [...shapes.map(([, secret]) => secret), ...told.map((row) => row.slice(1).join('')), ...falseAlarms];
  const texts = fc.array(fc.constantFrom(...parts), { minLength: 1, maxLength: 6 }).map((chosen) => chosen.join(' ; '));
  const law = (text: string) => {
    expect(findSecrets(redactSecrets(text))).toStrictEqual([]);
  };
  await holds(fc.property(texts, law), 200);
});
