import type { Launch, Platform } from './host.ts';
import { type Program, packageName } from './launch.ts';
import { finderIn, isManaged, needsFinder } from './node-finder.ts';
import { cacheOf, needsStarter, starterIn } from './own-copy.ts';

/**
 * The command that hosts start the server with: node with a file. A program in a cache such as npx's may vanish, so its
 * copy is named instead (see own-copy.ts), and a script in place of a Node that an update may remove (node-finder.ts).
 * @param copies the folder that copies are in
 */
export function commandOf(program: Program, copies: string): Omit<Launch, 'env'> {
  const { file, node } = program;
  const command = needsFinder(program) ? finderIn(copies) : node;
  return { command, args: [needsStarter(file, copies) ? starterIn(copies) : file] };
}

/** Where no copy can be made: npx takes this very version from its cache, and asks the network only where it is not there. */
export function throughNpx({ version, platform }: Pick<Program, 'version' | 'platform'>): Omit<Launch, 'env'> {
  return npx(platform, '--prefer-offline', `${packageName}@${version}`);
}

/** Every command that `init` writes, or has written: 0.4.0 had npx find the newest of a major version. */
export function commandsOf(program: Program, copies: string): Omit<Launch, 'env'>[] {
  const { file, node, version, platform } = program;
  const nodes = [node, finderIn(copies)];
  return [
    ...nodes.flatMap((command) => [file, starterIn(copies)].map((one) => ({ command, args: [one] }))),
    throughNpx(program),
    npx(platform, `${packageName}@${version.split('.')[0]}`),
  ];
}

function npx(platform: Platform, ...args: string[]): Omit<Launch, 'env'> {
  return platform === 'win32'
    ? { command: 'cmd', args: ['/c', 'npx', '-y', ...args] }
    : { command: 'npx', args: ['-y', ...args] };
}

/** Why a command should be written again although it works, in a sentence; undefined when it should not. */
export function fragility({ command, args }: Omit<Launch, 'env'>): string | undefined {
  const words = [command, ...args];
  if (words.includes('npx') && !words.includes('--prefer-offline'))
    return 'It starts through npx, which asks the network at each start and may wait minutes without one.';
  if (words.some((word) => cacheOf(word) !== undefined))
    return 'It starts from a cache, such as that of npx, which may be emptied.';
  if (isManaged(command)) return 'It names a Node that an update of Node may remove.';
  return undefined;
}
