import { entropy, isMixed, isPlaceholder, looksLikeKey } from './secret-values.ts';

/**
 * The patterns of credentials, for every way by which texts arrive. Every repeat is bounded or ends where the next
 * can't begin, so a search is linear. To extend it, add a row here and its cases to the tests.
 */
export interface SecretRule {
  /** The name of the kind of secret, which the caller sees instead of the value. */
  kind: string;
  /**
   * In every text with such a secret: a substring, or words. A cheap check before the pattern. A substring becomes a part of
   * one, so its only special characters are full stops.
   */
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
  pattern: new RegExp(`(?<![A-Za-z0-9_-])${needle.replaceAll('.', '\\.')}${rest}(?![A-Za-z0-9_])`, 'g'),
});

/** The same with one of several beginnings, between spaces. */
const keys = (kind: string, needles: string, rest: string): SecretRule[] =>
  needles.split(' ').map((needle) => key(kind, needle, rest));

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';

/** Beginnings of values that are no secret: digests, public keys, ids of messages and runs. */
const publicName =
  /^(?:sha\d{1,3}|md5|pk|pub|public|publishable|phc|id|nonce|integrity|chatcmpl|resp|msg|run|req|call|trace|span|etag|rev|blob|file|doc|img|page|user|org|cid|ipfs|qm)[-_.]|publi(?:c|shable)/;

