import { antigravity } from './antigravity.ts';
import { claudeCode } from './claude-code.ts';
import { cline } from './cline.ts';
import { codex } from './codex.ts';
import { copilotCli } from './copilot-cli.ts';
import { cursor } from './cursor.ts';
import { geminiCli } from './gemini-cli.ts';
import { opencode } from './opencode.ts';
import type { SessionsOfHost } from './past-session.ts';
import { qwenCode } from './qwen-code.ts';

/** Every host with readable past sessions, by its name. */
export const pastSessions: ReadonlyMap<string, SessionsOfHost> = new Map(
  [claudeCode, codex, geminiCli, antigravity, qwenCode, copilotCli, opencode, cursor, cline].map((one) => [
    one.host,
    one,
  ]),
);
