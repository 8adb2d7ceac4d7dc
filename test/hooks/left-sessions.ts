import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Database } from '../../src/base/sqlite.ts';
import type { Turn } from '../../src/domain/turn.ts';
import { hostNamed } from './play.ts';

/** A session, for the files that hosts store of it. */
export interface Left {
  session: string;
  folder: string;
  said: readonly Turn[];
}

export const saidAt = '2026-01-02T10:00:00.000Z';
const saidMs = Date.parse(saidAt);

export function put(path: string, content: string): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  return path;
}

const lines = (...all: unknown[]) => all.map((one) => `${JSON.stringify(one)}\n`).join('');

/** The turns in a host's format, with other lines around them. */
function spokenIn(host: string, { said }: Left): object[] {
  const { line, noise } = hostNamed(host);
  return [...noise, ...said.map(line), ...noise];
}

/** Writes a session as each host stores it below a home; returns its file. */
export const leave: Readonly<Record<string, (home: string, left: Left) => string>> = {
  'claude-code'(home, left) {
    const project = join(home, '.claude/projects', left.folder.replace(/[^A-Za-z0-9]/g, '-'));
    const session = [{ type: 'summary', summary: 'x' }, ...spokenIn('claude-code', left)];
    put(join(project, left.session, 'subagents/agent-1.jsonl'), lines(...session));
    const [summary, ...rest] = session;
    return put(
      join(project, `${left.session}.jsonl`),
      lines(summary, ...rest.map((one) => ({ ...one, cwd: left.folder }))),
    );
  },
  codex(home, left) {
    const folder = join(home, '.codex/sessions/2026/01/02');
    const meta = (payload: object) => ({ timestamp: saidAt, type: 'session_meta', payload });
    const spoken = spokenIn('codex', left);
    const subagent = meta({ id: 'sub', cwd: left.folder, source: { subagent: { thread_spawn: {} } } });
    put(join(folder, `rollout-2026-01-02T10-00-00-sub-${left.session}.jsonl`), lines(subagent, ...spoken));
    const own = meta({ id: left.session, cwd: left.folder, source: 'cli' });
    return put(join(folder, `rollout-2026-01-02T10-00-00-${left.session}.jsonl`), lines(own, ...spoken));
  },
  'gemini-cli'(home, left) {
    const project = join(home, '.gemini/tmp/harbour');
    put(join(project, '.project_root'), left.folder);
    const meta = (kind: string) => ({ sessionId: left.session, projectHash: 'x', startTime: saidAt, kind });
    const spoken = spokenIn('gemini-cli', left);
    put(join(project, 'chats/session-2026-01-02T10-01-sub.jsonl'), lines(meta('subagent'), ...spoken));
    return put(join(project, `chats/session-2026-01-02T10-00-${left.session}.jsonl`), lines(meta('main'), ...spoken));
  },
  antigravity(home, left) {
    const brain = join(home, '.gemini/antigravity/brain', left.session);
    return put(join(brain, '.system_generated/logs/transcript.jsonl'), lines(...spokenIn('antigravity', left)));
  },
  'qwen-code'(home, left) {
    const spoken = spokenIn('qwen-code', left).map((one) => ({ ...one, sessionId: left.session, cwd: left.folder }));
    return put(join(home, '.qwen/projects/harbour/chats', `${left.session}.jsonl`), lines(...spoken));
  },
  'copilot-cli'(home, left) {
    const start = {
      type: 'session.start',
      data: { sessionId: left.session, context: { cwd: left.folder } },
      timestamp: saidAt,
    };
    const file = join(home, '.copilot/session-state', left.session, 'events.jsonl');
    return put(file, lines(start, ...spokenIn('copilot-cli', left)));
  },
  opencode(home, left) {
    const file = join(home, '.local/share/opencode/opencode.db');
    mkdirSync(dirname(file), { recursive: true });
    const db = new Database(file);
    db.pragma('journal_mode = WAL');
    db.exec(`CREATE TABLE IF NOT EXISTS session (id text PRIMARY KEY, directory text, parent_id text, time_updated integer);
      CREATE TABLE IF NOT EXISTS message (id text PRIMARY KEY, session_id text, time_created integer, data text);
      CREATE TABLE IF NOT EXISTS part (id text PRIMARY KEY, message_id text, session_id text, data text);`);
    const insert = (session: string, parent: string | null) => {
      db.prepare('INSERT INTO session VALUES (?, ?, ?, ?)').run(session, left.folder, parent, saidMs);
      for (const [i, { role, text }] of left.said.entries()) {
        const id = `msg_${i}_${session}`;
        const info = { role, time: { created: saidMs } };
        db.prepare('INSERT INTO message VALUES (?, ?, ?, ?)').run(id, session, saidMs, JSON.stringify(info));
        const part = db.prepare('INSERT INTO part VALUES (?, ?, ?, ?)');
        part.run(`prt_1_${id}`, id, session, JSON.stringify({ type: 'text', text, time: {} }));
        part.run(
          `prt_2_${id}`,
          id,
          session,
          JSON.stringify({ type: 'text', text: 'We always use parts.', synthetic: true }),
        );
        part.run(
          `prt_3_${id}`,
          id,
          session,
          JSON.stringify({ type: 'tool', state: { output: 'We always use tools.' } }),
        );
      }
    };
    insert(left.session, null);
    insert(`sub-${left.session}`, left.session);
    db.close();
    return file;
  },
  cursor(home, left) {
    const slug = left.folder.slice(1).replace(/[^A-Za-z0-9]/g, '-');
    const folder = join(home, '.cursor/projects', slug, 'agent-transcripts', left.session);
    put(join(folder, 'subagents/sub.jsonl'), lines(...spokenIn('cursor', left)));
    return put(join(folder, `${left.session}.jsonl`), lines(...spokenIn('cursor', left)));
  },
  cline(home, left) {
    const storage = join(home, '.config/Code/User/globalStorage/saoudrizwan.claude-dev');
    const history = [{ id: left.session, ts: saidMs, task: 'x', cwdOnTaskInitialization: left.folder }];
    put(join(storage, 'state/taskHistory.json'), JSON.stringify(history));
    const details = { type: 'text', text: '<environment_details>\nWe always use details.\n</environment_details>' };
    const messages = left.said.map(({ role, text }, i) => ({
      role,
      ts: saidMs,
      content:
        role === 'user'
          ? [{ type: 'text', text: i === 0 ? `<task>\n${text}\n</task>` : `<feedback>\n${text}\n</feedback>` }, details]
          : [
              {
                type: 'text',
                text: `<thinking>We always think.</thinking>${text}\n<read_file><path>a</path></read_file>`,
              },
            ],
    }));
    const file = join(storage, 'tasks', left.session, 'api_conversation_history.json');
    const output = ["[read_file for 'a.md'] Result:", '<feedback>We always use files.</feedback>'];
    const ofTool = { role: 'user', content: output.map((text) => ({ type: 'text', text })) };
    return put(file, JSON.stringify([...messages, ofTool]));
  },
};

