import { join } from 'node:path';
import { expect, test } from 'vitest';
import { statusLine } from '../../bin/hook/hook.ts';
import { estimateTokens } from '../../src/text/tokens.ts';
import { openSession } from '../support/harness.ts';
import { playground, user } from './play.ts';

/** A project with rules about its files and commands. */
async function withRules() {
  const place = playground();
  place.say(
    'nought',
    user('Never edit src/legacy/orders.ts by hand, it is generated.'),
    user('Always use pnpm, never npm.'),
    user('From now on we always deploy on Tuesdays.'),
  );
  await place.capture('nought');
  const before = async (tool_input: object, session = 'one', more: Record<string, string> = {}) => {
    const input = { session_id: session, cwd: place.cwd, hook_event_name: 'PreToolUse', tool_name: 'Edit', tool_input };
    const line = ['PreToolUse', '--host', 'claude-code'];
    const { hookSpecificOutput } = await place.raw(line, JSON.stringify(input), more);
    return (hookSpecificOutput as { additionalContext?: string } | undefined)?.additionalContext;
  };
  return { place, before };
}

test('notes that name a file or command are given before its tool runs, once per session', async () => {
  const { place, before } = await withRules();
  const file_path = join(place.cwd, 'src/legacy/orders.ts');
  const given = (await before({ file_path })) ?? '';
  expect(given).toContain('by hand');
  expect(given).not.toContain('pnpm');
  expect(estimateTokens(given)).toBeLessThanOrEqual(200);
  expect(await before({ file_path })).toBeUndefined();
  expect(await before({ command: 'npm install left-pad' })).toContain('pnpm');
  expect(await before({ file_path }, 'two')).toContain('by hand');
  const events = (await place.receipts()).latest.map(({ event, given: count }) => [event, count]);
  expect(events.filter(([event]) => event === 'PreToolUse')).toStrictEqual([
    ['PreToolUse', 1],
    ['PreToolUse', 1],
    ['PreToolUse', 1],
  ]);
});

test('files are found in a patch of Codex and in arguments of Copilot CLI; reading a file gets no notes', async () => {
  const { place } = await withRules();
  const ask = async (host: string, event: string, input: object) =>
    JSON.stringify(await place.raw([event, '--host', host], JSON.stringify({ cwd: place.cwd, ...input })));
  const patch = '*** Begin Patch\n*** Update File: src/legacy/orders.ts\n@@\n-npm\n+pnpm\n*** End Patch';
  const codex = { session_id: 'c', tool_name: 'apply_patch', tool_input: { command: patch } };
  const answer = await ask('codex', 'PreToolUse', codex);
  expect(answer).toContain('by hand');
  expect(answer).not.toContain('never npm');
  const copilot = (session: string, toolName: string, toolArgs: unknown) =>
    ask('copilot-cli', 'preToolUse', { sessionId: session, toolName, toolArgs });
  expect(await copilot('a', 'bash', { command: 'npm install' })).toContain('pnpm');
  expect(await copilot('b', 'bash', '{"command": "npm install"}')).toContain('pnpm');
  expect(await copilot('b', 'edit', { path: 'src/legacy/orders.ts' })).toContain('by hand');
  expect(await copilot('c', 'view', { path: 'src/legacy/orders.ts' })).toBe('{}');
  expect(await copilot('c', 'bash', 'nonsense')).toBe('{}');
});

test('a tool without matching notes gets no answer and leaves no receipt', async () => {
  const { place, before } = await withRules();
  const receipts = (await place.receipts()).latest.length;
  for (const tool_input of [
    { file_path: join(place.cwd, 'src/web/page.ts') },
    { command: 'ls -la' },
    { command: 'git status' },
    { pattern: 'orders.ts' },
    {},
  ]) {
    expect(await before(tool_input)).toBeUndefined();
  }
  expect((await place.receipts()).latest).toHaveLength(receipts);
  expect(place.logged).toStrictEqual([]);
});

test('SERVICE_HOOKS=without-tools silences only the hooks of tools', async () => {
  const { place, before } = await withRules();
  const off = { SERVICE_HOOKS: 'without-tools' };
  expect(await before({ command: 'npm install' }, 'one', off)).toBeUndefined();
  const start = { session_id: 'one', cwd: place.cwd, source: 'startup' };
  const answer = await place.raw(['SessionStart', '--host', 'claude-code'], JSON.stringify(start), off);
  expect(JSON.stringify(answer)).toContain('Tuesdays');
});

test('the status line counts known, recalled and stored memories, and never fails', async () => {
  const { place } = await withRules();
  const said: string[] = [];
  const status = (input: string, line: string[] = []) =>
    statusLine(
      line,
      async () => input,
      { SERVICE_DB: place.database },
      (_level, message) => void said.push(message),
    );
  const of = (session_id: string) => JSON.stringify({ session_id, workspace: { current_dir: place.cwd } });
  expect(await status(of('one'))).toBe('memory: 3 known');
  await place.prompt('one', 'On which day do we deploy?');
  expect(await status(of('one'))).toBe('memory: 3 known, 1 recalled');
  expect(await status(of('nought'))).toMatch(/^memory: 3 known, 3 kept \d+ (?:s|min) ago$/);
  expect(await status('')).toMatch(/^memory: \d+ known/);
  expect(await status(of('one'), ['--character', 'nobody'])).toBe('memory: 0 known');
  expect(said).toStrictEqual([]);
  expect(await status('{"broken')).toBe('');
  expect(said).toStrictEqual(['there is no status']);
});

test('a session gets each matching passage of a long note once', async () => {
  const session = await openSession({ character: 'Ada', onFile: true });
  const place = playground('claude-code', { SERVICE_DB: session.path });
  const filler = ' The crew met again in the office and went through the list of repairs.'.repeat(40);
  const content = `The spare key hangs behind the compass.${filler} The safe opens with the birthday of the cook.`;
  await session.call('add_memory_direct', { content, category: 'facts' });
  const ask = async (prompt: string) => {
    const input = { session_id: 'one', cwd: place.cwd, hook_event_name: 'UserPromptSubmit', prompt };
    const line = ['UserPromptSubmit', '--host', 'claude-code', '--character', 'Ada'];
    return JSON.stringify(await place.raw(line, JSON.stringify(input)));
  };
  expect(await ask('Where does the spare key hang?')).toContain('behind the compass');
  expect(await ask('Tell me, where does the spare key hang?')).toBe('{}');
  expect(await ask('How does the safe open?')).toContain('birthday of the cook');
  expect(await ask('And how does the safe open?')).toBe('{}');
});
