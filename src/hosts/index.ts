import { claudeCode } from './claude-code.ts';
import { claudeDesktop } from './claude-desktop.ts';
import { codex } from './codex.ts';
import { geminiCli } from './gemini-cli.ts';
import type { Host } from './host.ts';
import { qwenCode } from './qwen-code.ts';

/** Every host, in the order in which they are shown. */
export const hosts: readonly Host[] = [claudeDesktop, claudeCode, codex, geminiCli, qwenCode];

export const hostsByName: ReadonlyMap<string, Host> = new Map(hosts.map((host) => [host.name, host]));
