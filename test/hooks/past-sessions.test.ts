import { createHash } from 'node:crypto';
import { appendFileSync, mkdirSync, symlinkSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Turn } from '../../src/domain/turn.ts';
import { ForeignDatabase } from '../../src/files/foreign-database.ts';
import { pastSessions } from '../../src/hooks/sessions/index.ts';
import type { PastSession } from '../../src/hooks/sessions/past-session.ts';
import { temporaryFolder } from '../support/harness.ts';
import { leave, leaveInCursorsEditor, put, saidAt } from './left-sessions.ts';
import { assistant, user } from './play.ts';

const said: Turn[] = [
  user('Wir verwenden immer pnpm, nie npm. <private>hunter2</private>'),
  assistant('Got it, from now on pnpm.'),
  user('テストは毎回実行してください。'),
];
const spoken = ['Wir verwenden immer pnpm, nie npm.', 'Got it, from now on pnpm.', 'テストは毎回実行してください。'];

/** A home with a project, and what is found of a host's sessions in it. */
function place() {
  const home = temporaryFolder();
  const folder = join(home, 'my-app');
  mkdirSync(folder);
  const unread: string[] = [];
  const find = (host: string, since = 0): PastSession[] => {
    const disk = {
      home,
      env: {},
      platform: 'linux',
      since,
      open: (path: string) => ForeignDatabase.open(path),
      leave: (_path: string, why: string) => void unread.push(why),
    };
    return [...(pastSessions.get(host)?.find(disk) ?? [])];
  };
  return { home, folder, unread, find };
}

const words = (session: PastSession | undefined) => session?.read(undefined)?.turns.map(({ text }) => text);

test.each([...pastSessions.keys()])('a session of %s is found with its folder and turns, and nothing else', (host) => {
  const { home, folder, unread, find } = place();
  expect(find(host)).toStrictEqual([]);
  leave[host]?.(home, { session: 'one', folder, said });
  const [session, ...more] = find(host);
  expect(more).toStrictEqual([]);
  // Antigravity does not store the folder.
  expect(session).toMatchObject({ host, session: 'one', folder: host === 'antigravity' ? undefined : folder });
  expect(words(session)).toStrictEqual(spoken);
  const turns = session?.read(undefined)?.turns ?? [];
  expect(turns[0]).toMatchObject({ role: 'user', hidden: ['hunter2'] });
  expect(turns.every(({ at }) => at !== undefined)).toBe(true);
  // Turns that were read are not read again.
  const { to } = session?.read(undefined) ?? {};
  expect(session?.read(to)).toMatchObject({ turns: [], to });
  expect(unread).toStrictEqual([]);
  expect(find(host, Date.parse('9999-12-31'))).toStrictEqual([]);
});

test('a growing session is read from its cursor, by another path too', () => {
  const { home, folder, find } = place();
  const file = leave.codex?.(home, { session: 'one', folder, said }) ?? '';
  const to = find('codex')[0]?.read(undefined)?.to;
  appendFileSync(
    file,
    `${JSON.stringify({ type: 'response_item', payload: { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'More.' }] } })}\n`,
  );
  const again = find('codex')[0]?.read(to && { ...to, path: '/elsewhere' });
  expect(again?.turns.map(({ text }) => text)).toStrictEqual(['More.']);
});

test('broken lines are counted, links are not followed, and other files are ignored', () => {
  const { home, folder, unread, find } = place();
  const file = leave['claude-code']?.(home, { session: 'one', folder, said }) ?? '';
  appendFileSync(file, '{"type":"user","mess\nnonsense\n');
  const reading = find('claude-code')[0]?.read(undefined);
  expect(reading).toMatchObject({ broken: 2, tooLong: 0 });
  expect(reading?.turns).toHaveLength(3);
  const outside = temporaryFolder();
  leave['claude-code']?.(outside, { session: 'two', folder, said });
  symlinkSync(join(outside, '.claude/projects'), join(home, '.claude/projects/linked'));
  symlinkSync(file, join(home, '.claude/projects/a.jsonl'));
  expect(find('claude-code').map(({ session }) => session)).toStrictEqual(['one']);
  put(join(home, '.codex/sessions/2026/01/02/rollout-x.jsonl'), 'nonsense\n');
  put(join(home, '.codex/sessions/2026/01/02/rollout-y.jsonl.zst'), 'x');
  put(join(home, '.gemini/tmp/x/chats/session-x.json'), '{"sessionId": "x", "mess');
  expect([...find('codex'), ...find('gemini-cli')]).toStrictEqual([]);
  expect(unread.sort()).toStrictEqual(['compressed', 'unreadable', 'unreadable']);
  put(join(home, '.local/share/opencode/opencode.db'), 'no database');
  expect(find('opencode')).toStrictEqual([]);
  expect(unread).toHaveLength(4);
});

