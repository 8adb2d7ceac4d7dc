import { join } from 'node:path';
import { codex as dialect } from '../dialects/codex.ts';
import { isObject, objectAt, textAt } from '../json.ts';
import { filesBelow } from './files.ts';
import { firstIn } from './head.ts';
import { type SessionsOfHost, sessionInLines } from './past-session.ts';

/**
 * `~/.codex/sessions/YYYY/MM/DD/rollout-….jsonl` and `archived_sessions`, seen with codex 0.169.0. The first line says
 * session and folder, and a subagent's parent. Older files may be compressed, which Node 20 can't open.
 */
export const codex: SessionsOfHost = {
  host: dialect.host,
  *find({ home, env, since, leave }) {
    const root = env.CODEX_HOME || join(home, '.codex');
    for (const folder of ['sessions', 'archived_sessions']) {
      for (const file of filesBelow(join(root, folder), 3, /(?:^|\/)rollout-[^/]+\.jsonl(?:\.zst)?$/, since)) {
        if (file.path.endsWith('.zst')) {
          leave(file.path, 'compressed');
          continue;
        }
        const meta = firstIn(file.path, (line) =>
          line.type === 'session_meta' ? objectAt(line, 'payload') : undefined,
        );
        const session = meta && textAt(meta, 'id', 'session_id');
        if (!meta || session === undefined) leave(file.path, 'unreadable');
        else if (!isObject(meta.source)) yield sessionInLines(dialect, session, file, textAt(meta, 'cwd'));
      }
    }
  },
};
