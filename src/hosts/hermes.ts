import { eventsOf } from '../hooks/dialects.ts';
import { hermesPlugin } from './hermes-plugin.ts';
import type { Host } from './host.ts';
import { plain } from './shapes.ts';

const home = '{HERMES_HOME:-~/.hermes}';
const config = `${home}/config.yaml`;

export const hermes: Host = {
  name: 'hermes',
  title: 'Hermes Agent',
  evidence: 'tried',
  pages: [
    'https://hermes-agent.nousresearch.com/docs/user-guide/features/mcp',
    'https://hermes-agent.nousresearch.com/docs/developer-guide/memory-provider-plugin',
  ],
  found: { folders: [home], executables: ['hermes'] },
  server: { user: { file: config, format: 'yaml', key: ['mcp_servers'], entry: plain } },
  hooks: {
    // The command that the memory provider runs as hook.
    events: eventsOf('hermes'),
    parts: {
      user: (command) => [
        { kind: 'file', file: `${home}/plugins/agent-memory/__init__.py`, text: hermesPlugin(command) },
        {
          kind: 'entry',
          file: config,
          format: 'yaml',
          path: ['memory', 'provider'],
          value: 'agent-memory',
          unlessThere: true,
        },
      ],
    },
    afterwards:
      'Hermes runs one memory provider; where config.yaml names another, `hermes config set memory.provider agent-memory` changes to this one.',
  },
};
