import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { program } from './spawned.ts';

interface Program {
  start(line: readonly string[]): Promise<void>;
}
interface Launcher {
  run(name: 'start'): Program;
}

const ownRequire = createRequire(import.meta.url);

/** The exit code and output of a command. */
export interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

/**
 * Runs a command of the built program in this process, where the process itself is not tested: starting one and loading
 * the program costs ten times as much as most commands. Environment, folder, output and exit code are the command's own;
 * nothing stands on its stdin.
 */
export async function runHere(cwd: string, env: Readonly<Record<string, string>>, args: string[]): Promise<Ended> {
  const { run } = ownRequire(join(dirname(program), 'run-cached.cjs')) as Launcher;
  const before = { env: { ...process.env }, cwd: process.cwd(), argv: process.argv, code: process.exitCode };
  const stdin = Object.getOwnPropertyDescriptor(process, 'stdin') ?? {};
  const said = { stdout: '', stderr: '' };
  const restored = (['stdout', 'stderr'] as const).map((name) => {
    const stream = process[name];
    const { write } = stream;
    const listeners = stream.listeners('error');
    stream.write = ((chunk: string | Uint8Array, ...rest: unknown[]) => {
      said[name] += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString();
      const done = rest.at(-1);
      if (typeof done === 'function') done();
      return true;
    }) as typeof write;
    return () => {
      stream.write = write;
      for (const added of stream.listeners('error')) {
        if (!listeners.includes(added)) stream.off('error', added as () => void);
      }
    };
  });
  try {
    // The library that finds the data folder keeps the home of the first command.
    setEnvironment({ ...(env.HOME && { XDG_DATA_HOME: join(env.HOME, '.local/share') }), ...env });
    process.chdir(cwd);
    process.argv = [process.execPath, program, ...args];
    process.exitCode = undefined;
    Object.defineProperty(process, 'stdin', { configurable: true, value: Readable.from([]) });
    await run('start').start(args);
    return { code: Number(process.exitCode ?? 0), ...said };
  } finally {
    process.exitCode = before.code;
    process.argv = before.argv;
    Object.defineProperty(process, 'stdin', stdin);
    process.chdir(before.cwd);
    setEnvironment(before.env);
    for (const restore of restored) restore();
  }
}

/** The one of the process, which `homedir()` reads too. */
function setEnvironment(env: Readonly<Record<string, string | undefined>>): void {
  for (const name of Object.keys(process.env)) if (!Object.hasOwn(env, name)) delete process.env[name];
  Object.assign(process.env, env);
}
