import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { replaceFile } from '../base/replace-file.ts';
import type { Program } from './launch.ts';

/**
 * Folders of version managers and Homebrew: an update puts a new Node beside this one and may remove it. Their documentation
 * names them: nvm, fnm, volta, asdf, mise, nodenv, n, nvs, Homebrew's Cellar.
 */
const managed = [
  '/versions/node/',
  '/node-versions/',
  '/tools/image/node/',
  '/installs/node/',
  '/installs/nodejs/',
  '/.nodenv/versions/',
  '/.nvs/node/',
  '/Cellar/node',
];

/** The file in the folder of copies that hosts start in place of a Node that a version manager may remove. */
export function finderIn(folder: string): string {
  return join(folder, 'node');
}

/** Whether an update of Node may remove this one. Windows has no shell that every host starts. */
export function needsFinder({ node, platform }: Pick<Program, 'node' | 'platform'>): boolean {
  return platform !== 'win32' && isManaged(node);
}

export function isManaged(node: string): boolean {
  return managed.some((folder) => node.includes(folder));
}

/** Writes the finder of a Node of this version: only this user can change it. */
export function writeFinder(node: string, version: string, folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  replaceFile(finderIn(folder), finderText(node, version), 0o700);
}

/**
 * A script for sh. It starts the Node that it was written for; else one of the same major version, which can load the
 * same driver of SQLite; else any that is here.
 */
function finderText(node: string, version: string): string {
  const major = version.split('.')[0];
  return `#!/bin/sh
# Written by "init": starts Node, another one when an update has removed this one.
own='${node.replaceAll("'", `'\\''`)}'
[ -x "$own" ] && exec "$own" "$@"
take() { for found in "$@"; do [ -x "$found" ] && node=$found; done; }
look() {
  take "\${NVM_DIR:-$HOME/.nvm}"/versions/node/v$1/bin/node "$HOME"/.local/share/fnm/node-versions/v$1/installation/bin/node
  take "$HOME/Library/Application Support/fnm/node-versions"/v$1/installation/bin/node
  take "\${VOLTA_HOME:-$HOME/.volta}"/tools/image/node/$1/bin/node "\${ASDF_DATA_DIR:-$HOME/.asdf}"/installs/nodejs/$1/bin/node
  take "$HOME"/.local/share/mise/installs/node/$1/bin/node "$HOME"/.nodenv/versions/$1/bin/node "\${N_PREFIX:-/usr/local}"/n/versions/node/$1/bin/node
  take /opt/homebrew/Cellar/node*/$1/bin/node /usr/local/Cellar/node*/$1/bin/node
}
node=
look '${major}.*'
[ -n "$node" ] && exec "$node" "$@"
for found in "$(command -v node)" /opt/homebrew/bin/node /usr/local/bin/node /usr/bin/node; do
  [ -x "$found" ] && exec "$found" "$@"
done
look '[2-9][0-9].*'
[ -n "$node" ] && exec "$node" "$@"
echo "agent-memory-service: $own is gone, and no other Node was found; install Node, then run: npx -y agent-memory-service init" >&2
# A hook's failure would stop its host.
[ "$2" = hook ] && echo '{}' && exit 0
[ "$2" = statusline ] && echo && exit 0
exit 127
`;
}
