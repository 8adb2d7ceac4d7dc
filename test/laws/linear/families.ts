/**
 * Texts that make readers slow: repeats of patterns, nested openers, failing look-aheads. Each gives about `n`
 * UTF-16 units.
 */
export type Family = (n: number) => string;

export type Group =
  | 'signs'
  | 'spaces'
  | 'scripts'
  | 'markdown'
  | 'prose'
  | 'html'
  | 'data'
  | 'secrets'
  | 'own'
  | 'notes';

const times = (unit: string, n: number) => unit.repeat(Math.ceil(n / unit.length));

/** A unit repeated, with a beginning that starts a match and an end that fails it. */
const run =
  (unit: string, before = '', after = ''): Family =>
  (n) =>
    before + times(unit, n) + after;

/** Opened n times, then closed n times. */
const nested =
  (open: string, close: string): Family =>
  (n) =>
    times(open, n / 2) + times(close, n / 2);

/** Each sign of any of the syntaxes, by itself. */
const signs = [...'<>[](){}*_~`#-+=|\\!&;:,.?"\'/@$^%0aA'].map((sign): [string, Family] => [
  `runs of ${sign}`,
  run(sign),
]);

/** The same between letters: a match may start at every place. */
const between = [...'<[(*_`|&:."\'/@-'].map((sign): [string, Family] => [`a${sign} without end`, run(`a${sign}`)]);

