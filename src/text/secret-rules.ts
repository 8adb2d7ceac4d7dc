import { type SecretRule, shapeRules } from './secret-shapes.ts';
import { looksLikeKey, looksLikePassword } from './secret-values.ts';

/** The words for a password in ten and more languages, with their inflections (`lösenordet`, `şifresi`). */
const passwordWords =
  '(?:pass(?:word|wd|phrase|code|wort)|(?<![a-z])pwd|kennwort|mot de passe|contrase[ñn]a|senha|wachtwoord|has[łl]o|(?:ş|s)ifre|parola|l[öo]senord|парол[ья]|adgangskode|kodeord|passord|salasana|jelsz[óo]|hesl[oa]|m[ậa]t kh[ẩa]u|kata sandi|κωδικ[όο]ς?|كلمة (?:المرور|السر)|पासवर्ड|סיסמה|รหัสผ่าน|(?<!\\p{L})pin(?=[ -]?(?:code|nummer|number)?(?:\\s|:|=)))';
/** The words for the key of a wireless network, such as `WLAN-Schlüssel`, `clé wifi`, `ключ от wi-fi`. */
const wirelessWords =
  '(?:(?<!\\p{L})(?:wi-?fi|wlan|wpa[23]?|hotspot)[ -]?(?:key|code|schl[üu]ssel|n[øo]gle|nyckel|sleutel|avain)|(?<!\\p{L})(?:key|schl[üu]ssel|cl[ée]|clave|chiave|chave|cheie|klucz|kl[íi][čc]|ключ|n[øo]gle|nyckel|sleutel)(?= (?:\\p{L}{1,8} ){0,3}(?:wi-?fi|wlan|вай-?фа)))';
const keyWords =
  "(?:(?:api|access|account|auth|secret|private|encryption|signing|master|deploy|license)[ _-]?key|(?:access|auth|api|refresh|bearer|bot|session|client|id)?[ _-]?token|(?:client|app|shared|webhook)?[ _-]?secret|api[ _-]?schl[üu]ssel|cl[ée] (?:api|d'api)|clave (?:de )?api|chave (?:de )?api|chiave api)";
/** `password for the router`, `mot de passe du wifi`. */
const whatFor =
  "(?: wi-?fi| router)?(?: (?:for|of|to|at|on|f[üu]r|vom|zum|zur|im|pour|de|du|des|del|della|dell|do|da|para|per|voor|van|till|f[öo]r|na|w|k|do|от|для|к|на|від|cho|של)(?: [\\p{L}\\p{N}'’._-]{1,30}){1,5}?)?";
const connection =
  "(?:[\"'`*]{0,2}[ \\t]{0,3}(?::=|=>|[:=])[ \\t]{0,3}|\\s(?:is|was|lautet|ist|est|es|é|è|e'|to|jest|brzmi|är|er|on|je|là|adalah|это|є|είναι|هي|है|คือ|היא)(?: now| jetzt| ahora| maintenant| agora| ora| nu| teraz)?[ \\t]{0,3}:?[ \\t]{1,3}|(?<=ifre\\p{L}{0,5})\\s)";
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

/** `a is the wifi password`: the value stands before its name. */
const before = (kind: string, words: string, counts: (secret: string) => boolean): SecretRule => ({
  kind,
  words: new RegExp(words, 'iu'),
  pattern: new RegExp(
    `(?<![^\\s"'\`(])[^\\s"'\`<>()]{6,200}(?=["'\`]? (?:is|was|ist|est|es|é|è) (?:the|my|our|your|his|her|das|der|mein|unser|le|la|el|mon|notre|mi|o|a|il|mio)(?: [\\p{L}\\p{N}-]{1,20}){0,3}? ${words})`,
    'giu',
  ),
  counts,
});

/** In scripts without spaces: `密码是…`, `パスワードは…です`, `비밀번호는 …`. A number before a letter is one of days or signs. */
const asian = (words: string, counts: (secret: string) => boolean): SecretRule => ({
  kind: 'password',
  words: new RegExp(words, 'i'),
  pattern: new RegExp(
    `(?:${words})(?:\\s{0,2}(?:是|为|為|は|が|는|은|가|改成了?|改为了?)){0,1}\\s{0,2}[:：=]?\\s{0,2}["「『“‘]?((?!\\d{1,200}\\s?\\p{Lo})[!-~]{4,200})`,
    'giu',
  ),
  counts,
});

/** A key of WPA has eight characters at least. */
const looksWireless = (value: string) => value.length >= 8 && looksLikePassword(value);

