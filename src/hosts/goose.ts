import type { Host } from './host.ts';
import { within } from './shapes.ts';

const folder = {
  darwin: '~/.config/goose',
  win32: '{APPDATA:-~/AppData/Roaming}/Block/goose/config',
  linux: '{XDG_CONFIG_HOME:-~/.config}/goose',
};
const timeoutSeconds = 300;

export const goose: Host = {
  name: 'goose',
  title: 'Goose',
  evidence: 'documented',
  pages: [
    'https://block.github.io/goose/docs/guides/config-files',
    'https://block.github.io/goose/docs/getting-started/using-extensions',
  ],
  found: { folders: [folder], executables: ['goose'] },
  // Goose has an extension of its own that is called `memory`.
  serverName: 'agent-memory',
  server: {
    user: {
      file: within(folder, 'config.yaml'),
      format: 'yaml',
      key: ['extensions'],
      entry: ({ command, args, env }) => ({
        name: 'Agent memory',
        type: 'stdio',
        enabled: true,
        cmd: command,
        args: [...args],
        envs: { ...env },
        timeout: timeoutSeconds,
      }),
    },
  },
};
