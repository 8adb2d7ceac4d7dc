import { basename, join } from 'node:path';
import { qwenCode as dialect } from '../dialects/qwen-code.ts';
import { filesBelow } from './files.ts';
import { folderNamed } from './head.ts';
import { type SessionsOfHost, sessionInLines } from './past-session.ts';

/** `~/.qwen/projects/<project>/chats/<session>.jsonl`, each line with its folder; seen with qwen-code 0.15.10. */
export const qwenCode: SessionsOfHost = {
  host: dialect.host,
  *find({ home, since }) {
    for (const file of filesBelow(join(home, '.qwen', 'projects'), 2, /^[^/]+\/chats\/[^/]+\.jsonl$/, since)) {
      const session = basename(file.path, '.jsonl');
      yield sessionInLines(dialect, session, file, folderNamed(file.path, session));
    }
  },
};
