import type { Turn } from '../../domain/turn.ts';
import type { Dialect } from '../dialect.ts';
import { type Json, objectAt, spoken, textAt } from '../json.ts';
import { beginsWith } from '../marks.ts';
import { copilotCli } from './copilot-cli.ts';
import { answerContext, readCommon, toolIn } from './hook-specific-output.ts';

/**
 * Claude Code: https://code.claude.com/docs/en/hooks (events, standard input, `additionalContext`). SessionStart comes
 * again after a compaction (`source: compact`), a resume and a fork. Transcript: `~/.claude/projects/<project>/<session>.jsonl`.
 */
export const claudeCode: Dialect = {
  host: 'claude-code',
  events: {
    SessionStart: 'start',
    UserPromptSubmit: 'prompt',
    PreToolUse: 'tool',
    PreCompact: 'capture',
    PostCompact: 'capture',
    Stop: 'capture',
    SessionEnd: 'end',
  },
  read: (input) => ({ ...readCommon(input), tool: toolIn(input) }),
  answer: answerContext,
  // VS Code runs these hooks on a transcript of its own form.
  turn: (line) => messageTurn(line) ?? copilotCli.turn(line),
  /** Copied messages name the session that they come from. */
  forkedFrom: (line) => textAt(objectAt(line, 'forkedFrom'), 'sessionId'),
};

/** Text that the program itself writes as a user's message: commands, their output, reminders, notices. */
const ofTheProgram = [
  '<command-',
  '<local-command',
  '<bash-',
  '<task-notification',
  'Caveat: The messages below',
  '[Request interrupted',
];

/** `{type, message: {role, content}, timestamp}`; marked lines are the program's, a subagent's or a summary. */
function messageTurn(line: Json): Turn | undefined {
  const { type } = line;
  if (type !== 'user' && type !== 'assistant') return undefined;
  if (line.isMeta || line.isSidechain || line.isCompactSummary || line.isVisibleInTranscriptOnly) return undefined;
  const text = spoken(objectAt(line, 'message').content, 'text');
  if (text === '' || (type === 'user' && beginsWith(text, ofTheProgram))) return undefined;
  return { role: type, text, at: textAt(line, 'timestamp') };
}
