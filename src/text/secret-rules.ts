/**
 * The patterns of credentials, for every way by which texts arrive. Every repeat is bounded or ends where the next
 * can't begin, so a search is linear. To extend it, add a row here and its cases to the tests.
 */
export interface SecretRule {
  /** The name of the kind of secret, which the caller sees instead of the value. */
  kind: string;
  /** In every text with such a secret: a substring, or words. A cheap check before the pattern. */
  needle?: string;
  words?: RegExp;
  /** Global. The secret is the last group that matched, which ends the match; without groups the whole match. */
  pattern: RegExp;
  /** Whether a match is really one. */
  counts?: (secret: string) => boolean;
}

/** A key of a known shape, delimited: no letter, digit or underscore at either side. */
const key = (kind: string, needle: string, rest: string): SecretRule => ({
  kind,
  needle,
  pattern: new RegExp(`(?<![A-Za-z0-9_-])${needle}${rest}(?![A-Za-z0-9_])`, 'g'),
});

const hasDigit = (text: string) => /\d/.test(text);
const hasUpper = (text: string) => /[A-Z]/.test(text);

/** Recognised by their own shape, in any context; only these may span lines. */
export const shapeRules: readonly SecretRule[] = [
  ...['AKIA', 'ASIA', 'ABIA', 'ACCA'].map((start) => key('AWS access key', start, '[A-Z0-9]{16}')),
  key('Google API key', 'AIza', '[A-Za-z0-9_-]{35}'),
  key('Google OAuth token', 'ya29', '\\.[A-Za-z0-9_-]{20,1024}'),
  key('Google OAuth secret', 'GOCSPX-', '[A-Za-z0-9_-]{28}'),
  ...['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_'].map((start) => key('GitHub token', start, '[A-Za-z0-9]{36,255}')),
  key('GitHub token', 'github_pat_', '[A-Za-z0-9_]{22,255}'),
  ...['glpat-', 'gldt-', 'glrt-', 'glcbt-', 'glptt-', 'glagent-', 'glsoat-'].map((start) =>
    key('GitLab token', start, '[A-Za-z0-9_.-]{20,300}'),
  ),
  ...['xoxa-', 'xoxb-', 'xoxe-', 'xoxo-', 'xoxp-', 'xoxr-', 'xoxs-', 'xoxc-', 'xoxd-'].map((start) =>
    key('Slack token', start, '[A-Za-z0-9%-]{10,512}'),
  ),
  key('Slack token', 'xapp-', '\\d-[A-Za-z0-9-]{10,512}'),
  {
    kind: 'Slack webhook',
    needle: 'hooks.slack.com',
    pattern: /hooks\.slack\.com\/(?:services|workflows)\/([A-Za-z0-9/_-]{20,200})/g,
  },
  {
    kind: 'Discord webhook',
    needle: '/api/webhooks/',
    pattern: /discord(?:app)?\.com\/api\/webhooks\/\d{15,22}\/([A-Za-z0-9_-]{60,100})/g,
  },
  ...['sk_live_', 'sk_test_', 'rk_live_', 'rk_test_'].map((start) => key('Stripe key', start, '[A-Za-z0-9]{16,247}')),
  key('webhook secret', 'whsec_', '[A-Za-z0-9+/]{24,128}={0,2}'),
  key('Anthropic key', 'sk-ant-', '[A-Za-z0-9_-]{20,200}'),
  // Names of CSS classes and packages begin so too.
  { ...key('OpenAI key', 'sk-', '[A-Za-z0-9_-]{20,255}'), counts: (text) => hasDigit(text) && hasUpper(text) },
  key('npm token', 'npm_', '[A-Za-z0-9]{36}'),
  key('PyPI token', 'pypi-', '[A-Za-z0-9_-]{50,1024}'),
  key('Twilio key', 'SK', '[0-9a-f]{32}'),
  key('SendGrid key', 'SG', '\\.[A-Za-z0-9_-]{16,32}\\.[A-Za-z0-9_-]{16,64}'),
  key('Mailgun key', 'key-', '[0-9a-f]{32}'),
  { kind: 'Mailchimp key', needle: '-us', pattern: /(?<![A-Za-z0-9])[0-9a-f]{32}-us\d{1,2}(?![A-Za-z0-9])/g },
  key('Hugging Face token', 'hf_', '[A-Za-z0-9]{34}'),
  ...['dop_v1_', 'doo_v1_', 'dor_v1_'].map((start) => key('DigitalOcean token', start, '[0-9a-f]{64}')),
  ...['shpat_', 'shpca_', 'shppa_', 'shpss_'].map((start) => key('Shopify token', start, '[0-9a-fA-F]{32}')),
  {
    kind: 'Telegram bot token',
    needle: ':AA',
    pattern: /(?<![A-Za-z0-9])\d{8,10}:AA[A-Za-z0-9_-]{33}(?![A-Za-z0-9_-])/g,
  },
  key('Databricks token', 'dapi', '[0-9a-f]{32}(?:-\\d)?'),
  key('Linear key', 'lin_api_', '[A-Za-z0-9]{40}'),
  key('Notion token', 'ntn_', '[A-Za-z0-9]{40,60}'),
  key('Notion token', 'secret_', '[A-Za-z0-9]{43}'),
  key('Docker token', 'dckr_pat_', '[A-Za-z0-9_-]{27}'),
  key('Vault token', 'hvs', '\\.[A-Za-z0-9_-]{24,200}'),
  key('Groq key', 'gsk_', '[A-Za-z0-9]{52}'),
  key('xAI key', 'xai-', '[A-Za-z0-9]{80}'),
  key('Replicate token', 'r8_', '[A-Za-z0-9]{37}'),
  key('Supabase token', 'sbp_', '[0-9a-f]{40}'),
  key('Atlassian token', 'ATATT3', '[A-Za-z0-9_=-]{50,300}'),
  key('Square token', 'sq0atp-', '[A-Za-z0-9_-]{22}'),
  key('RubyGems key', 'rubygems_', '[0-9a-f]{48}'),
  key('age key', 'AGE-SECRET-KEY-1', '[A-Z0-9]{58}'),
  key('key of this service', 'ams_', '[A-Za-z0-9_-]{43}'),
  key('sign-in link of this service', 'amslink_', '[A-Za-z0-9_-]{43}'),
  ...['amsg_', 'amsr_'].map((start) => key('token of this service', start, '[A-Za-z0-9_-]{43}')),
  { kind: 'Azure storage key', needle: 'AccountKey=', pattern: /AccountKey=([A-Za-z0-9+/]{86}==)/g },
  {
    kind: 'JSON web token',
    needle: 'eyJ',
    pattern: /(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{10,4096}\.eyJ[A-Za-z0-9_-]{10,8192}\.[A-Za-z0-9_-]{10,1024}/g,
  },
  {
    kind: 'private key',
    needle: 'PRIVATE KEY',
    // A closed block with any content; an open one up to the end of its lines of base64. `\n` may be spelt out (JSON).
    pattern:
      /-----BEGIN (?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----(?:(?:[A-Za-z0-9+/=\s\\:,.()]|-(?!----))*-----END [A-Z0-9 ]{0,40}-----|(?:(?:\s|\\[nr])+[A-Za-z0-9+/=]{16,})+)/g,
    counts: (block) => /[A-Za-z0-9+/=]{16}/.test(block),
  },
  {
    kind: 'connection string with a password',
    needle: '://',
    pattern: /(?<![a-z0-9+.-])[a-z][a-z0-9+.-]{1,20}:\/\/[^\s:/@"'<>]{0,100}:([^\s@/"'<>]{3,200})(?=@[\w[])/gi,
    counts: (password) => !isPlaceholder(password),
  },
  {
    kind: 'bearer token',
    pattern: /(?<![A-Za-z0-9-])bearer\s{1,3}([A-Za-z0-9._~+/-]{20,2048}={0,2})/gi,
    counts: looksLikeKey,
  },
];

/** The words for a password in ten and more languages, with their inflections (`lösenordet`, `şifresi`). */
const passwordWords =
  '(?:pass(?:word|wd|phrase|code|wort)|(?<![a-z])pwd|kennwort|mot de passe|contrase[ñn]a|senha|wachtwoord|has[łl]o|(?:ş|s)ifre|parola|l[öo]senord|пароль|(?<!\\p{L})pin(?=[ -]?(?:code|nummer|number)?(?:\\s|:|=)))';
const keyWords =
  "(?:(?:api|access|account|auth|secret|private|encryption|signing|master|deploy|license)[ _-]?key|(?:access|auth|api|refresh|bearer|bot|session|client|id)?[ _-]?token|(?:client|app|shared|webhook)?[ _-]?secret|api[ _-]?schl[üu]ssel|cl[ée] (?:api|d'api)|clave (?:de )?api|chave (?:de )?api|chiave api)";
/** `password for the router`, `mot de passe du wifi`. */
const whatFor =
  "(?: (?:for|of|to|at|on|f[üu]r|vom|zum|zur|im|pour|de|du|des|del|della|dell|do|da|para|per|voor|van|till|f[öo]r|na|w)(?: [\\p{L}\\p{N}'’._-]{1,30}){1,5}?)?";
const connection =
  "(?:[\"'`*]{0,2}[ \\t]{0,3}(?::=|=>|[:=])[ \\t]{0,3}|\\s(?:is|was|lautet|ist|est|es|é|è|e'|to|jest|brzmi|är)(?: now| jetzt| ahora| maintenant| agora| ora| nu| teraz)?[ \\t]{0,3}:?[ \\t]{1,3}|(?<=ifre\\p{L}{0,5})\\s)";
const quoted = '["\'`“„«‘]([^"\'`“”«»’\\n]{4,256})(?=["\'`”“»’])';
const bare = '([^\\s"\'`“”„«»,;<>(){}[\\]][^\\s"\'`“”„«»,;<>]{3,511})';

const byWords = (kind: string, words: string, counts: (secret: string) => boolean): SecretRule[] =>
  [quoted, bare].map((value) => ({
    kind,
    // V8 takes 6 ms to compile the pattern and 1 ms for the words, which most texts don't have.
    words: new RegExp(words, 'iu'),
    pattern: new RegExp(`${words}(?:\\p{L}{0,3})${whatFor}${connection}${value}`, 'giu'),
    counts,
  }));

export const secretRules: readonly SecretRule[] = [
  ...shapeRules,
  ...byWords('password', passwordWords, looksLikePassword),
  ...byWords('key or token', keyWords, looksLikeKey),
];

/** Whether the value is a placeholder (xxx, <key>, changeme), not a secret. */
function isPlaceholder(value: string): boolean {
  return (
    /^(?:[x*.•_-]+|<.*|\$.*|%.*%|\{.*|\[.*|your.*|my[_-].*|pass(?:word|wd)?|secret|user|changeme|change-me|example.*|placeholder|redacted|dummy|process\.env.*|os\.environ.*|env[.:].*)$/i.test(
      value,
    ) ||
    /^(?:https?:\/\/|\.{0,2}\/|~\/|[A-Z]:\\)/i.test(value) ||
    /^[^\s@]+@[^\s@]+\.[a-z]{2,}$/i.test(value) ||
    /^v?\d+(?:[.:/-]\d+)+(?:[TZ+.:\d-]*)$/i.test(value) ||
    /^(?:2fa|mfa|totp|md5|sha-?\d+|bcrypt|argon2\w{0,2}|base64|utf-?8|1password|oauth2?|s3|k8s|ssh|wpa\d|pbkdf2|rfc\d+)(?:[-./]\w+)*$/i.test(
      value,
    ) ||
    /^\d+(?:st|nd|rd|th|-?[a-z]+)$/i.test(value) ||
    // Code: `getToken2(x)`, `config.db2.password`, `DB_PASSWORD_2`.
    /^[A-Za-z_$][\w.$]*[([{]/.test(value) ||
    /^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+$/.test(value) ||
    /^[A-Z]+(?:_[A-Z0-9]+)+$/.test(value)
  );
}

const trimmed = (value: string) => value.replace(/(?<![.,;:!?)\]…])[.,;:!?)\]…]+$/u, '');

/** A typical password: letters with digits or strong signs, or digits alone; never a plain word. */
function looksLikePassword(given: string): boolean {
  const value = trimmed(given);
  if (value.length < 4 || isPlaceholder(value)) return false;
  if (/^\d+$/.test(value)) return true;
  if (!/\p{L}/u.test(value)) return value.length >= 8 && /[!@#$%^&*+=?~|]/.test(value);
  if (/\s/.test(value)) return value.split(/\s+/).length >= 4 || (hasDigit(value) && value.length >= 8);
  if (hasDigit(value) || /[!@#$%^&*+=?~|]/.test(value)) return true;
  return value.split('-').length >= 4 && value.split('-').every((part) => /^\p{L}{3,}$/u.test(part));
}

/** Generated values: long, letters and digits mixed, hardly any repeated character. */
function looksLikeKey(given: string): boolean {
  const value = trimmed(given);
  return (
    value.length >= 12 &&
    !/\s/.test(value) &&
    hasDigit(value) &&
    /[A-Za-z]/.test(value) &&
    !isPlaceholder(value) &&
    entropy(value) >= 3
  );
}

/** Shannon entropy in bits a sign; Shannon 1948. */
function entropy(text: string): number {
  const counts = new Map<string, number>();
  for (const sign of text) counts.set(sign, (counts.get(sign) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length);
  return bits;
}
