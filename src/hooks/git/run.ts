import { execFile } from 'node:child_process';
import { homedir } from 'node:os';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Bytes of an answer. */
const maxAnswer = 8_000_000;

/** Settings of a repository that would run programs or use the network, and signatures, which run one too. */
const settings = [
  'core.fsmonitor=false',
  'core.hooksPath=/dev/null',
  'protocol.allow=never',
  'log.showSignature=false',
];

/**
 * What git answers in a folder; undefined where it fails or takes too long. The repository may be anybody's: git runs none
 * of its programs, without the network, and outside of the folder, which could contain a program named git.
 * @param args a command that reads; a text of others is never first in an argument
 * @param timeoutMs after which git is killed
 */
export async function runGit(
  folder: string,
  args: readonly string[],
  environment: Environment,
  timeoutMs: number,
): Promise<string | undefined> {
  const safe = ['-C', folder, '--no-pager', '--no-replace-objects'];
  const inherited = Object.entries(environment).filter(([name]) => !name.startsWith('GIT_'));
  const own = { GIT_OPTIONAL_LOCKS: '0', GIT_NO_LAZY_FETCH: '1', GIT_ALLOW_PROTOCOL: 'none', GIT_TERMINAL_PROMPT: '0' };
  const options = {
    cwd: homedir(),
    env: { ...Object.fromEntries(inherited), ...own },
    timeout: timeoutMs,
    killSignal: 'SIGKILL',
    windowsHide: true,
    maxBuffer: maxAnswer,
  } as const;
  const all = [...safe, ...settings.flatMap((one) => ['-c', one]), ...args];
  return new Promise((resolve) => {
    execFile('git', all, options, (error, stdout) => resolve(error ? undefined : stdout));
  });
}
