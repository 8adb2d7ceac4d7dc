import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Check } from '../src/base/check.ts';
import { installCommand } from '../src/base/install.ts';
import { isOlder } from '../src/base/version.ts';
import { packageName } from '../src/hosts/launch.ts';
import { needsStarter } from '../src/hosts/own-copy.ts';
import { readReceipt } from '../src/hosts/setup/receipt.ts';
import { copiesFolder, receiptPath, thisProgram } from './host-choice.ts';
import { askNpm, faultIn } from './npm.ts';
import { type Given, Refused } from './terminal/command-line.ts';
import { print } from './terminal/print.ts';

interface Newest {
  version: string;
  /** The latest version according to npm's registry; undefined when it can't be asked. */
  newest?: string;
  /** Why not, in a clause. */
  reason?: string;
}

/** Asks the registry that npm is configured for. Nothing is fetched or changed. */
export async function askNewest(version: string): Promise<Newest> {
  const said = await askNpm(['view', packageName, 'version', '--json']);
  return { version, ...(said === undefined ? { reason: 'npm was not found' } : read(said)) };
}

/** As a line of `doctor`; a version that is not the newest is no fault. */
export function newestCheck({ version, newest, reason }: Newest): Check {
  const name = 'version';
  if (newest === undefined) return { name, ok: true, detail: `${version}; whether it is the newest: ${reason}` };
  if (!isOlder(version, newest)) return { name, ok: true, detail: `${version}, the newest` };
  return {
    name,
    ok: true,
    detail: `${version}; ${newest} is available`,
    advice: `To update: ${updateCommand(newest)}`,
  };
}

/** The command that updates this installation, by where it is installed. */
function updateCommand(newest: string): string {
  const { file } = thisProgram(newest);
  const wanted = `${packageName}@${newest}`;
  if (needsStarter(file, copiesFolder())) return `npx -y ${wanted} init${recordedHosts()}`;
  const folder = dirname(dirname(file));
  const holder = dirname(folder).endsWith('node_modules') ? dirname(dirname(folder)) : undefined;
  if (holder === undefined) return `in ${folder}: git pull && npm ci`;
  return existsSync(join(holder, 'package.json')) ? `in ${holder}: npm install ${wanted}` : installCommand(wanted);
}

/** The hosts that `init` has written into, as its flag. */
function recordedHosts(): string {
  const written = Object.values(readReceipt(receiptPath()).files).flatMap((file) => file.written);
  const names = [...new Set(written.flatMap(({ hosts }) => hosts))];
  return names.length === 0 ? '' : ` --host ${names.join(',')}`;
}

function read(said: string): Pick<Newest, 'newest' | 'reason'> {
  try {
    const answer: unknown = JSON.parse(said);
    if (typeof answer === 'string' && /^\d+\.\d+\.\d+/.test(answer)) return { newest: answer };
    return { reason: faultIn(answer) ?? 'npm gave an answer that makes no sense' };
  } catch {
    return { reason: said === '' ? 'npm did not answer' : 'npm gave no version' };
  }
}

/** Reports a newer version and the command that installs it; changes nothing. Refused when npm can't answer. */
export async function update(given: Given, version: string): Promise<void> {
  const found = await askNewest(version);
  const { detail, advice } = newestCheck(found);
  if (found.newest === undefined && !given.flags.json) throw new Refused(detail);
  if (found.newest === undefined) process.exitCode = 1;
  print(given, { ...found, ...(advice ? { advice } : {}) }, () => [[detail, advice].filter(Boolean).join('\n')]);
}
