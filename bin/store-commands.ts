import type { Command } from './command-line.ts';

const json = { json: { type: 'boolean' } } as const;

/** What people do with their own store; each loads its code when it runs. */
export const storeCommands = (version: string): Record<string, Command> => ({
  backup: {
    args: ['FILE'],
    flags: json,
    run: async (given) => (await import('./store-copies.ts')).backup(given),
  },
  restore: {
    args: ['FILE'],
    flags: { ...json, yes: { type: 'boolean', short: 'y' } },
    run: async (given) => (await import('./store-copies.ts')).restore(given),
  },
  move: {
    flags: { ...json, from: { type: 'string' }, to: { type: 'string' } },
    run: async (given) => (await import('./move.ts')).moveStore(given),
  },
  import: {
    args: ['FILE…'],
    flags: {
      ...json,
      character: { type: 'string' },
      category: { type: 'string' },
      'dry-run': { type: 'boolean' },
      'allow-secret': { type: 'boolean' },
    },
    run: async (given) => (await import('./import.ts')).importFiles(given),
  },
  export: {
    flags: { ...json, character: { type: 'string' }, out: { type: 'string' } },
    run: async (given) => (await import('./export.ts')).exportMemories(given),
  },
  doctor: {
    flags: { ...json, provider: { type: 'boolean' }, host: { type: 'string', multiple: true } },
    run: async (given) => (await import('./doctor.ts')).doctor(given, version),
  },
});