/** The families by what they are made of. */
const groups: Record<Group, [string, Family][]> = {
  signs: [...signs, ...between],
  spaces: [
    ['blanks', run(' ')],
    ['blanks, then a word', run(' ', '', 'x')],
    ['a word, blanks, a word', run(' ', 'a', 'b')],
    ['tabs between words', run('\t', 'a', 'b\n')],
    ['no-break spaces', run('\u00a0', '# a', 'b')],
    ['line feeds', run('\n')],
    ['carriage returns', run('\r', 'a', 'b')],
    ['blank lines with blanks', run(' \n', 'a', 'b')],
    ['words and wide gaps', run('a    \t   ')],
    ['line separators', run('a\u2028')],
    ['combining marks', run('\u0301\u0323', 'a')],
    ['Hebrew marks', run('\u05b0\u05bc\u0591', '\u05d0')],
    ['marks on letters', run('e\u0301\u0323\u0302')],
    ['joiners', run('\u200d\u{1f469}')],
    ['flags', run('\u{1f1e9}\u{1f1ea}')],
    ['zero-width spaces', run('\u200b')],
    ['byte order marks', run('\ufeff', 'a')],
  ],
  scripts: [
    ['Chinese', run('\u6211\u559c\u6b22\u8336')],
    ['Chinese sentences', run('\u6211\u559c\u6b22\u8336\u3002')],
    ['Thai', run('\u0e09\u0e31\u0e19\u0e0a\u0e2d\u0e1a\u0e0a\u0e32')],
    ['Korean', run('\ucee4\ud53c\ub97c')],
    ['Japanese', run('\u59b9\u306e\u540d\u524d\u306f')],
    ['katakana', run('\u30d5\u30a1')],
  ],
  markdown: [
    ['](', run('](')],
    ['[](', run('[](')],
    ['[a](', run('[a](')],
    ['[a](b', run('[a](<b')],
    ['![', run('![')],
    ['[[a]', run('[[a]')],
    ['links in links', nested('[', '](x)')],
    ['1. on one line', run('1. ')],
    ['- on one line', run('- ')],
    ['> on one line', run('> ')],
    ['quotes, lists and numbers on one line', run('> - 1. ')],
    ['an address and entities', run('&a;', 'www.a')],
    ['an address and brackets', run(')', 'http://a.b/', '.')],
    ['addresses', run('www.a.b ')],
    ['mail addresses', run('a.b@', '', ' ')],
    ['a mail address of many names', run('a.', 'a@')],
    ['lazy lines', run('\nb', '> a')],
    ['lazy lines of a list', run('\nb', '- a')],
    ['lazy lines of many quotes', run('\n> b\nc', '>>>> a')],
    ['fences in quotes', run('"\n> ```\n""x":')],
    ['fences of lists in quotes', run('> - ```\nx\n')],
    ['headings in quotes', run('x\n> # a\n')],
    ['HTML in quotes', run('> <div>\nx\n')],
    ['a table that is none', (n) => `|${times('-', n)}x`],
    ['a table head without rows', (n) => `| a |\n|${times(' - |', n)}`],
    ['columns', (n) => `${times('|a', n / 4)}\n${times('|-', n / 4)}\n${times('|b', n / 4)}`],
    ['rows', (n) => `|a|b|\n|-|-|\n${times('|c|d|\n', n)}`],
    ['rows without bars', (n) => `a|b\n-|-\n${times('c\n', n)}`],
    ['table heads', run('|a|\n|-|\n')],
    ['emphasis that never ends', run('**a ')],
    ['emphasis begun and ended', run('*a **b')],
    ['emphasis both ways', run('a**b_c* ')],
    ['strikes', run('~~a ~')],
    [
      'code marks of growing length',
      (n) => Array.from({ length: Math.sqrt(2 * n) }, (_, i) => '`'.repeat(i + 1)).join(' '),
    ],
    ['code marks of two lengths', run('``a`')],
    ['fences', run('```\n')],
    ['a fence that never ends', run('code\n', '```\n')],
    ['fences of two kinds', run('```a\n~~~\n')],
    ['a heading that ends in full stops', run('.', '# a', 'b\n\nc')],
    ['headings', run('# a\n')],
    ['headings closed', run('# a #\n')],
    ['a heading closed with no-break spaces', run('#\u00a0', '# a')],
    ['headings underlined', run('a\n===\n')],
    ['underlines', run('=', 'a\n', 'x')],
    ['rules', run('* ', '', 'x')],
    ['footnotes', run('[^1]')],
    ['mathematics', run('$a ')],
    ['doubled mathematics', run('$$a ')],
    ['footnote definitions', run('[^1]: a\n')],
    ['definitions', run('[a]: b\n')],
    ['definitions that never end', run('[a]:\n')],
    ['a definition of a long title', run('a\n', '[a]: b "')],
    ['items', run('- a\n')],
    ['items with blank lines', run('- a\n\n')],
    ['numbered items', run('1. a\n')],
    ['items in items', (n) => Array.from({ length: Math.sqrt(n) }, (_, i) => `${'  '.repeat(i)}- a`).join('\n')],
    ['labels of lists', run('- a:\n  - b\n')],
    ['announcements', run('We use: ')],
    ['announcements on lines', run('We use:\n')],
    ['boxes', run('- [ ] ')],
    ['escapes', run('\\*')],
    ['front matter that never ends', run('a: b\n', '---\n')],
    ['dates of front matter', run('date: ', '---\n', '\n---\n')],
  ],
  prose: [
    ['lines', run('a\n')],
    ['paragraphs', run('a b\n\n')],
    ['one wrapped paragraph', run('the quick brown fox jumps over the lazy dog and goes on to\n')],
    ['continuation lines', run('  a\n', '- b\n')],
    ['sentences', run('It is so. ')],
    ['sentences of a letter', run('a. ')],
    ['abbreviations', run('e.g. Dr. ')],
    ['numbers with full stops', run('1.1.')],
    ['marks of many sentences', run('?! ')],
    ['quotes at ends', run('a."')],
    ['speakers', run('Ann: hi\n')],
    ['speakers on one line', run('Ann: ')],
    ['many speakers', (n) => Array.from({ length: n / 8 }, (_, i) => `Ann${i}: a`).join('\n')],
    ['times', run('10:00 ')],
    ['stamps', run('[2024-01-01 10:00] Ann: a\n')],
    ['dates', run('2024-01-01T')],
    ['months', run('3 may of ')],
    ['identifiers', run('aB_c.')],
    ['code', run('if (a) { b(c); }\n')],
    ['code that may begin', run('if (a')],
    ['logs', run('2024-01-01 10:00:00 ERROR a\n')],
    ['diffs', run('--- a\n+++ b\n')],
    ['corrections', run('I no longer live in ')],
    ['denials', run('not a but b, ')],
    ['thanks', run('ok, thanks ')],
  ],
  html: [
    ['a tag that never ends', run('a', '<')],
    ['tags that never end', run('<a')],
    ['tags of many attributes', run('<a b ')],
    ['an attribute that never ends', run('a', '<p a="')],
    ['attributes', run(' a=b', '<p', '>')],
    ['closing tags', run('</a>')],
    ['closing tags that never end', run('</')],
    ['comments that never end', run('<!--')],
    ['comments', run('<!-- a -->')],
    ['a comment that almost ends', run('--', '<!--')],
    ['scripts that never end', run('<script>')],
    ['styles that never end', run('<style><')],
    ['declarations', run('<!a')],
    ['instructions', run('<?a')],
    ['character data', run('<![CDATA[')],
    ['elements in elements', nested('<b>', '</b>')],
    ['lists in lists', nested('<ul><li>', '</li></ul>')],
    ['tables in tables', nested('<table><tr><td>', '</td></tr></table>')],
    ['paragraphs that never end', run('<p>a')],
    ['breaks', run('a<br>')],
    ['items that never end', run('<li>a')],
    ['cells', run('<td>a</td>', '<table><tr>', '</tr></table>')],
    ['entities', run('&amp;')],
    ['entities of numbers', run('&#', '', ';')],
    ['preformatted', run(' \n', '<pre>', '</pre>')],
    ['links', run('<a href="https://a.b/c">')],
  ],
  data: [
    ['objects in objects', nested('{"a":', '}')],
    ['quoted cells', run('"a",')],
    ['quotes in quotes', run('""')],
    ['cells of many kinds', run('a,b;c\t')],
    ['rows of cells', run('a,b\n')],
  ],
  secrets: [
    ['beginnings of keys', run('sk-')],
    ['beginnings of tokens', run('eyJaaaaaaaaaaa.')],
    ['keys that never end', run('A', 'AKIA ghp_ eyJ')],
    ['private keys', run('-----BEGIN PRIVATE KEY-----')],
    ['a private key that never ends', run('aaaaaaaaaaaaaaaaaaaa\n', '-----BEGIN PRIVATE KEY-----\n')],
    ['passwords', run('password for the ')],
    ['passwords that are', run('password is ')],
    ['connection strings', run('a://b:')],
    ['bearers', run('bearer a')],
  ],
  notes: [
    ['wiki links', run('[[a|b]] ')],
    ['wiki links that never end', run('[[a')],
    ['wiki links of many parts', run('[[a#b|c')],
    ['embedded notes', run('![[a]]')],
    ['queries', run('{{query ')],
    ['properties', run('a:: ')],
    ['hash tags', run('#a ')],
    ['hash tags in hash tags', run('#a/', '#a')],
    ['observations', run('- [a] b\n')],
    ['observations that never end', run('[a', '- ')],
    ['relations', run('- a_b [[c]]\n')],
    ['quoted relations', run('- "a b" [[c]] (d)\n')],
    ['callouts', run('> [!a]- b\n')],
    ['marks of blocks', run(' ^a')],
    ['properties', run('a: b\n')],
    ['properties of lists', run('- a\n', 'tags:\n')],
    ['lists that never end', run('[', 'a: ')],
    ['mappings that never end', run('{a: ', 'a: ')],
    ['mappings in mappings', (n) => Array.from({ length: Math.sqrt(n) }, (_, i) => `${' '.repeat(i)}a:`).join('\n')],
    ['anchors and aliases', run('- &a *a\n')],
    ['keys that are asked for', run('? ')],
    ['scalars of lines', run(' a\n', 'a: |\n')],
    ['quoted scalars that never end', run("a ''", "a: '")],
    ['comments of properties', run('# a\n')],
    ['tags of YAML', run('!!a ')],
  ],
  own: [
    ['own headings', run('## a\n\n> Importance: HIGH\n\n', '# a\n\n')],
    ['own items', run('- a\n  [HIGH, salience 1, 2024]\n', '# a\n\n## b\n\n> Importance: HIGH\n\n')],
    ['paths', run(' \u203a ')],
    ['fences of notes', run('</notes>')],
  ],
};

/** The families of some groups by their names; without groups all. */
export function families(of: readonly Group[] = Object.keys(groups) as Group[]): Map<string, Family> {
  return new Map(of.flatMap((group) => groups[group]));
}
