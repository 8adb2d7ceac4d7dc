import { eventsOf } from '../hooks/dialects.ts';
import { hooksIn } from './copilot-cli.ts';
import type { Host, ServerPlace } from './host.ts';
import { stdio, within } from './shapes.ts';

/** VS Code's own form of the file; the user's is in the folder of the default profile. */
function place(file: ServerPlace['file']): ServerPlace {
  return { file, format: 'json', key: ['servers'], entry: stdio };
}

function edition(name: string, title: string, folderName: string, executable: string): Host {
  const folder = {
    darwin: `~/Library/Application Support/${folderName}/User`,
    win32: `{APPDATA:-~/AppData/Roaming}/${folderName}/User`,
    linux: `{XDG_CONFIG_HOME:-~/.config}/${folderName}/User`,
  };
  return {
    name,
    title,
    evidence: 'documented',
    pages: [
      'https://code.visualstudio.com/docs/agents/reference/mcp-configuration',
      'https://code.visualstudio.com/docs/configure/settings#_user-settingsjson-location',
      'https://code.visualstudio.com/docs/copilot/customization/custom-instructions',
      'https://code.visualstudio.com/docs/agent-customization/hooks',
    ],
    found: { folders: [folder], executables: [executable] },
    server: { user: place(within(folder, 'mcp.json')), project: place('.vscode/mcp.json') },
    hooks: {
      calledFor: 'copilot-cli',
      events: eventsOf('copilot-cli'),
      parts: { user: hooksIn('~/.copilot/hooks'), project: hooksIn('.github/hooks') },
    },
    rules: { project: { file: '.github/copilot-instructions.md' } },
  };
}

export const vscode = edition('vscode', 'VS Code', 'Code', 'code');
export const vscodeInsiders = edition('vscode-insiders', 'VS Code Insiders', 'Code - Insiders', 'code-insiders');
