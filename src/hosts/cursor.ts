import { eventsOf } from '../hooks/dialects.ts';
import type { HookCommand, Host, HostPart } from './host.ts';
import { alwaysRead, hookElement, mcpServers, setting } from './shapes.ts';

const events = eventsOf('cursor');
const timeoutSeconds = 30;

function hooksIn(file: string): (command: HookCommand) => HostPart[] {
  return ({ line }) => [
    setting(file, 'json', ['version'], 1),
    ...events.map((event) => hookElement(file, event, { command: line(event), timeout: timeoutSeconds })),
  ];
}

export const cursor: Host = {
  name: 'cursor',
  title: 'Cursor',
  evidence: 'documented',
  pages: [
    'https://cursor.com/docs/context/mcp',
    'https://cursor.com/docs/hooks',
    'https://cursor.com/docs/context/rules',
  ],
  found: { folders: ['~/.cursor'], executables: ['cursor', 'cursor-agent'] },
  server: { user: mcpServers('~/.cursor/mcp.json'), project: mcpServers('.cursor/mcp.json') },
  hooks: { events, parts: { user: hooksIn('~/.cursor/hooks.json'), project: hooksIn('.cursor/hooks.json') } },
  rules: { project: alwaysRead('.cursor/rules/agent-memory.mdc', 'description: Long-term memory\nalwaysApply: true') },
};
