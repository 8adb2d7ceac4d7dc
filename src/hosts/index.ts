import { amp } from './amp.ts';
import { antigravity } from './antigravity.ts';
import { claudeCode } from './claude-code.ts';
import { claudeDesktop } from './claude-desktop.ts';
import { cline } from './cline.ts';
import { codex } from './codex.ts';
import { continueHost } from './continue.ts';
import { copilotCli } from './copilot-cli.ts';
import { cursor } from './cursor.ts';
import { devin } from './devin.ts';
import { geminiCli } from './gemini-cli.ts';
import { goose } from './goose.ts';
import { grok } from './grok.ts';
import { hermes } from './hermes.ts';
import type { Host } from './host.ts';
import { junie } from './junie.ts';
import { kimiCode } from './kimi-code.ts';
import { kiro } from './kiro.ts';
import { lmStudio } from './lm-studio.ts';
import { openclaw } from './openclaw.ts';
import { opencode } from './opencode.ts';
import { pi } from './pi.ts';
import { qwenCode } from './qwen-code.ts';
import { roo } from './roo.ts';
import { trae } from './trae.ts';
import { vscode, vscodeInsiders } from './vscode.ts';
import { warp } from './warp.ts';
import { zed } from './zed.ts';

/** Every host, in the order in which they are shown. */
export const hosts: readonly Host[] = [
  claudeDesktop,
  claudeCode,
  cursor,
  vscode,
  vscodeInsiders,
  devin,
  codex,
  geminiCli,
  qwenCode,
  zed,
  opencode,
  goose,
  copilotCli,
  cline,
  roo,
  lmStudio,
  kiro,
  amp,
  warp,
  junie,
  antigravity,
  openclaw,
  hermes,
  continueHost,
  kimiCode,
  grok,
  pi,
  trae,
];

export const hostsByName: ReadonlyMap<string, Host> = new Map(hosts.map((host) => [host.name, host]));