/** A chat of Cursor's editor, in its state of before 2025 or of now. */
export function leaveInCursorsEditor(home: string, { session, folder, said }: Left, isOld = false): string {
  const root = join(home, '.config/Cursor/User');
  const workspace = join(root, 'workspaceStorage/abc');
  put(join(workspace, 'workspace.json'), JSON.stringify({ folder: pathToFileURL(folder).href }));
  const state = (path: string) => {
    mkdirSync(dirname(path), { recursive: true });
    const db = new Database(path);
    db.exec('CREATE TABLE IF NOT EXISTS ItemTable (key TEXT UNIQUE ON CONFLICT REPLACE, value BLOB)');
    db.exec('CREATE TABLE IF NOT EXISTS cursorDiskKV (key TEXT UNIQUE ON CONFLICT REPLACE, value BLOB)');
    return db;
  };
  const own = state(join(workspace, 'state.vscdb'));
  const composers = { allComposers: [{ composerId: session }] };
  own.prepare('INSERT INTO ItemTable VALUES (?, ?)').run('composer.composerData', JSON.stringify(composers));
  own.close();
  const path = join(root, 'globalStorage/state.vscdb');
  const db = state(path);
  const insert = db.prepare('INSERT INTO cursorDiskKV VALUES (?, ?)');
  const bubbles = said.map(({ role, text }, i) => ({
    bubbleId: `b${9 - i}`,
    type: role === 'user' ? 1 : 2,
    text,
    createdAt: saidAt,
  }));
  const headers = bubbles.map(({ bubbleId, type }) => ({ bubbleId, type }));
  const body = isOld ? { conversation: bubbles } : { fullConversationHeadersOnly: headers };
  insert.run(
    `composerData:${session}`,
    Buffer.from(JSON.stringify({ composerId: session, createdAt: saidMs, ...body })),
  );
  if (!isOld) for (const one of bubbles) insert.run(`bubbleId:${session}:${one.bubbleId}`, JSON.stringify(one));
  db.close();
  return path;
}
