import type { Command } from './command-line.ts';

const chosen = { host: { type: 'string', multiple: true }, all: { type: 'boolean' } } as const;
const asking = { 'dry-run': { type: 'boolean' }, yes: { type: 'boolean' }, json: { type: 'boolean' } } as const;

/** Setting hosts up. The modules are loaded when a command runs: the stdio server starts without them. */
export function hostCommands(version: string): Record<string, Command> {
  return {
    init: {
      flags: {
        ...chosen,
        character: { type: 'string' },
        hooks: { type: 'boolean' },
        rules: { type: 'boolean' },
        project: { type: 'boolean' },
        'with-key': { type: 'boolean' },
        ...asking,
      },
      run: async (given) => (await import('./init.ts')).init(given, version),
    },
    uninstall: {
      flags: { ...chosen, ...asking },
      run: async (given) => (await import('./uninstall.ts')).uninstall(given),
    },
    update: {
      flags: { json: { type: 'boolean' } },
      run: async (given) => (await import('./update.ts')).update(given, version),
    },
  };
}
