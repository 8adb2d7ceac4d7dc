import { eventsOf } from '../hooks/dialects.ts';
import type { Host, HostPart, Json } from './host.ts';
import { openclawManifest, openclawPackage, openclawPlugin, openclawPluginId } from './openclaw-plugin.ts';
import { plain } from './shapes.ts';

const home = '{OPENCLAW_STATE_DIR:-~/.openclaw}';
const config = `${home}/openclaw.json`;
const plugin = `${home}/extensions/${openclawPluginId}`;

function entry(path: readonly string[], value: Json): HostPart {
  return { kind: 'entry', file: config, format: 'json', path, value };
}

function jsonFile(name: string, value: object): HostPart {
  return { kind: 'file', file: `${plugin}/${name}`, text: `${JSON.stringify(value, undefined, 2)}\n` };
}

export const openclaw: Host = {
  name: 'openclaw',
  title: 'OpenClaw',
  evidence: 'tried',
  pages: [
    'https://docs.openclaw.ai/cli/mcp',
    'https://docs.openclaw.ai/plugins/building-plugins',
    'https://docs.openclaw.ai/plugins/hooks/prompt-and-session',
  ],
  found: { folders: [home], executables: ['openclaw'] },
  server: { user: { file: config, format: 'json', key: ['mcp', 'servers'], entry: plain } },
  hooks: {
    // The command that the plugin runs as hook.
    events: eventsOf('openclaw'),
    parts: {
      user: ({ argv }) => [
        { kind: 'file', file: `${plugin}/index.js`, text: openclawPlugin(argv('EVENT')) },
        jsonFile('openclaw.plugin.json', openclawManifest),
        jsonFile('package.json', { name: 'agent-memory-service-openclaw', version: '1.0.0', ...openclawPackage }),
        entry(['plugins', 'entries', openclawPluginId, 'enabled'], true),
        // Without it the plugin does not get the conversation.
        entry(['plugins', 'entries', openclawPluginId, 'hooks', 'allowConversationAccess'], true),
        { ...entry(['plugins', 'slots', 'memory'], openclawPluginId), unlessThere: true } as HostPart,
      ],
    },
    afterwards: 'OpenClaw reads plugins when its gateway starts: openclaw gateway restart.',
  },
};
