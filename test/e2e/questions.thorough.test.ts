import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ScratchMachine } from '../support/hosts.ts';
import { compiledCode } from '../support/spawned.ts';
import { keys, Terminal } from '../support/terminal.ts';

/** A home with two hosts in it, and `init` at a terminal there. */
function startedWith(more: Record<string, string>, ...args: string[]) {
  const scratch = new ScratchMachine();
  const { home, project } = scratch.machine;
  for (const folder of ['.cursor', '.qwen']) mkdirSync(join(home, folder));
  const before = scratch.snapshot();
  const env = { HOME: home, PATH: '/usr/bin:/bin', USER: 'ada', ...compiledCode, ...more };
  const terminal = new Terminal(['init', ...args], { cwd: project, env });
  const fileOf = (path: string) => JSON.parse(readFileSync(join(home, path), 'utf8'));
  return { scratch, home, before, terminal, fileOf };
}

/** As `startedWith`, where no encoder is offered. */
const started = (...args: string[]) => startedWith({ SERVICE_ENCODER: 'off' }, ...args);

/** Of a host whose model may read sessions. */
const extractor = 'Should the model of';
const questions = ['Which hosts should use the memory?', 'Whose memory is it?', 'Write this?'] as const;

// Elsewhere `script` takes other flags, or there is none.
describe.runIf(process.platform === 'linux' && existsSync('/usr/bin/script'))('init at a terminal', () => {
  test('init asks three questions with detected defaults, then stores and finds a memory', async () => {
    const { terminal, fileOf, home } = startedWith({});
    await terminal.see(questions[0]);
    await terminal.see('Cursor');
    terminal.press(keys.enter);
    await terminal.see(questions[1]);
    terminal.press(keys.enter);
    await terminal.see('"memory"');
    await terminal.see(questions[2]);
    terminal.press(keys.enter);
    await terminal.see(extractor);
    terminal.press('n', keys.enter);
    await terminal.see('See what it fetches?');
    terminal.press('n', keys.enter);
    expect(await terminal.end()).toBe(0);
    expect(terminal.shown).toContain('a memory was stored, found and deleted');
    const { SERVICE_CHARACTER } = fileOf('.cursor/mcp.json').mcpServers.memory.env;
    expect(SERVICE_CHARACTER).toBe('auto');
    expect(fileOf('.qwen/settings.json')).toMatchObject({
      mcpServers: { memory: { env: { SERVICE_CHARACTER } } },
      // The first answer to the last question.
      hooks: { UserPromptSubmit: [expect.anything()] },
    });
    expect(existsSync(join(home, '.kiro'))).toBe(false);
  });

  test('init takes other answers: one host, a name, no hooks', async () => {
    const { terminal, fileOf, home } = started();
    await terminal.see(questions[0]);
    await terminal.see('Cursor');
    // Removes the first match.
    terminal.press(keys.space, keys.enter);
    await terminal.see(questions[1]);
    terminal.press(keys.down, keys.enter);
    await terminal.see('Its name');
    terminal.press('Zoe', keys.enter);
    await terminal.see(questions[2]);
    terminal.press(keys.down, keys.enter);
    expect(await terminal.end()).toBe(0);
    expect(existsSync(join(home, '.cursor/mcp.json'))).toBe(false);
    const written = fileOf('.qwen/settings.json');
    expect(written.mcpServers.memory.env).toStrictEqual({ SERVICE_CHARACTER: 'Zoe', SERVICE_TOOLSETS: 'core' });
    expect(written.hooks).toBeUndefined();
  });

  test('init does not ask for options given on the command line', async () => {
    const { terminal, fileOf } = started('--host', 'cursor', '--character', 'Zoe', '--hooks');
    await terminal.see(questions[2]);
    terminal.press(keys.enter);
    expect(await terminal.end()).toBe(0);
    expect(terminal.shown).not.toContain(questions[0]);
    expect(terminal.shown).not.toContain(questions[1]);
    expect(fileOf('.cursor/hooks.json').hooks.stop).toHaveLength(1);
  });

  test.each([0, 1, 2])('Ctrl-C at question %i writes nothing and exits with 1', async (last) => {
    const { terminal, scratch, before } = started();
    for (let i = 0; i < last; i++) {
      await terminal.see(questions[i] ?? '');
      terminal.press(keys.enter);
    }
    await terminal.see(questions[last] ?? '');
    terminal.press(keys.interrupt);
    expect(await terminal.end()).toBe(1);
    expect(terminal.shown).toContain('agent-memory-service: nothing was written');
    expect(scratch.snapshot()).toStrictEqual(before);
  });

  test('the answer No writes nothing', async () => {
    const { terminal, scratch, before } = started('--host', 'cursor', '--character', 'Zoe');
    await terminal.see(questions[2]);
    terminal.press(keys.down, keys.down, keys.enter);
    expect(await terminal.end()).toBe(1);
    expect(terminal.shown).toContain('agent-memory-service: nothing was written');
    expect(scratch.snapshot()).toStrictEqual(before);
  });
});
