import type { Dialect } from './dialect.ts';
import { antigravity } from './dialects/antigravity.ts';
import { cline, hermes, openclaw } from './dialects/by-plugin.ts';
import { claudeCode } from './dialects/claude-code.ts';
import { codex } from './dialects/codex.ts';
import { copilotCli } from './dialects/copilot-cli.ts';
import { cursor } from './dialects/cursor.ts';
import { devin } from './dialects/devin.ts';
import { geminiCli } from './dialects/gemini-cli.ts';
import { opencode } from './dialects/opencode.ts';
import { qwenCode } from './dialects/qwen-code.ts';

/** Every host that runs hooks, by its name. */
export const dialects: ReadonlyMap<string, Dialect> = new Map(
  [
    claudeCode,
    codex,
    cursor,
    geminiCli,
    qwenCode,
    copilotCli,
    opencode,
    antigravity,
    devin,
    hermes,
    openclaw,
    cline,
  ].map((one) => [one.host, one]),
);

/** The events of a host that hooks answer, in the host's own names. */
export function eventsOf(host: string): string[] {
  return Object.keys(dialects.get(host)?.events ?? {});
}