/** What a command line, a file of a program or a header says. */
const commandRules: readonly SecretRule[] = [
  {
    words: /curl|wget/,
    pattern:
      /\b(?:curl|wget)\b[^\n]{0,300}?\s(?:-u|--user|--proxy-user)[ =]?["']?[^\s:"'$]{1,100}:([^\s"'$<{]{3,200})/g,
  },
  { needle: 'sshpass', pattern: /\bsshpass\s{1,3}-p\s{0,3}["']?([^\s"'$<{]{3,200})/g },
  { needle: 'mysql', pattern: /\bmysql(?:dump|admin)?\b[^\n]{0,200}?\s-p["']?([^\s"'$<{]{3,200})/g },
  { needle: 'login', pattern: /\blogin\b[^\n]{0,200}?\s(?:-p|--password|password)[ =]["']?([^\s"'$<{]{3,200})/g },
  { needle: '--', pattern: /\s--(?:[a-z]{1,20}-){0,3}pass(?:word|wd|phrase)?[ =]["']?([^\s"'$<{]{3,200})/g },
].map(
  (rule): SecretRule => ({
    kind: 'password',
    counts: (value) => /\D/.test(value) && looksLikePassword(value),
    ...rule,
  }),
);

const contextRules: readonly SecretRule[] = [
  {
    kind: 'key or token',
    needle: '--',
    pattern: /\s--(?:[a-z]{1,20}-){0,3}(?:token|secret|key)[ =]["']?([^\s"'$<{]{12,512})/g,
    counts: looksLikeKey,
  },
  {
    kind: 'basic authentication',
    words: /authorization/i,
    pattern: /authorization["']?\s{0,3}[:=]\s{0,3}["']?basic\s{1,3}([A-Za-z0-9+/_-]{8,512}={0,2})/gi,
    counts: (value) => /[A-Z]/.test(value) && (/\d/.test(value) || value.endsWith('=')),
  },
  {
    kind: 'card verification code',
    words: /cv[cv]|(?:security|verification) code/i,
    pattern:
      /(?<![a-z])(?:cvv2?|cvc2?|card (?:security|verification) code)["']?\s{0,2}(?:is\b|ist\b|[=:])?\s{0,2}(\d{3,4})(?![\d.-])/gi,
  },
  {
    kind: 'one-time password seed',
    words: /otp|2fa|mfa|authenticator/i,
    pattern:
      /(?<![a-z])(?:[th]?otp|2fa|mfa|authenticator)(?![a-z])[^\n]{0,60}?(?<![A-Za-z0-9])([A-Z2-7]{16,64}|[A-Z2-7]{4}(?: [A-Z2-7]{4}){3,15})(?![A-Za-z0-9])/gi,
    counts: (seed) => /[2-7]/.test(seed) && /[A-Z]/.test(seed) && !/[a-z]/.test(seed),
  },
  {
    kind: 'seed phrase',
    words:
      /mnemonic|(?:seed|recovery|secret|backup|wallet)[ -]phrase|wiederherstellungs(?:phrase|wörter)|phrase de récupération|frase (?:semilla|seed|di recupero)|助记词|ニーモニック|сид[- ]?фраз/i,
    pattern:
      /(?:mnemonic|phrase|wörter|récupération|semilla|recupero|seed|助记词|ニーモニック|фраз\p{L}{0,2})[^\n:：]{0,60}?(?:[:：=]|\sis|\sist|\sest|\ses|是)\s{0,3}["“]?([a-z]{3,8}(?:\s[a-z]{3,8}){11,23})(?!\s?[a-z])/giu,
    counts: (phrase) =>
      [12, 15, 18, 21, 24].includes(phrase.split(/\s/).length) &&
      !/\b(?:the|and|for|with|from|was|are|our|you|his|her)\b/.test(phrase),
  },
  {
    kind: 'recovery code',
    words:
      /(?:recovery|backup|rescue|scratch|wiederherstellungs|reserve)[ -]?codes?|codes? de (?:secours|récupération|recuperación)/i,
    pattern:
      /(?:recovery|backup|rescue|scratch|wiederherstellungs|reserve|secours|récupération|recuperación)[ -]?(?:codes?)?[^\n:]{0,60}[:=]?\s{0,3}((?:[a-z0-9]{4,6}-[a-z0-9]{4,6}|[a-z0-9]{8,12})(?:[,;\s]{1,3}(?:[a-z0-9]{4,6}-[a-z0-9]{4,6}|[a-z0-9]{8,12})){1,19})(?![a-z0-9-])/gi,
    counts: (codes) => codes.split(/[,;\s]+/).every((one) => /\d/.test(one)),
  },
];

export const secretRules: readonly SecretRule[] = [
  ...shapeRules,
  ...byWords('password', passwordWords, looksLikePassword),
  ...byWords('key or token', keyWords, looksLikeKey),
  before('password', passwordWords, looksLikePassword),
  before('key or token', keyWords, looksLikeKey),
  ...byWords('password', wirelessWords, looksWireless),
  asian('密码|密碼|口令|パスワード|暗証番号|비밀번호|패스워드|암호', looksLikePassword),
  asian('(?:wi-?fi|无线|無線|와이파이) ?[的の]?(?:网络|網路)? ?(?:密钥|密鑰|金鑰|キー|키)', looksWireless),
  ...commandRules,
  ...contextRules,
];
