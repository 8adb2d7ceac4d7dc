import { join } from 'node:path';
import { antigravity as dialect } from '../dialects/antigravity.ts';
import { filesBelow } from './files.ts';
import { type SessionsOfHost, sessionInLines } from './past-session.ts';

/**
 * `~/.gemini/antigravity…/brain/<conversation>/.system_generated/logs/transcript.jsonl`, which is not documented. The
 * folder that the agent worked in is only in a database of undocumented records, so it is not known.
 */
export const antigravity: SessionsOfHost = {
  host: dialect.host,
  *find({ home, since }) {
    for (const name of ['antigravity', 'antigravity-cli', 'antigravity-ide']) {
      const root = join(home, '.gemini', name, 'brain');
      const transcript = /^([^/]+)\/\.system_generated\/logs\/transcript\.jsonl$/;
      for (const file of filesBelow(root, 3, transcript, since)) {
        const way = file.path.slice(root.length + 1).replaceAll('\\', '/');
        yield sessionInLines(dialect, transcript.exec(way)?.[1] ?? way, file, undefined);
      }
    }
  },
};