/** Recognised by their own shape, in any context; only these may span lines. */
export const shapeRules: readonly SecretRule[] = [
  ...keys('AWS access key', 'AKIA ASIA ABIA ACCA', '[A-Z0-9]{16}'),
  key('Google API key', 'AIza', '[A-Za-z0-9_-]{35}'),
  key('Google OAuth token', 'ya29.', '[A-Za-z0-9_-]{20,1024}'),
  key('Google OAuth secret', 'GOCSPX-', '[A-Za-z0-9_-]{28}'),
  ...keys('GitHub token', 'ghp_ gho_ ghu_ ghs_ ghr_', '[A-Za-z0-9]{36,255}'),
  key('GitHub token', 'github_pat_', '[A-Za-z0-9_]{22,255}'),
  ...keys('GitLab token', 'glpat- gldt- glrt- glcbt- glptt- glagent- glsoat-', '[A-Za-z0-9_.-]{20,300}'),
  ...keys('Slack token', 'xoxa- xoxb- xoxe- xoxo- xoxp- xoxr- xoxs- xoxc- xoxd-', '[A-Za-z0-9%-]{10,512}'),
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
  ...keys('Stripe key', 'sk_live_ sk_test_ rk_live_ rk_test_', '[A-Za-z0-9]{16,247}'),
  key('webhook secret', 'whsec_', '[A-Za-z0-9+/]{24,128}={0,2}'),
  key('Anthropic key', 'sk-ant-', '[A-Za-z0-9_-]{20,200}'),
  // Names of CSS classes and packages begin so too.
  { ...key('OpenAI key', 'sk-', '[A-Za-z0-9_-]{20,255}'), counts: isMixed },
  key('npm token', 'npm_', '[A-Za-z0-9]{36}'),
  key('PyPI token', 'pypi-', '[A-Za-z0-9_-]{50,1024}'),
  key('Twilio key', 'SK', '[0-9a-f]{32}'),
  key('SendGrid key', 'SG.', '[A-Za-z0-9_-]{16,32}\\.[A-Za-z0-9_-]{16,64}'),
  key('Mailgun key', 'key-', '[0-9a-f]{32}'),
  { kind: 'Mailchimp key', needle: '-us', pattern: /(?<![A-Za-z0-9])[0-9a-f]{32}-us\d{1,2}(?![A-Za-z0-9])/g },
  key('Hugging Face token', 'hf_', '[A-Za-z0-9]{34}'),
  ...keys('DigitalOcean token', 'dop_v1_ doo_v1_ dor_v1_', '[0-9a-f]{64}'),
  ...keys('Shopify token', 'shpat_ shpca_ shppa_ shpss_', '[0-9a-fA-F]{32}'),
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
  ...keys('Vault token', 'hvs. hvb. hvr.', '[A-Za-z0-9_-]{24,300}'),
  key('Groq key', 'gsk_', '[A-Za-z0-9]{52}'),
  key('xAI key', 'xai-', '[A-Za-z0-9]{80}'),
  key('Replicate token', 'r8_', '[A-Za-z0-9]{37}'),
  key('Supabase token', 'sbp_', '[0-9a-f]{40}'),
  key('Atlassian token', 'ATATT3', '[A-Za-z0-9_=-]{50,300}'),
  key('Square token', 'sq0atp-', '[A-Za-z0-9_-]{22}'),
  key('RubyGems key', 'rubygems_', '[0-9a-f]{48}'),
  key('age key', 'AGE-SECRET-KEY-1', '[A-Z0-9]{58}'),
  ...keys('OpenRouter key', 'sk-or-v1-', '[0-9a-f]{64}'),
  key('Perplexity key', 'pplx-', '[A-Za-z0-9_-]{40,64}'),
  key('Tavily key', 'tvly-', '[A-Za-z0-9_-]{28,64}'),
  key('NVIDIA key', 'nvapi-', '[A-Za-z0-9_-]{60,80}'),
  key('Langfuse key', 'sk-lf-', uuid),
  ...keys('LangSmith key', 'lsv2_pt_ lsv2_sk_', '[0-9a-f]{32}_[0-9a-f]{10}'),
  key('E2B key', 'e2b_', '[0-9a-f]{40}'),
  key('Firecrawl key', 'fc-', '[0-9a-f]{32}'),
  ...keys('key of a memory service', 'm0- retaindb_ brv_', '[A-Za-z0-9_-]{32,80}'),
  key('Figma token', 'figd_', '[A-Za-z0-9_-]{40}'),
  ...keys(
    'Doppler token',
    'dp.pt. dp.st. dp.ct. dp.sa. dp.scim. dp.audit.',
    '(?:[a-z0-9_-]{2,35}\\.)?[A-Za-z0-9]{40,44}',
  ),
  key('Airtable token', 'pat', '[A-Za-z0-9]{14}\\.[0-9a-f]{64}'),
  key('HubSpot token', 'pat-', `(?:na|eu|ap)\\d-${uuid}`),
  ...keys('Grafana token', 'glsa_ glc_', '[A-Za-z0-9+/_=-]{32,400}'),
  key('Postman key', 'PMAK-', '[0-9a-f]{24}-[0-9a-f]{34}'),
  key('Tailscale key', 'tskey-', '[a-z]{2,10}-[A-Za-z0-9]{8,40}-[A-Za-z0-9]{16,64}'),
  ...keys('Sentry token', 'sntrys_ sntryu_', '[A-Za-z0-9+/_=-]{60,400}'),
  ...keys('Bitbucket token', 'ATBB ATCTT3', '[A-Za-z0-9_=-]{28,300}'),
  key('Trello token', 'ATTA', '[0-9a-f]{64,80}'),
  ...keys('Fly.io token', 'fo1_ fm1_ fm2_', '[A-Za-z0-9+/=_-]{40,500}'),
  key('Brevo key', 'xkeysib-', '[0-9a-f]{64}-[A-Za-z0-9]{16}'),
  key('Pulumi token', 'pul-', '[0-9a-f]{40}'),
  key('New Relic key', 'NRAK-', '[A-Z0-9]{27}'),
  key('Dynatrace token', 'dt0c01.', '[A-Z0-9]{24}\\.[A-Z0-9]{64}'),
  key('Resend key', 're_', '[A-Za-z0-9]{8}_[A-Za-z0-9]{24}'),
  key('Supabase key', 'sb_secret_', '[A-Za-z0-9_-]{22}_[A-Za-z0-9_-]{8}'),
  ...keys('PlanetScale token', 'pscale_tkn_ pscale_pw_ pscale_oauth_', '[A-Za-z0-9_.=-]{32,64}'),
  key('Vercel token', 'vercel_blob_rw_', '[A-Za-z0-9]{16}_[A-Za-z0-9]{30}'),
  ...keys('Shippo token', 'shippo_live_ shippo_test_', '[0-9a-f]{40}'),
  key('Alibaba Cloud key', 'LTAI', '[A-Za-z0-9]{12,26}'),
  key('1Password token', 'ops_eyJ', '[A-Za-z0-9+/=]{200,2000}'),
  key('1Password key', 'A3-', '[A-Z0-9]{6}-[A-Z0-9]{6}-?[A-Z0-9]{5}-[A-Z0-9]{5}-[A-Z0-9]{5}-[A-Z0-9]{5}'),
  key('Contentful token', 'CFPAT-', '[A-Za-z0-9_-]{43}'),
  key('Heroku key', 'HRKU-', '[A-Za-z0-9_-]{36,64}'),
  key('PostHog key', 'phx_', '[A-Za-z0-9]{40,50}'),
  key('Netlify token', 'nfp_', '[A-Za-z0-9]{36,40}'),
  ...keys('Easypost key', 'EZAK EZTK', '[A-Za-z0-9]{54}'),
  { ...key('Facebook token', 'EAA', '[A-Za-z0-9]{80,400}'), counts: isMixed },
  {
    kind: 'Azure client secret',
    needle: 'Q~',
    pattern: /(?<![A-Za-z0-9_~.-])[A-Za-z0-9_~.-]{3}\dQ~[A-Za-z0-9_~.-]{31,34}(?![A-Za-z0-9_~-])/g,
  },
  { kind: 'Azure signature', needle: 'sig=', pattern: /[?&]sig=([A-Za-z0-9%+/_=-]{40,200})/g },
  {
    kind: 'Discord bot token',
    words: /[MNO][A-Za-z0-9_-]{23,27}\.[A-Za-z0-9_-]{6,7}\./,
    pattern: /(?<![A-Za-z0-9_.-])[MNO][A-Za-z0-9_-]{23,27}\.[A-Za-z0-9_-]{6,7}\.[A-Za-z0-9_-]{27,40}(?![A-Za-z0-9_-])/g,
    counts: isMixed,
  },
  key('Nostr key', 'nsec1', '[a-z0-9]{58}'),
  key('wallet key', 'xprv', '[1-9A-HJ-NP-Za-km-z]{100,112}'),
  {
    kind: 'wallet key',
    pattern:
      /(?<![A-Za-z0-9+/=_.-])(?:5[HJK][1-9A-HJ-NP-Za-km-z]{49}|[KL][1-9A-HJ-NP-Za-km-z]{51})(?![A-Za-z0-9+/=_-])/g,
    counts: isMixed,
  },
  {
    kind: 'one-time password seed',
    needle: 'otpauth://',
    pattern: /otpauth:\/\/[^\s&]{1,300}(?:&[^\s&]{1,100}){0,5}?[?&]secret=([A-Za-z2-7]{16,128})/g,
  },
  key('key of this service', 'ams_', '[A-Za-z0-9_-]{43}'),
  key('sign-in link of this service', 'amslink_', '[A-Za-z0-9_-]{43}'),
  ...keys('token of this service', 'amsg_ amsr_', '[A-Za-z0-9_-]{43}'),
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
    kind: 'Wi-Fi password',
    needle: 'WIFI:',
    pattern: /WIFI:[^\n]{0,200}?[:;]P:((?!\[redacted)(?:\\.|[^;\\\n]){4,64})(?=;)/g,
  },
  {
    // Twelve to 24 words of the list of BIP 39, each of three to eight letters: no sentence goes on so long without a shorter one.
    kind: 'seed phrase',
    words: /phrase|mnemonic|seed words/i,
    pattern:
      /(?:(?:seed|recovery|backup|secret) (?:phrase|words)|mnemonic(?: phrase)?)(?: is| are)?[ \t]{0,3}[:=]?\s{1,3}["'`]?((?:[a-z]{3,8}[ \t]{1,3}){11,23}[a-z]{3,8})(?![a-z])/gi,
  },
  {
    kind: 'bearer token',
    pattern: /(?<![A-Za-z0-9-])bearer\s{1,3}([A-Za-z0-9._~+/-]{20,2048}={0,2})/gi,
    counts: looksLikeKey,
  },
  // Any other vendor's: a lower-case name, then one long run of mixed letters and digits.
  {
    kind: 'key or token',
    words: /[-_.][A-Za-z0-9]{32}/,
    pattern:
      /(?<![A-Za-z0-9_./+=%-])[a-z][a-z0-9]{0,14}(?:[-_.][a-z0-9]{1,10}){0,3}[-_.][A-Za-z0-9]{32,200}(?![A-Za-z0-9_/+=%-]|\.\w)/g,
    counts: (found) => !publicName.test(found) && isMixed(found.slice(-32)) && entropy(found.slice(-32)) >= 4,
  },
];
