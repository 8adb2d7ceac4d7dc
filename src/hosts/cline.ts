import { eventsOf } from '../hooks/dialects.ts';
import { clinePlugin } from './cline-plugin.ts';
import type { HookCommand, Host, HostPart } from './host.ts';
import { mcpServers } from './shapes.ts';

function pluginIn(folder: string): (command: HookCommand) => HostPart[] {
  return (command) => [{ kind: 'file', file: `${folder}/plugins/agent-memory-service.js`, text: clinePlugin(command) }];
}

export const cline: Host = {
  name: 'cline',
  title: 'Cline',
  evidence: 'tried',
  // The page gives the path of the command line's file; the extension's is opened from its panel.
  pages: [
    'https://docs.cline.bot/mcp/mcp-overview',
    'https://docs.cline.bot/mcp/adding-and-configuring-servers',
    'https://docs.cline.bot/sdk/plugins',
  ],
  found: { folders: ['~/.cline'], executables: ['cline'] },
  server: { user: mcpServers('{CLINE_MCP_SETTINGS_PATH:-~/.cline/data/settings/cline_mcp_settings.json}') },
  // The command that the plugin runs as hook.
  hooks: { events: eventsOf('cline'), parts: { user: pluginIn('~/.cline'), project: pluginIn('.cline') } },
  rules: { project: { file: 'AGENTS.md' } },
};