test('sessions last written before the given time are skipped', () => {
  const { home, folder, find } = place();
  const file = leave['claude-code']?.(home, { session: 'old', folder, said }) ?? '';
  utimesSync(file, 1_000, 1_000);
  leave['claude-code']?.(home, { session: 'new', folder, said });
  expect(find('claude-code', 2_000_000).map(({ session }) => session)).toStrictEqual(['new']);
  expect(find('claude-code').map(({ session }) => session)).toStrictEqual(['new', 'old']);
});

test('older formats are read: Gemini CLI documents, OpenCode trees, early Copilot CLI, Cline’s panel', () => {
  const { home, folder, find } = place();
  const hash = createHash('sha256').update(folder).digest('hex');
  put(join(home, '.gemini/projects.json'), JSON.stringify({ projects: { [folder]: 'my-app' } }));
  const messages = [
    { id: '1', timestamp: saidAt, type: 'user', content: spoken[0] },
    { id: '2', timestamp: saidAt, type: 'info', content: 'We always inform.' },
    { id: '3', timestamp: saidAt, type: 'gemini', content: spoken[1] },
    { id: '4', timestamp: saidAt, type: 'user', content: [{ text: spoken[2] }] },
  ];
  const document = { sessionId: 'g', projectHash: hash, messages };
  put(join(home, '.gemini/tmp', hash, 'chats/session-1.json'), JSON.stringify(document));
  expect(find('gemini-cli')).toMatchObject([{ session: 'g', folder }]);
  expect(words(find('gemini-cli')[0])).toStrictEqual(spoken);

  const storage = join(home, '.local/share/opencode/storage');
  const time = { created: Date.parse(saidAt), updated: Date.parse(saidAt) };
  put(join(storage, 'session/p/ses_1.json'), JSON.stringify({ id: 'ses_1', directory: folder, time }));
  put(
    join(storage, 'session/p/ses_2.json'),
    JSON.stringify({ id: 'ses_2', directory: folder, parentID: 'ses_1', time }),
  );
  for (const [i, { role }] of said.entries()) {
    put(join(storage, `message/ses_1/msg_${i}.json`), JSON.stringify({ id: `msg_${i}`, role, time }));
    put(join(storage, `part/msg_${i}/prt_1.json`), JSON.stringify({ type: 'text', text: spoken[i] }));
  }
  expect(find('opencode')).toMatchObject([{ session: 'ses_1', folder }]);
  expect(words(find('opencode')[0])).toStrictEqual(spoken);

  const timeline = said.map(({ role }, i) => ({
    type: role === 'user' ? 'user' : 'copilot',
    text: spoken[i],
    timestamp: saidAt,
  }));
  put(join(home, '.copilot/history-session-state/session_1.json'), JSON.stringify({ sessionId: 'c', timeline }));
  expect(words(find('copilot-cli')[0])).toStrictEqual(spoken);

  leave.cline?.(home, { session: 'task', folder, said: [user('Something else.')] });
  const shown = [
    { type: 'say', say: 'text', text: spoken[0], ts: 1 },
    { type: 'say', say: 'api_req_started', text: 'We always start.', ts: 2 },
    { type: 'say', say: 'text', text: spoken[1], ts: 3 },
    { type: 'say', say: 'user_feedback', text: spoken[2], ts: 4 },
  ];
  const task = join(home, '.config/Code/User/globalStorage/saoudrizwan.claude-dev/tasks/task');
  put(join(task, 'ui_messages.json'), JSON.stringify(shown));
  expect(words(find('cline')[0])).toStrictEqual(spoken);
});

test('Cursor chats are read in the order of their headers, with their workspace folder', () => {
  const { home, folder, find } = place();
  leaveInCursorsEditor(home, { session: 'new', folder, said });
  leaveInCursorsEditor(home, { session: 'old', folder, said }, true);
  const found = find('cursor');
  expect(found.map(({ session }) => session).sort()).toStrictEqual(['new', 'old']);
  for (const one of found) expect(words(one)).toStrictEqual(spoken);
  expect(found.find(({ session }) => session === 'old')?.folder).toBe(folder);
  // A transcript of the same chat comes first.
  leave.cursor?.(home, { session: 'new', folder, said: [user('From the transcript.')] });
  expect(find('cursor').map(words)).toContainEqual(['From the transcript.']);
  expect(find('cursor')).toHaveLength(2);
});
