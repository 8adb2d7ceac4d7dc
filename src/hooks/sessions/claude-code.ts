import { basename, join } from 'node:path';
import { claudeCode as dialect } from '../dialects/claude-code.ts';
import { filesBelow } from './files.ts';
import { folderNamed } from './head.ts';
import { type SessionsOfHost, sessionInLines } from './past-session.ts';

/**
 * `~/.claude/projects/<project>/<session>.jsonl`; deeper files are of subagents. Anthropic documents their place
 * (https://code.claude.com/docs/en/claude-directory), not their format.
 */
export const claudeCode: SessionsOfHost = {
  host: dialect.host,
  *find({ home, env, since }) {
    const root = join(env.CLAUDE_CONFIG_DIR || join(home, '.claude'), 'projects');
    for (const file of filesBelow(root, 1, /^[^/]+\/[^/]+\.jsonl$/, since)) {
      const session = basename(file.path, '.jsonl');
      yield sessionInLines(dialect, session, file, folderNamed(file.path, session));
    }
  },
};
