import { expect, test } from 'vitest';
import { readGitConfig } from '../../src/hooks/git/config.ts';
import { readRemote, remoteUrl } from '../../src/hooks/git/remote.ts';

test('a configuration file is parsed as git parses it', () => {
  const text = [
    '# a comment',
    '[core]',
    '\tbare = false ; not bare',
    '[remote "up\\"stream"] url = first',
    '[Remote "origin"]',
    '\tURL = "https://host/a#b" # behind the quotes',
    '\tfetch = +refs/heads/*:\\',
    'refs/remotes/origin/*',
    'no setting',
    '[branch.main]',
    '  remote=origin  ',
    '  note = "a\\tb  "  ',
    '[broken',
    'url = still of the branch',
  ].join('\r\n');
  expect(
    readGitConfig(text).map(({ section, subsection, key, value }) => [section, subsection, key, value]),
  ).toStrictEqual([
    ['core', '', 'bare', 'false'],
    ['remote', 'up"stream', 'url', 'first'],
    ['remote', 'origin', 'url', 'https://host/a#b'],
    ['remote', 'origin', 'fetch', '+refs/heads/*:refs/remotes/origin/*'],
    ['branch.main', '', 'remote', 'origin'],
    ['branch.main', '', 'note', 'a\tb  '],
    ['branch.main', '', 'url', 'still of the branch'],
  ]);
});

test('a clone’s address is origin’s, else the first remote’s', () => {
  const remotes = (...names: string[]) =>
    readGitConfig(names.map((name) => `[remote "${name}"]\nurl = at-${name}\n`).join(''));
  expect(remoteUrl(remotes('fork', 'origin'))).toBe('at-origin');
  expect(remoteUrl(remotes('fork', 'other'))).toBe('at-fork');
  expect(remoteUrl(remotes())).toBeUndefined();
});

test.each([
  'https://github.com/clientB/api.git',
  'https://github.com/clientB/api',
  'https://github.com/clientB/api/',
  'https://x-token:ghp_secret@github.com/clientB/api.git',
  'https://GitHub.com:443/clientB/api.git',
  'http://github.com/clientB/api',
  'git://github.com:9418/clientB/api.git',
  'git@github.com:clientB/api.git',
  'github.com:clientB/api',
  'ssh://git@github.com/clientB/api.git',
  'ssh://git@github.com:22/clientB/api.git',
  'ssh://me:secret@github.com/clientB/api/.git',
  'git+ssh://git@github.com/clientB/api',
])('equivalent remote addresses name one repository: %s', (url) => {
  expect(readRemote(url)).toStrictEqual({ place: 'github.com/clientB/api' });
});

test.each([
  ['ssh://git@host:2222/a/b', { place: 'host:2222/a/b' }],
  ['git@[2001:db8::1]:a/b.git', { place: '[2001:db8::1]/a/b' }],
  // A path relative to the home folder belongs to each user separately.
  ['ann@host:api.git', { place: 'ann@host/api' }],
  ['bob@host:~/api.git', { place: 'bob@host/~/api' }],
  ['ssh://ann@host/~/api', { place: 'ann@host/~/api' }],
  ['ann@host:/srv/git/api.git', { place: 'host/srv/git/api' }],
  ['codecommit::eu-west-1://api', { place: 'codecommit::eu-west-1://api' }],
  ['/srv/git/api.git', { path: '/srv/git/api.git' }],
  ['../api', { path: '../api' }],
  ['./a:b', { path: './a:b' }],
  ['C:\\git\\api', { path: 'C:\\git\\api' }],
  ['C:/git/api', { path: 'C:/git/api' }],
  ['file:///srv/git/api%20two', { path: '/srv/git/api two' }],
  ['file:///srv/%zz', undefined],
  ['https://host/git?p=api', undefined],
  ['https://', undefined],
  ['https://host:port/a', undefined],
])('the remote address %s is parsed', (url, read) => {
  expect(readRemote(url)).toStrictEqual(read);
});
