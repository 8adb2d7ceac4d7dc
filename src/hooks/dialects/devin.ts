import type { Dialect } from '../dialect.ts';
import { claudeCode } from './claude-code.ts';

/**
 * Devin CLI: https://docs.devin.ai/cli/extensibility/hooks/lifecycle-hooks, in Claude Code's form. A compaction is reported
 * after it has happened (PostCompaction), and takes no context then.
 */
export const devin: Dialect = {
  ...claudeCode,
  host: 'devin',
  // It runs the hooks of `.claude` too, for the same session.
  sessionsOf: 'claude-code',
  events: {
    SessionStart: 'start',
    UserPromptSubmit: 'prompt',
    PostCompaction: 'capture',
    Stop: 'capture',
    SessionEnd: 'end',
  },
  compaction: 'PostCompaction',
};
