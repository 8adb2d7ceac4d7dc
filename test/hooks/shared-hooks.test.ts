import { writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { localOwner } from '../../src/domain/principal.ts';
import { playground, user } from './play.ts';

/** The standard input that VS Code gives to hooks, of any host. */
function fromVsCode(event: string, session: string, cwd: string, transcript: string, more: object = {}): string {
  const common = { timestamp: '2026-02-09T10:30:00.000Z', cwd, sessionId: session, hookEventName: event };
  return JSON.stringify({ ...common, transcript_path: transcript, ...more });
}

async function withRule() {
  const place = playground('claude-code');
  place.say('one', user('From now on we always deploy on Tuesdays from the release branch.'));
  await place.capture('one');
  const hosts = async () => new Set((await place.receipts()).latest.map(({ host }) => host));
  return { ...place, hosts };
}

test('one hook of Claude Code and Copilot CLI answers a prompt in VS Code', async () => {
  const place = await withRule();
  const ask = (session: string, line: string[]) =>
    place.raw(
      line,
      fromVsCode('UserPromptSubmit', session, place.cwd, place.transcriptOf(session), {
        prompt: 'On which day do we deploy?',
      }),
    );
  const context = expect.stringContaining('Tuesdays');
  const inVsCode = { hookEventName: 'UserPromptSubmit', additionalContext: context };
  expect(await ask('a', ['userPromptSubmitted', '--host', 'copilot-cli'])).toStrictEqual({
    additionalContext: context,
    hookSpecificOutput: inVsCode,
  });
  expect(await ask('a', ['UserPromptSubmit', '--host', 'claude-code'])).toStrictEqual({});
  expect(await ask('b', ['UserPromptSubmit', '--host', 'claude-code'])).toStrictEqual({ hookSpecificOutput: inVsCode });
  expect(await ask('b', ['userPromptSubmitted', '--host', 'copilot-cli'])).toStrictEqual({});
  expect(await place.hosts()).toStrictEqual(new Set(['claude-code', 'vscode']));
});

test('a turn in VS Code is captured once', async () => {
  const place = await withRule();
  const line = { type: 'user.message', data: { content: 'My sister Ana lives in Porto.' } };
  writeFileSync(place.transcriptOf('a'), `${JSON.stringify({ type: 'session.start' })}\n${JSON.stringify(line)}\n`);
  for (const host of ['copilot-cli', 'claude-code']) {
    const input = fromVsCode('Stop', 'a', place.cwd, place.transcriptOf('a'));
    expect(await place.raw(['Stop', '--host', host], input)).toStrictEqual({});
  }
  expect(await place.memories()).toContain('My sister Ana lives in Porto.');
  const captured = (await place.receipts()).latest.filter(({ host }) => host === 'vscode');
  expect(captured.reduce((sum, one) => sum + one.captured, 0)).toBe(1);
});

test('only tools that change something get notes in VS Code', async () => {
  const place = await withRule();
  place.say('one', user('Never edit src/legacy.ts, it is generated.'));
  await place.capture('one');
  const ask = (tool: string, input: object) =>
    place.raw(
      ['PreToolUse', '--host', 'claude-code'],
      fromVsCode('PreToolUse', tool, place.cwd, place.transcriptOf(tool), { tool_name: tool, tool_input: input }),
    );
  const path = `${place.cwd}/src/legacy.ts`;
  expect(await ask('read_file', { filePath: path })).toStrictEqual({});
  expect(JSON.stringify(await ask('replace_string_in_file', { filePath: path }))).toContain('legacy.ts');
  expect(JSON.stringify(await ask('editFiles', { files: [path] }))).toContain('legacy.ts');
});

test('Devin also runs the hooks of Claude Code, and a prompt is answered once', async () => {
  const place = await withRule();
  const input = (prompt: string) =>
    JSON.stringify({ session_id: 'd', cwd: place.cwd, hook_event_name: 'UserPromptSubmit', prompt });
  const question = input('On which day do we deploy?');
  const first = await place.raw(['UserPromptSubmit', '--host', 'devin'], question);
  expect(JSON.stringify(first)).toContain('Tuesdays');
  expect(await place.raw(['UserPromptSubmit', '--host', 'claude-code'], question)).toStrictEqual({});
  expect(await place.hosts()).toStrictEqual(new Set(['claude-code', 'devin']));
});

test('a turn in VS Code is not extracted by the model of Claude Code', async () => {
  const place = playground('claude-code', { SERVICE_EXTRACT_WITH: 'host' });
  const line = { type: 'user.message', data: { content: 'My sister Ana lives in Porto.' } };
  writeFileSync(place.transcriptOf('a'), `${JSON.stringify(line)}\n`);
  await place.raw(['Stop', '--host', 'claude-code'], fromVsCode('Stop', 'a', place.cwd, place.transcriptOf('a')));
  const nextToRead = () =>
    place.open((store) => store.hostExtractions.begin(localOwner('BUSINESS'), 10, 0, Number.MAX_SAFE_INTEGER));
  expect(await nextToRead()).toBeUndefined();
  place.say('b', user('My brother Rui lives in Faro.'));
  await place.capture('b');
  expect(await nextToRead()).toMatchObject({ host: 'claude-code', session: 'b' });
});
