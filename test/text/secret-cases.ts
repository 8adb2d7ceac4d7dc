/**
 * Texts with a credential, and texts that only look so. Generated values stand as `{kind length}`: `a` letters and digits, `h`
 * hex, `l` lower case, `u` base 32, `w` base64url, `b` and `k` base64, `B` and `W` base58, `p` a password, `U` a UUID.
 */
export const withSecret = [
  'OPENROUTER: sk-or-v1-{h64}',
  'Perplexity uses pplx-{a48} for the demo.',
  'tvly-dev-{a32} is what the search tool wants',
  'figd_{w40} opens the design file',
  'Doppler: dp.pt.{a43}',
  'the Airtable one is pat{a14}.{h64}',
  'bot runs with MTE{a21}.G{a5}.{w38}',
  'mem0 client: m0-{a40}',
  'retaindb_{a40} in the config',
  'ByteRover key brv_{a44}',
  'curl -u admin:{p10} https://intern.example/api',
  'sshpass -p {p10} ssh root@10.0.0.4',
  '生产数据库密码是 {p10}',
  'Пароль от базы: {p10}',
  'card 4111 1111 1111 1111, exp 09/27, CVV 123',
  'The TOTP seed for GitHub is {u32}.',
  'Seed phrase: ladder cement orbit velvet drama kiwi famous parade wolf ridge engine stamp',
  'otpauth://totp/ACME:bob?secret={u32}&issuer=ACME',
  'NVIDIA: nvapi-{w64}',
  'glsa_{a32}_{h8} for Grafana',
  'PMAK-{h24}-{h34}',
  'tskey-auth-{a17}-{a32}',
  'lsv2_pt_{h32}_{h10}',
  'apify_api_{a36}',
  'sntrys_{a60}',
  'ATBB{a32} pushes to Bitbucket',
  'https://acct.blob.core.windows.net/c?sv=2022-11-02&sp=r&sig={w43}%3D',
  'azure app secret is abc8Q~{w34}',
  'HubSpot private app: pat-na1-{U}',
  'fo1_{w43} for fly',
  'xkeysib-{h64}-{a16}',
  'pul-{h40}',
  'NRAK-{u27}',
  'dt0c01.{u24}.{u64}',
  're_{a8}_{a24} sends our mail',
  'sb_secret_{a22}_{a8}',
  'pscale_tkn_{a43}',
  'e2b_{h40}',
  'fc-{h32} crawls for us',
  'vercel_blob_rw_{a16}_{a30}',
  'AGE: EAAG{a120} is the page token of Facebook',
  'パスワードは {p10} です',
  '와이파이 비밀번호는 {p10}',
  'heslo k wifi je {p10}',
  'Adgangskoden er {p10}',
  'salasana: {p10}',
  'mật khẩu wifi là {p10}',
  'كلمة المرور هي {p10}',
  'mysql -u root -p{p10} shop',
  'psql "host=db user=app password={p10} dbname=x"',
  'machine api.example.com login bob password {p10}',
  'Authorization: Basic {b40}',
  'docker login -u ci -p {p12} registry.example.com',
  'aws configure: {k40} is the secret access key',
  'recovery codes for GitHub: {h5}-{h5}, {h5}-{h5}, {h5}-{h5}',
  'bitcoin key {W52}',
  'nsec1{l58}',
  'LTAI{a20} on Aliyun',
  'shippo_live_{h40}',
  'vault-token: hvb.{w100}',
];
export const withoutSecret = [
  'The request id is {U}.',
  'commit {h40} broke it',
  'see {h7} and {h12}',
  'sha256-{b43}= in the lockfile',
  'data:image/png;base64,{b400}',
  'ghcr.io/acme/shop@sha256:{h64}',
  'node v20.19.2-nightly20250101{h10}',
  'Call +1 (415) 555-0132 or 0660 1234567',
  'order 2024-11-0042-7781-0093 arrived',
  'the file is at s3://bucket-prod-eu/2024/11/report-final-v2.pdf',
  'Stripe customer cus_{a14} has price_{a24}',
  'publishable key pk_live_{a24} is in the page',
  'The drive folder 1{w32} is shared',
  'message msg_01{a22} failed',
  'https://youtu.be/{a11}',
  'css class tw-shadow-2xl-hover-focus-visible-ring-offset',
  'branch feature/JIRA-1234-add-password-reset-flow-v2',
  'Die PIN-Eingabe dauert 30 Sekunden.',
  '密码长度至少 8 位',
  '密码管理器用的是 Bitwarden。',
  'Пароль хранится в 1Password.',
  'パスワードは90日ごとに変更します。',
  '비밀번호는 8자 이상이어야 합니다.',
  'The seed phrase is written on paper and kept in the safe at home by my sister.',
  'TOTP codes have 6 digits and change every 30 seconds.',
  'Card ending in 4242, expires 09/27.',
  'curl -u "$USER:$TOKEN" https://api.example.com',
  'sshpass -p "$SSH_PASS" ssh host',
  'mysql -u root -p shop',
  'docker run -p 8080:80 nginx',
  'ssh -p 2222 bob@host',
  'mkdir -p src/components/Button2',
  'Authorization: Basic <credentials>',
  'Basic authentication over TLS1.3 is fine',
  'recovery codes are printed on page 12',
  'The token bucket refills at 100/s.',
  'tokenizer: cl100k_base',
  'chunk-{a8}.js is 240 kB',
  'index-{a8}.css',
  'npm i @acme/secret-manager-sdk2',
  'The secret to good bread is 72h of fermentation',
  'session_id=a; csrftoken is checked',
  'model claude-sonnet-4-5-20250929 and gpt-4o-2024-08-06',
  'arn:aws:iam::123456789012:role/deploy-role-prod',
  'gs://acme-models/bert-base-uncased-v2-finetuned',
  'postgres://app@db.internal:5432/shop',
  'ETag: "{h32}"',
  'trace-id 00-{h32}-{h16}-01',
  'ISBN 978-3-16-148410-0',
  'MAC 00:1A:2B:3C:4D:5E and IPv6 2001:db8:85a3::8a2e:370:7334',
  'bitcoin address 1{B33}',
  'ethereum contract 0x{h40}',
  'tx 0x{h64}',
  'blob-{h40} was packed',
  'My favourite twelve: apple pear cherry plum grape melon lemon mango peach berry olive guava',
  'password policy: NIST800-63B',
  'The key is under the mat at house 12.',
  'primary key: user_id2',
  'we rotate the API key every 90 days',
  '-p 5432:5432 -e POSTGRES_PASSWORD_FILE=/run/secrets/pg2',
];

const alphabets: Record<string, string> = {
  a: 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789',
  h: '0123456789abcdef',
  l: 'abcdefghjkmnpqrstuvwxyz023456789',
  u: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567',
  w: 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_',
  b: 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/',
  k: 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789/+',
  B: '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz',
};

let state = 11;
function run(alphabet: string | undefined, length: number): string {
  if (alphabet === undefined) throw new Error('no such alphabet');
  let text = '';
  while (text.length < length) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    text += alphabet[Math.floor((state / 2_147_483_648) * alphabet.length)];
  }
  return text;
}

/** A text with values in place of `{a32}`, and these values. */
export function filled(template: string): { text: string; values: string[] } {
  const values: string[] = [];
  const text = template.replace(/\{([A-Za-z])(\d*)\}/g, (_, kind: string, length: string) => {
    const made = {
      U: () => [8, 4, 4, 4, 12].map((part) => run(alphabets.h, part)).join('-'),
      p: () => `Tr${run(alphabets.a, Number(length) - 4)}7!`,
      W: () => `L${run(alphabets.B, Number(length) - 1)}`,
    }[kind];
    const value = made?.() ?? run(alphabets[kind], Number(length));
    values.push(value);
    return value;
  });
  return { text, values };
}
