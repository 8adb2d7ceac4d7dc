import type { Driver } from '../driver.ts';
import { codex } from './codex.ts';
import { copilotCli } from './copilot-cli.ts';
import { geminiCli } from './gemini-cli.ts';
import { opencode } from './opencode.ts';
import { qwenCode } from './qwen-code.ts';

/** The hosts that can be tried, by their names. */
export const drivers: ReadonlyMap<string, Driver> = new Map(
  [codex, geminiCli, qwenCode, copilotCli, opencode].map((one) => [one.name, one]),
);
