/**
 * Files that a watched folder never reads, with everything in them: one pattern a line, case-insensitive. `*` is any
 * run of characters within a name; a path of names matches names below each other. docs/watching.md shows this list.
 */
export const secretPatterns: readonly string[] = [
  // Keys and certificates.
  '.ssh',
  '.gnupg',
  '.pki',
  'id_*',
  '*.pem',
  '*.key',
  // Credentials and settings of programs.
  '.config',
  '.env*',
  'credentials*',
  '.netrc',
  '_netrc',
  '.pgpass',
  '.my.cnf',
  '.git-credentials',
  '.npmrc',
  '.pypirc',
  '.gem',
  '.cargo',
  // Clouds and containers.
  '.aws',
  '.azure',
  '.gcloud',
  'gcloud',
  '.docker',
  '.kube',
  '.terraform.d',
  '.vault-token',
  // Password managers and key rings.
  '.password-store',
  '.keychain',
  '.keyrings',
  'keyrings',
  'kwalletd',
  'keychains',
  '.1password',
  '1password',
  '.bitwarden',
  'bitwarden',
  '.keepass*',
  'keepassxc',
  '*.kdbx',
  '.lastpass',
  '.electrum',
  // Browsers and mail: their profiles hold passwords and sessions.
  '.mozilla',
  '.thunderbird',
  '.chromium',
  '.google-chrome',
  '.opera',
  '.vivaldi',
  '.brave*',
  'bravesoftware',
  'snap/firefox',
  'snap/chromium',
  'snap/brave',
  '.var/app',
  'library/application support',
  'library/cookies',
  'library/safari',
  'library/containers',
  'library/group containers',
  'appdata/roaming',
  'appdata/local/google',
  'appdata/local/microsoft',
  'appdata/local/bravesoftware',
  'appdata/local/1password',
  // Histories of shells: commands hold passwords.
  '.bash_history',
  '.zsh_history',
  '.python_history',
  '.psql_history',
  '.mysql_history',
  '.node_repl_history',
];

const rules: readonly RegExp[][] = secretPatterns.map((pattern) => pattern.split('/').map(nameRule));

function nameRule(pattern: string): RegExp {
  const literals = pattern.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${literals.join('.*')}$`, 'is');
}

/** Whether a path relative to some folder is, or is inside of, a place for secrets. */
export function isSecretPath(relativePath: string): boolean {
  const names = relativePath.split(/[\\/]/).filter((name) => name !== '');
  return names.some((_, at) => rules.some((rule) => rule.every((part, i) => part.test(names[at + i] ?? ''))));
}

/** How many names the longest pattern has. */
export const maxPatternLength = Math.max(...rules.map((rule) => rule.length));
