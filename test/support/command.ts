import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { runHere } from './command-here.ts';
import { openSession, temporaryFolder } from './harness.ts';
import { compiledCode, fakeNpm, program } from './spawned.ts';

/** The environment of a command in a folder of its own: home, temporary files and store are in it. */
export function commandEnvironment(folder: string) {
  const temporary = join(folder, 'tmp');
  mkdirSync(temporary, { recursive: true });
  return {
    PATH: `${fakeNpm}:${process.env.PATH ?? ''}`,
    HOME: folder,
    ...compiledCode,
    TMPDIR: temporary,
    SERVICE_DB: join(folder, 'memory.db'),
  };
}

/** A folder of commands whose store holds these notes of Ada. */
export async function folderWith(...notes: string[]): Promise<string> {
  const folder = temporaryFolder();
  await note(folder, ...notes);
  return folder;
}

export async function note(folder: string, ...notes: string[]): Promise<void> {
  const session = await openSession({ path: join(folder, 'memory.db'), character: 'Ada' });
  for (const content of notes) await session.call('add_memory_direct', { content, category: 'facts' });
  await session.close();
}

/**
 * A command of the built program under way, in a folder of its own (see commandEnvironment).
 * @param cwd where it runs; that folder unless given
 */
export function startCommand(folder: string, args: string[], env: Record<string, string> = {}, cwd = folder) {
  const own = commandEnvironment(folder);
  const child = spawn(process.execPath, [program, ...args], { cwd, env: { ...own, ...env } });
  onTestFinished(() => void child.kill('SIGKILL'));
  const said = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream].setEncoding('utf8').on('data', (text: string) => {
      said[stream] += text;
    });
  }
  child.stdin.on('error', () => undefined);
  return { child, said, temporary: own.TMPDIR };
}

/** A command that was run to its end, in this process (see `runHere`) and a folder of its own (see commandEnvironment). */
export function runCommand(folder: string, args: string[], env: Record<string, string> = {}, cwd = folder) {
  return runHere(cwd, { ...commandEnvironment(folder), ...env }, args);
}

/** As `runCommand`, in a process of its own. */
export async function runApart(folder: string, args: string[], env: Record<string, string> = {}) {
  const { child, said } = startCommand(folder, args, env);
  child.stdin.end();
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, ...said };
}

/** The document that a command answers with --json; it must succeed unless `code` says otherwise. */
export async function answerOf<Answer>(
  folder: string,
  args: string[],
  env: Record<string, string> = {},
  code = 0,
  run: typeof runCommand | typeof runApart = runCommand,
) {
  const ended = await run(folder, [...args, '--json'], env);
  if (ended.code !== code) throw new Error(`${args.join(' ')} ended with ${ended.code}: ${ended.stderr}`);
  return JSON.parse(ended.stdout) as Answer;
}
