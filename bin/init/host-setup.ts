import { execFile } from 'node:child_process';
import { homedir } from 'node:os';
import { installedIn } from '../../src/hosts/installed.ts';
import type { HostSetup } from '../../src/service/context.ts';
import { presentHosts, thisMachine } from '../host-choice.ts';

/** The longest that writing a host's files and starting the memory there may take (ms). */
const maxMs = 120_000;

/** What `init --json` prints. */
interface Printed {
  files: { path: string; action: string }[];
  problems: { path: string; reason: string }[];
  checks: { ok: boolean; detail: string }[];
}

/** Finds the hosts of this machine whose file can be written, and connects one by `init`. */
export const hostSetup: HostSetup = {
  async found() {
    const machine = thisMachine();
    const hosts = presentHosts(machine).filter(({ server }) => server.user !== undefined);
    return hosts.map((host) => {
      const isConnected = () => installedIn(host, 'user', machine) !== undefined;
      return { host: host.name, title: host.title, isConnected: orFalse(isConnected) };
    });
  },
  async connect(host, hooks) {
    const args = ['init', '--host', host, ...(hooks ? ['--hooks'] : []), '--yes', '--json'];
    const { printed, said } = await ownProgram(args);
    if (!printed) return { files: [], problems: [said || 'The program gave no answer.'] };
    const { files, problems, checks } = printed;
    return {
      files: files.filter(({ action }) => action !== 'keep').map(({ path }) => path),
      problems: [
        ...problems.map(({ path, reason }) => `${path}: ${reason}`),
        ...checks.filter(({ ok }) => !ok).map(({ detail }) => detail),
      ],
    };
  },
};

/** A file that can't be read names nothing of ours. */
function orFalse(look: () => boolean): boolean {
  try {
    return look();
  } catch {
    return false;
  }
}

/** Runs this program in the home folder: `init` prints a document to standard output, and faults to the other. */
function ownProgram(args: readonly string[]): Promise<{ printed: Printed | undefined; said: string }> {
  const command = [...process.execArgv, process.argv[1] ?? '', ...args];
  return new Promise((resolve) => {
    execFile(process.execPath, command, { cwd: homedir(), timeout: maxMs }, (_, stdout, stderr) => {
      resolve({ printed: printedIn(stdout), said: stderr.trim() });
    });
  });
}

/** Undefined for no document, or the part that a program wrote before it was ended. */
function printedIn(stdout: string): Printed | undefined {
  try {
    return JSON.parse(stdout) as Printed;
  } catch {
    return undefined;
  }
}
